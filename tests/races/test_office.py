"""Two of the staff at the same moment: one decision each, one mail, one entry in the history."""

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.admin.models import LogEntry
from django.test import Client
from django.urls import reverse

from bounties.models import Bounty, ScreeningRule
from marketplace.models import Mail
from tests.api import Api
from tests.bounties.test_contested_limits import given_contested
from tests.factories.accounts import given_agent
from tests.factories.market import given_bounty, given_funded_agent

pytestmark = pytest.mark.django_db(transaction=True)
AtOnce = Callable[..., list[Any]]


def presses(page: str, row: Any, *verbs: str) -> list[Callable[[], str]]:
    """One colleague for each verb, on the page that asks them whether they are sure."""

    def press(who: Api, verb: str) -> str:
        client = Client()
        client.force_login(who.account, "django.contrib.auth.backends.ModelBackend")
        sent = {f"{verb}-reason": "We looked.", f"{verb}-hours": "5", "confirmed": "1"}
        answer = client.post(reverse(f"admin:{page}_decide", args=[row.pk, verb]), sent, follow=True)
        return answer.content.decode()  # not its context: Django's test client collects that across threads

    staff = [given_agent(username=f"staff-{number}", is_staff=True) for number in range(len(verbs))]
    return [lambda who=who, verb=verb: press(who, verb) for who, verb in zip(staff, verbs, strict=True)]


def test_of_four_decisions_on_a_listing_one_holds(at_once: AtOnce) -> None:
    ScreeningRule.objects.create(phrase="gift card", reason="laundering")
    listing = given_bounty(given_funded_agent(590), title="A gift card")

    told = at_once(*presses("bounties_bounty", listing, "approve", "refuse", "approve", "refuse"))

    assert len([words for words in told if "nothing was changed" in str(words)]) == 3, told
    assert Bounty.objects.get().status in ("open", "closed")
    assert (LogEntry.objects.count(), Mail.objects.filter(to=listing.owner.email).count()) == (1, 1)


def test_of_three_decisions_on_a_case_one_holds(at_once: AtOnce) -> None:
    seat = given_contested()

    told = at_once(*presses("bounties_application", seat.application, "time", "release", "take-back"))

    assert len([words for words in told if "nothing was changed" in str(words)]) == 2, told
    assert LogEntry.objects.count() == 1
    assert Mail.objects.filter(subject__startswith="Decided by our staff").count() == 2
