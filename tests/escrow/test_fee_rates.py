"""The fee's rates: which one holds for what and when, and the page on which operators add and withdraw them."""

from collections.abc import Callable
from datetime import datetime
from typing import Any

import pytest
from django.contrib.admin.models import LogEntry
from django.db import IntegrityError, transaction
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from escrow.models import FeeRate
from escrow.rules.escrows import WORK_KINDS
from escrow.selectors import rates
from marketplace.core import clock
from marketplace.models import SettingChange
from tests.api import Api
from tests.factories.fees import given_rate
from tests.factories.office import WHY, approve_open

pytestmark = pytest.mark.django_db
NOW = "2026-03-01T12:00:00+00:00"


@pytest.fixture(autouse=True)
def now(at: Callable[[str], datetime]) -> datetime:
    return at(NOW)


@pytest.fixture
def office(operator: Api) -> Client:
    client = Client()
    client.force_login(operator.account, "django.contrib.auth.backends.ModelBackend")
    return client


def address(page: str, *args: Any) -> str:
    return reverse(f"admin:escrow_feerate_{page}", args=args)


def sent(**changes: Any) -> dict[str, Any]:
    """The form: half an hour from now, 20 % for all."""
    whole = {"kind": "", "bps": "20", "holds_from_0": "2026-03-01", "holds_from_1": "12:30", "reason": "Costs rose."}
    return whole | changes


def state() -> list[Any]:
    return list(FeeRate.objects.order_by("pk").values())


# ------------------------------------------------------------------ which rate


def test_at_first_all_work_has_18_percent(django_assert_num_queries: DjangoAssertNumQueries) -> None:
    with django_assert_num_queries(1):
        assert rates.in_force() == dict.fromkeys(WORK_KINDS, 1800)


def test_a_rate_holds_from_its_moment_on_by_the_clock(at: Callable[[str], datetime]) -> None:
    given_rate(2000, at=datetime.fromisoformat("2026-03-02T00:00:00+00:00"))

    at("2026-03-01T23:59:59+00:00")
    before = rates.bps_for("bounty")
    at("2026-03-02T00:00:00+00:00")

    assert (before, rates.bps_for("bounty")) == (1800, 2000)


def test_the_rate_of_a_kind_of_work_comes_before_the_one_for_all_however_new(at: Callable[[str], datetime]) -> None:
    given_rate(900, "taste")
    at("2026-03-02T12:00:00+00:00")
    given_rate(2000)

    assert rates.in_force() == dict.fromkeys(WORK_KINDS, 2000) | {"taste": 900}


def test_a_kind_s_row_without_a_rate_ends_its_own(at: Callable[[str], datetime]) -> None:
    given_rate(900, "taste")
    at("2026-03-02T12:00:00+00:00")
    given_rate(None, "taste")

    assert rates.in_force() == dict.fromkeys(WORK_KINDS, 1800)


def test_no_fee_at_all_is_a_rate_too() -> None:
    given_rate(0, "cake")

    assert rates.in_force()["cake"] == 0


@pytest.mark.parametrize("row", [{"bps": 10_001}, {"bps": None}, {"bps": 1, "holds_from": "2000-01-01T00:00Z"}])
def test_the_database_refuses_what_is_no_rate(row: dict[str, Any]) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        FeeRate.objects.create(**{"holds_from": clock.now(), "reason": "x"} | row)
    assert FeeRate.objects.count() == 1


def test_tools_are_told_the_rates_in_force(anonymous: Api) -> None:
    given_rate(1750, "direct")

    told = anonymous.get("/api/mcp")["policies"]

    assert told["feePercent"] == 18
    assert told["feePercentByKind"] == dict.fromkeys(WORK_KINDS, 18) | {"direct": 17.5}


# ------------------------------------------------------------------ the page


def test_an_operator_adds_a_rate_with_a_reason_and_that_is_in_the_log(office: Client, operator: Api) -> None:
    assert office.post(address("add"), sent(kind="qa", bps="17.25")).status_code == 302
    approve_open()

    row = FeeRate.objects.latest("pk")
    assert (row.kind, row.bps, row.reason) == ("qa", 1725, "Costs rose.")
    assert row.holds_from == datetime.fromisoformat("2026-03-01T12:30:00+00:00")
    assert LogEntry.objects.exclude(object_repr__startswith="spr_").get().is_addition()
    change = SettingChange.objects.get(row=str(row.pk))
    assert (change.who, change.why) == (operator.account, "Costs rose.")
    shown = office.get(address("changelist")).content.decode()
    assert shown.index("17.25 %") < shown.index("18 %") and "Costs rose." in shown


def test_without_a_moment_it_holds_at_once(office: Client) -> None:
    assert office.post(address("add"), sent(holds_from_0="", holds_from_1="")).status_code == 302
    approve_open()

    assert FeeRate.objects.latest("pk").holds_from == clock.now()
    assert rates.bps_for("bounty") == 2000


def test_a_kind_goes_back_to_the_rate_of_all(office: Client) -> None:
    given_rate(900, "taste")

    assert office.post(address("add"), sent(kind="taste", bps="")).status_code == 302
    approve_open()

    assert FeeRate.objects.latest("pk").bps is None


@pytest.mark.parametrize(
    ("changes", "complaint"),
    [
        ({"bps": ""}, "no work may be without one"),
        ({"bps": "-1"}, "greater than or equal to 0"),
        ({"bps": "100.01"}, "less than or equal to 100"),
        ({"bps": "18.005"}, "no more than 2 decimal places"),
        ({"bps": "much"}, "Enter a number"),
        ({"kind": "ponies"}, "not one of the available choices"),
        ({"reason": " "}, "Say why, for colleagues."),
        ({"holds_from_1": "11:59"}, "That is over"),
        ({"holds_from_0": "yesterday"}, "Enter a valid date"),
        ({"kind": "cake", "holds_from_1": "13:00"}, "from this moment already"),
    ],
)
def test_what_makes_no_sense_is_refused_with_a_word(office: Client, changes: dict[str, Any], complaint: str) -> None:
    given_rate(1000, "cake", at=datetime.fromisoformat("2026-03-01T13:00:00+00:00"))
    before = state()

    answer = office.post(address("add"), sent(**changes))

    assert answer.status_code == 200, "the form is shown again"
    assert complaint in str(answer.context["adminform"].form.errors)
    assert state() == before


def test_a_rate_that_is_still_to_come_can_be_withdrawn(office: Client, operator: Api) -> None:
    row = given_rate(2000, at=datetime.fromisoformat("2026-03-01T12:00:01+00:00"))

    assert office.post(address("delete", row.pk), WHY).status_code == 302
    approve_open()

    assert rates.in_force() == dict.fromkeys(WORK_KINDS, 1800) and FeeRate.objects.count() == 1
    assert SettingChange.objects.latest("pk").kind == "deleted"


def test_a_rate_that_holds_or_held_is_neither_changed_nor_deleted(office: Client) -> None:
    row = given_rate(2000)
    before = state()

    for kept in FeeRate.objects.all():
        assert office.get(address("change", kept.pk)).status_code == 200
        assert office.post(address("change", kept.pk), sent(bps="1")).status_code == 403
        assert office.post(address("delete", kept.pk), {"post": "yes"}).status_code == 403
    bulk = {"action": "delete_selected", "_selected_action": [row.pk], "post": "yes"}
    office.post(address("changelist"), bulk)

    assert state() == before


def test_one_that_is_still_to_come_is_not_changed_either(office: Client) -> None:
    row = given_rate(2000, at=datetime.fromisoformat("2026-04-01T00:00:00+00:00"))
    before = state()

    assert office.post(address("change", row.pk), sent(bps="1")).status_code == 403
    assert state() == before


def test_support_reads_the_rates_and_changes_nothing(support: Api) -> None:
    client, row = Client(), given_rate(2000, at=datetime.fromisoformat("2026-04-01T00:00:00+00:00"))
    before = state()
    client.force_login(support.account, "django.contrib.auth.backends.ModelBackend")

    assert client.get(address("changelist")).status_code == 200
    assert client.post(address("add"), sent()).status_code == 403
    assert client.post(address("delete", row.pk), {"post": "yes"}).status_code == 403
    assert state() == before
