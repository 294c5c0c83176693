"""What lists and single reads of bounties need: one query, whatever the number of rows."""

from functools import cache

from django.db.models import Q, QuerySet

from bounties.models import Application, Bounty, Submission
from bounties.rules.bounties import DIRECT, LIVE
from marketplace.core import clock, ids
from marketplace.core.actor import Actor


@cache
def _public() -> QuerySet[Bounty]:
    return Bounty.objects.for_reading().filter(is_private=False, went_live_at__isnull=False)


def public() -> QuerySet[Bounty]:
    """Everything that a stranger may see: what went live once, whatever became of it."""
    return _public().all()  # a copy: what the query is made of is worked out once


def of_owner(actor: Actor) -> QuerySet[Bounty]:
    return Bounty.objects.for_reading().filter(owner_id=actor.id)


def direct_hires(actor: Actor) -> QuerySet[Application]:
    """The caller's rentals and personal bounties, each as the one application that it has."""
    rows = Application.objects.filter(bounty__owner_id=actor.id, bounty__kind__in=DIRECT)
    return rows.select_related("bounty", "human", "escrow")


def with_status(
    rows: QuerySet[Bounty], status: str, *, partially_filled: bool = True, over_too: bool = False
) -> QuerySet[Bounty]:
    """`open` also lists partially filled ones, unless told not to. At its deadline a listing leaves discovery: only its
    owner (`over_too`) still finds it among the open ones."""
    if status in LIVE and not over_too:
        rows = rows.filter(deadline__gt=clock.now())
    if status == "open":
        # Written as the partial indexes are, so that PostgreSQL sees that they apply.
        return rows.filter(status__in=LIVE) if partially_filled else rows.filter(status="open")
    return rows.filter(status=status)


def matching(rows: QuerySet[Bounty], words: str) -> QuerySet[Bounty]:
    """Every word in title, description, category, place or skills."""
    for word in words.split()[:8]:
        rows = rows.filter(
            Q(title__icontains=word)
            | Q(description__icontains=word)
            | Q(category__icontains=word)
            | Q(city__icontains=word)
            | Q(skills_needed__icontains=word)
        )
    return rows


def applications(bounty: Bounty) -> QuerySet[Application]:
    return Application.objects.filter(bounty_id=bounty.pk).select_related("human", "escrow", "conversation")


def submissions(bounty: Bounty) -> QuerySet[Submission]:
    rows = Submission.objects.filter(bounty_id=bounty.pk).select_related("application__human")
    return rows.prefetch_related("files")


def hired_profile_ids(bounty: Bounty) -> list[str]:
    """Public ids of everybody who has a seat."""
    rows = (
        Application.objects.filter(bounty_id=bounty.pk, status="accepted")
        .order_by("id")
        .values_list("human__profile_id", flat=True)
    )
    return [ids.encode("prf", profile_id) for profile_id in rows]
