"""Until when, and by whom, a decision may still be appealed, as both sides read it."""

from datetime import timedelta
from typing import Any

import pytest

from escrow.models import Case, DeskClocks
from escrow.services import case_clocks
from marketplace.api.fields import timestamp
from marketplace.core import clock
from tests.factories.appeals import appeal, given_decided

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("sound_books")]


@pytest.mark.parametrize(("cents", "by"), [(0, ["worker"]), (250, ["funder", "worker"]), (500, ["funder"])])
def test_both_sides_are_told_who_may_still_appeal_and_no_more_once_somebody_has(cents: int, by: list[str]) -> None:
    seat, dispute = given_decided(cents)

    def window(who: Any) -> Any:
        return who.get(f"/api/disputes/{dispute.public_id}")["dispute"]["appealWindow"]

    for who in (seat.agent, seat.worker):
        assert (window(who)["by"], window(who)["until"]) == (by, timestamp(dispute.resolved_at + timedelta(days=14)))
    assert appeal(seat, dispute, by[0]).status == 200
    assert [window(who) for who in (seat.agent, seat.worker)] == [None, None]


def test_the_window_is_shown_and_lasts_as_long_as_operators_say(at: Any) -> None:
    DeskClocks.objects.create(holds_from=clock.now(), appeal_days=3, why="Shorter.")
    seat, dispute = given_decided(250)
    until = seat.worker.get(f"/api/disputes/{dispute.public_id}")["dispute"]["appealUntil"]
    assert until is not None
    assert Case.objects.get(dispute=dispute).due_at == dispute.resolved_at + timedelta(days=3)  # type: ignore[operator]

    at((dispute.resolved_at + timedelta(days=3)).isoformat())  # type: ignore[operator]
    case_clocks.run_clocks()

    shown = seat.worker.get(f"/api/disputes/{dispute.public_id}")["dispute"]
    assert (shown["appealUntil"], Case.objects.get(dispute=dispute).stage) == (None, "closed")
