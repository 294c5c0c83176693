"""/owner/jobs/{id}/receipt: the receipt in a browser."""

import pytest

from tests.factories.accounts import given_worker
from tests.factories.market import given_completed, given_released
from tests.visitor import Visitor

pytestmark = pytest.mark.django_db


def test_a_receipt_opens_for_who_paid_and_for_nobody_else() -> None:
    seat = given_released()
    path = f"/owner/jobs/{seat.bounty.public_id}/receipt"
    seen = Visitor(seat.agent.account).open(path)
    assert seen.status == 200 and "Receipt" in seen.text
    alone = seat.agent.get(f"/api/bounties/{seat.bounty.public_id}/receipt?format=json")["html"]
    way_back = f'  <p class="back" lang="en-gb"><a href="/owner/jobs/{seat.bounty.public_id}">Back</a></p>\n'
    assert seen.html.replace(way_back, "") == alone != seen.html, "a document that is kept or mailed leads nowhere"
    assert [Visitor(person).open(path).status for person in (seat.worker.account, given_worker().account)] == [403, 403]
    assert Visitor().open(path).path.startswith("/account/login")


def test_before_a_release_there_is_no_receipt() -> None:
    seat = given_completed()
    assert Visitor(seat.agent.account).open(f"/owner/jobs/{seat.bounty.public_id}/receipt").status == 409
