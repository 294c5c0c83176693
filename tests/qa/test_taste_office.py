"""Staff stops a taste run on its page: what will happen is said first, and happens once."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from qa.services import taste_panels
from tests.api import Api
from tests.factories.market import untouched
from tests.factories.taste import Panel, given_panel
from wallet import ledger as books

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("sound_books")]


def office(who: Api) -> Client:
    client = Client()
    client.force_login(who.account, "django.contrib.auth.backends.ModelBackend")
    return client


def stop(client: Client, panel: Panel, *, confirmed: bool = True) -> Any:
    path = reverse("admin:qa_tasterun_decide", args=[panel.row.pk, "stop"])
    sent = {"stop-reason": "A copy of another run."} | ({"confirmed": "1"} if confirmed else {})
    return client.post(path, sent, follow=True)


def test_the_page_says_what_stopping_does_and_then_does_it(support: Api) -> None:
    panel = given_panel(1180)
    panel.respondent()
    client = office(support)
    with untouched():
        shown = stop(client, panel, confirmed=False).content.decode()
    assert "1 free seats" in shown and "keep their seats" in shown

    stop(client, panel)

    assert panel.read()["status"] == "reviewing"
    assert books.balance(books.wallet(panel.agent.account.pk)) == 590
    with untouched():
        again = stop(client, panel)
    assert "nothing was changed" in " ".join(str(message) for message in again.context["messages"])


def test_the_page_shows_money_and_report(operator: Api) -> None:
    panel = given_panel(590, respondentCount=1)
    panel.vote(panel.respondent())
    taste_panels.reconcile_dirty()

    shown = office(operator).get(reverse("admin:qa_tasterun_change", args=[panel.row.pk])).content.decode()

    assert "5.90 USD reserved, 5.90 USD spent, 0.00 USD returned" in shown
    assert "came first with 1 of 1 votes" in shown
    assert 'href="https://example.com/blue.png"' not in shown
