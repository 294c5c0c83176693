"""Random verbs of several hands over a few bounties, and the books and states looked at whenever all rest.

Each thread's choices come from the seed of the run; who is first does not. WALK_ROUNDS makes it longer.
"""

import os
from collections.abc import Callable
from datetime import datetime
from typing import Any
from uuid import UUID

import pytest
from django.db.models import Q

from bounties.models import Application, Bounty
from escrow.models import Escrow
from tests import sampling
from tests.races.walk import Walk
from tests.races.walk_disputes import judge_all
from wallet import ledger
from webhooks.models import Event

pytestmark = pytest.mark.django_db(transaction=True)
HANDS, STEPS = 4, 12
ROUNDS, ROUNDS_DRAWN = int(os.environ.get("WALK_ROUNDS", 30)), 6


@pytest.mark.main
def test_whatever_many_hands_do_the_money_and_the_states_agree(
    coins: Any,
    at_once: Callable[..., list[Any]],
    at: Callable[[str], datetime],
    log_errors: list[str],
    settings: Any,
) -> None:
    settings.RATE_LIMIT_SCALE = 100.0  # a walk is quicker than people
    at("2026-03-02T09:00:00Z")
    walk = Walk(coins)

    for number in range(ROUNDS_DRAWN if sampling.is_on() else ROUNDS):
        hands = [sampling.rng("walk", number, hand) for hand in range(HANDS)]
        raised = at_once(*(lambda rng=rng: [walk.step(rng) for _ in range(STEPS)] for rng in hands))

        wrong = [f"raised: {error!r}" for error in raised if isinstance(error, Exception)]
        wrong += [f"logged: {text}" for text in log_errors] + walk.check()
        assert not wrong, f"round {number}:\n" + "\n".join(wrong)

    # when nobody does anything more, staff and time settle all of it
    judge_all(walk)
    for _ in range(12):
        walk.pass_time(8 * 86_400)
    assert walk.check() == [], "at the end"
    assert log_errors == []
    left = Bounty.objects.exclude(status__in=("closed", "cancelled", "paid")).values_list("pk", flat=True)
    # A case is staff's; a hire by offer names no time, so no clock ends it.
    waiting = Application.objects.filter(status="accepted").filter(
        Q(needs_staff_at__isnull=False) | Q(complete_by=None)
    )
    stuck = set(left) - set(waiting.values_list("bounty_id", flat=True))
    assert not stuck, f"left open without a reason: {[told(bounty) for bounty in stuck]}"
    for pool in Escrow.objects.filter(kind="pool"):
        assert ledger.balance(ledger.pool(pool.pk)) == 0, "a pool kept money"
    print(f"{sum(walk.done.values())} calls, {len(walk.done)} kinds of answers")  # with -s


def told(bounty_id: UUID) -> str:
    """What stands still, for who reads the failure."""
    bounty = Bounty.objects.get(pk=bounty_id)
    seats = Application.objects.filter(bounty_id=bounty_id).values_list("status", "escrow__status")
    facts = Event.objects.filter(data__bountyId=bounty.public_id).order_by("pk").values_list("type", flat=True)
    return (
        f"{bounty.kind} {bounty.status}, pool {bounty.pool and bounty.pool.status}, {list(seats)}, {list(facts)[-12:]}"
    )
