"""The books in the back office: every page opens, and nothing can be added, changed or deleted."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.api import Api
from tests.wallet.conftest import given_money
from wallet import ledger
from wallet.models import Checkout, Payment
from wallet.models.ledger import LedgerAccount, LedgerMove, LedgerTransaction

pytestmark = pytest.mark.django_db
MODELS = (LedgerAccount, LedgerTransaction, LedgerMove, Checkout, Payment)


@pytest.fixture
def office(operator: Api) -> Client:
    client = Client()
    client.force_login(operator.account, backend="django.contrib.auth.backends.ModelBackend")
    return client


def address(model: type, page: str, *args: object) -> str:
    return reverse(f"admin:wallet_{model._meta.model_name}_{page}", args=args)


@pytest.mark.parametrize("model", MODELS)
def test_the_books_are_read_only_even_for_an_operator(office: Client, agent: Api, model: type) -> None:
    given_money(agent, 2500)
    row = model.objects.order_by("pk").last()

    assert office.get(address(model, "changelist")).status_code == 200
    assert office.get(address(model, "change", row.pk)).status_code == 200
    assert office.get(address(model, "add")).status_code == 403
    assert office.post(address(model, "change", row.pk), {}).status_code == 403
    assert office.post(address(model, "delete", row.pk), {"post": "yes"}).status_code == 403
    assert model.objects.filter(pk=row.pk).exists()


def test_accounts_show_what_they_stand_at_the_house_s_too(office: Client, agent: Api) -> None:
    given_money(agent, 2500)

    page = office.get(address(LedgerAccount, "changelist")).content.decode()
    card = LedgerAccount.objects.get(code=ledger.WORLD["card"])
    of_card = office.get(address(LedgerAccount, "change", card.pk)).content.decode()

    assert ">25.00 USD" in page
    assert "-25.00 USD" in of_card, "the card rail holds it for us; its moves are summed on its own page only"


def test_lists_take_as_many_queries_for_five_rows_as_for_one(office: Client, agent: Api) -> None:
    counts, models = [], (LedgerTransaction, LedgerMove, Checkout, Payment)
    for model in models:  # the first look at a list is written into the staff log
        office.get(address(model, "changelist"))
    for rows in (1, 4):
        for _ in range(rows):
            given_money(agent, 500)
        with CaptureQueriesContext(connection) as seen:
            for model in models:
                assert office.get(address(model, "changelist")).status_code == 200
        counts.append(len(seen))

    assert counts[0] == counts[1]
