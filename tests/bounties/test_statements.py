"""What a whole hire asks of the database: BEGIN and COMMIT, which are a savepoint's two statements here, and all between."""

import pytest
from allauth.usersessions.models import UserSession
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.api import Answer, Api
from tests.factories.accounts import given_worker
from tests.factories.market import given_funded_agent
from wallet.models import Controls

pytestmark = pytest.mark.django_db
# New rows that nobody reads again in their transaction go with its events (`insert_later`); so does the line of the timeline where
# no money moves.
MOST = {"post": 12, "apply": 10, "accept": 11, "confirm": 7, "submit": 9, "approve": 11, "release": 15}
TASK = {
    "title": "Photograph a shop front",
    "description": "One sharp photo with the opening hours readable.",
    "price": 5,
    "estimatedHours": 0.5,
    "autoAccept": False,
}


def hire(agent: Api, worker: Api) -> dict[str, list[str]]:
    """The seven requests, and the statements of each."""
    asked: dict[str, list[str]] = {}

    def ask(step: str, caller: Api, method: str, path: str, body: object = None) -> Answer:
        with CaptureQueriesContext(connection) as seen:
            answer = caller.call(method, path, body)
        assert answer.status == 200, (step, answer.body)
        asked[step] = [query["sql"] for query in seen.captured_queries]
        return answer

    bounty = f"/api/bounties/{ask('post', agent, 'POST', '/api/bounties', TASK)['bountyId']}"
    applied = ask("apply", worker, "POST", f"{bounty}/applications", {"coverLetter": "On my way."})
    seat = f"{bounty}/applications/{applied['application']['id']}"
    escrow = ask("accept", agent, "PATCH", seat, {"action": "accept"})["escrowId"]
    ask("confirm", worker, "POST", f"{seat}/confirm")
    sent = ask("submit", worker, "POST", f"{bounty}/submissions", {"textEvidence": "Open 9 to 18."})["submission"]
    ask("approve", agent, "PATCH", f"{bounty}/submissions/{sent['id']}", {"action": "approve"})
    ask("release", agent, "POST", f"/api/escrow/{escrow}/release", {"acknowledgeRelease": True})
    return asked


def test_the_seven_requests_of_a_hire_take_no_more_statements_than_these() -> None:
    agent, worker = given_funded_agent(), given_worker()
    # As signing in leaves it; and the first hire writes down that both were active.
    UserSession.objects.create(user=worker.account, session_key=worker.headers["X-Session-Token"], ip="127.0.0.1")
    hire(agent, worker)

    asked = hire(agent, worker)

    counted = {step: len(statements) for step, statements in asked.items()}
    more = {step: "\n".join(asked[step]) for step, most in MOST.items() if counted[step] > most}
    assert not more, more
    assert sum(counted.values()) <= 75


def test_a_request_of_a_hire_reads_no_row_that_it_locks_a_second_time() -> None:
    agent, worker = given_funded_agent(), given_worker()
    Controls.objects.create(account=agent.account)  # as the first spend leaves it

    asked = hire(agent, worker)

    for step, statements in asked.items():
        locking = [sql for sql in statements if "FOR NO KEY UPDATE" in sql]
        assert len(locking) <= 1, (step, locking)
