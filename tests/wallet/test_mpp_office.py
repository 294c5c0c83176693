"""Card tokens that the provider was silent about for a day: staff names the charge, and the provider has to say so, too."""

from datetime import timedelta
from typing import Any

import pytest
from django.contrib.admin.models import LogEntry
from django.db import connection
from django.test import Client
from django.urls import reverse

from marketplace.core import clock
from tests.api import Api
from tests.factories.accounts import given_agent
from tests.factories.market import given_charged, untouched, violations
from tests.factories.mpp import credential, given_quote, look, pay, quote_of, send
from tests.wallet.conftest import wallet_of
from tests.wallet.rails import Rail
from wallet.models import MppCharge, SandboxRecord
from wallet.providers.sandbox import SandboxCards
from wallet.services import checkouts

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("house_accounts")]
TASK = {"title": "T", "description": "D", "price": 5, "estimatedHours": 1}


@pytest.fixture
def rail() -> Any:
    from tests.wallet.rails import Sandbox

    made = Sandbox()
    yield made
    made.back()


@pytest.fixture
def office() -> Client:
    client = Client()
    client.force_login(given_agent(is_staff=True).account)
    return client


def given_lost(rail: Rail, agent: Api, quote: dict[str, str] | None = None, *, charged: bool = True) -> MppCharge:
    """A token of 5 USD (or for this quote), charged or not without a word; a day later staff is called."""
    quote = quote or given_quote(agent)
    demanded = send(quote)
    (rail.silent if charged else rail.away)()
    assert send(quote, credential(demanded)).status == 202
    rail.away()
    MppCharge.objects.update(created_at=clock.now() - timedelta(hours=25))
    look()
    row: MppCharge = MppCharge.objects.get()
    assert row.status == "attention"
    return row


def made() -> str:
    return SandboxRecord.objects.get(key__startswith="mch_").reference


def decide(office: Client, row: MppCharge, verb: str, confirmed: bool = True, **form: str) -> str:
    values = {f"{verb}-{name}": value for name, value in form.items()} | ({"confirmed": "1"} if confirmed else {})
    address = reverse("admin:wallet_mppcharge_decide", args=[row.pk, verb])
    return office.post(address, values, follow=True).content.decode()


def test_staff_names_the_charge_and_it_is_credited_once(rail: Rail, office: Client) -> None:
    agent = given_agent()
    row = given_lost(rail, agent)
    rail.back()
    page = office.get(reverse("admin:wallet_mppcharge_change", args=[row.pk])).content.decode()
    assert "The provider has charged it" in page and "The provider has not charged it" in page
    with untouched():
        said = decide(office, row, "charged", confirmed=False, reference=made(), reason="The dashboard.")
    assert "The provider is asked about this charge" in said and "5.00 USD" in said

    assert "recorded as charged." in decide(office, row, "charged", reference=made(), reason="The dashboard.")

    row.refresh_from_db()
    assert (row.status, row.provider_ref, row.token, wallet_of(agent), violations()) == ("paid", made(), "", 500, [])
    assert "The dashboard." in LogEntry.objects.get().get_change_message()
    with untouched():
        assert "This one is paid by now." in decide(office, row, "not-charged", reason="No.")
    assert (look(), wallet_of(agent)) == (0, 500)


def test_what_it_was_for_is_paid_too(rail: Rail, office: Client) -> None:
    agent = given_agent()
    asked = agent.post("/api/bounties", TASK)
    row = given_lost(rail, agent, quote_of(asked))
    rail.back()

    decide(office, row, "charged", reference=made(), reason="The dashboard.")
    checkouts.settle_pending()

    assert agent.get(f"/api/bounties/{asked['bountyId']}")["bounty"]["status"] == "open"
    assert (wallet_of(agent), violations()) == (0, [])


def test_the_provider_has_to_say_the_same(rail: Rail, office: Client) -> None:
    agent, other = given_agent(), given_agent()
    row = given_lost(rail, agent)
    known = given_charged(other, 500)
    with untouched():
        assert "nothing was changed" in decide(office, row, "charged", reference=made(), reason="It is away.")
    rail.back()
    with untouched():
        assert "booked already" in decide(office, row, "charged", reference=known.reference, reason="Mine.")
        assert "nothing was changed" in decide(office, row, "charged", reference="sbx_nobodys", reason="Mine.")
        assert "Give the provider" in decide(office, row, "charged", reason="Mine.")
        decide(Client(), row, "charged", reference=made(), reason="Me, me, me.")
    SandboxRecord.objects.filter(kind="charge", key=row.public_id).update(state="failed", reason="card_declined")
    mine = SandboxRecord.objects.get(key=row.public_id).reference
    with untouched():
        assert "card_declined" in decide(office, row, "charged", reference=mine, reason="Mine.")
    assert (MppCharge.objects.get().status, wallet_of(agent)) == ("attention", 0)


def test_staff_records_that_it_was_not_charged_and_the_quote_is_open_again(rail: Rail, office: Client) -> None:
    agent = given_agent()
    quote = given_quote(agent)
    row = given_lost(rail, agent, quote, charged=False)

    assert "recorded as not charged." in decide(office, row, "not-charged", reason="The dashboard has nothing.")

    row.refresh_from_db()
    assert (row.status, row.reason, row.token, row.next_attempt_at) == ("failed", "not_charged", "", None)
    rail.back()
    assert (look(), SandboxRecord.objects.count()) == (0, 0), "nobody asks for it any more"
    assert pay(quote).status == 200
    assert (wallet_of(agent), violations()) == (500, [])


def test_what_the_provider_knows_to_be_charged_is_not_denied(rail: Rail, office: Client) -> None:
    agent = given_agent()
    row = given_lost(rail, agent)
    MppCharge.objects.update(provider_ref=made())
    rail.back()

    with untouched():
        assert "says otherwise" in decide(office, row, "not-charged", reason="I think not.")


def test_another_provider_than_today_can_not_be_asked_so_staffs_word_counts(
    rail: Rail, office: Client, settings: Any
) -> None:
    agent = given_agent()
    row = given_lost(rail, agent)
    settings.CARD_PROVIDER = "none"

    decide(office, row, "charged", reference="pi_of_the_old_one", reason="Its dashboard.")

    assert (MppCharge.objects.get().status, wallet_of(agent), violations()) == ("paid", 500, [])


def test_no_transaction_is_open_while_the_provider_is_asked(
    rail: Rail, office: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    row = given_lost(rail, given_agent())
    rail.back()
    open_: list[bool] = []
    asked = SandboxCards.poll

    def watched(self: Any, *args: Any) -> Any:
        open_.append(connection.in_atomic_block)
        return asked(self, *args)

    monkeypatch.setattr(SandboxCards, "poll", watched)

    decide(office, row, "charged", reference=made(), reason="The dashboard.")

    assert open_ == [False]
