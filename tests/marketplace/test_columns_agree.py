"""Columns that say one thing: the database refuses what contradicts itself, and the migration repairs what did before."""

import pytest

from marketplace.core import clock
from marketplace.models import Mail, SupportReport
from tests.contradictions import Pair, all_have_a_pair, is_refused, is_repaired
from tests.factories.accounts import given_agent

pytestmark = pytest.mark.django_db
MIGRATION = "marketplace.migrations.0005_columns_agree"
NOW = clock.now()


def given_report() -> None:
    told = {"summary": "A release answers 409", "description": "I approved it."}
    assert given_agent().post("/api/support/reports", told).status == 200


def given_answered() -> None:
    given_report()
    SupportReport.objects.update(status="answered", answered_at=NOW)


def given_mail(*, sent: bool) -> None:
    Mail.objects.create(
        to="a@example.com", subject="A", text="B", sent_at=NOW if sent else None, next_attempt_at=None if sent else NOW
    )


PAIRS = [
    Pair(given_report, SupportReport, {"status": "answered"}, "report_answered_at_a_moment"),
    Pair(given_answered, SupportReport, {"answered_at": None}, "report_answered_at_a_moment"),
    Pair(lambda: given_mail(sent=True), Mail, {"next_attempt_at": NOW}, "mail_sent_is_not_due"),
    Pair(lambda: given_mail(sent=False), Mail, {"sent_at": NOW}, "mail_sent_is_not_due"),
]


@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: f"{pair.constraint}-{'-'.join(pair.changed)}")
def test_a_contradiction_is_refused(pair: Pair) -> None:
    is_refused(pair)


@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: f"{pair.constraint}-{'-'.join(pair.changed)}")
def test_one_from_before_is_repaired(pair: Pair) -> None:
    is_repaired(pair, MIGRATION)


def test_each_constraint_has_its_contradiction() -> None:
    all_have_a_pair(PAIRS, MIGRATION)
