"""A long random walk of eight hands over disputes: objections, offers, requests, decisions of one and of two, appeals kept and
overturned, while people are hired and paid and take their money out. The books agree whenever all rest, and at the end.

A gate walks a short way, `--full` two thousand acts; of these each verb succeeds. Each thread's choices come from the seed of the
run.
"""

import itertools
import os
import random
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import pytest

from escrow.models import Appeal, Dispute
from escrow.rules.disputes import OPEN_DISPUTE
from tests import sampling
from tests.api import Api
from tests.factories.market import given_delivered
from tests.races import walk_disputes, walk_money
from tests.races.walk import Walk

pytestmark = pytest.mark.django_db(transaction=True)
HANDS, STEPS = 8, 8
ACTS, ACTS_DRAWN = int(os.environ.get("WALK_ACTS", 2000)), 96


@dataclass
class DisputesWalk(Walk):
    """Begins with seats that are delivered, so that there is something to object to from the first act on; half of them are of a
    sum that two people decide about."""

    def __post_init__(self) -> None:
        super().__post_init__()
        self.deliver(itertools.product(self.agents, self.workers))

    def deliver(self, pairs: Iterable[tuple[Api, Api]]) -> None:
        """Each of these workers hands in for this agent, while all hands rest."""
        for number, (agent, worker) in enumerate(pairs):
            given_delivered(agent=agent, worker=worker, price_cents=1200 if number % 2 else 500)

    def go_on(self) -> None:
        """Somebody new has two hires: a long walk would soon have nothing left to object to."""
        agent = walk_money.given_purse(2_500)
        self.agents.append(agent)
        self.by_account[agent.account.pk] = agent
        self.deliver((agent, worker) for worker in self.workers[len(self.agents) % 4 :][:2])

    def step(self, rng: random.Random) -> None:
        verb = rng.choices(VERBS, WEIGHTS)[0]
        verb(self, rng)


@pytest.mark.main
def test_eight_hands_object_settle_decide_and_appeal_and_the_books_agree(
    coins: Any, at_once: Callable[..., list[Any]], at: Callable[[str], datetime], log_errors: list[str]
) -> None:
    at("2026-03-02T09:00:00Z")
    walk, is_short = DisputesWalk(coins), sampling.is_on()

    for number in itertools.count():
        hands = [sampling.rng("disputes", number, hand) for hand in range(HANDS)]
        raised = at_once(*(lambda rng=rng: [walk.step(rng) for _ in range(STEPS)] for rng in hands))

        wrong = [f"raised: {error!r}" for error in raised if isinstance(error, Exception)]
        wrong += [f"logged: {text}" for text in log_errors] + walk.check()
        assert not wrong, f"seed {sampling.SEED}, round {number}:\n" + "\n".join(wrong)
        if sum(walk.done.values()) >= (ACTS_DRAWN if is_short else ACTS):
            break
        walk.go_on()

    told = walk_disputes.succeeded()
    print(f"{sum(walk.done.values())} acts: {told}")  # with -s
    never = [verb for verb, times in told.items() if not times]
    assert is_short or not never, f"seed {sampling.SEED}: never happened: {never} of {told}"

    walk_disputes.judge_all(walk)
    walk.pass_time(15 * 86_400)  # no appeal is possible any more
    assert walk.check() + log_errors == [], "at the end"
    assert not Dispute.objects.filter(status__in=OPEN_DISPUTE).exists()
    assert not Appeal.objects.filter(state="open").exists()


_TABLE: dict[Callable[[Any, random.Random], None], int] = {
    DisputesWalk.create: 6,
    DisputesWalk.apply: 14,
    DisputesWalk.decide: 14,
    DisputesWalk.confirm: 12,
    DisputesWalk.submit: 12,
    DisputesWalk.review: 3,
    DisputesWalk.escrow: 2,
    walk_disputes.dispute: 10,
    walk_disputes.argue: 4,
    walk_disputes.settle: 12,
    walk_disputes.ask: 5,
    walk_disputes.judge: 12,
    walk_disputes.appeal: 10,
    walk_disputes.judge_appeal: 10,
    walk_money.take_out: 4,
    walk_money.tip: 2,
    DisputesWalk.jump: 2,
}
VERBS, WEIGHTS = list(_TABLE), list(_TABLE.values())
