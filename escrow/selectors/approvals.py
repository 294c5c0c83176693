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
    if actor.account is None:
        return False
    of_case, of_day = staff_limits.of(actor.account)
    if of_case is not None and amount_cents > of_case:
        return True
    return of_day is not None and amount_cents + decided_alone(actor) > of_day


def decided_alone(actor: Actor) -> int:
    """The seats' totals (cents) that this person has decided without a second one within 24 hours: disputes and contested seats."""
    mine = DisputeDecision.objects.filter(proposer_id=actor.id, state="final", second=None, offer=None)
    recent = mine.filter(decided_at__gt=clock.now() - DAY)
    return int(recent.aggregate(sum=Sum("amount_cents"))["sum"] or 0)
