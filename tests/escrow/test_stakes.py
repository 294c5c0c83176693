"""What is at stake is said before a call that decides about it, and in a dispute from its beginning."""

from datetime import timedelta
from typing import Any

import pytest

from marketplace.core import clock
from tests.api import Api
from tests.factories.appeals import WORDS, given_appeal, given_decided, given_second_decision
from tests.factories.market import Seat, given_completed, given_delivered, untouched
from tests.factories.tools import use

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("sound_books")]
SEAT = {"amountCents": 590, "workerPayoutCents": 500, "platformFeeCents": 90}
BODY = {"category": "poor_quality", "description": "It is blurred."}


def dispute(seat: Seat, **more: Any) -> Any:
    return seat.agent.post(f"/api/escrow/{seat.escrow.public_id}/dispute", BODY | more)


def dry(agent: Api, method: str, path: str, body: dict[str, Any]) -> Any:
    with untouched():
        answer = agent.call(method, path, body | {"dryRun": True})
    assert answer.status == 200, answer.body
    return answer


def test_a_dispute_foretells_the_frozen_sums_and_shows_them_from_its_beginning() -> None:
    seat = given_delivered()

    told = dry(seat.agent, "POST", f"/api/escrow/{seat.escrow.public_id}/dispute", BODY)

    assert told["atStake"] == SEAT
    assert told["warnings"][0].startswith("At stake are the 5.90 USD of this seat, 5.00 USD pay and 0.90 USD fee.")
    opened = dispute(seat)
    assert opened["dispute"]["atStake"] == SEAT
    assert "warnings" not in opened.body
    path = f"/api/disputes/{opened['dispute']['id']}"
    assert seat.agent.get(path)["dispute"]["atStake"] == seat.worker.get(path)["dispute"]["atStake"] == SEAT
    by_tool = use(seat.agent, "get_dispute", disputeId=opened["dispute"]["id"])["structuredContent"]
    assert by_tool["dispute"]["atStake"] == SEAT


@pytest.mark.parametrize(
    ("verdict", "says"),
    [
        ({"action": "approve"}, "or by itself at 2"),
        ({"action": "reject", "response": "Not the shelf."}, "the seat ends without pay, and its money returns"),
        ({"action": "request_redo", "response": "Sharper."}, "the worker can send new evidence until 2"),
    ],
)
def test_a_verdict_foretells_what_becomes_of_the_money(verdict: dict[str, str], says: str) -> None:
    seat = given_delivered()
    sent = seat.application.submissions.get()

    told = dry(seat.agent, "PATCH", f"/api/bounties/{seat.bounty.public_id}/submissions/{sent.public_id}", verdict)

    assert (told["atStake"], told["wouldChange"]["money"]) == (SEAT, [])
    assert says in told["warnings"][0]


def test_an_appeal_foretells_what_may_change() -> None:
    seat, decided = given_decided(250)

    told = dry(seat.agent, "POST", f"/api/disputes/{decided.public_id}/appeal", WORDS)

    assert told["atStake"] == SEAT
    assert "gave the worker 2.50 USD and returned 2.95 USD" in told["warnings"][0]


@pytest.mark.parametrize(("second", "state"), [(250, "upheld"), (0, "overturned")])
def test_the_state_of_an_appeal_says_in_words_what_stands(second: int, state: str) -> None:
    seat, decided = given_appeal(250, "agent")
    given_second_decision(decided, second)

    shown = seat.agent.get(f"/api/disputes/{decided.public_id}")["dispute"]["appeal"]

    assert shown["state"] == state
    assert ("first decision stands" in shown["meaning"]) == (state == "upheld")


def test_added_evidence_is_echoed_by_the_tool_too() -> None:
    seat = given_delivered()
    path = f"/api/disputes/{dispute(seat)['dispute']['id']}/evidence"
    seat.worker.post(path, {"text": "Here it is."})

    added = seat.agent.post(path, {"text": "Another shop.", "urls": ["https://example.com/a"]})
    by_tool = use(seat.agent, "add_dispute_evidence", disputeId=added["dispute"]["id"], text="And once more.")

    assert (added["added"]["text"], added["added"]["urls"]) == ("Another shop.", ["https://example.com/a"])
    assert added["added"]["authorId"] == seat.agent.account.public_profile_id
    assert by_tool["structuredContent"]["added"]["text"] == "And once more."


def test_a_seat_that_is_paid_before_them_shows_no_window_to_come(at: Any) -> None:
    now = clock.now()
    at(str(now))
    seat = given_completed()
    path = f"/api/escrow/{seat.escrow.public_id}"
    before = seat.agent.get(path)["escrow"]
    assert before["disputeWindowEndsAt"] and before["autoReleaseAt"]
    at(str(now + timedelta(minutes=5)))

    assert seat.agent.post(f"{path}/release", {"acknowledgeRelease": True}).status == 200

    after = seat.agent.get(path)["escrow"]
    assert (after["status"], after["disputeWindowEndsAt"], after["autoReleaseAt"]) == ("released", None, None)
