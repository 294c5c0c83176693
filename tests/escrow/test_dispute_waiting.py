"""Which disputes wait for a party, for what and until when: read in one statement, whatever there is."""

from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from escrow.models import Case, CaseOffer, CaseRequest
from escrow.selectors.dispute_turns import waiting_for
from marketplace.core import clock
from tests.api import Api
from tests.factories.accounts import given_worker
from tests.factories.desks import given_case, given_staff_member
from tests.factories.market import Seat, given_delivered, given_funded_agent

pytestmark = pytest.mark.django_db
HOUR = timedelta(hours=1)


def given_answered() -> tuple[Seat, Case]:
    """Nothing waits for anybody but staff."""
    seat, case = given_case()
    Case.objects.filter(pk=case.pk).update(stage="decision")
    return seat, case


def asked(case: Case, of: Api, **columns: Any) -> CaseRequest:
    values = {"items": ["A photo"], "due_at": clock.now() + 5 * HOUR} | columns
    return CaseRequest.objects.create(case=case, asked=of.account, made_by=given_staff_member().account, **values)


def offered(seat: Seat, by: Api, case: Case) -> CaseOffer:
    path = f"/api/disputes/{case.dispute_public_id}/offers"
    assert by.post(path, {"workerCents": 100}).status == 200
    return CaseOffer.objects.get(case=case, made_by=by.account, state="open")


def told(who: Api, **sides: bool) -> list[tuple[str, str]]:
    return [(one.what, one.dispute_id) for one in waiting_for(who.account.pk, **sides)]


def test_an_objection_waits_for_the_worker_until_its_end() -> None:
    seat, case = given_case()

    assert told(seat.worker) == [("answer", case.dispute_public_id)]
    assert (told(seat.agent), told(seat.worker, as_worker=False)) == ([], [])
    Case.objects.filter(pk=case.pk).update(due_at=clock.now())
    assert told(seat.worker) == []


@pytest.mark.parametrize("side", ["agent", "worker"])
def test_what_staff_ask_waits_for_who_is_asked(side: str) -> None:
    seat, case = given_answered()
    mine, other = (seat.agent, seat.worker) if side == "agent" else (seat.worker, seat.agent)
    row = asked(case, mine)

    [one] = waiting_for(mine.account.pk)
    assert (one.what, one.due_at, one.title) == ("asked", row.due_at, case.title)
    assert told(other) == []
    for gone in (
        {"state": "answered", "ended_at": clock.now()},
        {"state": "open", "ended_at": None, "due_at": clock.now()},
    ):
        CaseRequest.objects.filter(pk=row.pk).update(**gone)
        assert told(mine) == [], gone


def test_an_offer_waits_for_the_other_side_alone() -> None:
    seat, case = given_answered()
    row = offered(seat, seat.worker, case)

    assert told(seat.agent) == [("offer", case.dispute_public_id)] == told(seat.agent, as_worker=False)
    assert (told(seat.worker), told(seat.agent, as_funder=False)) == ([], [])
    CaseOffer.objects.filter(pk=row.pk).update(state="declined", ended_at=clock.now())
    assert told(seat.agent) == []


def test_of_several_in_one_dispute_what_is_due_first_is_named_and_a_dispute_stands_once() -> None:
    seat, case = given_answered()
    offered(seat, seat.worker, case)
    asked(case, seat.agent, due_at=clock.now() + 9 * HOUR)
    first = asked(case, seat.agent, due_at=clock.now() + 2 * HOUR)

    [one] = waiting_for(seat.agent.account.pk)
    assert (one.what, one.due_at) == ("asked", first.due_at)


def test_what_is_over_waits_for_nobody() -> None:
    seat, case = given_case()
    asked(case, seat.agent)
    Case.objects.filter(pk=case.pk).update(stage="closed", closed_at=clock.now(), due_at=None)

    assert told(seat.agent) == told(seat.worker) == []


def test_all_of_them_are_read_in_one_statement_due_first() -> None:
    agent, worker = given_funded_agent(590 * 4), given_worker()
    due = []
    for number in range(4):
        _, case = given_case(given_delivered(agent=agent, worker=worker))
        Case.objects.filter(pk=case.pk).update(stage="decision")
        asked(case, worker, due_at=clock.now() + (9 - number) * HOUR)
        due.append(("asked", case.dispute_public_id))

    with CaptureQueriesContext(connection) as captured:
        found = told(worker)

    assert (found, len(captured)) == (due[::-1], 1)
