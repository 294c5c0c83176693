"""A listing that looks for people: time, a crowd, and the owner's two calls."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

from bounties.models import Bounty, Invitation
from bounties.services import outreach
from tests.api import Answer, Api
from tests.factories.accounts import ProfileFactory

START = datetime.fromisoformat("2026-11-21T10:00:00+00:00")
Later = Callable[..., None]


def by_the_clock(at: Callable[[str], datetime]) -> Later:
    """For the fixture `waves`: `waves(hours=6)` stops business time so far after START, and the timer looks."""

    def go(**by: float) -> None:
        at((START + timedelta(**by)).isoformat())
        outreach.send_due()

    go()
    return go


def given_people(count: int, **fields: Any) -> None:
    for _ in range(count):
        ProfileFactory(**fields)


def status(owner: Api, bounty: Bounty) -> dict[str, Any]:
    answer = owner.get(f"/api/bounties/{bounty.public_id}/outreach")
    assert answer.status == 200, answer.body
    assert answer.headers["Cache-Control"] == "private, no-store"
    body: dict[str, Any] = answer["outreach"]
    assert body["contacted"] == Invitation.objects.filter(bounty=bounty).count()
    return body


def boost(owner: Api, bounty: Bounty, **headers: str) -> Answer:
    return owner.post(f"/api/bounties/{bounty.public_id}/outreach/boost", **headers)


def set_status(owner: Api, bounty: Bounty, to: str) -> None:
    assert owner.patch(f"/api/bounties/{bounty.public_id}", {"status": to}).status == 200


def iso(**after_start: float) -> str:
    return (START + timedelta(**after_start)).isoformat(timespec="milliseconds")[:-6] + "Z"
