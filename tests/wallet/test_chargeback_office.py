"""Staff sees what banks have taken back: counted on the first page, a list, one page for each with its place in the books."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from tests.api import Api
from tests.factories.accounts import given_agent
from tests.factories.market import given_bounty, given_charged, given_taken_back, untouched
from tests.wallet.conftest import Payer, given_checkout, wallet_of
from wallet import tasks
from wallet.models import Chargeback

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("sound_books")]


def staff() -> Client:
    client = Client()
    client.force_login(given_agent(is_staff=True).account)
    return client


def given_debt(agent: Api) -> Chargeback:
    payment = given_charged(agent, 1000)
    given_bounty(agent)
    return given_taken_back(payment)


def test_open_ones_are_counted_on_the_first_page_and_listed(agent: Api, other_agent: Api) -> None:
    row = given_debt(agent)
    over = given_taken_back(given_charged(other_agent, 500), state="lost")
    office = staff()

    assert re.search(r"Chargebacks <strong>1</strong>", office.get("/admin/").content.decode())
    listed = office.get(reverse("admin:wallet_chargeback_changelist") + "?status__exact=open").content.decode()
    assert row.public_id in listed and over.public_id not in listed


def test_its_page_shows_who_owes_what_and_its_transactions_and_changes_nothing(agent: Api) -> None:
    row = given_debt(agent)
    given_charged(agent, 200)
    given_taken_back(row.payment, state="won")
    page = reverse("admin:wallet_chargeback_change", args=[row.pk])

    shown = staff().get(page).content.decode()

    for words in (
        *("fraudulent", "10.00", "4.10", row.provider_ref),
        *("Card payment taken back by its bank", "Paid off: card payment", "is here again"),
    ):
        assert words in shown, words
    with untouched():
        assert staff().post(page, {"status": "won"}).status_code == 403


def test_the_test_cards_of_the_sandbox_are_charged_back_as_days_go_by(agent: Api, payer: Payer, at: object) -> None:
    """What somebody who tries it out sees: pay by such a card, move the clock, and the timer finds it."""
    assert callable(at)
    at("2026-03-02T09:00:00Z")
    for card in ("4000 0000 0000 0259", "4000 0000 0000 2685"):
        assert payer.pay(given_checkout(agent, 1000), cc_number=card).status == 302
    assert (tasks.poll_chargebacks(), wallet_of(agent)) == (0, 2000)

    at("2026-03-03T09:00:01Z")
    tasks.poll_chargebacks()
    assert (wallet_of(agent), Chargeback.objects.filter(status="open").count()) == (0, 2)

    at("2026-03-10T09:00:02Z")
    assert tasks.poll_chargebacks() == 2
    assert wallet_of(agent) == 1000
    assert sorted(Chargeback.objects.values_list("reason", "status")) == [
        ("fraudulent", "lost"),
        ("product_not_received", "won"),
    ]
