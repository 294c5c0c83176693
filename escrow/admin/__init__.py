"""Admin pages of this step: escrows (read only), disputes (decisions), and operators' settings."""

from escrow.admin import cases, desk_settings, disputes, escrows, fees, macros, policies

__all__ = ("cases", "desk_settings", "disputes", "escrows", "fees", "macros", "policies")
