"""A person's page: everything in one place, personal data masked until it is uncovered with a reason, notes of colleagues."""

import re
from datetime import timedelta
from typing import Any

import pytest
from allauth.usersessions.models import UserSession
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Group
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from escrow.models import Appeal, Case, DeskNote
from escrow.selectors import party
from escrow.services import cases, disputes
from marketplace.core import clock
from marketplace.core.transactions import unit
from marketplace.models import Account, ApiKey
from tests.api import Api
from tests.escrow.test_decisions import given_dispute, given_staff
from tests.factories.accounts import given_agent
from tests.factories.decisions import given_decision
from tests.factories.market import (
    acting,
    given_charged,
    given_funded_agent,
    given_payouts,
    given_released,
    given_taken_back,
    untouched,
)
from wallet.models import Outflow, ProviderAccount

pytestmark = pytest.mark.django_db
SECRETS = {
    "email": "vera.private@example.org",
    "billing_email": "bills.private@example.org",
    "phone": "+351 912 345 678",
    "signup_city": "Privateville",
    "signup_region": "Hidden County",
}


def browser(who: Api) -> Client:
    client = Client()
    client.force_login(who.account, "django.contrib.auth.backends.ModelBackend")
    return client


def page(account: Account) -> str:
    return reverse("admin:marketplace_account_change", args=[account.pk])


def shown(client: Client, account: Account) -> str:
    answer = client.get(page(account))
    assert answer.status_code == 200
    return answer.content.decode()


def reveal(client: Client, account: Account, reason: str = "They called about a payout.") -> Any:
    sent = {"reveal-reason": reason}
    return client.post(reverse("admin:marketplace_account_reveal", args=[account.pk]), sent, follow=True)


@pytest.fixture
def person(worker: Api) -> Api:
    """With everything personal that is stored about anybody."""
    Account.objects.filter(pk=worker.account.pk).update(**SECRETS)
    worker.account.refresh_from_db()
    given_payouts(worker)
    account = worker.account
    UserSession.objects.create(
        user=account, ip="203.0.113.77", session_key="k", user_agent="Firefox", created_at=clock.now()
    )
    ApiKey.objects.create(
        account=account, name="k", digest=b"d" * 32, shown_prefix="p", last_used_from="198.51.100.0/24"
    )
    Outflow.objects.create(
        account=account, kind="earnings", rail="payout", amount_cents=100, destination_label="Bank of Nowhere 6789"
    )
    ProviderAccount.objects.update_or_create(
        account=account,
        provider="stripe",
        defaults={"saved_method_label": "card •••• 4242", "payout_ref": "acct_private"},
    )
    return worker


PRIVATE = (*SECRETS.values(), "203.0.113.77", "198.51.100.0/24", "Bank of Nowhere", "4242", "acct_private")


def test_personal_data_is_masked_for_everybody_of_the_staff(person: Api, support: Api, operator: Api) -> None:
    auditor = given_agent(is_staff=True)
    auditor.account.groups.add(Group.objects.get(name="auditor"))

    for who in (support, operator, auditor):
        text = shown(browser(who), person.account)
        assert not [secret for secret in PRIVATE if secret in text]
        assert "v•••@e•••.org" in text and "•••78" in text


def test_it_is_uncovered_with_a_reason_for_ten_minutes_for_this_member_of_staff_only(
    person: Api, support: Api, monkeypatch: pytest.MonkeyPatch
) -> None:
    client, colleague = browser(support), browser(given_agent(is_staff=True))

    text = reveal(client, person.account).content.decode()

    assert not [secret for secret in PRIVATE if secret not in text]
    entry = LogEntry.objects.get()
    assert (entry.user, entry.object_id) == (support.account, str(person.account.pk))
    assert entry.change_message == "revealed: They called about a payout."
    assert SECRETS["email"] not in shown(colleague, person.account)
    later = clock.wall() + timedelta(minutes=10, seconds=1)
    monkeypatch.setattr(clock, "wall", lambda: later)
    assert SECRETS["email"] not in shown(client, person.account)


def test_uncovering_one_person_uncovers_no_other(person: Api, agent: Api, support: Api) -> None:
    client = browser(support)
    reveal(client, agent.account)

    assert SECRETS["email"] not in shown(client, person.account)


@pytest.mark.parametrize("reason", ["", "   ", "x" * 301])
def test_without_a_reason_nothing_is_uncovered(person: Api, support: Api, reason: str) -> None:
    client = browser(support)

    with untouched():
        text = reveal(client, person.account, reason).content.decode()

    assert "Nothing was uncovered" in text and SECRETS["email"] not in text
    assert not LogEntry.objects.exists()


def test_auditors_and_strangers_uncover_and_note_nothing(person: Api, agent: Api) -> None:
    auditor = given_agent(is_staff=True)
    auditor.account.groups.add(Group.objects.get(name="auditor"))
    text = shown(browser(auditor), person.account)
    assert "Uncover for ten minutes" not in text and "Note it" not in text

    with untouched():
        for name in ("reveal", "note"):
            address = reverse(f"admin:marketplace_account_{name}", args=[person.account.pk])
            sent = {"reveal-reason": "Curious.", "note-words": "Hm."}
            assert browser(auditor).post(address, sent).status_code == 403
            assert browser(agent).post(address, sent).status_code == 302
            assert Client().post(address, sent).status_code == 302
    assert not LogEntry.objects.exists()


def test_whoever_is_staff_no_more_sees_nothing_that_they_uncovered(person: Api, support: Api) -> None:
    client = browser(support)
    reveal(client, person.account)
    support.account.groups.add(Group.objects.get(name="auditor"))

    assert SECRETS["email"] not in shown(client, person.account)


def test_a_get_uncovers_nothing(person: Api, support: Api) -> None:
    address = reverse("admin:marketplace_account_reveal", args=[person.account.pk])

    assert browser(support).get(address).status_code == 405


def test_everything_of_a_person_is_there_with_links(support: Api) -> None:
    agent = given_funded_agent(10_000)
    seat = given_released(agent=agent)
    given_dispute(agent=agent, worker=seat.worker)
    given_taken_back(given_charged(agent, 2_000))

    of_agent, of_worker = (shown(browser(support), api.account) for api in (agent, seat.worker))

    titles = re.findall(r'<section id="([a-z]+)"', of_agent)
    assert titles[:5] == ["personal", "signals", "restrictions", "notes", "hires"]
    assert {"money", "keys", "sessions", "members", "programs", "profile", "jobs", "applications", "webhooks"} <= set(
        titles
    )
    for row in (seat.escrow, seat.bounty, seat.worker.account):
        assert (
            row.public_id in of_agent
            or reverse(f"admin:{row._meta.app_label}_{row._meta.model_name}_change", args=[row.pk]) in of_agent
        )
    assert Case.objects.get().public_id in of_agent and Case.objects.get().public_id in of_worker
    assert "20.00 USD" in of_agent and "chb_" in of_agent
    assert "Hired others" in of_agent and "5.00 USD" in of_worker
    assert reverse("admin:bounties_application_change", args=[seat.application.pk]) in of_worker


def test_the_queries_do_not_grow_with_the_person(support: Api) -> None:
    agent, client = given_funded_agent(50_000), browser(support)

    def asked() -> int:
        with CaptureQueriesContext(connection) as captured:
            shown(client, agent.account)
        return len(captured)

    def more() -> None:
        seat = given_released(agent=agent)
        given_dispute(agent=agent, worker=seat.worker)
        given_taken_back(given_charged(agent, 2_000))
        DeskNote.objects.create(about=agent.account, author=support.account, words="Again.")

    more()
    asked()
    few = asked()
    for _ in range(4):
        more()

    assert asked() == few <= 66


def test_a_note_is_left_for_colleagues_and_escaped(person: Api, support: Api) -> None:
    address = reverse("admin:marketplace_account_note", args=[person.account.pk])

    text = browser(support).post(address, {"note-words": "<b>Calls</b> often."}, follow=True).content.decode()

    note = DeskNote.objects.get()
    assert (note.about, note.author, note.case) == (person.account, support.account, None)
    assert "&lt;b&gt;Calls&lt;/b&gt; often." in text and "<b>Calls" not in text
    assert support.account.display_name in text


@pytest.mark.parametrize("words", ["", "  ", "x" * 5001])
def test_an_empty_or_endless_note_is_refused(person: Api, support: Api, words: str) -> None:
    address = reverse("admin:marketplace_account_note", args=[person.account.pk])

    with untouched():
        assert (
            "Nothing was noted" in browser(support).post(address, {"note-words": words}, follow=True).content.decode()
        )


def test_nobody_notes_about_themselves(support: Api) -> None:
    address = reverse("admin:marketplace_account_note", args=[support.account.pk])

    with untouched():
        text = browser(support).post(address, {"note-words": "Splendid."}, follow=True).content.decode()
    assert "a colleague does" in text


def test_a_record_says_who_won_what_in_which_role() -> None:
    agent, staff = given_funded_agent(50_000), given_staff()
    for cents in (0, 250, 500):
        _, dispute = given_dispute(agent=agent)
        given_decision(staff, dispute.pk, worker_cents=cents)
    lost = dispute
    Appeal.objects.create(
        dispute=lost, made_by=agent.account, ground="error", words="No.", state="overturned", decided_at=clock.now()
    )
    seat, withdrawn = given_dispute(agent=agent)
    unit(lambda: disputes.withdraw(acting(seat.agent), withdrawn.public_id))
    given_dispute(agent=agent)

    as_funder = party.outcomes(agent.account.pk)["funder"]
    as_worker = party.outcomes(lost.worker_id)["worker"]

    assert as_funder == party.Tally(5, 1, won=1, lost=1, split=1, settled=0, withdrawn=1, overturned=1)
    assert as_worker == party.Tally(1, 0, won=1, overturned=1)
    assert party.outcomes(agent.account.pk)["worker"] == party.Tally()


def test_of_two_rounds_the_last_decision_counts() -> None:
    from escrow.models import DisputeDecision

    _, dispute = given_dispute()
    first = given_decision(given_staff(), dispute.pk, worker_cents=500)
    case = Case.objects.get(dispute=dispute)
    unit(lambda: cases.move(Case.objects.locked().get(pk=case.pk), "end"))
    assert party.outcomes(dispute.owner_id)["funder"].lost == 1

    parts = {"amount_cents": first.amount_cents, "worker_cents": 0, "fee_cents": 0, "refund_cents": first.amount_cents}
    from escrow.models import DecisionPreview

    preview = DecisionPreview.objects.create(
        dispute=dispute, made_by=first.proposer, round=2, decision="refund", moves=[], reason="Anew.", facts=[], digest="x",
        expires_at=clock.now(), **parts,
    )  # fmt: skip
    DisputeDecision.objects.create(
        dispute=dispute, preview=preview, round=2, state="final", decision="refund", reason="Anew.",
        proposer=first.proposer, decided_at=clock.now(), **parts,
    )  # fmt: skip

    tally = party.outcomes(dispute.owner_id)["funder"]
    assert (tally.won, tally.lost) == (1, 0)
