"""Who lost by a decision appeals once, in time; another person decides again, and every cent follows the division that holds."""

from datetime import timedelta
from typing import Any

import pytest

from escrow.models import Appeal, Case, DeskClocks, Dispute, DisputeDecision, DisputePolicy, ReasonCode
from escrow.rules.cases import APPEAL_MEANINGS
from escrow.services import appeals, case_clocks, decisions
from marketplace.core import clock
from marketplace.core.actor import Actor
from marketplace.core.errors import Invalid, Problem
from marketplace.core.transactions import unit
from marketplace.models import Mail
from tests.escrow.test_decisions import decide, given_dispute, given_staff, money
from tests.factories.appeals import (
    WORDS,
    appeal,
    given_appeal,
    given_decided,
    given_second_decision,
    given_second_preview,
    withdraw,
)
from tests.factories.files import picture
from tests.factories.market import given_funded_agent, untouched
from wallet import ledger as books
from webhooks.models import Event

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("sound_books")]


def case_of(dispute: Dispute) -> Case:
    return Case.objects.get(dispute=dispute)


# ------------------------------------------------------------------ appealing


@pytest.mark.parametrize(
    ("cents", "side"), [(0, "worker"), (250, "worker"), (250, "agent"), (500, "agent"), (499, "worker")]
)
def test_who_lost_appeals_and_the_first_decision_stands(cents: int, side: str) -> None:
    seat, dispute = given_decided(cents)
    before = money(seat)
    Mail.objects.all().delete()

    shown = appeal(seat, dispute, side)["dispute"]

    mine = seat.worker if side == "worker" else seat.agent
    assert shown["appeal"] | {"createdAt": "", "madeBy": ""} == {
        "meaning": APPEAL_MEANINGS["open"],
        **WORDS, "state": "open", "decidedAt": None, "createdAt": "", "madeBy": "",
    }  # fmt: skip
    assert shown["appeal"]["madeBy"] == mine.account.public_profile_id
    assert (shown["status"], shown["resolution"]["workerCents"], shown["appealUntil"]) == ("resolved", cents, None)
    assert money(seat) == before
    case = case_of(dispute)
    assert (case.stage, case.round, case.assignee, case.paused_at) == ("decision", 2, None, None)
    assert case.due_at == case.decision_due_at and case.due_at is not None
    told = list(Event.objects.filter(type="dispute.appealed").values_list("account_id", "data__madeBy"))
    by = "worker" if side == "worker" else "funder"
    assert sorted(told) == sorted([(seat.agent.account.pk, by), (seat.worker.account.pk, by)])
    assert Mail.objects.filter(subject__startswith="Decision appealed").count() == 2


def test_its_files_are_a_piece_of_evidence() -> None:
    seat, dispute = given_decided(0)

    answer = seat.worker.upload(
        f"/api/disputes/{dispute.public_id}/appeal", {**WORDS, "files": [picture("PNG", name="notice.png")]}
    )

    (piece,) = answer["dispute"]["evidence"]
    assert [file["name"] for file in piece["files"]] == ["notice.png"]
    assert piece["authorId"] == seat.worker.account.public_profile_id


def test_both_sides_add_evidence_until_the_appeal_is_decided() -> None:
    seat, dispute = given_appeal(0, "worker")
    path = f"/api/disputes/{dispute.public_id}/evidence"

    assert seat.agent.post(path, {"text": "The shop was open."}).status == 200
    given_second_decision(dispute, 0)
    with untouched():
        assert seat.agent.post(path, {"text": "Again."}).code == "invalid_state"


def refusals() -> dict[str, Any]:
    def undecided() -> Any:
        seat, dispute = given_dispute()
        return appeal(seat, dispute, "worker")

    def withdrawn() -> Any:
        seat, dispute = given_dispute()
        seat.agent.post(f"/api/disputes/{dispute.public_id}/withdraw")
        with untouched():
            return appeal(seat, dispute, "agent")

    def won() -> Any:
        seat, dispute = given_decided(500)
        with untouched():
            return appeal(seat, dispute, "worker")

    def got_all_back() -> Any:
        seat, dispute = given_decided(0)
        with untouched():
            return appeal(seat, dispute, "agent")

    def again() -> Any:
        seat, dispute = given_appeal(250, "worker")
        with untouched():
            return appeal(seat, dispute, "agent")

    def late() -> Any:
        seat, dispute = given_decided(250)
        Case.objects.filter(dispute=dispute).update(due_at=clock.now())
        with untouched():
            return appeal(seat, dispute, "worker")

    def closed() -> Any:
        seat, dispute = given_decided(250)
        Case.objects.filter(dispute=dispute).update(due_at=clock.now())
        case_clocks.run_clocks()
        with untouched():
            return appeal(seat, dispute, "worker")

    def settled() -> Any:
        seat, dispute = given_decided(250)
        case = case_of(dispute)
        offer = case.offers.create(
            made_by=seat.worker.account, amount_cents=590, worker_cents=250, fee_cents=45, refund_cents=295,
            state="accepted", due_at=clock.now(), ended_at=clock.now(),
        )  # fmt: skip
        DisputeDecision.objects.filter(dispute=dispute).update(offer=offer, preview=None)
        with untouched():
            return appeal(seat, dispute, "worker")

    return {
        "undecided": (undecided, 409, "invalid_state"),
        "withdrawn": (withdrawn, 409, "invalid_state"),
        "won": (won, 403, "nothing_lost"),
        "got all back": (got_all_back, 403, "nothing_lost"),
        "again": (again, 409, "already_appealed"),
        "late": (late, 409, "appeal_window_closed"),
        "closed": (closed, 409, "appeal_window_closed"),
        "settled": (settled, 409, "settled_by_offer"),
    }


REFUSALS = refusals()


@pytest.mark.parametrize("why", REFUSALS)
def test_an_appeal_is_refused_with_what_is_the_matter(why: str) -> None:
    perform, status, code = REFUSALS[why]

    answer = perform()

    assert (answer.status, answer.code) == (status, code)


def test_staff_and_strangers_appeal_nothing() -> None:
    _, dispute = given_decided(250)
    path = f"/api/disputes/{dispute.public_id}/appeal"
    stranger, staff = given_funded_agent(100), given_staff()

    with untouched():
        assert stranger.post(path, WORDS).status == 404
        with pytest.raises(Problem, match="two parties"):
            unit(lambda: appeals.appeal(staff, dispute.public_id, **WORDS))


def test_a_late_appeal_stores_no_file() -> None:
    seat, dispute = given_decided(500)

    with untouched():
        answer = seat.worker.upload(f"/api/disputes/{dispute.public_id}/appeal", {**WORDS, "files": [picture("PNG")]})

    assert answer.code == "nothing_lost"


def test_the_window_is_shown_and_lasts_as_long_as_operators_say(at: Any) -> None:
    DeskClocks.objects.create(holds_from=clock.now(), appeal_days=3, why="Shorter.")
    seat, dispute = given_decided(250)
    until = seat.worker.get(f"/api/disputes/{dispute.public_id}")["dispute"]["appealUntil"]
    assert until is not None
    assert case_of(dispute).due_at == dispute.resolved_at + timedelta(days=3)  # type: ignore[operator]

    at((dispute.resolved_at + timedelta(days=3)).isoformat())  # type: ignore[operator]
    case_clocks.run_clocks()

    shown = seat.worker.get(f"/api/disputes/{dispute.public_id}")["dispute"]
    assert (shown["appealUntil"], case_of(dispute).stage) == (None, "closed")


# ------------------------------------------------------------------ deciding again


@pytest.mark.parametrize(
    ("first", "side", "second", "after"),
    [
        (0, "worker", 0, (590, 0, 0)),
        (0, "worker", 500, (0, 500, 0)),
        (0, "worker", 250, (295, 250, 0)),
        (250, "worker", 500, (0, 500, 0)),
        (250, "agent", 0, (590, 0, 0)),
        (250, "worker", 100, (472, 100, 0)),
        (500, "agent", 0, (590, 0, 0)),
        (500, "agent", 253, (291, 253, 0)),
        (500, "agent", 500, (0, 500, 0)),
    ],
)
def test_the_second_division_is_what_both_have(first: int, side: str, second: int, after: tuple[int, ...]) -> None:
    seat, dispute = given_appeal(first, side)
    status = seat.escrow.status
    Mail.objects.all().delete()

    made = given_second_decision(dispute, second)

    assert (made.state, made.round, money(seat)) == ("final", 2, after)
    outcome = "upheld" if first == second else "overturned"
    shown = seat.agent.get(f"/api/disputes/{dispute.public_id}")["dispute"]
    assert (shown["appeal"]["state"], shown["resolution"]["workerCents"]) == (outcome, second)
    assert shown["appeal"]["decidedAt"] and shown["appealUntil"] is None
    assert (case_of(dispute).stage, case_of(dispute).due_at) == ("closed", None)
    assert seat.escrow.status == status, "the seat keeps how it ended first"
    assert seat.escrow.received_cents == second
    told = Event.objects.filter(type="dispute.appeal_decided")
    assert sorted(told.values_list("data__state", "data__workerCents")) == [(outcome, second)] * 2
    assert Mail.objects.filter(subject__startswith="Appeal decided").count() == 2
    assert Appeal.objects.get().borne_cents == 0


def test_the_platform_bears_what_the_loser_does_not_have_any_more_and_a_second_person_approves() -> None:
    seat, dispute = given_appeal(500, "agent")
    withdraw(seat.worker, 500)
    first, second = given_staff(), given_staff()

    made = given_second_decision(dispute, 0, first)

    assert (made.state, case_of(dispute).stage, money(seat)) == ("proposed", "approval", (0, 0, 0))
    with untouched(), pytest.raises(Problem, match="colleague"):
        unit(lambda: decisions.approve(first, made.pk))
    unit(lambda: decisions.approve(second, made.pk))
    assert money(seat) == (590, 0, 0)
    assert (Appeal.objects.get().borne_cents, books.house_balance(books.LOSSES)) == (500, -500)
    assert books.house_balance(books.FEES) == 0
    assert seat.escrow.received_cents == 500, "they have it"


def test_the_funder_who_has_spent_it_gives_what_is_left() -> None:
    seat, dispute = given_appeal(0, "worker")
    withdraw(seat.agent, 390, of="wallet")
    second = given_staff()

    made = given_second_decision(dispute, 500)
    unit(lambda: decisions.approve(second, made.pk))

    assert money(seat) == (0, 500, 0)
    assert (Appeal.objects.get().borne_cents, books.house_balance(books.FEES)) == (390, 90)
    assert seat.escrow.received_cents == 500


@pytest.mark.parametrize("which", ["proposer", "second"])
def test_another_person_decides_again(which: str) -> None:
    DisputePolicy.objects.update(approval_above_cents=0)
    seat, dispute = given_dispute(agent=given_funded_agent(590))
    people = {"proposer": given_staff(), "second": given_staff()}
    proposed = decide(dispute, 500, people["proposer"])
    unit(lambda: decisions.approve(people["second"], proposed.pk))
    assert appeal(seat, dispute, "agent").status == 200

    with untouched(), pytest.raises(Problem, match="colleague decides about the appeal"):
        given_second_preview(people[which], dispute, 0)
    again = given_second_decision(dispute, 0)
    with untouched(), pytest.raises(Problem, match="colleague decides about the appeal"):
        unit(lambda: decisions.approve(people[which], again.pk))


def test_parties_of_the_staff_decide_nothing_of_their_own() -> None:
    seat, dispute = given_appeal(500, "agent")

    with untouched(), pytest.raises(Problem, match="party"):
        given_second_preview(Actor.staff(seat.agent.account), dispute, 0)


def test_changing_the_division_needs_a_reason_for_it_and_keeping_it_takes_none() -> None:
    _, dispute = given_appeal(500, "agent")
    ReasonCode.objects.create(code="plain", holds_from=clock.now(), text="Plain.", why="x")
    staff = given_staff()

    with untouched():
        for code in ("", "plain", "unknown"):
            with pytest.raises(Invalid):
                given_second_preview(staff, dispute, 0, code=code)
        with pytest.raises(Invalid):
            given_second_preview(staff, dispute, 500, code="overturn-misread")
        for cents in (-1, 501):
            with pytest.raises(Invalid):
                given_second_preview(staff, dispute, cents)
    assert given_second_preview(staff, dispute, 500, code="plain")


def test_without_an_open_appeal_nothing_is_decided_again() -> None:
    _, decided = given_decided(500)
    _, over = given_appeal(500, "agent")
    given_second_decision(over, 500)
    staff = given_staff()

    with untouched():
        for dispute in (decided, over):
            with pytest.raises(Problem, match="No appeal"):
                given_second_preview(staff, dispute, 500)


def test_a_preview_of_one_round_is_not_pressed_in_the_other() -> None:
    seat, dispute = given_dispute(agent=given_funded_agent(590))
    staff, other, third = given_staff(), given_staff(), given_staff()
    unused = unit(lambda: decisions.preview(staff, dispute.pk, worker_cents=0, reason="No."))
    decide(dispute, 500, third)
    assert appeal(seat, dispute, "agent").status == 200
    second = given_second_preview(staff, dispute, 0)

    with untouched():
        with pytest.raises(Problem, match="not about an appeal"):
            unit(lambda: appeals.decide(staff, unused.pk))
        with pytest.raises(Problem, match="resolved"):
            unit(lambda: decisions.decide(staff, second))
        with pytest.raises(Problem, match="read this preview"):
            unit(lambda: appeals.decide(other, second))
    unit(lambda: appeals.decide(staff, second))


def test_what_comes_after_the_preview_stops_it() -> None:
    seat, dispute = given_appeal(500, "agent")
    staff = given_staff()
    read = given_second_preview(staff, dispute, 0)
    seat.worker.post(f"/api/disputes/{dispute.public_id}/evidence", {"text": "One more."})

    with untouched(), pytest.raises(Problem, match="the worker added words"):
        unit(lambda: appeals.decide(staff, read))


def test_money_that_left_after_the_preview_stops_it_since_the_platform_would_bear_more() -> None:
    seat, dispute = given_appeal(500, "agent")
    staff = given_staff()
    read = given_second_preview(staff, dispute, 0)
    withdraw(seat.worker, 200)

    with untouched(), pytest.raises(Problem, match="what the platform would bear") as refused:
        unit(lambda: appeals.decide(staff, read))

    assert refused.value.code == "case_changed"
    assert given_second_decision(dispute, 0).state == "proposed", "a new preview says what it would bear"


def test_what_is_sent_back_is_decided_anew_and_the_first_decision_stands() -> None:
    DisputePolicy.objects.update(approval_above_cents=0)
    seat, dispute = given_dispute(agent=given_funded_agent(590))
    proposed = decide(dispute, 500, given_staff())
    unit(lambda: decisions.approve(given_staff(), proposed.pk))
    appeal(seat, dispute, "agent")
    first, second = given_staff(), given_staff()
    given_second_decision(dispute, 0, first)

    unit(lambda: decisions.send_back(second, dispute.pk, reason="Read the photo."))

    dispute.refresh_from_db()
    assert (dispute.status, case_of(dispute).stage, money(seat)) == ("resolved", "decision", (0, 500, 0))
    again = given_second_decision(dispute, 500, first)
    unit(lambda: decisions.approve(second, again.pk))
    assert Appeal.objects.get().state == "upheld"


def test_the_clocks_of_the_second_round(at: Any) -> None:
    DisputePolicy.objects.update(approval_above_cents=0)
    seat, dispute = given_dispute(agent=given_funded_agent(590))
    proposed = decide(dispute, 500, given_staff())
    unit(lambda: decisions.approve(given_staff(), proposed.pk))
    appeal(seat, dispute, "agent")
    given_second_decision(dispute, 0)
    due = case_of(dispute).due_at
    assert due is not None

    at(due.isoformat())
    case_clocks.run_clocks()

    case = case_of(dispute)
    dispute.refresh_from_db()
    assert (case.stage, dispute.status, case.with_lead_at is not None) == ("decision", "resolved", True)
    assert dispute.decisions.filter(round=2).get().state == "sent_back"
    assert money(seat) == (0, 500, 0)
