"""A refusal names what leads out of it, as a call: the seat, the first call's work, what is left."""

from typing import Any

import pytest

from tests.api import Answer
from tests.factories.accounts import given_agent
from tests.factories.market import (
    given_bounty,
    given_delivered,
    given_funded_agent,
    given_hired,
    given_released,
    untouched,
    violations,
)
from tests.factories.tools import use

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("house_accounts")]


def leads(answer: Answer) -> list[tuple[str, str, dict[str, Any]]]:
    return [(action["method"], action["path"], action["body"]) for action in answer["nextActions"]]


def test_a_pool_leads_to_the_seats_of_its_bounty() -> None:
    seat = given_delivered()
    pool = seat.bounty.pool.public_id
    with untouched():
        refused = seat.agent.post(f"/api/escrow/{pool}/release", {"acknowledgeRelease": True})

    assert (refused.code, refused["bountyId"]) == ("escrow_is_pool", seat.bounty.public_id)
    assert leads(refused) == [("GET", f"/api/escrow?bountyId={seat.bounty.public_id}", {})]
    found = seat.agent.get(refused["nextActions"][0]["path"])["escrows"]
    assert seat.escrow.public_id in [row["id"] for row in found]


@pytest.mark.parametrize("path", ["/api/reviews", "/api/transfers/send"])
def test_work_that_is_not_released_names_the_seat_that_pays_it(path: str) -> None:
    seat = given_delivered(agent=given_funded_agent(5000))
    person = seat.worker.account.public_profile_id
    body = {"bountyId": seat.bounty.public_id} | (
        {"humanId": person, "rating": 5} if path == "/api/reviews" else {"recipientId": person, "amount": 1}
    )
    with untouched():
        refused = seat.agent.post(path, body)

    assert (refused.code, refused["escrowId"]) == ("work_not_released", seat.escrow.public_id)
    assert [operation for _, operation, _ in leads(refused)] == [f"/api/escrow/{seat.escrow.public_id}/release"]
    release = refused["nextActions"][0]
    assert seat.agent.post(release["path"], release["body"]).status == 200
    assert seat.agent.post(path, body).status == 200


def test_work_of_nobody_who_was_hired_leads_to_whom_one_has_hired() -> None:
    agent, other = given_funded_agent(5000), given_delivered()
    bounty = given_bounty(agent).public_id

    refused = agent.post(
        "/api/reviews", {"bountyId": bounty, "humanId": other.worker.account.public_profile_id, "rating": 5}
    )

    assert (refused.code, "escrowId" in refused.body) == ("work_not_released", False)
    assert leads(refused) == [("GET", f"/api/escrow?bountyId={bounty}", {})]


def test_a_tip_above_what_is_left_names_what_is_left_and_is_paid_so() -> None:
    seat = given_released(agent=given_funded_agent(5000))
    tip = {"bountyId": seat.bounty.public_id, "recipientId": seat.worker.account.public_profile_id, "amount": 4}
    assert seat.agent.post("/api/transfers/send", tip | {"amount": 3.5}).status == 200
    with untouched():
        refused = seat.agent.post("/api/transfers/send", tip | {"idempotencyKey": "the-rest-1"})

    assert (refused.code, refused["leftCents"], refused["left"]) == ("tip_cap_exceeded", 150, 1.5)
    assert "Send 1.50 USD at most." in refused["error"]
    assert leads(refused) == [("POST", "/api/transfers/send", tip | {"amount": 1.5, "idempotencyKey": "the-rest-1"})]
    assert seat.agent.post("/api/transfers/send", refused["nextActions"][0]["body"]).status == 200
    none = seat.agent.post("/api/transfers/send", tip | {"amount": 1})
    assert (none.code, none["leftCents"], leads(none)) == ("tip_cap_exceeded", 0, [])
    assert violations() == []


def test_a_key_that_was_used_names_what_it_made() -> None:
    agent = given_funded_agent(5000)
    sent = {"title": "Count the benches", "description": "Count all benches in the park.", "price": 5}
    sent |= {"estimatedHours": 1, "completionCriteria": "All are counted.", "evidenceTypes": ["photo"]}
    sent |= {"idempotencyKey": "benches-1"}
    made = use(agent, "create_bounty", **sent)["structuredContent"]["bountyId"]
    with untouched():
        refused = use(agent, "create_bounty", **sent | {"price": 6})["structuredContent"]
        by_header = agent.post("/api/bounties", {"title": "Other"}, Idempotency_Key="benches-1")

    assert (refused["error_code"], refused["madeId"]) == ("idempotency_key_reused", made)
    again, read = refused["nextActions"]
    assert (again["tool"], again["arguments"], again["needs"]) == (
        "create_bounty",
        sent | {"price": 6},
        ["idempotencyKey"],
    )
    assert (read["tool"], read["arguments"]) == ("get_bounty", {"bountyId": made})
    if by_header.code == "idempotency_key_reused":
        assert by_header["nextActions"][0]["body"]["idempotencyKey"] == "benches-1", (
            "it does not act twice as it stands"
        )


def test_a_bounty_with_somebody_hired_names_whom_one_may_give_up() -> None:
    seat = given_hired()
    path = f"/api/bounties/{seat.bounty.public_id}"
    with untouched():
        refused = seat.agent.delete(path, {"reason": "task_no_longer_needed"})

    assert refused.code == "workers_hired"
    assert ("POST", f"{path}/applications/{seat.application.public_id}/expire", {}) in leads(refused)
    delivered = given_delivered()
    with untouched():
        late = delivered.agent.delete(
            f"/api/bounties/{delivered.bounty.public_id}", {"reason": "task_no_longer_needed"}
        )
    assert (late.code, late["seats"]) == ("workers_hired", [])
    assert not any(path.endswith("/expire") for _, path, _ in leads(late))


def test_ids_that_were_exchanged_are_proposed_where_they_belong() -> None:
    agent = given_agent()
    bounty, application = "bty_01h455vb4pex5vsknk084sn02q", "app_01h455vb4pex5vsknk084sn02q"
    with untouched():
        wrong = use(agent, "accept_application", bountyId=application, applicationId=bounty)["structuredContent"]
        one = use(agent, "accept_application", bountyId=application, applicationId=application)["structuredContent"]

    accept = wrong["nextActions"][0]
    assert (accept["tool"], accept["arguments"]) == (
        "accept_application",
        {"bountyId": bounty, "applicationId": application},
    )
    for told in (wrong, one):
        assert {"bountyId": application} not in [action["arguments"] for action in told["nextActions"]]
        assert "has the form of the id of an application" in told["error"]


def test_money_for_an_application_says_that_it_goes_to_a_person() -> None:
    agent = given_funded_agent(900)
    bounty = given_bounty(agent).public_id
    with untouched():
        told = use(agent, "send_money", recipientId="app_01h455vb4pex5vsknk084sn02q", bountyId=bounty, amount=1)[
            "structuredContent"
        ]

    assert "here goes that of a person's profile, prf_…" in told["error"]
