"""GET /api/escrow/agent-rentals: direct hires, where each stands and who has to do what."""

from datetime import timedelta
from typing import Any

import pytest

from bounties.services import timers
from marketplace.core import clock
from tests.api import Api
from tests.factories.hiring import PERSONAL, RENT, RENTALS, bounty_of, given_hired_by_name, personal, rental, seat
from tests.factories.market import given_bounty, given_funded_agent, given_hired

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("sound_books")]


def test_it_says_what_to_do_next_at_every_turn(worker: Api) -> None:
    agent = given_funded_agent(590)

    def seen() -> tuple[str, str, str | None, bool | None]:
        row = agent.get(RENTALS)["rentals"][0]
        action = row["nextAction"] or {}
        return row["status"], row["overallState"], action.get("kind"), action.get("actorIsOwner")

    made = given_hired_by_name(agent, worker)
    assert seen() == ("assigned", "awaiting_confirmation", "confirm_seat", False)
    worker.post(f"{seat(made)}/confirm")
    assert seen() == ("assigned", "in_progress", "claim_completion", False)
    work = f"/api/bounties/{made['bountyId']}/submissions"
    sent = worker.post(work, {"textEvidence": "Done."})["submission"]["id"]
    assert seen() == ("assigned", "evidence_in_review", "review_submission", True)
    agent.patch(f"{work}/{sent}", {"action": "approve"})
    assert seen() == ("completed", "approved_awaiting_release", "release_payment", True)
    agent.post(f"/api/escrow/{made['escrowId']}/release", {"acknowledgeRelease": True})
    assert seen() == ("paid", "released", None, None)


def test_before_the_hire_it_says_who_has_to_act(worker: Api) -> None:
    agent = given_funded_agent(100)
    made = agent.post(RENT, rental(worker))

    waiting = agent.get(RENTALS)["rentals"][0]

    assert (waiting["overallState"], waiting["escrowId"], waiting["nextDeadline"]) == ("pending_deposit", None, None)
    assert waiting["nextAction"] == {"kind": "fund_bounty", "actorIsOwner": True}
    worker.patch(seat(made), {"action": "withdraw"})
    over = agent.get(RENTALS)["rentals"][0]
    assert (over["overallState"], over["applicationStatus"], over["nextAction"]) == ("closed", "withdrawn", None)


def test_a_row_names_everything_that_the_other_routes_ask_for(worker: Api) -> None:
    agent = given_funded_agent(1000)
    made = given_hired_by_name(agent, worker, PERSONAL, title="Translate a menu")

    answer = agent.get(RENTALS)

    row = answer["rentals"][0]
    assert answer.headers["Cache-Control"] == "private, no-store"
    assert {name: row[name] for name in ("bountyId", "applicationId", "escrowId", "conversationId")} == {
        name: made[name] for name in ("bountyId", "applicationId", "escrowId", "conversationId")
    }
    assert (row["id"], row["kind"], row["title"], row["price"]) == (made["bountyId"], "personal", "Translate a menu", 5)
    assert (row["humanId"], row["humanName"]) == (worker.account.public_profile_id, worker.account.display_name)
    assert (row["nextDeadline"]["kind"], row["nextDeadline"]["isOverdue"]) == ("confirmation", False)


def test_filters_narrow_it(worker: Api, other_worker: Api) -> None:
    agent = given_funded_agent(2000)
    first, second = given_hired_by_name(agent, worker), given_hired_by_name(agent, other_worker, PERSONAL)
    third = agent.post(RENT, rental(worker, price=100))

    def found(query: str) -> list[str]:
        return [row["id"] for row in agent.get(f"{RENTALS}?{query}")["rentals"]]

    one, two, three = (made["bountyId"] for made in (first, second, third))
    assert found("") == [three, two, one]
    assert (found("kind=personal"), found("kind=rental")) == ([two], [three, one])
    assert (found("status=assigned"), found("status=pending_deposit")) == ([two, one], [three])
    assert found(f"humanId={worker.account.public_profile_id}") == [three, one]
    assert (found(f"bountyId={two}"), found("bountyId=bty_none")) == ([two], [])
    bad = agent.get(f"{RENTALS}?status=hired")
    assert (bad.status, bad.code, list(bad["fields"])) == (400, "validation_error", ["status"])


def test_it_is_the_callers_own_and_of_direct_hires_only(worker: Api, other_agent: Api) -> None:
    agent = given_funded_agent(5000)
    given_hired(agent=agent, bounty=given_bounty(agent))
    given_hired_by_name(agent, worker)
    assert [row["kind"] for row in agent.get(RENTALS)["rentals"]] == ["rental"]
    assert other_agent.get(RENTALS)["rentals"] == []
    refused = worker.get(RENTALS)
    assert (refused.status, refused.code) == (403, "api_key_required")


def test_an_end_by_the_clock_is_shown_as_such(worker: Api, at: Any) -> None:
    agent = given_funded_agent(1000)
    made = agent.post(PERSONAL, personal(worker))
    at((clock.now() + timedelta(hours=3)).isoformat())
    timers.release_unconfirmed()

    row = agent.get(RENTALS)["rentals"][0]
    assert (row["status"], row["overallState"], row["applicationStatus"]) == ("closed", "refunded", "expired")
    assert bounty_of(made).status == "closed"
