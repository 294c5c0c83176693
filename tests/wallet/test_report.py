"""GET /api/wallet/report: every total and group, by the time of its event, in a constant number of queries."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest

from marketplace.core import clock
from tests.api import Api
from tests.factories.market import (
    given_bounty,
    given_confirmed,
    given_delivered,
    given_funded_agent,
    given_released,
    untouched,
)

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("sound_books")]
At = Callable[[str], datetime]


def report(agent: Api, query: str = "") -> Any:
    answer = agent.get(f"/api/wallet/report{query}")
    assert answer.status == 200, answer.body
    return answer["report"]


def test_nothing_was_spent(agent: Api) -> None:
    empty = report(agent)

    assert empty["totals"] == {"paid": 0, "inEscrow": 0, "pendingRelease": 0, "settled": 0, "refunded": 0}
    assert (empty["byBounty"], empty["byHuman"]) == ([], [])
    assert (empty["profileId"], empty["currency"]) == (agent.account.public_profile_id, "usd")


def test_every_total_and_group() -> None:
    agent = given_funded_agent(100_000)
    paid = given_released(agent=agent, spots_available=2)
    tip = {"recipientId": paid.worker.account.public_profile_id, "bountyId": paid.bounty.public_id, "amount": 2}
    assert agent.post("/api/transfers/send", tip).status == 200
    waiting = given_delivered(agent=agent, price_cents=1000)
    working = given_confirmed(agent=agent, price_cents=300, worker=paid.worker)
    gone = given_bounty(agent)
    agent.delete(f"/api/bounties/{gone.public_id}", {"reason": "task_no_longer_needed"})
    given_released(agent=given_funded_agent())  # somebody else's

    found = report(agent)

    assert found["totals"] == {
        "paid": 700,
        "inEscrow": 590 + 1180 + 354,
        "pendingRelease": 1000,
        "settled": 500,
        "refunded": 590,
    }
    rows = {
        row["bountyId"]: (row["funded"], row["settled"], row["refunded"], row["escrowCount"])
        for row in found["byBounty"]
    }
    assert rows == {
        paid.bounty.public_id: (1180, 500, 0, 1),
        waiting.bounty.public_id: (1180, 0, 0, 1),
        working.bounty.public_id: (354, 0, 0, 1),
        gone.public_id: (590, 0, 590, 0),
    }
    assert found["byHuman"] == [
        {
            "humanId": paid.worker.account.public_profile_id,
            "humanName": paid.worker.account.display_name,
            "paid": 700,
            "escrowCount": 1,
        }
    ]


def test_a_range_counts_what_happened_in_it(at: At) -> None:
    begun = at("2026-03-01T10:00:00Z")
    agent = given_funded_agent(100_000)
    given_released(agent=agent)
    clock.freeze(begun + timedelta(days=40))
    given_bounty(agent)

    default = report(agent)
    then = report(agent, "?start=2026-03-01&end=2026-03-02")
    by_epoch = report(agent, f"?start={int(begun.timestamp() * 1000)}&end={int(begun.timestamp() * 1000) + 1}")
    before = report(agent, f"?end={int(begun.timestamp() * 1000) - 1}")

    assert (default["totals"]["settled"], len(default["byBounty"])) == (0, 1)
    assert (then["rangeStart"], then["rangeEnd"]) == ("2026-03-01T00:00:00.000Z", "2026-03-02T00:00:00.000Z")
    assert [found["totals"]["settled"] for found in (then, by_epoch, before)] == [500, 500, 0]
    assert then["totals"]["inEscrow"] == 590, "as of now"


@pytest.mark.parametrize(
    ("query", "field"),
    [
        ("?start=2026-03-02&end=2026-03-01", "end"),
        ("?start=2024-01-01&end=2026-01-01", "start"),
        ("?start=yesterday", "start"),
        ("?end=2026-13-01", "end"),
        ("?start=0001-01-01T00:00:00%2B14:00", "start"),
    ],
)
def test_a_range_that_makes_no_sense_is_refused(agent: Api, query: str, field: str) -> None:
    with untouched():
        refused = agent.get(f"/api/wallet/report{query}")

    assert (refused.status, refused.code, list(refused["fields"])) == (400, "validation_error", [field])


def test_the_number_of_queries_does_not_grow_with_the_work(django_assert_num_queries: Any) -> None:
    agent = given_funded_agent(100_000)
    given_released(agent=agent)
    agent.get("/api/wallet/report")
    with django_assert_num_queries(8):
        report(agent)
    for _ in range(3):
        given_released(agent=agent)

    with django_assert_num_queries(8):
        assert len(report(agent)["byHuman"]) == 4


def given_groups(agent: Api, number: int) -> list[tuple[str, str]]:
    """As many bounties and people, each paid once: (bounty, person)."""
    seats = [given_released(agent=agent) for _ in range(number)]
    return [(seat.bounty.public_id, seat.worker.account.public_profile_id) for seat in seats]


def test_the_groups_come_in_parts_and_the_totals_whole() -> None:
    agent = given_funded_agent(100_000)
    given = given_groups(agent, 3)
    whole = agent.get("/api/wallet/report")["report"]
    assert (whole["hasMore"], whole["nextCursor"]) == (False, None)

    first = agent.get("/api/wallet/report?limit=2")["report"]
    clock.freeze(clock.now() + timedelta(hours=1))
    given_released(agent=agent)  # after the range of the first part, which the cursor holds
    second = agent.get(f"/api/wallet/report?limit=2&cursor={first['nextCursor']}")["report"]

    assert (first["hasMore"], second["hasMore"], second["nextCursor"]) == (True, False, None)
    for group in ("byBounty", "byHuman"):
        parts = [first[group], second[group]]
        assert [len(part) for part in parts] == [2, 1]
        assert parts[0] + parts[1] == whole[group]
    assert {row["bountyId"] for row in whole["byBounty"]} == {bounty for bounty, _ in given}
    assert {row["humanId"] for row in whole["byHuman"]} == {person for _, person in given}
    assert first["rangeEnd"] == second["rangeEnd"]
    for part in (first, second):
        assert part["totals"]["settled"] == whole["totals"]["settled"] == 1_500
        assert part["byCategory"] == whole["byCategory"]


@pytest.mark.parametrize(
    "query", ["limit=0", "limit=501", "limit=x", "cursor=x", "cursor={other}", "start=2026-01-02&cursor={own}"]
)
def test_a_wrong_part_is_refused(query: str) -> None:
    agent, other_agent = given_funded_agent(), given_funded_agent()
    for one in (agent, other_agent):
        given_groups(one, 2)
    own, other = (one.get("/api/wallet/report?limit=1")["report"]["nextCursor"] for one in (agent, other_agent))

    with untouched():
        answer = agent.get("/api/wallet/report?" + query.format(own=own, other=other))

    assert (answer.status, answer["error_code"]) == (
        400,
        "invalid_limit" if query.startswith("limit") else "invalid_cursor",
    )
