"""A change of terms beside its answer, beside evidence, and at the end of its clock: one of them happens, whole."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from bounties.models import Application
from bounties.services import terms
from marketplace.api.fields import timestamp
from marketplace.core import clock
from tests.factories.market import given_confirmed, violations
from tests.factories.terms import NEW, answer, edit, given_attended, given_changed, settle, work
from webhooks.models import Event

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("house_accounts")]
AtOnce = Callable[..., list[Any]]


@pytest.mark.parametrize("round_", range(3))
def test_an_edit_beside_the_answer_is_never_accepted_unseen(at_once: AtOnce, round_: int) -> None:
    seat = given_changed()
    seen = work(seat)["termsChanged"]["changedAt"]

    accepted, edited = at_once(
        lambda: answer(seat, True, changedAt=seen), lambda: edit(seat, {"title": "Photograph two"})
    )

    assert edited.status == 200
    assert (accepted.status, accepted.code) in ((200, None), (409, "terms_changed_again"))
    application = Application.objects.get()
    assert application.terms_snapshot["title"] == "Photograph a shop front"
    assert application.terms_proposed["title"] == "Photograph two"
    agreed = application.terms_snapshot["description"] == NEW["description"]
    assert agreed is (accepted.status == 200)


@pytest.mark.parametrize("round_", range(3))
def test_leaving_beside_evidence_is_one_of_the_two(at_once: AtOnce, round_: int) -> None:
    seat = given_changed()
    path = f"/api/bounties/{seat.bounty.public_id}/submissions"

    left, sent = at_once(lambda: answer(seat, False), lambda: seat.worker.post(path, {"textEvidence": "Open."}))

    assert sorted([left.status, sent.status]) == [200, 409], (left.body, sent.body)
    assert violations() == []


@pytest.mark.parametrize("round_", range(3))
def test_an_answer_at_the_end_of_its_clock_beside_the_timer(at_once: AtOnce, round_: int) -> None:
    seat = given_changed()
    clock.freeze(clock.now() + timedelta(hours=48))

    left, _ = at_once(lambda: answer(seat, False), terms.keep_unanswered)

    assert (left.status, left.code) == (409, "terms_window_closed")
    assert Application.objects.get().terms_changed.state == "kept"
    assert Event.objects.filter(type="application.terms_changed", data__state="kept").count() == 1


@pytest.mark.parametrize("round_", range(3))
def test_attendance_is_settled_once(at_once: AtOnce, round_: int) -> None:
    seat = given_attended()
    assert answer(seat, False).status == 200
    release = {"acknowledgeRelease": True}

    answers = at_once(
        lambda: settle(seat, 200),
        lambda: settle(seat, 300),
        lambda: settle(seat, 0),
        lambda: seat.agent.post(f"/api/escrow/{seat.escrow.public_id}/release", release),
    )

    assert sorted(answer.status for answer in answers) == [200, 409, 409, 409]
    assert violations() == []


def test_two_edits_of_shifts_with_the_same_workers_do_not_wait_for_each_other_for_ever(at_once: AtOnce) -> None:
    first = given_confirmed(spots_available=2)
    second = given_confirmed(spots_available=2, worker=first.worker)
    start = {"scheduledStartAt": timestamp(clock.now() + timedelta(days=60)), "scheduledStartTimeZone": "UTC"}

    answers = at_once(lambda: edit(first, start), lambda: edit(second, start))

    assert {answer.status for answer in answers} <= {200, 409}
    assert violations() == []
