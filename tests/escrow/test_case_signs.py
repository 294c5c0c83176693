"""Signs on a case's page without which a newcomer decides on less than there is: a closed account, silence, a lead who was told."""

from typing import Any

import pytest

from marketplace.models import Account
from tests.factories.cases import answer, ask, hours_later
from tests.factories.desks import dispute_of, given_case, given_desk

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("sound_books")]


@pytest.mark.parametrize(("side", "stays"), [("owner", "wallet"), ("worker", "earnings")])
def test_beside_the_decision_stands_what_a_closed_account_can_not_do(side: str, stays: str) -> None:
    _, case = given_case()
    at = given_desk(case)
    assert "is closed: they read nothing of this" not in at.read()
    Account.objects.filter(pk=getattr(case, f"{side}_id")).update(is_active=False)

    page = at.read("?tab=dialogue")

    assert page.count("is closed: they read nothing of this") == 1 and f"stays in their {stays}." in page


@pytest.mark.parametrize(("asks", "words"), [(False, "the objection"), (True, "what our staff asked for")])
def test_the_timeline_says_who_was_silent_about_what(at: Any, asks: bool, words: str) -> None:
    at("2027-01-01T10:00:00+00:00")
    seat, case = given_case()
    desk = given_desk(case)
    if asks:
        answer(seat.worker, dispute_of(case))
        ask(desk.actor, dispute_of(case), "funder")
    hours_later(48)

    side = "funder" if asks else "worker"
    assert f"The {side} did not answer {words} in time." in desk.read("?tab=timeline")


def test_the_head_says_that_a_lead_was_told(at: Any) -> None:
    at("2027-01-01T10:00:00+00:00")
    _, case = given_case()
    desk = given_desk(case)
    hours_later(48)
    assert ">with a lead<" not in desk.read()
    hours_later(73)
    assert ">with a lead<" in desk.read()
