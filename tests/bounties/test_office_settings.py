"""Operators' settings rows: what makes sense is stored as the rules read it, what does not is refused with a word."""

from typing import Any

import pytest
from django.contrib.admin.models import LogEntry
from django.db import models
from django.test import Client
from django.urls import reverse

from bounties.models import Category, NoticeRule, PayMinimum, ScreeningRule, TaskPlace
from bounties.selectors import policies
from humans.models import MessageRule
from marketplace.models import BlockedCountry, RateTier, SettingChange
from marketplace.services import closing
from tests.api import Api
from tests.factories.market import acting, given_bounty, given_funded_agent
from tests.factories.office import WHY
from tests.marketplace.erased import everywhere, later, without_matters

pytestmark = pytest.mark.django_db
Model = type[models.Model]


@pytest.fixture
def office(operator: Api) -> Client:
    client = Client()
    client.force_login(operator.account, "django.contrib.auth.backends.ModelBackend")
    return client


def address(model: Model, page: str, *args: Any) -> str:
    return reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_{page}", args=args)


GOOD: list[tuple[Model, dict[str, Any], dict[str, Any]]] = [
    (
        Category,
        {"slug": "care-gigs", "name": " Care  gigs ", "is_active": "on"},
        {"pk": "care-gigs", "name": "Care gigs"},
    ),
    (
        NoticeRule,
        {"country": "Portugal", "city": " Lisbon ", "hours": 12},
        {"country": "PT", "city": "Lisbon", "hours": 12},
    ),
    (NoticeRule, {"country": "de", "city": "", "hours": 0}, {"country": "DE", "city": "", "hours": 0}),
    (
        PayMinimum,
        {"country": "us", "state": "CA", "city": "", "currency": "USD", "hourly_cents": "17.50"},
        {"country": "US", "state": "CA", "hourly_cents": 1750},
    ),
    (ScreeningRule, {"phrase": "gift  card", "reason": "Why?", "is_active": "on"}, {"phrase": "gift card"}),
    (
        MessageRule,
        {"phrase": "pay me outside", "reason": "Stay here.", "is_active": "on"},
        {"phrase": "pay me outside"},
    ),
    (BlockedCountry, {"code": "North Korea", "note": "Sanctions."}, {"pk": "KP", "note": "Sanctions."}),
    (RateTier, {"name": "fivefold", "multiplier": "5", "note": ""}, {"pk": "fivefold", "multiplier": 5}),
]
BAD: list[tuple[Model, dict[str, Any], str]] = [
    (Category, {"slug": "no blanks", "name": "x"}, "valid “slug”"),
    (Category, {"slug": "event-gigs", "name": "Again"}, "already exists"),
    (NoticeRule, {"country": "Atlantis", "hours": 1}, "Atlantis is no country"),
    (NoticeRule, {"city": "Lisbon", "hours": 1}, "Name the country of this city"),
    (NoticeRule, {"country": "US", "city": "new york", "hours": 1}, "a rule for this place already"),
    (NoticeRule, {"hours": 1}, "a rule for this place already"),
    (NoticeRule, {"country": "PT", "hours": -1}, "greater than or equal to 0"),
    (NoticeRule, {"country": "PT", "hours": 100_000}, "less than or equal to"),
    (PayMinimum, {"country": "", "currency": "USD", "hourly_cents": "5"}, "required"),
    (PayMinimum, {"country": "US", "currency": "EUR", "hourly_cents": "5"}, "Select a valid choice"),
    (PayMinimum, {"country": "US", "currency": "USD", "hourly_cents": "0"}, "greater than or equal to 0.01"),
    (PayMinimum, {"country": "US", "currency": "USD", "hourly_cents": "1700"}, "less than or equal to 1000"),
    (PayMinimum, {"country": "US", "currency": "USD", "hourly_cents": "5.005"}, "2 decimal places"),
    (ScreeningRule, {"phrase": "!!!", "reason": "x"}, "at least one letter or digit"),
    (ScreeningRule, {"phrase": "x", "reason": ""}, "required"),
    (MessageRule, {"phrase": " - ", "reason": "x"}, "at least one letter or digit"),
    (BlockedCountry, {"code": "ZZ"}, "ZZ is no country"),
    (RateTier, {"name": "zero", "multiplier": "0"}, "greater than or equal to 0.01"),
    (RateTier, {"name": "x", "multiplier": "fast"}, "Enter a number"),
    (TaskPlace, {"bounty": "bty_nothing", "latitude": 1, "longitude": 1}, "is no bounty"),
]


@pytest.mark.parametrize(("model", "sent", "stored"), GOOD)
def test_a_row_is_stored_as_its_rule_reads_it_and_the_addition_is_in_the_log(
    office: Client, operator: Api, model: Model, sent: dict[str, Any], stored: dict[str, Any]
) -> None:
    answer = office.post(address(model, "add"), WHY | sent)

    assert answer.status_code == 302, answer.context["adminform"].form.errors
    assert model._default_manager.filter(**stored).count() == 1
    assert LogEntry.objects.get().user == operator.account


@pytest.mark.parametrize(("model", "sent", "complaint"), BAD)
def test_what_no_rule_could_use_is_refused_with_a_word(
    office: Client, model: Model, sent: dict[str, Any], complaint: str
) -> None:
    before = list(model._default_manager.order_by("pk").values())

    answer = office.post(address(model, "add"), WHY | sent)

    assert answer.status_code == 200
    assert complaint in str(answer.context["adminform"].form.errors)
    assert list(model._default_manager.order_by("pk").values()) == before


@pytest.mark.parametrize(("model", "phrase"), [(ScreeningRule, "Gift Card"), (MessageRule, "GIFT card")])
def test_a_phrase_has_one_rule_whatever_its_case(office: Client, model: Model, phrase: str) -> None:
    model._default_manager.create(phrase="gift card", reason="x")

    answer = office.post(address(model, "add"), WHY | {"phrase": phrase, "reason": "y"})

    assert "a rule for this phrase already" in str(answer.context["adminform"].form.errors)


@pytest.mark.parametrize(
    ("model", "key", "sent"),
    [
        (Category, "event-gigs", {"slug": "other", "name": "Events", "is_active": "on"}),
        (BlockedCountry, "KP", {"code": "IR", "note": "Other."}),
        (RateTier, "slow", {"name": "other", "multiplier": "2"}),
    ],
)
def test_what_a_row_is_known_by_stays(office: Client, model: Model, key: str, sent: dict[str, Any]) -> None:
    model._default_manager.get_or_create(pk=key)
    before = model._default_manager.count()

    assert office.post(address(model, "change", key), WHY | sent).status_code == 302

    assert model._default_manager.count() == before
    assert model._default_manager.filter(pk=key).exists()


def test_a_category_that_bounties_have_is_switched_off_and_never_deleted(office: Client) -> None:
    given_bounty(given_funded_agent(), category="event-gigs")

    assert office.post(address(Category, "delete", "event-gigs"), WHY).status_code == 403
    assert office.post(address(Category, "delete", "crew-gigs"), WHY).status_code == 302

    assert policies.is_category("event-gigs") and not policies.is_category("crew-gigs")


def test_a_task_s_place_is_given_by_the_bounty_s_public_id(office: Client) -> None:
    bounty = given_bounty(given_funded_agent())
    sent = WHY | {"bounty": f" {bounty.public_id} ", "latitude": "38.7", "longitude": "-9.1"}

    assert office.post(address(TaskPlace, "add"), sent).status_code == 302
    again = office.post(address(TaskPlace, "add"), sent)

    assert TaskPlace.objects.get().bounty == bounty
    assert "has a place already" in str(again.context["adminform"].form.errors)
    row = TaskPlace.objects.get()
    assert bounty.public_id in office.get(address(TaskPlace, "change", row.pk)).content.decode()
    beyond = office.post(address(TaskPlace, "change", row.pk), sent | {"latitude": "91"})
    assert "Latitude is -90 to 90" in str(beyond.context["adminform"].form.errors)


def test_where_a_task_is_done_stands_in_no_history(office: Client, at: Any) -> None:
    """It may be somebody's home, and what a history holds could not be erased with them."""
    owner = given_funded_agent()
    sent = WHY | {"bounty": given_bounty(owner).public_id, "latitude": "38.70717", "longitude": "-9.13549"}
    office.post(address(TaskPlace, "add"), sent)
    place = TaskPlace.objects.get()
    office.post(address(TaskPlace, "change", place.pk), sent | {"latitude": "38.70821"})
    other = WHY | {"bounty": given_bounty(owner).public_id, "latitude": "38.71939", "longitude": "-9.14668"}
    office.post(address(TaskPlace, "add"), other)
    moved = TaskPlace.objects.latest("pk")
    office.post(address(TaskPlace, "delete", moved.pk), WHY)
    page = office.get(address(TaskPlace, "change", place.pk)).content.decode()

    with without_matters():
        closing.close_own(acting(owner))
        later(at)

    assert not TaskPlace.objects.exists()
    assert everywhere(["38.707", "9.1354", "38.708", "38.719", "9.1466"]) == set()
    told = SettingChange.objects.filter(model="bounties.taskplace").order_by("pk")
    assert [change.kind for change in told] == ["added", "changed", "added", "deleted", "deleted"]
    assert (told[1].old, told[1].new) == ({"latitude": "not kept"}, {"latitude": "not kept"})
    assert told[0].new["bounty_id"] and all(change.why for change in told[:4])
    assert "latitude: not kept → not kept" in page


def test_a_tier_that_a_key_has_is_not_deleted(office: Client, agent: Api) -> None:
    tier = RateTier.objects.create(name="fivefold", multiplier=5)
    agent.key.tier = tier
    agent.key.save()

    office.post(address(RateTier, "delete", tier.pk), WHY)

    assert RateTier.objects.filter(pk=tier.pk).exists()
