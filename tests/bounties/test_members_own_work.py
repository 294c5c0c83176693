"""Nobody sits on both sides: who acts for an account decides nothing about their own work for it."""

from typing import Any

import pytest

from tests.api import Api
from tests.factories.accounts import given_worker
from tests.factories.market import (
    Seat,
    given_application,
    given_bounty,
    given_delivered,
    given_funded_agent,
    given_hired,
    given_released,
    untouched,
)
from tests.factories.members import for_account, given_invited
from tests.marketplace.test_pages_members import acting_for

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("sound_books")]


def as_member(person: Api, owner: Api) -> Api:
    """The same person, who has become a manager of the account that they work for."""
    token = given_invited(owner, str(person.account.email))
    assert person.post("/api/members/invitations/accept", {"token": token}).status == 200
    return for_account(person, owner)


def refused(caller: Api, method: str, path: str, body: Any) -> None:
    with untouched():
        answer = caller.call(method, path, body)
    assert (answer.status, answer.code) == (403, "not_for_oneself"), answer.body


def submission_path(seat: Seat) -> str:
    (submission,) = seat.application.submissions.all()
    return f"/api/bounties/{seat.bounty.public_id}/submissions/{submission.public_id}"


def test_a_member_hires_themselves_neither_by_choice_nor_by_paying_the_seat() -> None:
    owner = given_funded_agent()
    bounty = given_bounty(owner)
    worker, application = given_application(bounty)
    member = as_member(worker, owner)
    path = f"/api/bounties/{bounty.public_id}/applications/{application.public_id}"

    for action in ("accept", "reject"):
        refused(member, "PATCH", path, {"action": action})
    seat = {"bountyId": bounty.public_id, "applicationId": application.public_id}
    refused(member, "POST", "/api/escrow/checkout", seat)
    assert owner.patch(path, {"action": "accept"}).status == 200, "somebody else may"


def test_a_member_judges_pays_and_disputes_no_work_of_their_own() -> None:
    seat = given_delivered()
    member = as_member(seat.worker, seat.agent)
    escrow = f"/api/escrow/{seat.application.escrow.public_id}"

    for action in ("approve", "request_redo"):
        refused(member, "PATCH", submission_path(seat), {"action": action, "response": "Well done."})
    refused(member, "POST", f"{escrow}/release", {"acknowledgeRelease": True})
    refused(
        member, "POST", f"{escrow}/dispute", {"category": "poor_quality", "description": "Not as it was asked for."}
    )
    assert member.get(escrow).status == 200, "they read as before"


def test_a_member_tips_and_reviews_nobody_but_others() -> None:
    seat = given_released()
    member = as_member(seat.worker, seat.agent)
    profile = seat.worker.account.public_profile_id

    tip = {"recipientId": profile, "bountyId": seat.bounty.public_id, "amount": 2}
    refused(member, "POST", "/api/transfers/send", tip)
    review = {"bountyId": seat.bounty.public_id, "humanId": profile, "rating": 5, "comment": "Great."}
    refused(member, "POST", "/api/reviews", review)


def test_a_member_works_for_no_job_of_the_account() -> None:
    owner = given_funded_agent()
    bounty = given_bounty(owner)
    worker = given_worker()
    as_member(worker, owner)

    with untouched():
        answer = worker.post(f"/api/bounties/{bounty.public_id}/applications", {"coverLetter": "Me, please."})

    assert (answer.status, answer.code) == (403, "own_bounty") and "act for the account" in answer["error"]


def test_the_page_says_it_and_pays_nothing() -> None:
    seat = given_delivered()
    as_member(seat.worker, seat.agent)
    visitor = acting_for(seat.worker, seat.agent)
    page = visitor.open(f"/owner/jobs/{seat.bounty.public_id}/people/{seat.application.public_id}")

    with untouched():
        answer = visitor.send(page, "approve")

    assert answer.status == 403 and "your own work or pay" in answer.text


def test_a_hire_of_before_goes_on_under_somebody_else() -> None:
    seat = given_hired()
    as_member(seat.worker, seat.agent)

    assert seat.worker.get("/api/work").status == 200
    other = as_member(given_worker(), seat.agent)
    found = other.get(f"/api/bounties/{seat.bounty.public_id}/applications")
    assert found.status == 200 and len(found["applications"]) == 1
