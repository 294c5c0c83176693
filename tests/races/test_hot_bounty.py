"""Many seats of one bounty at one time: a verb of one waits for no other, what concerns the bounty waits for all of them, and
the counters are exact however they meet."""

import threading
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db import OperationalError, connection

from bounties.errors import BountyNotOpen, NoSpotsLeft, WorkersHired
from bounties.models import Application, Bounty
from bounties.services import (
    applications,
    attendance,
    bounties,
    edits,
    endings,
    extensions,
    seat_ends,
    seats,
    submissions,
)
from escrow.models import Escrow
from escrow.services import escrows, releases
from marketplace.core import clock
from marketplace.core.transactions import unit
from tests.api import Api
from tests.factories.accounts import given_worker
from tests.factories.market import Seat, acting, given_application, given_bounty, given_funded_agent, given_hired
from tests.races.hot import Stopped, at_once, stopped, wait_for_a_waiter
from wallet import ledger
from webhooks.models import Event

pytestmark = pytest.mark.django_db(transaction=True)
AtOnce = Callable[..., list[Any]]
EVIDENCE = {"text_evidence": "Done.", "links": [], "answers": []}


def ids_of(seat: Seat) -> tuple[str, str]:
    return seat.bounty.public_id, seat.application.public_id


def review(seat: Seat, action: str) -> Any:
    sent = seat.application.submissions.get().public_id
    return submissions.review(acting(seat.agent), seat.bounty.public_id, sent, action=action, response="Seen.")


def attend(seat: Seat) -> Any:
    where = {"lat": 38.7, "lng": -9.1, "accuracy_meters": 5.0, "captured_at": clock.wall()}
    return attendance.report(acting(seat.worker), seat.bounty.public_id, state="on_the_way", **where)


def ask_for_time(seat: Seat) -> Any:
    return extensions.request(acting(seat.worker), *ids_of(seat), hours=2, reason="Rain.")


# Each with the step until which its seat was played, empty for an applicant, and the counted ones with what they count.
VERBS: dict[str, tuple[str, Callable[[Seat], Any]]] = {
    "accept": ("", lambda seat: applications.accept(acting(seat.agent), *ids_of(seat))),
    "reject": ("", lambda seat: applications.reject(acting(seat.agent), *ids_of(seat))),
    "withdraw the application": ("", lambda seat: applications.withdraw(acting(seat.worker), *ids_of(seat))),
    "confirm": ("accept", lambda seat: seats.confirm(acting(seat.worker), *ids_of(seat))),
    "start": ("confirm", lambda seat: seats.start(acting(seat.worker), *ids_of(seat))),
    "check in": ("confirm", attend),
    "ask for time": ("confirm", ask_for_time),
    "grant time": (
        "confirm",
        lambda seat: extensions.decide(acting(seat.agent), *ids_of(seat), action="grant", hours=2),
    ),
    "submit": ("confirm", lambda seat: submissions.submit(acting(seat.worker), seat.bounty.public_id, EVIDENCE)),
    "approve": ("deliver", lambda seat: review(seat, "approve")),
    "send back": ("deliver", lambda seat: review(seat, "request_redo")),
    "confirm delivery": (
        "deliver",
        lambda seat: escrows.confirm_delivery(acting(seat.agent), seat.escrow.public_id),
    ),
    "release": (
        "approve",
        lambda seat: releases.release(acting(seat.agent), seat.escrow.public_id, acknowledged=True),
    ),
    "give up": ("confirm", lambda seat: applications.withdraw(acting(seat.worker), *ids_of(seat))),
    "expire": ("confirm", lambda seat: seat_ends.expire(acting(seat.agent), *ids_of(seat))),
    "cancel the seat": ("confirm", lambda seat: escrows.cancel(acting(seat.agent), seat.escrow.public_id)),
}


def given_seats(until: str, count: int = 2) -> list[Seat]:
    """Seats of one bounty with this many spots."""
    agent = given_funded_agent(count * 590)
    bounty = given_bounty(agent, spots_available=count, completion_window_hours=24)
    if until:
        return [given_hired(agent=agent, bounty=bounty, until=until) for _ in range(count)]
    made = [given_application(bounty) for _ in range(count)]
    return [Seat(agent, worker, bounty, application) for worker, application in made]


@pytest.mark.parametrize("name", VERBS)
def test_a_verb_of_one_seat_waits_for_no_other_seat(name: str) -> None:
    until, verb = VERBS[name]
    one, other = given_seats(until)

    with stopped(lambda: verb(one)) as held:
        at_once(lambda: verb(other))
        first = held.go_on()

    assert not isinstance(first, Exception), first
    rows = Application.objects.filter(bounty_id=one.bounty.pk)
    assert rows.values("status", "end_reason", "escrow__status").distinct().count() == 1
    one.bounty.refresh_from_db()
    hired = rows.filter(status="accepted").count()
    ended = rows.exclude(escrow=None).exclude(status="accepted").count()
    removed = one.bounty.close_reason != "" or one.bounty.spots_available < 2
    assert one.bounty.spots_filled == hired
    assert ended in (0, 2) and one.bounty.spots_available == (0 if removed else 2)


def test_somebody_applies_while_somebody_else_does() -> None:
    bounty = given_bounty(given_funded_agent(), spots_available=2)

    with stopped(lambda: given_application(bounty)) as held:
        at_once(lambda: given_application(bounty))
        held.go_on()

    bounty.refresh_from_db()
    assert bounty.application_count == Application.objects.filter(bounty=bounty).count() == 2


def started(verb: Callable[[], Any]) -> Callable[[], Any]:
    """Run in a thread of its own; the answer, or the error, once it is there."""
    found: list[Any] = []

    def run() -> None:
        try:
            found.append(unit(verb))
        except Exception as error:
            found.append(error)
        finally:
            connection.close()

    thread = threading.Thread(target=run)
    thread.start()

    def answer() -> Any:
        thread.join(timeout=20)
        return found[0]

    return answer


def test_a_cancellation_waits_for_an_acceptance_and_sees_it() -> None:
    one, _ = given_seats("")
    bounty, agent = one.bounty.public_id, acting(one.agent)

    with stopped(lambda: VERBS["accept"][1](one)) as held:
        answer = started(lambda: bounties.cancel(agent, bounty, reason="other"))
        wait_for_a_waiter()
        held.go_on()

    assert isinstance(answer(), WorkersHired)
    one.fresh()
    assert (one.bounty.status, one.application.status) == ("partially_filled", "accepted")


def test_a_cancellation_waits_for_an_application_and_rejects_it() -> None:
    agent = given_funded_agent()
    bounty = given_bounty(agent)

    with stopped(lambda: given_application(bounty)) as held:
        answer = started(lambda: bounties.cancel(acting(agent), bounty.public_id, reason="other"))
        wait_for_a_waiter()
        held.go_on()

    assert not isinstance(answer(), Exception)
    bounty.refresh_from_db()
    assert (bounty.status, bounty.application_count) == ("cancelled", 1)
    assert Application.objects.get(bounty=bounty).status == "rejected"


def test_an_edit_between_two_who_count_waits_for_both_without_a_deadlock(log_errors: list[str]) -> None:
    agent = given_funded_agent()
    bounty = given_bounty(agent, spots_available=2)
    words = {"description": "Two sharp photos."}

    with (
        stopped(lambda: given_application(bounty)) as later,
        stopped(lambda: given_application(bounty), counted=True) as first,
    ):
        answer = started(lambda: edits.edit(acting(agent), bounty.public_id, words, locked_names=[]))
        wait_for_a_waiter()
        later.let_go()
        wait_for_a_waiter(2)
        results = [first.go_on(), later.go_on(), answer()]

    assert [result for result in results if isinstance(result, Exception)] == []
    assert log_errors == []
    bounty.refresh_from_db()
    assert (bounty.description, bounty.application_count) == ("Two sharp photos.", 2)


def test_who_comes_while_an_edit_waits_waits_behind_it() -> None:
    """So that an owner is heard, however many come."""
    agent = given_funded_agent()
    bounty = given_bounty(agent, spots_available=2)
    words = {"description": "Two sharp photos."}

    with stopped(lambda: given_application(bounty)) as first:
        edited = started(lambda: edits.edit(acting(agent), bounty.public_id, words, locked_names=[]))
        wait_for_a_waiter()
        with pytest.raises(OperationalError, match="lock timeout"):
            at_once(lambda: given_application(bounty))
        first.go_on()

    assert not isinstance(edited(), Exception)
    at_once(lambda: given_application(bounty))
    bounty.refresh_from_db()
    assert bounty.application_count == 2


def test_a_raise_waits_for_an_acceptance_and_pays_that_seat_more() -> None:
    one, _ = given_seats("")
    raised = {"price_cents": 400}

    with stopped(lambda: VERBS["accept"][1](one)) as held:
        answer = started(lambda: edits.edit(acting(one.agent), one.bounty.public_id, raised, locked_names=[]))
        wait_for_a_waiter()
        held.go_on()

    assert answer().cents == -118, "of the seat that is still free"
    assert one.fresh().escrow.amount_cents == 590
    assert ledger.balance(ledger.pool(one.bounty.pool_id)) == 472


def test_an_acceptance_that_waited_for_a_new_price_hires_at_that() -> None:
    one, _ = given_seats("")
    cheaper = {"price_cents": 400}

    with stopped(lambda: edits.edit(acting(one.agent), one.bounty.public_id, cheaper, locked_names=[])) as held:
        answer = started(lambda: VERBS["accept"][1](one))
        wait_for_a_waiter()
        held.go_on()

    assert not isinstance(answer(), Exception)
    assert one.fresh().escrow.amount_cents == 472
    assert ledger.balance(ledger.pool(one.bounty.pool_id)) == 472


def test_of_two_acceptances_for_the_last_place_the_later_one_hires_nobody() -> None:
    agent = given_funded_agent(590)
    bounty = given_bounty(agent)
    first, second = (
        (Seat(agent, worker, bounty, row)) for worker, row in (given_application(bounty) for _ in range(2))
    )

    with stopped(lambda: VERBS["accept"][1](first)) as held:
        at_once(lambda: VERBS["accept"][1](second))
        refused = held.go_on()

    assert isinstance(refused, NoSpotsLeft)
    assert (first.fresh().application.status, second.fresh().application.status) == ("pending", "accepted")
    assert (first.bounty.status, first.bounty.spots_filled) == ("assigned", 1)
    assert Escrow.objects.filter(kind="seat").count() == 1
    assert ledger.balance(ledger.pool(bounty.pool_id)) == 0


def test_who_applies_while_the_last_place_is_taken_is_told_so() -> None:
    agent = given_funded_agent(590)
    bounty = given_bounty(agent)
    worker, row = given_application(bounty)
    late = given_worker()

    with stopped(lambda: given_application(bounty, late)) as held:
        at_once(lambda: VERBS["accept"][1](Seat(agent, worker, bounty, row)))
        refused = held.go_on()

    assert isinstance(refused, BountyNotOpen)
    bounty.refresh_from_db()
    assert (bounty.application_count, Application.objects.filter(bounty=bounty).count()) == (1, 1)


def test_one_person_who_applies_twice_at_once_applies_once(at_once: AtOnce) -> None:
    bounty = given_bounty(given_funded_agent())
    worker = given_worker()
    path, sent = f"/api/bounties/{bounty.public_id}/applications", {"coverLetter": "On my way."}

    answers = at_once(*[lambda: worker.post(path, sent)] * 4)

    assert sorted((answer.status, answer.code) for answer in answers) == [(200, None), *[(409, "already_applied")] * 3]
    named = {answer["applicationId"] for answer in answers if answer.status == 409}
    assert named == {Application.objects.get(bounty=bounty).public_id}
    bounty.refresh_from_db()
    assert bounty.application_count == 1


def test_one_person_who_comes_back_twice_at_once_comes_back_once(at_once: AtOnce) -> None:
    bounty = given_bounty(given_funded_agent())
    worker, application = given_application(bounty)
    unit(lambda: applications.withdraw(acting(worker), bounty.public_id, application.public_id))
    path, sent = f"/api/bounties/{bounty.public_id}/applications", {"coverLetter": "I can after all."}

    answers = at_once(*[lambda: worker.post(path, sent)] * 4)

    assert sorted((answer.status, answer.code) for answer in answers) == [(200, None), *[(409, "already_applied")] * 3]
    assert Event.objects.filter(type="application.submitted").count() == 2
    bounty.refresh_from_db()
    assert bounty.application_count == 1


def let_both(one: Callable[[], Any], other: Callable[[], Any]) -> None:
    """The first is on its way while the second is carried out whole."""
    with stopped(one) as held:
        at_once(other)
        done = held.go_on()
    assert not isinstance(done, Exception), done


def test_the_last_two_seats_that_are_approved_and_released_at_once_complete_and_pay_the_bounty() -> None:
    one, other = given_seats("deliver")

    let_both(lambda: review(one, "approve"), lambda: review(other, "approve"))

    assert one.fresh().bounty.status == "completed"
    told = Event.objects.filter(type="bounty.completed").values_list("data", flat=True)
    assert sorted(data["completedSeats"] for data in told) == [1, 2]

    let_both(lambda: VERBS["release"][1](one), lambda: VERBS["release"][1](other))

    assert one.fresh().bounty.status == "paid"
    assert Escrow.objects.get(pk=one.bounty.pool_id).status == "released"


def test_the_last_two_seats_that_are_confirmed_at_once_turn_the_others_down() -> None:
    agent = given_funded_agent()
    bounty = given_bounty(agent, spots_available=2)
    _, waiting = given_application(bounty)
    one, other = (given_hired(agent=agent, bounty=bounty) for _ in range(2))

    let_both(lambda: VERBS["confirm"][1](one), lambda: VERBS["confirm"][1](other))
    endings.reject_rest()

    waiting.refresh_from_db()
    assert waiting.status == "rejected"


def test_who_is_hired_last_while_the_others_confirm_is_the_one_who_turns_the_rest_down() -> None:
    agent = given_funded_agent()
    bounty = given_bounty(agent, spots_available=2)
    _, waiting = given_application(bounty)
    worker, row = given_application(bounty)
    one, other = given_hired(agent=agent, bounty=bounty), Seat(agent, worker, bounty, row)

    let_both(lambda: VERBS["confirm"][1](one), lambda: VERBS["accept"][1](other))
    unit(lambda: VERBS["confirm"][1](other))
    endings.reject_rest()

    waiting.refresh_from_db()
    assert waiting.status == "rejected"


def test_a_bounty_that_ends_with_its_last_seat_leaves_who_is_decided_right_now_to_the_next_round() -> None:
    agent = given_funded_agent(590)
    bounty = given_bounty(agent)
    worker, row = given_application(bounty)
    hired = given_hired(agent=agent, bounty=bounty)
    Bounty.objects.update(deadline=clock.now() - timedelta(hours=73))

    with stopped(lambda: VERBS["reject"][1](Seat(agent, worker, bounty, row))) as held:
        at_once(lambda: VERBS["expire"][1](hired))
        assert hired.fresh().bounty.status == "closing"
        held.go_on()
    endings.finish_closing()

    assert hired.fresh().bounty.status == "cancelled"
    row.refresh_from_db()
    assert row.status == "rejected"
    assert Event.objects.filter(type="application.rejected").count() == 1
    assert ledger.balance(ledger.wallet(agent.account.pk)) == 590


@pytest.mark.parametrize("count", [48])
def test_as_many_as_there_are_places_apply_and_are_hired_at_once(count: int, at_once: AtOnce) -> None:
    agent = given_funded_agent(count * 590)
    bounty = given_bounty(agent, spots_available=count)
    path, workers = f"/api/bounties/{bounty.public_id}/applications", [given_worker() for _ in range(count)]

    def apply(worker: Api) -> Callable[[], Any]:
        return lambda: worker.post(path, {"coverLetter": "On my way."})

    applied = at_once(*[apply(worker) for worker in workers])
    assert [answer.status for answer in applied] == [200] * count
    bounty.refresh_from_db()
    assert bounty.application_count == count

    def accept(answer: Any) -> Callable[[], Any]:
        return lambda: agent.patch(f"{path}/{answer['application']['id']}", {"action": "accept"})

    accepted = at_once(*[accept(answer) for answer in applied])

    assert [answer.status for answer in accepted] == [200] * count
    bounty.refresh_from_db()
    assert (bounty.status, bounty.spots_filled) == ("assigned", count)
    assert ledger.balance(ledger.pool(bounty.pool_id)) == 0
    told = Event.objects.filter(type="bounty.seat_filled").values_list("data", flat=True)
    assert sorted(data["spotsFilled"] for data in told) == list(range(1, count + 1))


def test_held_means_on_its_way() -> None:
    """The tool of these tests: what is stopped has not committed."""
    (seat,) = given_seats("confirm", 1)

    with stopped(lambda: VERBS["start"][1](seat)) as held:
        assert isinstance(held, Stopped)
        assert seat.fresh().application.started_at is None
        held.go_on()

    assert seat.fresh().application.started_at is not None
