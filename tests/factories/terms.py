"""Terms that changed under a hired worker, and what they and the owner do about it."""

from collections.abc import Callable
from typing import Any

from marketplace.core import clock
from tests.api import Answer, Api
from tests.factories.market import Seat, given_confirmed
from webhooks.models import Event

NEW = {"description": "Two photos, from the other side.", "evidenceTypes": ["photo", "video"]}
HERE = {"lat": 38.71, "lng": -9.13, "accuracyM": 10}


def edit(seat: Seat, changes: dict[str, Any]) -> Answer:
    return seat.agent.patch(f"/api/bounties/{seat.bounty.public_id}", changes)


def work(seat: Seat) -> Any:
    (row,) = [row for row in seat.worker.get("/api/work")["applications"] if row["id"] == seat.application.public_id]
    return row


def answer(seat: Seat, accept: bool, **more: Any) -> Answer:
    if accept and "changedAt" not in more:
        more["changedAt"] = work(seat)["termsChanged"]["changedAt"]
    return seat.worker.post(f"/api/work/{seat.application.public_id}/terms", {"accept": accept} | more)


def settle(seat: Seat, cents: int, by: Api | None = None) -> Answer:
    path = f"/api/bounties/{seat.bounty.public_id}/applications/{seat.application.public_id}/attendance-pay"
    return (by or seat.agent).post(path, {"workerCents": cents})


def given_changed(given: Callable[..., Seat] = given_confirmed, **fields: Any) -> Seat:
    seat = given(**fields)
    assert edit(seat, NEW).status == 200
    return seat.fresh()


def given_attended(**fields: Any) -> Seat:
    """A worker who had arrived when the terms changed."""
    seat = given_confirmed(**fields)
    at = clock.wall().isoformat()
    path = f"/api/bounties/{seat.bounty.public_id}/attendance"
    assert seat.worker.post(path, HERE | {"state": "arrived", "capturedAt": at}).status == 200
    assert edit(seat, NEW).status == 200
    return seat.fresh()


def told(account: Api) -> list[tuple[str, list[str]]]:
    rows = Event.objects.filter(type="application.terms_changed", account_id=account.account.pk).order_by("id")
    return [(row.data["state"], row.data["fields"]) for row in rows]
