"""Admin pages of this app: accounts, keys, who acts for an account, the timeline, records, support reports, operators' settings."""

from marketplace.admin import accountability, accounts, calls, keeping, members, records, reports, restrictions

__all__ = ("accountability", "accounts", "calls", "keeping", "members", "records", "reports", "restrictions")
