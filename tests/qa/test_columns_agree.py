"""Columns that say one thing: the database refuses what contradicts itself, and the migration repairs what did before."""

import pytest

from marketplace.core import clock
from qa.models import Escalation, Run, TasteRun, Template
from tests.contradictions import Pair, all_have_a_pair, is_refused, is_repaired
from tests.factories.market import given_funded_agent
from tests.factories.qa import RUNS, given_run, given_template, given_tester
from tests.factories.taste import given_panel

pytestmark = pytest.mark.django_db
MIGRATION = "qa.migrations.0005_columns_agree"
NOW = clock.now()


def given_open() -> None:
    """Somebody applied whom the owner has to choose."""
    _, run = given_run(autoMode=False)
    given_tester(run, confirms=False)


def given_decided() -> None:
    owner, run = given_run(autoMode=False)
    _, application = given_tester(run, confirms=False)
    path = f"{RUNS}/{run.public_id}/escalations/{application.public_id}"
    assert owner.patch(path, {"action": "accept"}).status == 200


def given_paused() -> None:
    owner, template = given_template(given_funded_agent())
    assert owner.patch(f"/api/v1/qa/templates/{template.public_id}", {"status": "paused"}).status == 200


def given_ended() -> None:
    given_panel()
    TasteRun.objects.update(status="failed", ended_at=NOW, end_reason="nobody_voted")


PAIRS = [
    Pair(given_open, Escalation, {"decided_at": NOW}, "qa_escalation_decision_has_its_moment"),
    Pair(given_open, Escalation, {"is_carried_out": True}, "qa_escalation_decision_has_its_moment"),
    Pair(given_open, Escalation, {"status": "settled"}, "qa_escalation_decision_has_its_moment"),
    Pair(given_decided, Escalation, {"decided_at": None}, "qa_escalation_decision_has_its_moment"),
    Pair(given_decided, Escalation, {"status": "open"}, "qa_escalation_decision_has_its_moment"),
    Pair(given_paused, Template, {"paused_reason": ""}, "qa_template_paused_says_why"),
    Pair(given_paused, Template, {"status": "active"}, "qa_template_paused_says_why"),
    Pair(given_run, Run, {"opened_at": None}, "qa_run_works_since_a_moment"),
    Pair(given_run, Run, {"intake_ends_at": None}, "qa_run_works_since_a_moment"),
    Pair(given_panel, TasteRun, {"end_reason": "stopped"}, "taste_run_end_has_its_reason"),
    Pair(given_ended, TasteRun, {"end_reason": ""}, "taste_run_end_has_its_reason"),
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
