"""Killed at any line: each money verb dies before its k-th statement, is tried again, and ends as if nothing had been."""

from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection

from bounties.models import Application
from bounties.services import hiring, timers
from marketplace.core import clock
from tests.api import Answer, Api
from tests.factories.accounts import given_worker
from tests.factories.hiring import PERSONAL, RENT, given_hired_by_name, rental
from tests.factories.market import (
    given_application,
    given_bounty,
    given_confirmed,
    given_delivered,
    given_funded_agent,
    given_hired,
)
from wallet.models import Checkout
from wallet.ports import audits
from wallet.services import checkouts

pytestmark = pytest.mark.django_db(transaction=True)
TASK = {"title": "T", "description": "D", "price": 5, "estimatedHours": 1}
CARD = b"cc-name=A&cc-number=4242424242424242&cc-exp=12%2F40&cc-csc=123&action=pay"
KEY = "the same key"


class Killed(BaseException):
    """Nobody catches it on the way out, as nobody survives a kill."""


def post_bounty() -> Callable[[], Any]:
    agent = given_funded_agent()
    return lambda: agent.post("/api/bounties", TASK, Idempotency_Key=KEY)


def accept() -> Callable[[], Any]:
    agent = given_funded_agent()
    bounty = given_bounty(agent)
    path = f"/api/bounties/{bounty.public_id}/applications/{given_application(bounty)[1].public_id}"
    return lambda: agent.patch(path, {"action": "accept"}, Idempotency_Key=KEY)


def release() -> Callable[[], Any]:
    seat = given_delivered()
    path = f"/api/escrow/{seat.escrow.public_id}/release"
    return lambda: seat.agent.post(path, {"acknowledgeRelease": True}, Idempotency_Key=KEY)


def cancel_seat() -> Callable[[], Any]:
    seat = given_confirmed()
    return lambda: seat.agent.post(f"/api/escrow/{seat.escrow.public_id}/cancel", Idempotency_Key=KEY)


def cancel_bounty() -> Callable[[], Any]:
    agent = given_funded_agent()
    bounty = given_bounty(agent)
    given_application(bounty)
    return lambda: agent.delete(
        f"/api/bounties/{bounty.public_id}", {"reason": "applicants_not_fit"}, Idempotency_Key=KEY
    )


def unconfirmed_seat() -> Callable[[], Any]:
    given_hired()
    Application.objects.update(confirm_by=clock.now())
    return timers.release_unconfirmed


def pay_for_a_bounty() -> Callable[[], Any]:
    agent = given_funded_agent(100)
    agent.post("/api/bounties", TASK)
    page = f"/checkout/{Checkout.objects.get(purpose='bounty').public_id}"
    form = {"Content-Type": "application/x-www-form-urlencoded"}

    def pay() -> Any:
        answer = Api().call("POST", page, raw=CARD, **form)
        checkouts.settle_pending()  # what beat does a minute later, when the payer's request died in between
        return answer

    return pay


def rent() -> Callable[[], Any]:
    agent, worker = given_funded_agent(), given_worker()
    return lambda: agent.post(RENT, rental(worker), Idempotency_Key=KEY)


def settle_personal() -> Callable[[], Any]:
    agent, worker = given_funded_agent(), given_worker()
    made = given_hired_by_name(agent, worker, PERSONAL, confirmed=True)
    worker.post(f"/api/bounties/{made['bountyId']}/submissions", {"textEvidence": "Done."})
    Application.objects.update(complete_by=clock.now())
    return hiring.settle_personal


VERBS = [
    *(post_bounty, accept, release, cancel_seat, cancel_bounty, unconfirmed_seat, pay_for_a_bounty),
    *(rent, settle_personal),
]


def run(verb: Callable[[], Any], *, die_before: int | None = None) -> int:
    """Run the verb, counting its statements; before statement `die_before` the connection is gone and so are we."""
    seen = 0

    def count(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        nonlocal seen
        seen += 1
        if seen == die_before:
            context["connection"].connection.close()
            raise Killed
        return execute(sql, params, many, context)

    with connection.execute_wrapper(count):
        try:
            answer = verb()
        except Killed:
            connection.close()
            connection.needs_rollback = False
            connection.in_atomic_block = False
            connection.savepoint_ids.clear()
            connection.atomic_blocks.clear()
            return seen
    if die_before is None and isinstance(answer, Answer):
        assert answer.status in (200, 302, 409), answer.body  # 409: the page was paid by the run that died
    return seen


def picture() -> dict[str, Any]:
    """Everything that matters, without ids and times."""
    with connection.cursor() as cursor:
        out = {}
        for name, query in {
            "accounts": "select kind, balance from ledger_account where balance is not null order by 1, 2",
            "transactions": "select kind, count(*) from ledger_transaction group by 1 order by 1",
            "moves": "select cents, count(*) from ledger_move group by 1 order by 1",
            "bounties": "select status, spots_filled, spots_available from bounties_bounty order by 1",
            "applications": "select status from bounties_application order by 1",
            "escrows": "select kind, status, refunded_to from escrow_escrow order by 1, 2",
            "submissions": "select status from bounties_submission order by 1",
            "checkouts": "select purpose, status, outcome from wallet_checkout order by 1, 2, 3",
            "facts": "select type, count(*) from webhooks_event group by 1 order by 1",
            "keys": "select operation, status from marketplace_idempotencyrecord order by 1",
        }.items():
            cursor.execute(query)
            out[name] = cursor.fetchall()
    return out


@pytest.mark.parametrize("given", VERBS, ids=lambda verb: verb.__name__)
def test_a_verb_killed_at_any_statement_ends_like_an_undisturbed_one(
    given: Callable[[], Callable[[], Any]], house_accounts: None, django_db_blocker: Any, request: pytest.FixtureRequest
) -> None:
    # given an undisturbed run
    statements = run(given())
    undisturbed = picture()

    for k in range(1, statements + 1):
        # when the same verb dies before its k-th statement, and the caller tries again
        empty_database()
        verb = given()
        run(verb, die_before=k)
        run(verb)

        # then everything is as if it had not died
        assert picture() == undisturbed, f"died before statement {k} of {statements}"
        assert [row for audit in audits.all() for row in audit()] == [], f"died before statement {k}"


def empty_database() -> None:
    """Between two runs of one test: what pytest-django does between two tests."""
    from django.core.management import call_command

    from wallet.ledger import HOUSE

    call_command("flush", verbosity=0, interactive=False, reset_sequences=False, inhibit_post_migrate=True)
    with connection.cursor() as cursor:
        cursor.execute(
            "insert into ledger_account (code) select unnest(%s::text[]) on conflict do nothing", [list(HOUSE)]
        )
