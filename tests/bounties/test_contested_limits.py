"""Limits of staff on contested seats: above them a decision about the money is proposed, and a second person approves it."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db import IntegrityError, transaction

from bounties.models import Application
from bounties.services import staff_cases, timers
from escrow.errors import AboveYourLimit, CaseChanged, OwnDispute, PreviewExpired, SecondPersonRequired
from escrow.models import Case, CaseStage, DecisionPreview, DisputeDecision, DisputePolicy
from escrow.selectors import quality
from escrow.services import case_clocks, contested, decisions
from marketplace.core import clock
from marketplace.core.actor import Actor
from marketplace.core.errors import Problem
from marketplace.core.states import InvalidState
from marketplace.core.transactions import unit
from marketplace.models import Mail, StaffLimit
from tests.escrow.test_decisions import given_dispute
from tests.factories.decisions import given_decision
from tests.factories.desk import acting_staff, given_support
from tests.factories.market import Seat, given_delivered, untouched
from tests.factories.plays import Stage
from wallet import ledger as books
from webhooks.models import Event

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("sound_books")]
TOTAL = 590  # cents of each seat here, with the fee


def given_contested(**fields: Any) -> Seat:
    """Delivered, rejected, contested."""
    seat = given_delivered(**fields)
    pending = seat.application.submissions.get(status="pending_review")
    path = f"/api/bounties/{seat.bounty.public_id}/submissions/{pending.public_id}"
    assert seat.agent.patch(path, {"action": "reject", "response": "Not the shelf."}).status == 200
    contest = seat.worker.post(f"/api/work/{seat.application.public_id}/contest", {"reason": "It is the shelf."})
    assert contest.status == 200
    return seat.fresh()


def given_staff(**limits: int | None) -> Actor:
    who = acting_staff(given_support())
    if limits:
        StaffLimit.objects.create(person=who.me, **limits)
    return who


def pay(who: Actor, seat: Seat, *, pays: bool = True) -> DisputeDecision:
    decide = staff_cases.release if pays else staff_cases.take_back
    made = unit(lambda: decide(who, seat.application.pk, reason="It is the shelf."))
    assert made is not None
    return made


def given_proposed(*, pays: bool = True) -> tuple[Seat, DisputeDecision]:
    seat = given_contested()
    return seat, pay(given_staff(case_cents=TOTAL - 1), seat, pays=pays)


def earned(seat: Seat) -> int:
    return books.balance(books.earnings(seat.worker.account.pk))


def case_of(seat: Seat) -> Case:
    return Case.objects.filter(escrow_id=seat.escrow.pk, kind="contest").latest("id")


# ------------------------------------------------------------------ what somebody decides alone


@pytest.mark.parametrize("pays", [True, False])
@pytest.mark.parametrize(
    ("limits", "state"), [({"case_cents": TOTAL}, "final"), ({"case_cents": TOTAL - 1}, "proposed")]
)
def test_the_limit_of_a_case_bounds_paying_and_ending(limits: dict[str, int], state: str, pays: bool) -> None:
    seat = given_contested()

    made = pay(given_staff(**limits), seat, pays=pays)

    seat.fresh()
    ended = "released" if pays else "refunded"
    assert (made.state, seat.escrow.status) == (state, ended if state == "final" else "locked")
    assert earned(seat) == (500 if pays and state == "final" else 0)
    assert case_of(seat).stage == ("closed" if state == "final" else "approval")


@pytest.mark.parametrize(
    ("day", "states"), [(3 * TOTAL, ["final", "final", "final"]), (3 * TOTAL - 1, ["final", "final", "proposed"])]
)
def test_the_sum_of_a_day_counts_disputes_and_contested_seats_together(day: int, states: list[str]) -> None:
    staff = given_staff(day_cents=day)

    found = [
        pay(staff, given_contested()).state,
        given_decision(staff, given_dispute()[1].pk, worker_cents=250).state,
        pay(staff, given_contested(), pays=False).state,
    ]

    assert found == states


def test_a_dispute_after_contested_seats_is_bounded_by_the_same_sum() -> None:
    staff = given_staff(day_cents=2 * TOTAL - 1)
    assert pay(staff, given_contested()).state == "final"

    assert given_decision(staff, given_dispute()[1].pk, worker_cents=250).state == "proposed"


def test_a_day_later_the_sum_begins_anew(at: Any) -> None:
    staff = given_staff(day_cents=TOTAL)
    assert pay(staff, given_contested()).state == "final"
    at((clock.now() + timedelta(hours=24, seconds=1)).isoformat())

    assert pay(staff, given_contested()).state == "final"


def test_what_a_second_person_approved_is_not_counted() -> None:
    staff, second = given_staff(case_cents=TOTAL, day_cents=TOTAL - 1), given_staff()
    proposed = pay(staff, given_contested())
    unit(lambda: decisions.approve(second, proposed.pk))
    StaffLimit.objects.update(day_cents=TOTAL)

    assert pay(staff, given_contested()).state == "final"


def test_above_the_dispute_policy_two_people_decide_contested_seats_too() -> None:
    DisputePolicy.objects.update(approval_above_cents=TOTAL - 1)

    assert pay(given_staff(), given_contested()).state == "proposed"


def test_more_time_moves_no_money_and_has_no_limit() -> None:
    seat, staff = given_contested(), given_staff(case_cents=0, day_cents=0)

    unit(lambda: staff_cases.give_time(staff, seat.application.pk, hours=12, reason="Once more."))

    assert not seat.fresh().application.is_case
    assert not DisputeDecision.objects.exists()
    assert staff.id in quality.hands(case_of(seat)), "so that they don't score it"


# ------------------------------------------------------------------ the second person


@pytest.mark.parametrize("pays", [True, False])
def test_a_second_person_approves_and_it_is_done_as_it_was_proposed(pays: bool, new_events: Any) -> None:
    seat, proposed = given_proposed(pays=pays)
    Mail.objects.all().delete()
    new_events.clear()
    second = given_staff()

    made = unit(lambda: decisions.approve(second, proposed.pk))

    seat.fresh()
    assert (made.state, made.second, made.proposer) == ("final", second.me, proposed.proposer)
    assert (seat.escrow.status, earned(seat)) == (("released", 500) if pays else ("refunded", 0))
    assert (case_of(seat).stage, seat.application.needs_staff_at) == ("closed", None)
    told = Mail.objects.filter(subject__startswith="Decided by our staff")
    assert {mail.to for mail in told} == {seat.agent.account.email, seat.worker.account.email}
    assert seat.application.contests.get().decision == "It is the shelf."


def test_a_proposal_moves_nothing_and_tells_nobody(new_events: Any) -> None:
    seat, staff = given_contested(), given_staff(case_cents=0)
    new_events.clear()

    with untouched(besides=(Case, CaseStage, DecisionPreview, DisputeDecision, Event)):
        pay(staff, seat)

    assert new_events() == []
    (noted,) = Event.objects.filter(subject_id=case_of(seat).pk, type="case.proposed")
    assert (noted.public, noted.data["workerCents"], noted.note) == (False, 500, "It is the shelf.")


def test_nobody_approves_what_they_proposed() -> None:
    _, proposed = given_proposed()

    with untouched(), pytest.raises(SecondPersonRequired):
        unit(lambda: decisions.approve(Actor.staff(proposed.proposer), proposed.pk))


@pytest.mark.parametrize("limits", [{"case_cents": TOTAL - 1}, {"day_cents": TOTAL - 1}])
def test_nobody_approves_above_their_own_limit(limits: dict[str, int]) -> None:
    _, proposed = given_proposed()
    second = given_staff(**limits)

    with untouched(), pytest.raises(AboveYourLimit):
        unit(lambda: decisions.approve(second, proposed.pk))


def test_of_disputes_nobody_approves_above_their_own_limit_either() -> None:
    proposed = given_decision(given_staff(case_cents=0), given_dispute()[1].pk, worker_cents=250)
    second = given_staff(case_cents=TOTAL - 1)

    with untouched(), pytest.raises(AboveYourLimit):
        unit(lambda: decisions.approve(second, proposed.pk))


@pytest.mark.parametrize("act", ["decide", "give_time", "approve", "send_back"])
def test_a_party_on_the_staff_has_no_part_in_it(act: str) -> None:
    seat = given_contested()
    party = Actor.staff(seat.agent.account)
    key = case_of(seat).pk
    if act == "decide":
        with untouched(), pytest.raises(OwnDispute):
            unit(lambda: staff_cases.release(party, seat.application.pk, reason="Mine."))
        return
    if act == "give_time":
        with untouched(), pytest.raises(OwnDispute):
            unit(lambda: staff_cases.give_time(party, seat.application.pk, hours=5, reason="Mine."))
        return
    proposed = pay(given_staff(case_cents=0), seat)
    perform = {
        "approve": lambda: decisions.approve(party, proposed.pk),
        "send_back": lambda: contested.send_back(party, key, reason="Mine."),
    }[act]
    with untouched(), pytest.raises(OwnDispute):
        unit(perform)


# ------------------------------------------------------------------ sealed to what was read


def a_message(seat: Seat) -> None:
    path = f"/api/conversations/{seat.application.conversation.public_id}/messages"
    assert seat.agent.post(path, {"content": "Wait."}).status == 200


def another_policy(seat: Seat) -> None:
    DisputePolicy.objects.update(approval_above_cents=12_345)


@pytest.mark.parametrize(
    ("comes", "words"),
    [
        (a_message, "the funder wrote a message"),
        (another_policy, "the amount above which two people decide has changed"),
    ],
)
def test_what_comes_before_the_approval_makes_it_void(comes: Callable[[Seat], None], words: str) -> None:
    seat, proposed = given_proposed()
    first, second = Actor.staff(proposed.proposer), given_staff()
    comes(seat)

    with untouched(), pytest.raises(CaseChanged, match=words):
        unit(lambda: decisions.approve(second, proposed.pk))

    unit(lambda: contested.send_back(second, case_of(seat).pk, reason="Something came."))
    again = pay(first, seat)
    assert unit(lambda: decisions.approve(second, again.pk)).state == "final"
    assert earned(seat) == 500


def test_new_evidence_ends_the_case_and_its_proposal() -> None:
    seat, proposed = given_proposed(pays=False)
    sent = seat.worker.post(f"/api/bounties/{seat.bounty.public_id}/submissions", {"textEvidence": "Sharper."})
    assert sent.status == 200

    with untouched(), pytest.raises(InvalidState):
        unit(lambda: decisions.approve(given_staff(), proposed.pk))

    proposed.refresh_from_db()
    assert (proposed.state, case_of(seat).stage) == ("sent_back", "closed")


def test_the_owner_s_release_ends_the_proposal_and_pays_once() -> None:
    seat, proposed = given_proposed(pays=False)
    released = seat.agent.post(f"/api/escrow/{seat.escrow.public_id}/release", {"acknowledgeRelease": True})
    assert released.status == 200, released.body

    with untouched(), pytest.raises(InvalidState):
        unit(lambda: decisions.approve(given_staff(), proposed.pk))

    assert earned(seat) == 500


@pytest.mark.parametrize("by_clock", [True, False])
def test_a_proposal_that_nobody_approves_in_a_day_goes_back(by_clock: bool, at: Any) -> None:
    seat, proposed = given_proposed()
    second = given_staff()
    at((clock.now() + timedelta(hours=24)).isoformat())
    if not by_clock:
        with untouched(), pytest.raises(PreviewExpired):
            unit(lambda: decisions.approve(second, proposed.pk))
        return

    assert case_clocks.run_clocks() == 1
    assert case_clocks.run_clocks() == 0

    proposed.refresh_from_db()
    case = case_of(seat)
    assert (proposed.state, case.stage, case.with_lead_at) == ("sent_back", "decision", clock.now())
    assert (earned(seat), seat.fresh().application.is_case) == (0, True)
    with untouched(), pytest.raises(InvalidState):
        unit(lambda: decisions.approve(second, proposed.pk))


@pytest.mark.parametrize("verb", ["release", "take_back", "give_time"])
def test_while_one_is_proposed_nobody_decides_otherwise(verb: str) -> None:
    seat, _ = given_proposed()
    values = {"hours": 5} if verb == "give_time" else {}
    free = given_staff()

    with untouched(), pytest.raises(InvalidState, match="proposed first"):
        unit(lambda: getattr(staff_cases, verb)(free, seat.application.pk, reason="x", **values))


def test_no_clock_ends_the_seat_while_a_decision_waits(at: Any) -> None:
    seat, _ = given_proposed()
    at((clock.now() + timedelta(hours=23)).isoformat())

    assert timers.release_overdue() == 0
    assert Application.objects.get(pk=seat.application.pk).is_case


def test_what_was_sent_back_is_open_again() -> None:
    seat, proposed = given_proposed()

    unit(lambda: contested.send_back(Actor.staff(proposed.proposer), case_of(seat).pk, reason="Not yet."))

    assert case_of(seat).stage == "decision"
    assert pay(given_staff(), seat).state == "final"
    with untouched(), pytest.raises(Problem):
        unit(lambda: contested.send_back(given_staff(), case_of(seat).pk, reason="Late."))


@pytest.mark.parametrize("change", [{"worker_cents": 1, "fee_cents": 0, "refund_cents": 589}, {"case": None}])
def test_the_database_keeps_a_decision_to_its_case_and_preview(change: dict[str, Any]) -> None:
    _, proposed = given_proposed()

    def work() -> None:
        with transaction.atomic():
            DisputeDecision.objects.filter(pk=proposed.pk).update(**change)
            transaction.get_connection().check_constraints()

    with pytest.raises(IntegrityError):
        work()


# ------------------------------------------------------------------ in the sandbox


def test_simulated_staff_approve_what_one_of_them_proposed() -> None:
    """Above the dispute policy the decision waits for a second simulated person, who follows an hour later."""
    DisputePolicy.objects.update(approval_above_cents=0)
    stage = Stage(evidence_types=["photo"])
    play = stage.play("omar")
    stage.play("staff", workerPercent=100)
    stage.pass_time(hours=1)
    stage.accept(play)
    stage.pass_time(hours=2)
    stage.judge(play, "reject")

    stage.pass_time(hours=12)

    escrow = stage.application(play).escrow
    assert escrow is not None and escrow.status == "released"
    made = DisputeDecision.objects.get(state="final")
    assert made.second is not None and made.second != made.proposer
