"""Disputes: their rows of the table of routes, and a walk through them."""

from collections.abc import Callable
from typing import Any

from tests.api import Api
from tests.contract.cells import DISPUTE, POSTER, SIGNED, Route
from tests.factories.appeals import given_decided
from tests.factories.market import given_funded_agent

Task = dict[str, Any]
SeatOf = Callable[[Api, Task], tuple[Api, str, str]]  # a confirmed seat: the worker, the bounty, the escrow
# fmt: off
ROUTES = [
    Route("POST", "/api/escrow/{delivered_seat}/dispute", "openDispute", POSTER.format("200"), DISPUTE),
    Route("POST", "/api/escrow/{open_pool}/dispute", "openDispute",
          "401 404 404 404 409:escrow_is_pool 403:not_poster 403:not_poster", DISPUTE, note="a pool"),
    Route("GET", "/api/disputes", "listDisputes", SIGNED),
    Route("GET", "/api/disputes/{dispute}", "getDispute", "401 404 404 200 200 200 200"),
    Route("POST", "/api/disputes/{dispute}/evidence", "addDisputeEvidence",
          "401 404 404 200 200 403:not_party 403:not_party", {"text": "Look again."}),
    Route("POST", "/api/disputes/{decided_dispute}/appeal", "appealDispute",
          "401 404 404 200 200 403:not_party 403:not_party", {"ground": "error", "words": "The second photo was not read."}),
    Route("POST", "/api/disputes/{dispute}/appeal", "appealDispute",
          "401 404 404 409:invalid_state 409:invalid_state 403:not_party 403:not_party",
          {"ground": "new_fact", "words": "Not decided yet."}, note="not decided"),
    Route("POST", "/api/disputes/{dispute}/withdraw", "withdrawDispute", POSTER.format("200")),
    Route("POST", "/api/disputes/{dispute}/answer", "answerDispute",
          "401 404 404 200 409:nothing_asked 403:not_party 403:not_party", {"text": "It is the same shop."}),
    Route("POST", "/api/disputes/{dispute}/offers", "offerSettlement",
          "401 404 404 200 200 403:not_party 403:not_party", {"workerCents": 250}),
    Route("POST", "/api/disputes/{offered_dispute}/offers/{settlement_offer}/accept", "acceptSettlement",
          "401 404 404 200 403:own_offer 403:not_party 403:not_party"),
    Route("POST", "/api/disputes/{offered_dispute}/offers/{settlement_offer}/decline", "declineSettlement",
          "401 404 404 200 403:own_offer 403:not_party 403:not_party"),
]
# fmt: on


def walk(call: Any, agent: Api, task: Task, seat_of: SeatOf) -> None:
    disputed(call, agent, task, seat_of)
    appealed(call)
    contest(call, task, seat_of)
    settled(call, task, seat_of)


def disputed(call: Any, agent: Api, task: Task, seat_of: SeatOf) -> None:
    """The owner objects, both sides show what they have, and the owner takes it back."""
    worker, _, seat = seat_of(agent, task)
    words = {
        "category": "not_as_described",
        "description": "This is another shop.",
        "urls": ["https://example.com/shop"],
    }
    path = f"/api/disputes/{call(agent, 'POST', f'/api/escrow/{seat}/dispute', words)['dispute']['id']}"
    call(worker, "POST", f"{path}/evidence", {"text": "I called the number of the listing.", "urls": []})
    call(agent, "GET", path)
    call(agent, "GET", f"/api/disputes?escrowId={seat}")
    call(agent, "POST", f"{path}/withdraw")
    agent.post(f"/api/escrow/{seat}/cancel")


def settled(call: Any, task: Task, seat_of: SeatOf) -> None:
    """The worker answers, one offer is declined and another accepted; another owner's, as for a contest."""
    agent = given_funded_agent(400)
    worker, _, seat = seat_of(agent, task)
    words = {"category": "not_as_described", "description": "This is another shop."}
    path = f"/api/disputes/{agent.post(f'/api/escrow/{seat}/dispute', words)['dispute']['id']}"
    call(worker, "POST", f"{path}/answer", {"text": "It is the shop of the listing.", "urls": []})
    low = call(agent, "POST", f"{path}/offers", {"workerCents": 100, "words": "For the way."})["dispute"]["offers"][0]
    call(worker, "POST", f"{path}/offers/{low['id']}/decline")
    high = worker.post(f"{path}/offers", {"workerCents": 200})["dispute"]["offers"][-1]
    call(agent, "POST", f"{path}/offers/{high['id']}/accept")


def contest(call: Any, task: Task, seat_of: SeatOf) -> None:
    """Rejected evidence that its worker stands by; another owner's, so that the journey's wallet keeps its sums."""
    agent = given_funded_agent(400)
    worker, bounty, escrow = seat_of(agent, task)
    sent = worker.post(f"/api/bounties/{bounty}/submissions", {"textEvidence": "Open 9 to 18."})["submission"]["id"]
    verdict = {"action": "reject", "response": "The sign says otherwise."}
    assert agent.patch(f"/api/bounties/{bounty}/submissions/{sent}", verdict).status == 200
    application = worker.get("/api/work")["applications"][0]["id"]
    call(worker, "POST", f"/api/work/{application}/contest", {"reason": "The sign was changed: see my second photo."})
    assert agent.post(f"/api/escrow/{escrow}/release", {"acknowledgeRelease": True}).status == 200


def appealed(call: Any) -> None:
    """A decision by which the worker got nothing; another owner's, too."""
    seat, dispute = given_decided(0)
    words = {"ground": "new_fact", "words": "The shop was closed that day: here is its notice."}
    call(seat.worker, "POST", f"/api/disputes/{dispute.public_id}/appeal", words)
