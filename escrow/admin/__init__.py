"""Admin pages of this step: escrows (read only), disputes (decisions), and operators' settings."""

from escrow.admin import cases, disputes, escrows, fees, macros, policies

__all__ = ("cases", "disputes", "escrows", "fees", "macros", "policies")
