"""/owner/jobs/{id}/receipt: the receipt in a browser."""

import html
import re

import pytest

from marketplace.core import clock
from tests.factories.accounts import given_worker
from tests.factories.market import given_completed, given_released
from tests.visitor import Visitor

pytestmark = pytest.mark.django_db


def test_a_receipt_opens_for_who_paid_and_for_nobody_else() -> None:
    seat = given_released()
    path = f"/owner/jobs/{seat.bounty.public_id}/receipt"
    seen = Visitor(seat.agent.account).open(path, **{"Accept-Language": "en-US"})  # its dates are then as the API's
    assert seen.status == 200 and "Receipt" in seen.text
    alone = seat.agent.get(f"/api/bounties/{seat.bounty.public_id}/receipt?format=json")["html"]
    way_back = f'  <p class="back" lang="en-us"><a href="/owner/jobs/{seat.bounty.public_id}">Back</a></p>\n'
    assert seen.html.replace(way_back, "") == alone != seen.html, "a document that is kept or mailed leads nowhere"
    assert [Visitor(person).open(path).status for person in (seat.worker.account, given_worker().account)] == [403, 403]
    assert Visitor().open(path).path.startswith("/account/login")


def test_it_has_one_number_and_no_other_ids() -> None:
    seat = given_released()
    told = {"recipientId": seat.worker.account.public_profile_id, "bountyId": seat.bounty.public_id, "amount": 1}
    assert seat.agent.post("/api/transfers/send", told | {"description": "For the rain."}).status in (200, 402)

    seen = Visitor(seat.agent.account).open(f"/owner/jobs/{seat.bounty.public_id}/receipt")

    assert "Receipt number R-" in seen.text and not re.findall(r"\b(?:esc|trf|bty)_\w+", seen.text)


def test_its_way_back_leads_where_one_came_from() -> None:
    """A person's page and a month name themselves; what is neither leads to the job, and nothing leads to another site."""
    seat = given_released()
    job, visitor = f"/owner/jobs/{seat.bounty.public_id}", Visitor(seat.agent.account)
    person, month = f"{job}/people/{seat.application.public_id}", f"/owner/wallet/receipts/{clock.now():%Y-%m}"
    for page in (person, month, job):
        [link] = re.findall(r'href="([^"]+/receipt(?:[?][^"]*)?)"', visitor.open(page).html)
        assert way_back(visitor.open(html.unescape(link)).html) == page
    for nonsense in ("person=//example.com", "person=app_", "month=../../x", "month=2026-13", "person=usr_1&month="):
        assert way_back(visitor.open(f"{job}/receipt?{nonsense}").html) == job


def way_back(page: str) -> str:
    [address] = re.findall(r'<p class="back"[^>]*><a href="([^"]*)"', page)
    return str(address)


def test_before_a_release_there_is_no_receipt() -> None:
    seat = given_completed()
    assert Visitor(seat.agent.account).open(f"/owner/jobs/{seat.bounty.public_id}/receipt").status == 409
