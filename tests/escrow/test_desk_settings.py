"""The desk's settings: rows that hold from a moment on, written by operators, read by all staff."""

from collections.abc import Callable
from datetime import datetime, timedelta
from importlib import import_module
from typing import Any

import pytest
from django.apps import apps
from django.contrib.admin.models import LogEntry
from django.db import models
from django.test import Client
from django.urls import reverse

from escrow.models import DecisionPreview, DeskClocks, EvidenceWanted, ReasonCode
from escrow.rules.disputes import CATEGORIES
from escrow.selectors import clocks, desk_settings
from marketplace.core import clock, ids
from tests.api import Api
from tests.factories.desks import given_case, given_desk

pytestmark = pytest.mark.django_db
NOW = "2026-12-01T12:00:00+00:00"
ROWS: dict[type[models.Model], dict[str, Any]] = {
    DeskClocks: {
        **dict.fromkeys(("answer_hours", "settlement_hours", "evidence_hours", "first_look_hours"), "10"),
        **dict.fromkeys(("decision_hours", "approval_hours", "appeal_days"), "10"),
    },
    ReasonCode: {"code": "no-daylight", "decision": "refund", "text": "It was dark."},
    EvidenceWanted: {"category": "poor_quality", "name": "daylight", "side": "worker", "label": "A photo by daylight"},
}
each = pytest.mark.parametrize("model", ROWS, ids=[model.__name__ for model in ROWS])


@pytest.fixture(autouse=True)
def now(at: Callable[[str], datetime]) -> datetime:
    return at(NOW)


@pytest.fixture
def office(operator: Api) -> Client:
    client = Client()
    client.force_login(operator.account, "django.contrib.auth.backends.ModelBackend")
    return client


def address(model: type[models.Model], page: str, *args: Any) -> str:
    return reverse(f"admin:escrow_{model._meta.model_name}_{page}", args=args)


def sent(model: type[models.Model], **changes: Any) -> dict[str, Any]:
    """The form: half an hour from now."""
    whole = {"holds_from_0": "2026-12-01", "holds_from_1": "12:30", "why": "Cases grew."}
    return ROWS[model] | whole | changes


@each
def test_an_operator_adds_a_row_with_a_reason_and_it_is_never_changed(
    office: Client, model: type[models.Model], support: Api
) -> None:
    assert office.post(address(model, "add"), sent(model)).status_code == 302

    row: Any = model._default_manager.latest("pk")
    assert (row.why, row.holds_from) == ("Cases grew.", clock.now() + timedelta(minutes=30))
    assert LogEntry.objects.filter(object_id=str(row.pk)).get().is_addition()
    assert "Cases grew." in office.get(address(model, "changelist")).content.decode()
    assert office.post(address(model, "change", row.pk), sent(model)).status_code == 403
    client = Client()
    client.force_login(support.account, "django.contrib.auth.backends.ModelBackend")
    assert client.get(address(model, "changelist")).status_code == 200
    assert client.post(address(model, "add"), sent(model)).status_code == 403


@each
def test_without_a_moment_it_holds_at_once_and_one_that_has_begun_stays(
    office: Client, model: type[models.Model]
) -> None:
    assert office.post(address(model, "add"), sent(model, holds_from_0="", holds_from_1="")).status_code == 302

    row: Any = model._default_manager.latest("pk")
    assert row.holds_from == clock.now()
    assert office.post(address(model, "delete", row.pk), {"post": "yes", "why": "x"}).status_code == 403


WRONG = [
    (DeskClocks, {"answer_hours": "0"}, "1 to"),
    (DeskClocks, {"appeal_days": "91"}, "1 to 90"),
    (DeskClocks, {"why": " "}, "Say why"),
    (ReasonCode, {"code": "No Daylight"}, "valid"),
    (ReasonCode, {"text": ""}, "no such code that could end"),
    (ReasonCode, {"decision": "keep"}, "not one of the available choices"),
    (EvidenceWanted, {"label": ""}, "no such row that could end"),
    (EvidenceWanted, {"category": "weather"}, "not one of the available choices"),
    (EvidenceWanted, {"holds_from_1": "11:59"}, "That is over"),
]


@pytest.mark.parametrize(("model", "changes", "complaint"), WRONG)
def test_what_makes_no_sense_is_refused_with_a_word(
    office: Client, model: type[models.Model], changes: dict[str, str], complaint: str
) -> None:
    before = list(model._default_manager.order_by("pk").values())

    answer = office.post(address(model, "add"), sent(model, **changes))

    assert answer.status_code == 200 and complaint in str(answer.context["adminform"].form.errors)
    assert list(model._default_manager.order_by("pk").values()) == before


@each
def test_two_about_the_same_do_not_begin_at_the_same_moment(office: Client, model: type[models.Model]) -> None:
    office.post(address(model, "add"), sent(model))
    count = model._default_manager.count()

    answer = office.post(address(model, "add"), sent(model))

    assert "from this moment already" in str(answer.context["adminform"].form.errors)
    assert model._default_manager.count() == count


def test_a_row_counts_from_its_moment_on(office: Client, at: Callable[[str], datetime]) -> None:
    for model in ROWS:
        office.post(address(model, "add"), sent(model))

    def holding() -> tuple[Any, ...]:
        codes = [row.code for row in desk_settings.reason_codes()]
        wanted = [row.name for row in desk_settings.evidence_wanted("poor_quality")]
        return "no-daylight" in codes, "daylight" in wanted, clocks.holding().answer

    assert holding() == (False, False, timedelta(hours=48))
    at("2026-12-01T12:30:00+00:00")
    assert holding() == (True, True, timedelta(hours=10))


def test_a_desk_begins_with_reasons_for_each_outcome_and_evidence_for_each_category() -> None:
    codes = desk_settings.reason_codes(overturning=True)

    for decision in ("release", "refund", "split", ""):
        assert [row for row in codes if row.decision == decision and not row.is_overturning], decision
    assert [row for row in codes if row.is_overturning]
    for category in CATEGORIES:
        assert {row.side for row in desk_settings.evidence_wanted(category)} == {"funder", "worker"}, category


def test_the_reasons_for_changing_a_decision_stand_once() -> None:
    holding = {row.code: row.text for row in desk_settings.reason_codes(overturning=True) if row.is_overturning}

    assert sorted(holding) == ["overturn-misread", "overturn-new-fact", "overturn-rule"]
    assert sorted(holding) == desk_settings.overturning_codes()
    assert not set(holding) & {row.code for row in desk_settings.reason_codes()}, "only when asked for"


@pytest.mark.parametrize(
    ("since", "left"),
    [
        ("nothing", []),
        ("a decision named it", ["new-fact", "new-fact"]),
        ("an operator wrote it anew", ["new-fact"] * 2),
    ],
)
def test_what_stood_twice_goes_unless_somebody_has_used_it_and_comes_back(since: str, left: list[str]) -> None:
    migration = import_module("escrow.migrations.0030_desk_one_list_of_overturning_reasons")
    migration.put_back(apps, None)
    before = list(ReasonCode.objects.order_by("code", "holds_from").values("code", "text", "is_overturning", "why"))
    if since == "a decision named it":
        _, case = given_case()
        given_desk(case).preview(outcome="refund", worker="", reason="No.")
        made = DecisionPreview.objects.get()
        made.pk, made.reason_code, made._state.adding = ids.new(), "new-fact", True
        made.save(force_insert=True)
    elif since == "an operator wrote it anew":
        ReasonCode.objects.create(
            code="new-fact", is_overturning=True, text="Something new.", holds_from=clock.now(), why="Shorter."
        )

    migration.leave_one(apps, None)

    assert [row.code for row in ReasonCode.objects.filter(code__in=("new-fact", "our-error"))] == left
    holds = "new-fact" in desk_settings.overturning_codes()
    assert holds is (since == "an operator wrote it anew")
    migration.put_back(apps, None)
    after = list(ReasonCode.objects.order_by("code", "holds_from").values("code", "text", "is_overturning", "why"))
    assert after == before if not holds else len(after) == len(before) + 1


def test_the_checklist_of_a_category_stands_in_its_cases_and_can_be_asked_for(at: Callable[[str], datetime]) -> None:
    _, case = given_case()

    shown = given_desk(case).read()

    assert "The original files, as they were taken" in shown
    assert "of=worker&amp;item=The%20original%20files" in shown
