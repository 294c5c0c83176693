"""Admin pages of this app: accounts, keys, who acts for an account, the timeline, records, support reports, operators' settings."""

from marketplace.admin import accounts, calls, members, records, reports

__all__ = ("accounts", "calls", "members", "records", "reports")
