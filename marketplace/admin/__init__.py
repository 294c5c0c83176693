"""Admin pages of this app: accounts and keys, records to read, support reports, and operators' settings."""

from marketplace.admin import accountability, accounts, records, reports, restrictions

__all__ = ("accountability", "accounts", "records", "reports", "restrictions")
