"""Admin pages of this step: escrows (read only), disputes (decisions), the quality sample, and operators' settings."""

from escrow.admin import cases, desk_settings, disputes, escrows, fees, invoices, macros, policies, quality

__all__ = ("cases", "desk_settings", "disputes", "escrows", "fees", "invoices", "macros", "policies", "quality")
