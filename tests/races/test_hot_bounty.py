"""Many seats of one bounty at one time: a verb of one waits for no other, and the counters are exact however they meet."""

from collections.abc import Callable
from typing import Any

import pytest

from bounties.errors import BountyNotOpen, NoSpotsLeft
from bounties.models import Application
from bounties.services import (
    applications,
    endings,
)
from escrow.models import Escrow
from marketplace.core.transactions import unit
from tests.api import Api
from tests.factories.accounts import given_worker
from tests.factories.market import Seat, acting, given_application, given_bounty, given_funded_agent, given_hired
from tests.races.hot import VERBS, Stopped, given_seats, review, started, stopped, wait_for_a_waiter, without_waiting
from wallet import ledger
from webhooks.models import Event

pytestmark = pytest.mark.django_db(transaction=True)
AtOnce = Callable[..., list[Any]]


@pytest.mark.parametrize("name", VERBS)
def test_a_verb_of_one_seat_waits_for_no_other_seat(name: str) -> None:
    until, verb = VERBS[name]
    one, other = given_seats(until)

    with stopped(lambda: verb(one)) as held:
        without_waiting(lambda: verb(other))
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
        without_waiting(lambda: given_application(bounty))
        held.go_on()

    bounty.refresh_from_db()
    assert bounty.application_count == Application.objects.filter(bounty=bounty).count() == 2


def test_of_two_acceptances_for_the_last_place_the_later_one_hires_nobody() -> None:
    agent = given_funded_agent(590)
    bounty = given_bounty(agent)
    first, second = (
        (Seat(agent, worker, bounty, row)) for worker, row in (given_application(bounty) for _ in range(2))
    )

    with stopped(lambda: VERBS["accept"][1](first)) as held:
        without_waiting(lambda: VERBS["accept"][1](second))
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
        without_waiting(lambda: VERBS["accept"][1](Seat(agent, worker, bounty, row)))
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
        without_waiting(other)
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


def test_a_seat_that_waits_for_another_counts_it() -> None:
    one, other = given_seats("deliver")

    for name, status in (("approve", "completed"), ("release", "paid")):
        with stopped(lambda verb=VERBS[name][1]: verb(one), counted=True) as held:
            answer = started(lambda verb=VERBS[name][1]: verb(other))
            wait_for_a_waiter()
            held.go_on()
        assert not isinstance(answer(), Exception)
        assert one.fresh().bounty.status == status

    told = Event.objects.filter(type="bounty.completed").values_list("data", flat=True)
    assert sorted(data["completedSeats"] for data in told) == [1, 2]


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
