"""Admin pages of this app: accounts and keys, records to read, support reports, and operators' settings."""

from marketplace.admin import accounts, records, reports

__all__ = ("accounts", "records", "reports")
