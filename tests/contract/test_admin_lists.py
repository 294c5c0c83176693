"""Lists of the back office: their length costs no queries, any public id finds its rows, ids and money are readable."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.conf import settings
from django.contrib import admin
from django.db import connection, models
from django.db.models.expressions import RawSQL
from django.test import Client, RequestFactory
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from config.office import sidebar
from marketplace.admin.accounts import AccountAdmin
from marketplace.api.backoffice import lists
from marketplace.core import ids
from marketplace.models import Account
from tests.contract.scenario import World
from tests.contract.test_admin_pages import EDITED_BY_OPERATORS, REGISTERED, every_page, given_row, url
from tests.factories.market import given_released
from wallet.models.ledger import LedgerMove, LedgerTransaction

UUID_TEXT = re.compile(r">[^<]*\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b")

NESTED = re.compile(r"<a [^>]*>(?:(?!</a>).)*<a ", re.S)


@pytest.fixture
def office(world: World) -> Client:
    return world.browser("operator")


def asked(office: Client, model: type[models.Model], query: str = "") -> tuple[list[str], str]:
    """The statements of a page of the list, and what it shows."""
    with CaptureQueriesContext(connection) as captured:
        answer = office.get(url(model, "changelist") + query)
    assert answer.status_code == 200, answer.content[:300]
    assert "X-Request-Id" in answer.headers
    return [query["sql"] for query in captured.captured_queries], answer.content.decode()


@every_page
def test_a_list_is_as_quick_for_all_rows_as_for_one_and_readable_as_each_row_is(
    office: Client, world: World, model: type[models.Model], monkeypatch: pytest.MonkeyPatch
) -> None:
    row = given_row(model)
    page: Any = admin.site._registry[model]
    columns = ".".join(str(number + 1) for number in range(len(page.list_display)))
    asked(office, model, f"?o={columns}")  # sorted by every column that can be; content types are read once
    monkeypatch.setattr(page, "list_per_page", 1)
    of_one, _ = asked(office, model)
    searched = asked(office, model, "?q=a")[0] + asked(office, model, "?p=2")[0]
    monkeypatch.setattr(page, "list_per_page", 50)
    of_all, listed = asked(office, model)

    assert len(of_all) <= len(of_one)
    for sql in searched:
        # No total of a list and no rows made distinct; figures of shown rows are counted by index, within bounds of their own.
        assert not sql.upper().startswith(("SELECT COUNT(", 'SELECT DISTINCT "')), sql
    rows_of = [sql for sql in searched if f'FROM "{model._meta.db_table}"' in sql]
    assert all(" LIMIT " in sql or "WHERE" in sql or "IN (" in sql for sql in rows_of), rows_of

    answer = office.get(url(model, "change", row.pk))
    assert answer.status_code == 200, answer.content[:300]
    shown = answer.content.decode()
    assert model._meta.model_name in EDITED_BY_OPERATORS or 'name="_save"' not in shown
    secrets = (world["owner"].headers["X-API-Key"], getattr(row, "password", None) or "no password")
    for content in (listed, shown):
        bare = UUID_TEXT.search(content)
        assert bare is None or model is LedgerTransaction, (
            f"{bare and bare[0]}: its key alone is shown as it is in the books"
        )
        assert not NESTED.search(content), "a link in a link"
        assert not [secret for secret in secrets if secret in content]
        assert "whsec_" not in content and "gAAAAA" not in content


def test_a_list_has_pages_without_a_number_of_them(office: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    given_row(Account)
    monkeypatch.setattr(admin.site._registry[Account], "list_per_page", 2)
    page = url(Account, "changelist")

    first, second = office.get(page), office.get(page + "?p=2")

    shown = [[row.pk for row in answer.context["cl"].result_list] for answer in (first, second)]
    assert [len(rows) for rows in shown] == [2, 2] and not set(shown[0]) & set(shown[1])
    assert 'rel="next"' in first.content.decode() and 'rel="prev"' not in first.content.decode()
    assert 'rel="prev"' in second.content.decode()
    assert office.get(page + "?p=201").status_code == 302, "a search leads there sooner"


def test_a_search_that_takes_too_long_is_given_up_with_advice(office: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lists, "PATIENCE", "1ms")
    slow = RawSQL("select pg_sleep(1) is not null", [], output_field=models.BooleanField())
    monkeypatch.setattr(
        AccountAdmin, "get_queryset", lambda self, request: Account.objects.alias(slow=slow).filter(slow=True)
    )

    answer = office.get(url(Account, "changelist") + "?q=somebody")

    assert answer.status_code == 200 and "whole e-mail address" in answer.content.decode()
    assert Account.objects.exists(), "the connection works on"


def test_a_whole_address_finds_what_belongs_to_its_account_by_index(office: Client, world: World) -> None:
    owner = world["owner"].account
    page = reverse("admin:bounties_bounty_changelist")

    with CaptureQueriesContext(connection) as captured:
        listed = office.get(page, {"q": owner.email.upper()}).context["cl"]

    assert {row.owner_id for row in listed.result_list} == {owner.pk}
    assert not [query for query in captured.captured_queries if "LIKE" in query["sql"].upper()]


def test_the_menu_has_every_list_and_the_search_leads_to_a_row(office: Client, world: World) -> None:
    groups = {group["title"]: [item["link"] for item in group["items"]] for group in sidebar(RequestFactory().get("/"))}
    assert "Other" not in groups, groups.get("Other")
    linked = [link for links in groups.values() for link in links]
    assert sorted(linked) == sorted(
        [reverse("admin:index"), *(url(model, "changelist") for model in admin.site._registry)]
    )

    bounty = world.names["open_bounty"]
    found = office.get("/admin/search/", {"s": bounty}).content.decode()

    pk = ids.decode("bty", bounty)
    assert reverse("admin:bounties_bounty_change", args=[pk]) in found
    assert office.get("/admin/search/", {"s": "a", "page": "x"}).status_code == 200


def test_every_page_loads_from_our_own_host_only(office: Client) -> None:
    for answer in (office.get("/admin/"), Client().get("/admin/login/"), office.get(url(Account, "changelist"))):
        policy = answer.headers["Content-Security-Policy"]
        assert "script-src 'self' 'unsafe-eval';" in policy and "frame-ancestors 'none'" in policy
        assert not re.search(r'(?:src|href)="(?:https?:)?//', answer.content.decode())
        assert not re.search(r"<script(?![^>]* src=)", answer.content.decode()), "inline scripts are refused"


# Rows that have a public id.
NAMED = [model for model in REGISTERED if isinstance(model._meta.pk, models.UUIDField) and hasattr(model, "PREFIX")]


@pytest.mark.parametrize("model", NAMED, ids=[model._meta.label for model in NAMED])
def test_a_public_id_in_the_search_box_finds_its_row(office: Client, model: type[models.Model]) -> None:
    row: Any = given_row(model)

    found = office.get(url(model, "changelist"), {"q": f" {row.public_id} "})

    assert [one.pk for one in found.context["cl"].result_list] == [row.pk]


def test_a_list_in_which_a_search_finds_nothing_has_no_search_box(office: Client) -> None:
    bare = {
        model._meta.model_name
        for model in REGISTERED
        if 'id="searchbar"' not in office.get(url(model, "changelist")).content.decode()
    }

    assert bare == {"keepingtime", "switch", "ledgercheckpoint", "ladderband", "disputepolicy", "cakeprice"}


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
    page = world.browser("support").get("/admin/").content.decode()

    assert re.search(r"Listings to review <strong>0</strong>", page)
    assert re.search(r"Cases without a dispute <strong>0</strong>", page)
