"""Admin pages of this step: escrows (read only), disputes (decisions), and operators' settings."""

from escrow.admin import disputes, escrows, fees, policies

__all__ = ("disputes", "escrows", "fees", "policies")
