"""The back office of this step: who there is, what opens the door, what was sent and stored, and operators' settings."""

from marketplace.admin import accounts, records, reports

__all__ = ("accounts", "records", "reports")
