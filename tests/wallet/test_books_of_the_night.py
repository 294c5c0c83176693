"""The nightly look at the books: what does not add up stands on the first page of the back office until it does."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from tests.api import Api
from tests.factories.accounts import given_agent
from tests.factories.market import given_funded_agent, untouched
from tests.wallet.test_check_ledger import tamper
from wallet.models import Discrepancy
from wallet.services import books
from wallet.tasks import check_books

pytestmark = pytest.mark.django_db


@pytest.fixture
def office() -> Client:
    client = Client()
    client.force_login(given_agent(is_staff=True).account)
    return client


def tampered(agent: Api, cents: int) -> None:
    tamper(
        f"update ledger_account set balance = balance + {cents} "
        f"where owner_id = '{agent.account.pk}' and kind = 'wallet'"
    )


def first_page(office: Client) -> str:
    found = re.search(r"Books that disagree <strong>(\d+)</strong>", office.get("/admin/").content.decode())
    assert found
    return found[1]


def test_sound_books_call_nobody(office: Client) -> None:
    given_funded_agent(500)

    assert check_books() == 0
    assert first_page(office) == "0"


def test_a_tampered_balance_calls_staff_once_until_it_is_mended(office: Client) -> None:
    agent = given_funded_agent(500)
    tampered(agent, 1)

    assert check_books() == check_books() > 0

    rows = Discrepancy.objects.filter(provider=books.LEDGER_SOURCE, over_at=None)
    assert first_page(office) == str(rows.count())
    listed = office.get(reverse("admin:wallet_discrepancy_changelist") + "?over_at__isempty=1").content.decode()
    assert rows[0].fault in listed
    assert (
        "It is explained"
        not in office.get(reverse("admin:wallet_discrepancy_change", args=[rows[0].pk])).content.decode()
    )

    tampered(agent, -1)
    assert check_books() == 0
    assert first_page(office) == "0"
    tampered(agent, 1)
    check_books()
    assert first_page(office) != "0", "it is open again"


def test_staff_explains_what_a_provider_does_not_agree_on_and_is_not_called_again(office: Client) -> None:
    books.record("stripe", [("charge that is not in our books", "pi_1", "500 at the provider")])
    row = Discrepancy.objects.get()
    address = reverse("admin:wallet_discrepancy_decide", args=[row.pk, "explain"])
    asked = {"explain-reason": "A charge of our test of May, made in their dashboard.", "confirmed": "1"}
    with untouched():
        refused = office.post(address, {"confirmed": "1"}, follow=True).content.decode()
    assert "Write down what you found out" in refused and first_page(office) == "1"

    office.post(address, asked, follow=True)
    late = office.post(address, asked, follow=True).content.decode()
    books.record("stripe", [("charge that is not in our books", "pi_1", "500 at the provider")])

    row.refresh_from_db()
    assert "made in their dashboard" in row.explanation and row.over_at is not None
    assert "nothing was changed" in late.lower()
    assert first_page(office) == "0"
