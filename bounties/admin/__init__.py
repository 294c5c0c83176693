"""The back office of the work: listings to review, cases to decide, the records around them, and operators' settings."""

from bounties.admin import applications, bounties, humanizations, policies, products, records

__all__ = ("applications", "bounties", "humanizations", "policies", "products", "records")
