"""The orders of the owner's list of applications: whole, each on its index, and at one price for any number of rows."""

from collections.abc import Callable

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from bounties.models import Application, Bounty
from marketplace.models import Account
from tests.api import Api
from tests.bounties.test_applicants import listed
from tests.factories.accounts import given_worker
from tests.factories.market import (
    Seat,
    given_application,
    given_bounty,
    given_completed,
    given_delivered,
    given_funded_agent,
    given_hired,
    given_released,
)

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("sound_books")]


@pytest.mark.parametrize("given", [given_hired, given_delivered, given_completed, given_released])
def test_five_hired_seats_cost_as_many_queries_as_one(given: Callable[..., Seat]) -> None:
    counts = []
    for rows in (1, 5):
        agent = given_funded_agent()
        bounty = given_bounty(agent, spots_available=rows, evidence_types=["text"])
        for _ in range(rows):
            given(agent=agent, bounty=bounty)
            bounty.refresh_from_db()
        listed(agent, bounty)
        with CaptureQueriesContext(connection) as seen:
            found = listed(agent, bounty)
        counts.append(len(seen))
        assert [row["jobOverview"] is None for row in found] == [False] * rows

    assert counts[0] == counts[1], [query["sql"][:200] for query in seen.captured_queries]


def given_mixed(agent: Api) -> tuple[Bounty, list[Application]]:
    """Six applications, oldest first: pending, accepted, rejected, pending, accepted, withdrawn."""
    bounty = given_bounty(agent, spots_available=3)
    made = [given_application(bounty) for _ in range(6)]
    base = f"/api/bounties/{bounty.public_id}/applications"
    actions = [(agent, "accept", 1), (agent, "reject", 2), (agent, "accept", 4), (made[5][0], "withdraw", 5)]
    for caller, action, place in actions:
        answer = caller.patch(f"{base}/{made[place][1].public_id}", {"action": action})
        assert answer.status == 200, answer.body
    return bounty, [application for _, application in made]


ORDERS = {"": [5, 4, 3, 2, 1, 0], "sort=newest": [5, 4, 3, 2, 1, 0], "sort=oldest": [0, 1, 2, 3, 4, 5],
          "sort=recommended": [4, 1, 5, 3, 0, 2], "sort=recommended&status=pending": [3, 0],
          "sort=recommended&status=accepted": [4, 1], "sort=oldest&status=accepted": [1, 4], "status=rejected": [2],
          "status=withdrawn": [5], "status=expired": []}  # fmt: skip


def test_each_order_is_walked_without_a_gap() -> None:
    agent = given_funded_agent()
    bounty, made = given_mixed(agent)
    for query, places in ORDERS.items():
        expected = [made[place].public_id for place in places]
        assert [row["id"] for row in listed(agent, bounty, f"?{query}")] == expected
        for limit in (1, 2, 4):
            assert walked(agent, bounty, f"limit={limit}&{query}") == expected, (query, limit)


def walked(agent: Api, bounty: Bounty, query: str) -> list[str]:
    path, seen, cursor = f"/api/bounties/{bounty.public_id}/applications?{query}", [], ""
    while True:
        answer = agent.get(path + (f"&cursor={cursor}" if cursor else ""))
        seen += [row["id"] for row in answer["applications"]]
        if not answer["hasMore"]:
            return seen
        cursor = answer["nextCursor"]


def test_a_cursor_fits_one_order_one_status_and_one_bounty() -> None:
    agent = given_funded_agent()
    bounty, _ = given_mixed(agent)
    other, _ = given_mixed(agent)
    path = f"/api/bounties/{bounty.public_id}/applications?limit=1"
    cursor = agent.get(path)["nextCursor"]

    assert agent.get(f"{path}&sort=newest&cursor={cursor}").status == 200, "newest is the default"
    for wrong in (
        f"{path}&sort=oldest",
        f"{path}&sort=recommended",
        f"{path}&status=accepted",
        f"{path}&status=accepted&sort=recommended",
        f"/api/bounties/{other.public_id}/applications?limit=1",
    ):
        answer = agent.get(f"{wrong}&cursor={cursor}")
        assert (answer.status, answer.code) == (400, "invalid_cursor"), wrong


def test_the_rank_follows_every_change_of_the_status() -> None:
    agent = given_funded_agent()
    bounty, made = given_mixed(agent)
    base = f"/api/bounties/{bounty.public_id}/applications"
    for place, verb, body in (
        (2, "patch", {"action": "unreject"}),
        (4, "expire", {}),
        (0, "patch", {"action": "accept"}),
        (3, "patch", {"action": "reject"}),
    ):
        path = f"{base}/{made[place].public_id}"
        answer = agent.patch(path, body) if verb == "patch" else agent.post(f"{path}/{verb}", body)
        assert answer.status == 200, answer.body

    order = [row["id"] for row in listed(agent, bounty, "?sort=recommended")]

    assert order == [made[place].public_id for place in (1, 0, 5, 4, 2, 3)]


def test_a_page_goes_on_where_it_was_though_rows_move_and_new_ones_come() -> None:
    agent = given_funded_agent()
    bounty, made = given_mixed(agent)
    path = f"/api/bounties/{bounty.public_id}/applications?sort=recommended&limit=3"
    first = agent.get(path)
    assert [row["id"] for row in first["applications"]] == [made[place].public_id for place in (4, 1, 5)]

    # One that was not seen yet is accepted and moves in front of the cursor; a new one comes; a seen one stays behind.
    base = f"/api/bounties/{bounty.public_id}/applications"
    assert agent.patch(f"{base}/{made[3].public_id}", {"action": "reject"}).status == 200
    worker = given_worker()
    Application.objects.create(bounty=bounty, human=worker.account)

    second = agent.get(f"{path}&cursor={first['nextCursor']}")

    assert [row["id"] for row in second["applications"]] == [made[place].public_id for place in (0, 3, 2)]
    assert second["hasMore"] is False


@pytest.mark.parametrize(
    ("query", "index"),
    [
        ("", "application_newest"),
        ("?sort=oldest", "application_newest"),
        ("?sort=recommended", "application_recommended"),
        ("?status=pending", "application_of_bounty"),
        ("?sort=recommended&status=pending", "application_of_bounty"),
    ],
)
def test_each_order_walks_its_index(query: str, index: str) -> None:
    agent = given_funded_agent()
    (bounty, _), others = given_mixed(agent), [given_bounty(agent) for _ in range(9)]
    people = Account.objects.bulk_create(Account(email=f"applicant{n}@example.com") for n in range(200))
    Application.objects.bulk_create(
        Application(bounty=where, human=person, status="pending" if n % 10 == 0 else "rejected")
        for n, person in enumerate(people)
        for where in (bounty, *others)
    )
    with CaptureQueriesContext(connection) as seen:
        listed(agent, bounty, query)
    [sql] = [
        q["sql"]
        for q in seen.captured_queries
        if "ORDER BY" in q["sql"] and '"bounties_application"."rank"' in q["sql"]
    ]

    with connection.cursor() as cursor:
        cursor.execute("analyze bounties_application")
        # So few rows fit one walk of any kind; with many, reading in order is what is left.
        cursor.execute("set local enable_seqscan = off; set local enable_sort = off; set local enable_bitmapscan = off")
        cursor.execute("set local random_page_cost = 1")
        cursor.execute("explain " + sql)
        plan = "\n".join(row[0] for row in cursor.fetchall())

    assert f"using {index} " in plan or f"Backward using {index} " in plan, plan
    assert "Sort" not in plan, plan
