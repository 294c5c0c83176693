"""Columns that say one thing: the database refuses what contradicts itself, and the migration repairs what did before."""

import pytest

from escrow.models import DisputeDecision, DisputePolicy
from marketplace.core import clock
from tests.contradictions import Pair, all_have_a_pair, is_refused, is_repaired
from tests.escrow.test_decisions import decide, given_dispute

pytestmark = pytest.mark.django_db
MIGRATION = "escrow.migrations.0007_columns_agree"
NOW = clock.now()


def given_decided() -> None:
    decide(given_dispute()[1], 250)


def given_proposed() -> None:
    DisputePolicy.objects.update(approval_above_cents=1)
    assert decide(given_dispute()[1], 250).state == "proposed"


PAIRS = [
    Pair(given_decided, DisputeDecision, {"decided_at": None}, "decision_has_its_moment"),
    Pair(given_decided, DisputeDecision, {"state": "proposed"}, "decision_has_its_moment"),
    Pair(given_proposed, DisputeDecision, {"decided_at": NOW}, "decision_has_its_moment"),
    Pair(given_proposed, DisputeDecision, {"state": "sent_back"}, "decision_has_its_moment"),
]


@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: f"{pair.constraint}-{'-'.join(pair.changed)}")
def test_a_contradiction_is_refused(pair: Pair) -> None:
    is_refused(pair)


@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: f"{pair.constraint}-{'-'.join(pair.changed)}")
def test_one_from_before_is_repaired(pair: Pair) -> None:
    is_repaired(pair, MIGRATION)


@pytest.mark.main
def test_each_constraint_has_its_contradiction() -> None:
    all_have_a_pair(PAIRS, MIGRATION)
