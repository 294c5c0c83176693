"""The admin of bounties: listings to review, cases to decide, their records, and operators' settings."""

from bounties.admin import applications, bounties, humanizations, policies, products, records

__all__ = ("applications", "bounties", "humanizations", "policies", "products", "records")
