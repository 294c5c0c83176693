"""Lists of the back office: their length costs no queries, any public id finds its rows, ids and money are readable."""

import re
from collections.abc import Callable
from typing import Any
from uuid import UUID

import pytest
from django.conf import settings
from django.contrib import admin
from django.db import connection, models
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from marketplace.core import ids
from tests.contract.scenario import World
from tests.contract.test_admin_pages import browser, every_page, given_row, url
from tests.factories.market import given_released
from wallet.models.ledger import LedgerMove, LedgerTransaction

UUID_TEXT = re.compile(r">[^<]*\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b")

NESTED = re.compile(r"<a [^>]*>(?:(?!</a>).)*<a ", re.S)


@pytest.fixture
def office(world: World) -> Client:
    return browser(world["operator"].account)


def queries(office: Client, model: type[models.Model], query: str = "") -> int:
    with CaptureQueriesContext(connection) as captured:
        answer = office.get(url(model, "changelist") + query)
    assert answer.status_code == 200
    return len(captured)


@every_page
def test_a_list_costs_as_many_queries_for_all_rows_as_for_one(
    office: Client, model: type[models.Model], monkeypatch: pytest.MonkeyPatch
) -> None:
    given_row(model)
    page = admin.site._registry[model]
    queries(office, model)  # content types and the like are read once
    monkeypatch.setattr(page, "list_per_page", 1)
    of_one = queries(office, model)
    monkeypatch.setattr(page, "list_per_page", 50)

    assert queries(office, model) <= of_one


@every_page
def test_a_public_id_in_the_search_box_finds_its_row(office: Client, model: type[models.Model]) -> None:
    row: Any = given_row(model)
    if not isinstance(row.pk, UUID) or not hasattr(row, "PREFIX"):
        pytest.skip("rows of this kind have no public id")

    found = office.get(url(model, "changelist"), {"q": f" {row.public_id} "})

    assert [one.pk for one in found.context["cl"].result_list] == [row.pk]


BELONGS: dict[str, Callable[[World], str]] = {
    "bounties_application": lambda world: world.names["released_bounty"],
    "bounties_submission": lambda world: world.names["released_application"],
    "escrow_escrow": lambda world: world.names["released_bounty"],
    "humans_conversation": lambda world: world["worker"].account.public_profile_id,
    "humans_message": lambda world: world.names["released_conversation"],
    "humans_profile": lambda world: world["worker"].account.public_profile_id,
    "marketplace_account": lambda world: world["worker"].account.public_profile_id,
    "marketplace_apikey": lambda world: world["owner"].account.public_id,
    "wallet_ledgeraccount": lambda world: world.names["released_seat"],
    "wallet_ledgermove": lambda world: world["worker"].account.public_profile_id,
    "wallet_ledgertransaction": lambda world: world.names["released_seat"],
    "wallet_payment": lambda world: world["owner"].account.public_id,
    "webhooks_event": lambda world: world.names["released_seat"],
    "webhooks_delivery": lambda world: world.names["endpoint"],
}


@pytest.mark.parametrize("page", BELONGS)
def test_an_id_of_another_kind_finds_what_belongs_to_it(office: Client, world: World, page: str) -> None:
    listed = office.get(reverse(f"admin:{page}_changelist"), {"q": BELONGS[page](world)}).context["cl"]

    everything = listed.model._default_manager.count()
    assert 0 < len(listed.result_list) <= everything
    unknown = office.get(reverse(f"admin:{page}_changelist"), {"q": ids.encode("bty", ids.new())}).context["cl"]
    assert len(unknown.result_list) == 0


def test_a_ledger_search_finds_both_sides_of_one_s_money(office: Client, world: World) -> None:
    listed = office.get(url(LedgerMove, "changelist"), {"q": world.names["released_seat"]}).context["cl"]

    kinds = sorted((move.source.kind, move.destination.kind) for move in listed.result_list)
    assert kinds == [("hold", "earnings"), ("hold", "fees"), ("pool", "hold")]


@every_page
def test_no_page_shows_a_bare_uuid(office: Client, model: type[models.Model]) -> None:
    row = given_row(model)
    for page in (url(model, "changelist"), url(model, "change", row.pk)):
        bare = UUID_TEXT.search(office.get(page).content.decode())
        allowed = model is LedgerTransaction  # its key is a fact's name, and shown as it is in the books
        assert bare is None or allowed, (page, bare and bare[0])


@every_page
def test_no_link_lies_in_another(office: Client, model: type[models.Model]) -> None:
    row = given_row(model)
    for page in (url(model, "changelist"), url(model, "change", row.pk)):
        assert not NESTED.search(office.get(page).content.decode()), page


def test_money_stands_in_dollars_and_a_move_has_a_name(office: Client, db: None) -> None:
    seat = given_released()
    move = LedgerMove.objects.filter(bounty_id=seat.bounty.pk).order_by("id").first()
    assert move is not None

    shown = office.get(url(LedgerMove, "change", move.pk)).content.decode()

    assert f"Move {move.pk}" in shown
    assert "5.90 USD" in shown
    assert "object (" not in shown
    assert seat.agent.account.public_id in shown and seat.bounty.public_id in shown


def test_the_office_has_the_service_s_name(office: Client) -> None:
    page = office.get("/admin/").content.decode()

    assert settings.SERVICE_NAME in page
    assert "Django" not in re.sub(r"<script.*?</script>", "", page, flags=re.S)


def test_what_waits_for_staff_is_counted_on_the_first_page(world: World) -> None:
    page = browser(world["support"].account).get("/admin/").content.decode()

    assert re.search(r"Listings to review <strong>0</strong>", page)
    assert re.search(r"Cases to decide <strong>0</strong>", page)
