"""What of the work waits for staff."""

from django.db.models import QuerySet

from bounties.models import Application, Bounty, Rewrite
from bounties.models import humanizations as texts
from bounties.models.applications import CASE
from marketplace.models import Account
from marketplace.ports import Waiting


def parts(staff: Account) -> list[Waiting]:
    """Listings that a screening rule holds back, seats that staff decide without a dispute, rewrites that no rule judges."""
    return [
        Waiting(
            "work",
            "Listings to review",
            Bounty.objects.filter(status="pending_review"),
            "bounties_bounty",
            "status__exact=pending_review",
        ),
        Waiting(
            "work", "Cases without a dispute", Application.objects.filter(CASE), "bounties_application", "case=open"
        ),
        Waiting("work", "Rewrites to judge", rewrites(), "bounties_rewrite", "case=open"),
    ]


def rewrites() -> QuerySet[Rewrite]:
    """Samples and final texts that need a manual review."""
    found: QuerySet[Rewrite] = Rewrite.objects.filter(texts.CASE)
    return found
