"""Admin pages of this step: escrows (read only), disputes (decisions), the quality sample, and operators' settings."""

from escrow.admin import disputes, escrows, fees, policies, quality

__all__ = ("disputes", "escrows", "fees", "policies", "quality")
