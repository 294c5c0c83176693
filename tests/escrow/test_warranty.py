"""Operators may hold accepted work of a bounty for some days before its dispute window begins."""

from collections.abc import Callable
from datetime import datetime, timedelta

import pytest
from django.test import Client
from django.urls import reverse

from escrow.models import Escrow
from escrow.services import escrows, releases
from tests.api import Api
from tests.factories.accounts import given_agent
from tests.factories.market import given_bounty, given_completed, given_funded_agent, untouched

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("sound_books")]
At = Callable[[str], datetime]


def set_days(who: Api, pool: Escrow, days: str) -> None:
    client = Client()
    client.force_login(who.account, "django.contrib.auth.backends.ModelBackend")
    path = reverse("admin:escrow_escrow_decide", args=[pool.pk, "warranty"])
    client.post(path, {"warranty-days": days, "warranty-reason": "As agreed.", "confirmed": "1"})


def test_accepted_work_waits_for_its_warranty_and_then_has_the_dates_of_the_ladder(at: At, support: Api) -> None:
    noon = at("2026-11-21T12:00:00Z")
    agent = given_funded_agent(590)
    bounty = given_bounty(agent)
    operator = given_agent(is_staff=True, is_superuser=True)
    with untouched():
        set_days(support, bounty.pool, "3")
        set_days(operator, bounty.pool, "91")
    set_days(operator, bounty.pool, "3")

    seat = given_completed(agent=agent, bounty=bounty)

    assert (seat.escrow.status, seat.escrow.auto_release_at, seat.bounty.status) == ("warranty_hold", None, "completed")
    at((noon + timedelta(days=3, seconds=-1)).isoformat())
    with untouched():
        assert [escrows.end_warranties(), releases.release_due()] == [0, 0]
    at((noon + timedelta(days=3)).isoformat())
    assert escrows.end_warranties() == 1
    assert (seat.escrow.status, seat.escrow.dispute_window_ends_at) == ("completed", noon + timedelta(days=4))
    at((noon + timedelta(days=6)).isoformat())
    assert releases.release_due() == 1
    assert seat.fresh().bounty.status == "paid"


def test_a_seat_in_warranty_is_released_or_disputed() -> None:
    agent = given_funded_agent(1180)
    bounty = given_bounty(agent, spots_available=2)
    set_days(given_agent(is_staff=True, is_superuser=True), bounty.pool, "3")
    one, two = given_completed(agent=agent, bounty=bounty), given_completed(agent=agent, bounty=bounty)

    made = agent.post(f"/api/escrow/{one.escrow.public_id}/dispute", {"category": "other", "description": "No."})
    agent.post(f"/api/disputes/{made['dispute']['id']}/withdraw")
    paid = agent.post(f"/api/escrow/{two.escrow.public_id}/release", {"acknowledgeRelease": True})

    assert one.escrow.status == "warranty_hold"
    assert (paid.status, two.escrow.status) == (200, "released")
