"""What nobody could account for: staff finds it, asks the provider, and records the answer, with who and why in the books."""

import re
from typing import Any

import pytest
from django.contrib.admin.models import LogEntry
from django.test import Client
from django.urls import reverse

from marketplace.core.actor import Actor
from marketplace.core.states import InvalidState
from marketplace.models import Mail
from tests.api import Api
from tests.factories.accounts import given_agent
from tests.factories.market import given_funded_agent, given_payouts, untouched
from wallet import ledger as books
from wallet.models import Outflow
from wallet.models.ledger import LedgerTransaction
from wallet.services import outflows

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("sound_books")]


def staff(**flags: bool) -> Client:
    client = Client()
    client.force_login(given_agent(is_staff=True, **flags).account)
    return client


def given_lost() -> tuple[Api, Outflow]:
    """A withdrawal of 4 USD out of 10 that nobody heard of for a day."""
    agent = given_funded_agent(1000)
    given_payouts(agent)
    agent.post("/api/wallet/withdraw", {"amountCents": 400})
    Outflow.objects.update(status="attention", next_attempt_at=None, attempts=30)
    return agent, Outflow.objects.get()


def decide(office: Client, row: Outflow, verb: str, confirmed: bool = True, **form: str) -> str:
    values = {f"{verb}-{name}": value for name, value in form.items()} | ({"confirmed": "1"} if confirmed else {})
    address = reverse("admin:wallet_outflow_decide", args=[row.pk, verb])
    return office.post(address, values, follow=True).content.decode()


def wallet(agent: Api) -> int:
    return books.balance(books.wallet(agent.account.pk))


def test_support_sees_it_on_the_first_page_and_in_the_list() -> None:
    _, row = given_lost()
    office = staff()

    assert re.search(r"Money to trace <strong>1</strong>", office.get("/admin/").content.decode())
    listed = office.get(reverse("admin:wallet_outflow_changelist") + "?status__exact=attention").content.decode()
    assert row.public_id in listed
    page = office.get(reverse("admin:wallet_outflow_change", args=[row.pk])).content.decode()
    assert "The provider has sent it" in page and "The provider has not sent it" in page
    assert "The bank has sent it back" not in page


def test_staff_records_that_it_was_sent() -> None:
    agent, row = given_lost()
    office = staff()
    with untouched():
        asked = decide(office, row, "paid", confirmed=False, reference="po_1", reason="Their support, by phone.")
    assert "4.00 USD are booked as sent" in asked

    done = decide(office, row, "paid", reference="po_1", reason="Their support, by phone.")

    assert "recorded as sent." in done
    row.refresh_from_db()
    assert (row.status, row.provider_ref, wallet(agent)) == ("paid", "po_1", 600)
    booked = LedgerTransaction.objects.get(key=f"out.end:{row.pk}")
    assert booked.tags["reason"] == "Their support, by phone." and booked.tags["actor"].startswith("staff:prf_")
    assert "Their support, by phone." in LogEntry.objects.get().get_change_message()
    assert Mail.objects.exclude(subject__contains="bank account").get().subject == "Paid out: $4.00"
    assert "Their support, by phone." in done, "it stands in the books, which the page shows"


def test_staff_records_that_it_was_not_sent() -> None:
    agent, row = given_lost()

    decide(staff(), row, "not-paid", reason="Not on their list of March 1.")

    row.refresh_from_db()
    assert (row.status, row.failure, wallet(agent)) == ("failed", "not_sent", 1000)
    assert (
        Mail.objects.exclude(subject__contains="bank account").get().subject
        == "Your withdrawal of $4.00 could not be paid"
    )


def test_nothing_is_recorded_without_words_or_twice_or_by_anybody_else() -> None:
    agent, row = given_lost()
    with untouched():
        assert "Write down who said what" in decide(staff(), row, "not-paid")
        assert "Give the provider&#x27;s id" in decide(staff(), row, "paid", reason="They said so.")
        decide(Client(), row, "not-paid", reason="Me, me, me.")
        stranger = Client()
        stranger.force_login(agent.account)
        decide(stranger, row, "not-paid", reason="Me, me, me.")
    decide(staff(), row, "paid", reference="po_1", reason="They said so.")
    with untouched():
        late = decide(staff(), row, "not-paid", reason="They said no.")
    assert "This one is paid by now." in late
    assert wallet(agent) == 600


def test_operators_alone_record_that_a_paid_one_was_sent_back() -> None:
    agent, row = given_lost()
    decide(staff(), row, "paid", reference="po_1", reason="They said so.")
    page = reverse("admin:wallet_outflow_change", args=[row.pk])
    assert "The bank has sent it back" not in staff().get(page).content.decode()
    with untouched():
        decide(staff(), row, "sent-back", reason="The bank refused it.")
    operator = staff(is_superuser=True)
    assert "The bank has sent it back" in operator.get(page).content.decode()

    decide(operator, row, "sent-back", reason="The bank refused it.")

    row.refresh_from_db()
    assert (row.status, wallet(agent)) == ("returned", 1000)
    assert LedgerTransaction.objects.get(key=f"out.back:{row.pk}").tags["reason"] == "The bank refused it."
    with untouched():
        decide(operator, row, "sent-back", reason="The bank refused it.")


@pytest.mark.parametrize("status", ["sending", "paid", "failed"])
def test_what_is_known_is_not_decided(status: str) -> None:
    agent = given_funded_agent(1000)
    given_payouts(agent, "000111111116" if status == "failed" else "000123456789")
    agent.post("/api/wallet/withdraw", {"amountCents": 400})
    row = Outflow.objects.get()
    if status != "sending":
        outflows.send(row.pk)
    decided: list[Any] = []
    with untouched():
        for paid in (True, False):
            with pytest.raises(InvalidState):
                decided.append(outflows.decide(Actor.system(), row.pk, paid=paid, reference="po", reason="No."))
    assert decided == []
