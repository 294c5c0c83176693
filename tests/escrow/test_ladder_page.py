"""The release ladder in the back office: whatever operators do, every amount has a rule."""

from typing import Any

import pytest
from django.contrib.admin.models import LogEntry
from django.test import Client
from django.urls import reverse

from escrow.models import LadderBand
from escrow.rules.escrows import band_for
from escrow.selectors import ladder
from marketplace.models import SettingChange
from tests.api import Api
from tests.factories.office import WHY, approve_open, given_operator

pytestmark = pytest.mark.django_db


@pytest.fixture
def office(operator: Api) -> Client:
    client = Client()
    client.force_login(operator.account, "django.contrib.auth.backends.ModelBackend")
    return client


def address(page: str, *args: Any) -> str:
    return reverse(f"admin:escrow_ladderband_{page}", args=args)


def band(max_cents: int | None) -> LadderBand:
    return LadderBand.objects.get(max_cents=max_cents)


def fields(**changes: Any) -> dict[str, Any]:
    return {"max_cents": "", "dispute_window_hours": 24, "auto_release_hours": 72} | WHY | changes


def state() -> list[Any]:
    return list(LadderBand.objects.order_by("pk").values())


def errors(answer: Any) -> str:
    assert answer.status_code == 200, "the form is shown again"
    return str(answer.context["adminform"].form.errors)


def test_the_list_goes_from_the_smallest_to_everything_above_in_dollars(office: Client) -> None:
    shown = office.get(address("changelist")).content.decode()

    places = [shown.index(words) for words in ("up to 9.99 USD", "up to 249.99 USD", "everything above")]
    assert places == sorted(places)
    assert "3 days" in shown


def test_the_last_band_can_t_be_deleted(office: Client) -> None:
    before, last = state(), band(None)

    assert office.post(address("delete", last.pk), {"post": "yes"}).status_code == 403
    assert "deletelink" not in office.get(address("change", last.pk)).content.decode()
    bulk = {"action": "delete_selected", "_selected_action": [row["id"] for row in before], "post": "yes"}
    office.post(address("changelist"), bulk)

    assert state() == before


def test_without_another_band_its_amounts_fall_into_the_next_one_and_that_is_in_the_log(office: Client) -> None:
    other = given_operator()
    gone = band(999)

    assert office.post(address("delete", gone.pk), WHY).status_code == 302
    assert band_for(590, ladder.bands()).max_cents == 999, "proposed is not done"
    approve_open(other)

    assert band_for(590, ladder.bands()).max_cents == 4999
    entry = LogEntry.objects.exclude(object_repr__startswith="spr_").get()
    assert (entry.is_deletion(), entry.object_repr) == (True, "up to 9.99 USD")
    change = SettingChange.objects.get(model="escrow.ladderband")
    assert (change.kind, change.why, change.approved_by) == ("deleted", "As agreed.", other)


def test_a_new_band_is_given_in_dollars_and_counts_at_once(office: Client, operator: Api) -> None:
    answer = office.post(address("add"), fields(max_cents="99.50", dispute_window_hours=50, auto_release_hours=130))

    assert answer.status_code == 302
    approve_open()
    assert band_for(9950, ladder.bands()).max_cents == 9950
    assert band_for(9951, ladder.bands()).max_cents == 24_999
    assert SettingChange.objects.get(model="escrow.ladderband").who == operator.account


def test_hours_of_a_band_are_changed(office: Client) -> None:
    row = band(999)
    shown = office.get(address("change", row.pk)).content.decode()
    assert 'value="9.99"' in shown

    assert office.post(address("change", row.pk), fields(max_cents="9.99", dispute_window_hours=36)).status_code == 302
    approve_open()

    row.refresh_from_db()
    assert (row.max_cents, row.dispute_window_hours) == (999, 36)
    entry = LogEntry.objects.exclude(object_repr__startswith="spr_").get()
    assert entry.get_change_message() == "Changed Dispute window (hours)."
    change = SettingChange.objects.get(model="escrow.ladderband")
    assert (change.old, change.new) == ({"dispute_window_hours": 24}, {"dispute_window_hours": 36})


@pytest.mark.parametrize(
    ("changed", "sent", "complaint"),
    [
        (None, {"max_cents": "1000"}, "no amount may be without a rule"),
        (999, {"max_cents": ""}, "a band for everything above already"),
        (999, {"max_cents": "49.99"}, "a band up to this amount already"),
        (999, {"max_cents": "0"}, "greater than or equal to 0.01"),
        (999, {"max_cents": "-5"}, "greater than or equal to 0.01"),
        (999, {"max_cents": "9.999"}, "no more than 2 decimal places"),
        (999, {"max_cents": "ten"}, "Enter a number"),
        (999, {"max_cents": "9.99", "auto_release_hours": 12}, "before the dispute window"),
        (999, {"max_cents": "9.99", "dispute_window_hours": 0}, "greater than or equal to 1"),
        (999, {"max_cents": "9.99", "auto_release_hours": 5000}, "less than or equal to 2160"),
        ("add", {"max_cents": ""}, "a band for everything above already"),
        ("add", {"max_cents": "9.99"}, "a band up to this amount already"),
    ],
)
def test_what_makes_no_sense_is_refused_with_a_word(
    office: Client, changed: int | str | None, sent: dict[str, Any], complaint: str
) -> None:
    before = state()
    page = address("add") if changed == "add" else address("change", band(changed).pk)  # type: ignore[arg-type]

    assert complaint in errors(office.post(page, fields(**sent)))
    assert state() == before


def test_support_reads_the_ladder_and_changes_nothing(support: Api) -> None:
    client, before = Client(), state()
    client.force_login(support.account, "django.contrib.auth.backends.ModelBackend")

    assert client.get(address("changelist")).status_code == 200
    assert client.post(address("add"), fields(max_cents="1")).status_code == 403
    assert client.post(address("delete", band(999).pk), {"post": "yes"}).status_code == 403
    assert state() == before
