"""Whom the desk's report credits: who decided a case, whoever it was assigned to; the second person apart; else nobody."""

from datetime import timedelta

import pytest

from bounties.services import staff_cases
from escrow.models import Case, DisputePolicy
from escrow.selectors import desk_reports as reads
from escrow.services import decisions, disputes
from marketplace.core import clock
from marketplace.core.actor import Actor
from marketplace.core.transactions import unit
from tests.api import Api
from tests.bounties.test_contested_limits import given_contested
from tests.escrow.test_decisions import given_dispute, given_staff
from tests.escrow.test_desk_report import rows_of
from tests.factories.appeals import given_appeal, given_second_decision
from tests.factories.decisions import given_decision
from tests.factories.market import Seat, acting, given_funded_agent

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("sound_books")]
NOBODY = "nobody of the staff"


def given_assigned(to: Actor) -> Seat:
    """A contested seat whose case this person has."""
    seat = given_contested(agent=given_funded_agent(590))
    Case.objects.filter(kind="contest", escrow_id=seat.escrow.pk).update(assignee=to.me, assigned_at=clock.now())
    return seat


def people() -> dict[str, tuple[int, int]]:
    """By name: cases decided, and approved as the second person."""
    found = reads.read(clock.now() - timedelta(days=1), clock.now() + timedelta(days=1)).tables["person"]
    return {line.name: (line.cases, line.approved) for line in found}


def outcomes() -> dict[str, int]:
    found = reads.read(clock.now() - timedelta(days=1), clock.now() + timedelta(days=1)).tables["outcome"]
    return {line.name: line.cases for line in found}


@pytest.mark.parametrize(("pays", "outcome"), [(True, "release"), (False, "refund")])
def test_a_contested_seat_counts_for_who_decided_it(pays: bool, outcome: str) -> None:
    had, decided = given_staff(), given_staff()
    seat = given_assigned(had)
    verb = staff_cases.release if pays else staff_cases.take_back

    unit(lambda: verb(decided, seat.application.pk, reason="It is the shelf."))

    assert people() == {decided.me.display_name: (1, 0)} and outcomes() == {outcome: 1}


def test_more_time_for_a_contested_seat_counts_for_who_gave_it() -> None:
    had, gave = given_staff(), given_staff()
    seat = given_assigned(had)

    unit(lambda: staff_cases.give_time(gave, seat.application.pk, hours=5, reason="Once more."))

    assert people() == {gave.me.display_name: (1, 0)} and outcomes() == {"more_time": 1}


@pytest.mark.parametrize("kind", ["dispute", "contest"])
def test_what_was_approved_counts_for_its_proposer_and_apart_for_the_second(kind: str) -> None:
    DisputePolicy.objects.update(approval_above_cents=0)
    had, proposed, second = given_staff(), given_staff(), given_staff()
    if kind == "dispute":
        _, dispute = given_dispute()
        Case.objects.filter(dispute=dispute).update(assignee=had.me, assigned_at=clock.now())
        decision = given_decision(proposed, dispute.pk, worker_cents=250)
    else:
        seat = given_assigned(had)
        made = unit(lambda: staff_cases.release(proposed, seat.application.pk, reason="It is the shelf."))
        assert made is not None
        decision = made
    assert people() == {}, "nothing is decided yet"

    unit(lambda: decisions.approve(second, decision.pk))

    assert people() == {proposed.me.display_name: (1, 0), second.me.display_name: (0, 1)}


def test_who_decides_and_approves_has_both_in_one_line() -> None:
    DisputePolicy.objects.update(approval_above_cents=0)
    ana, ben = given_staff(), given_staff()
    for first, second in ((ana, ben), (ben, ana)):
        _, dispute = given_dispute(agent=given_funded_agent(590))
        decision = given_decision(first, dispute.pk, worker_cents=250)
        unit(lambda second=second, key=decision.pk: decisions.approve(second, key))  # type: ignore[misc]

    assert people() == {ana.me.display_name: (1, 1), ben.me.display_name: (1, 1)}


@pytest.mark.parametrize("how", ["withdrawn", "new evidence", "released by the owner"])
def test_what_ended_without_staff_is_nobody_s_even_when_somebody_had_it(how: str) -> None:
    had = given_staff()
    if how == "withdrawn":
        seat, dispute = given_dispute()
        Case.objects.filter(dispute=dispute).update(assignee=had.me, assigned_at=clock.now())
        unit(lambda: disputes.withdraw(acting(seat.agent), dispute.public_id))
    else:
        seat = given_assigned(had)
        if how == "new evidence":
            path = f"/api/bounties/{seat.bounty.public_id}/submissions"
            assert seat.worker.post(path, {"textEvidence": "Here it is."}).status == 200
        else:
            path = f"/api/escrow/{seat.escrow.public_id}/release"
            assert seat.agent.post(path, {"acknowledgeRelease": True}).status == 200

    assert people() == {NOBODY: (1, 0)}


def test_an_appeal_counts_for_who_decided_it_apart_from_the_case(operator: Api) -> None:
    _, dispute = given_appeal(250, "agent")
    first, again = dispute.decisions.get().proposer, given_staff()

    given_second_decision(dispute, 250, again)

    found = reads.read(clock.now() - timedelta(days=1), clock.now() + timedelta(days=1)).tables["person"]
    assert {line.name: (line.cases, line.appeals) for line in found} == {
        first.display_name: (1, 0),
        again.me.display_name: (0, 1),
    }
    days = {"from": f"{clock.now():%Y-%m-%d}", "to": f"{clock.now():%Y-%m-%d}"}
    assert sorted(row["appeals_decided"] for row in rows_of(operator, "person", **days)) == ["0", "1"]


def test_the_file_of_the_people_has_what_they_approved(support: Api, operator: Api) -> None:
    DisputePolicy.objects.update(approval_above_cents=0)
    _, dispute = given_dispute()
    decision = given_decision(given_staff(), dispute.pk, worker_cents=250)
    unit(lambda: decisions.approve(Actor.staff(support.account), decision.pk))
    days = {"from": f"{clock.now():%Y-%m-%d}", "to": f"{clock.now():%Y-%m-%d}"}

    [mine] = rows_of(support, "person", **days)
    every = rows_of(operator, "person", **days)

    assert (mine["name"], mine["cases"], mine["approved_as_second"]) == (support.account.display_name, "0", "1")
    assert [row["approved_as_second"] for row in every] == ["0", "1"]
    assert "approved_as_second" not in rows_of(operator, "outcome", **days)[0]
