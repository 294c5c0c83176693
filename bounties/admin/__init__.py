"""The admin of bounties: listings to review, cases to decide, their records, and operators' settings; in a sandbox its plays."""

from django.conf import settings

from bounties.admin import applications, bounties, humanizations, policies, products, records

__all__ = ("applications", "bounties", "humanizations", "policies", "products", "records")

if settings.SANDBOX:
    from bounties.admin import plays as plays
