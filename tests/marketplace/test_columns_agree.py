"""Columns that say one thing: the database refuses what contradicts itself, and the migration repairs what did before."""

import pytest
from django.db.models import F, Subquery
from oauth2_provider.models import Application

from marketplace.core import clock
from marketplace.models import Connector, Invitation, Mail, Membership, SupportReport
from tests.contradictions import Pair, all_have_a_pair, is_refused, is_repaired
from tests.factories.accounts import given_agent, given_connection, given_worker
from tests.factories.members import given_invited, given_member

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


def given_members() -> None:
    owner = given_worker()
    for _ in range(2):
        given_member(owner, "viewer")


def given_invitations() -> None:
    owner = given_worker()
    for email in ("a@example.com", "b@example.com"):
        given_invited(owner, email)


def given_two_connected() -> None:
    account = given_connection(given_agent().account).account
    client = {"client_type": "public", "authorization_grant_type": "authorization-code"}
    Connector.objects.create(account=account, application=Application.objects.create(client_id="other", **client))


# Of tables that had their constraints from the start, so that no older row is to be repaired.
FROM_THE_START = [
    Pair(given_members, Membership, {"person": F("account")}, "membership_of_another"),
    Pair(given_members, Membership, {"role": "self"}, "membership_role"),
    Pair(
        given_members, Membership, {"person": Subquery(Membership.objects.values("person")[:1])}, "membership_open_once"
    ),
    Pair(given_invitations, Invitation, {"role": "founder"}, "invitation_role"),
    Pair(given_invitations, Invitation, {"email": "A@example.com"}, "invitation_open_once"),
    Pair(
        given_two_connected,
        Connector,
        {"application": Subquery(Application.objects.filter(client_id="other").values("pk")[:1])},
        "connector_once_per_client",
    ),
]


@pytest.mark.parametrize("pair", FROM_THE_START, ids=lambda pair: f"{pair.constraint}-{'-'.join(pair.changed)}")
def test_a_contradiction_in_who_acts_for_an_account_is_refused(pair: Pair) -> None:
    is_refused(pair)


@pytest.mark.main
def test_each_constraint_of_who_acts_for_an_account_has_its_contradiction() -> None:
    named = {one.name for model in (Membership, Invitation, Connector) for one in model._meta.constraints}

    assert {pair.constraint for pair in FROM_THE_START} == named


@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: f"{pair.constraint}-{'-'.join(pair.changed)}")
def test_a_contradiction_is_refused(pair: Pair) -> None:
    is_refused(pair)


@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: f"{pair.constraint}-{'-'.join(pair.changed)}")
def test_one_from_before_is_repaired(pair: Pair) -> None:
    is_repaired(pair, MIGRATION)


@pytest.mark.main
def test_each_constraint_has_its_contradiction() -> None:
    all_have_a_pair(PAIRS, MIGRATION)
