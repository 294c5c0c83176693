"""Which decisions of staff need a second person."""

from datetime import timedelta

from django.db.models import Sum

from escrow.models import DisputeDecision
from escrow.selectors import disputes as reads
from marketplace.core import clock
from marketplace.core.actor import Actor
from marketplace.selectors import staff_limits

DAY = timedelta(hours=24)


def needs_second(actor: Actor, amount_cents: int) -> bool:
    """Is a seat of this total (cents) above what this person decides alone: by the dispute policy, by their own limit of a case,
    or together with what they have decided alone within 24 hours? At most three queries.
    """
    return amount_cents > reads.approval_above() or is_above_limit(actor, amount_cents)


def is_above_limit(actor: Actor, amount_cents: int) -> bool:
    """Is a seat of this total (cents) above this person's own limit: of a case, or, with what they have decided alone within 24
    hours, of a day? Whoever approves is bound by it, too. At most two queries."""
    limit = ceiling(actor)
    return limit is not None and amount_cents > limit


def ceiling(actor: Actor) -> int | None:
    """The highest total (cents) that is within this person's own limits now: of a case, and of what is left of a day; None for
    no limit. At most two queries."""
    if actor.account is None:
        return None
    of_case, of_day = staff_limits.of(actor.account)
    left = None if of_day is None else of_day - decided_alone(actor)
    return min((limit for limit in (of_case, left) if limit is not None), default=None)


def decided_alone(actor: Actor) -> int:
    """The seats' totals (cents) that this person has decided without a second one within 24 hours: disputes and contested seats."""
    mine = DisputeDecision.objects.filter(proposer_id=actor.id, state="final", second=None, offer=None)
    recent = mine.filter(decided_at__gt=clock.now() - DAY)
    return int(recent.aggregate(sum=Sum("amount_cents"))["sum"] or 0)
