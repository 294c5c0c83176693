"""The back office of money between two accounts: escrows to read, disputes to decide, operators' settings."""

from escrow.admin import disputes, escrows, fees

__all__ = ("disputes", "escrows", "fees")
