"""The statements that count a bounty's seats agree with its state machine, in every status and for every number of spots."""

from functools import partial
from typing import Any

import pytest

from bounties.errors import NoSpotsLeft
from bounties.models import Bounty
from bounties.rules.bounties import BOUNTY, CLOSED, HIRES, LIVE, STATUSES, seat_filled_action, seat_lost_action
from bounties.services import counts
from marketplace.core import clock
from marketplace.core.errors import Conflict
from marketplace.core.states import InvalidState
from tests.factories.market import given_bounty, given_funded_agent

pytestmark = pytest.mark.django_db
SPOTS = [(spots, filled) for spots in (1, 2, 3) for filled in range(spots + 1)]


def given_in(bounty: Bounty, status: str, spots: int, filled: int) -> Bounty:
    """The bounty as it was read before others changed it to this."""
    waits = status == "pending_funding"
    Bounty.objects.filter(pk=bounty.pk).update(
        status=status,
        spots_available=spots,
        spots_filled=filled,
        application_count=filled,
        closed_at=clock.now() if status in CLOSED else None,
        pending_edit={"cents": 1} if waits else None,
        raise_asked_at=clock.now() if waits else None,
    )
    return Bounty.objects.get(pk=bounty.pk)


def stand(bounty: Bounty) -> tuple[str, int, int]:
    return bounty.status, bounty.spots_available, bounty.spots_filled


def tried(work: Any, bounty: Bounty) -> Any:
    """What it comes to, in memory and in the database, or the refusal, which changes nothing."""
    before = Bounty.objects.values().get(pk=bounty.pk)
    try:
        work(bounty)
    except Conflict as refusal:
        assert Bounty.objects.values().get(pk=bounty.pk) == before
        return type(refusal)
    assert stand(bounty) == stand(Bounty.objects.get(pk=bounty.pk))
    return stand(bounty)


@pytest.fixture
def bounty() -> Bounty:
    return given_bounty(given_funded_agent())


@pytest.mark.parametrize("status", STATUSES)
def test_a_filled_spot_is_counted_as_the_state_machine_says(status: str, bounty: Bounty) -> None:
    for spots, filled in SPOTS:
        came = tried(counts.fill_seat, given_in(bounty, status, spots, filled))

        if filled == spots:
            assert came is NoSpotsLeft
        elif status not in HIRES:
            assert came is InvalidState
        else:
            to = BOUNTY.next(status, seat_filled_action(spots, filled + 1))
            assert came == (to, spots, filled + 1)


@pytest.mark.parametrize("removes", [False, True])
@pytest.mark.parametrize("status", STATUSES)
def test_a_lost_seat_is_counted_as_the_state_machine_says(status: str, removes: bool, bounty: Bounty) -> None:
    for spots, filled in SPOTS:
        if not filled or (status == "pending_funding" and filled == spots):  # nobody raises what is full
            continue
        came = tried(partial(counts.lose_seat, removes_spot=removes), given_in(bounty, status, spots, filled))

        left = spots - removes
        action = seat_lost_action(left, filled - 1)
        stays = removes and (action == "stop" or status == "completed")
        if stays or action in BOUNTY.allowed(status):
            assert came == (status if stays else BOUNTY.next(status, action), left, filled - 1)
        else:
            assert came is InvalidState


@pytest.mark.parametrize("again", [False, True])
@pytest.mark.parametrize("status", STATUSES)
def test_an_application_is_counted_once_and_only_while_somebody_may_apply(
    status: str, again: bool, bounty: Bounty
) -> None:
    for mail in (None, ("application", clock.now())):
        row = given_in(bounty, status, 3, 1)

        came = tried(partial(counts.add_application, again=again, mail=mail), row)

        assert isinstance(came, tuple) == (status in LIVE)
        row.refresh_from_db()
        assert row.application_count == 1 + (status in LIVE and not again)
        assert row.owner_mails == (["application"] if mail and status in LIVE else [])


def test_a_mail_is_queued_once_and_keeps_its_time(bounty: Bounty) -> None:
    first, later = clock.now(), clock.now()

    counts.queue_mail(bounty, ("evidence", first))
    counts.queue_mail(bounty, ("evidence", later))
    counts.queue_mail(bounty, ("lost", later))

    stored = Bounty.objects.get(pk=bounty.pk)
    assert (stored.owner_mails, stored.owner_mails_due_at) == (["evidence", "lost"], first)
    assert (bounty.owner_mails, bounty.owner_mails_due_at) == (["evidence", "lost"], first)


def test_what_is_held_is_read_as_it_is_now(bounty: Bounty) -> None:
    Bounty.objects.filter(pk=bounty.pk).update(spots_available=3, spots_filled=1, status="partially_filled")

    counts.hold(bounty)

    assert stand(bounty) == ("partially_filled", 3, 1)
