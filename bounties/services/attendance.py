"""On the way, arrived, left: reported by a hired worker. His position is used for a distance and forgotten."""

from datetime import datetime

from bounties import events
from bounties.models import Attendance, Bounty, TaskPlace
from bounties.rules.attendance import ATTENDANCE, CAPTURED_MAX_AGE, CAPTURED_MAX_SKEW, meters_between
from bounties.selectors import access
from bounties.services import seats
from marketplace.api.fields import timestamp
from marketplace.core import clock
from marketplace.core.actor import Actor
from marketplace.core.errors import Invalid


def report(
    actor: Actor,
    bounty_id: str,
    *,
    state: str,
    lat: float,
    lng: float,
    accuracy_meters: float,
    captured_at: datetime,
) -> Attendance:
    """The worker's next step. Repeating the present one changes nothing. Arriving is starting; every step is a sign of
    life. Locks bounty, application.

    Raises NotFound without an application, SeatNotConfirmed, StartWindowClosed, InvalidState (409), Invalid (400) for a
    moment that can't be.
    """
    check_moment(captured_at)
    bounty, application = access.own_seat(actor, bounty_id)
    seats.check_confirmed(application)
    session = Attendance.objects.filter(application_id=application.pk).first()
    if session is not None and session.state == state:
        session.application = application
        return session
    session = session or Attendance(bounty=bounty, application=application, state="none")
    session.state = ATTENDANCE.next(session.state, state)
    if state == "arrived" and application.started_at is None:
        application = seats.start(actor, bounty_id, application.public_id)
    else:
        seats.seen(bounty, application)
    now = clock.now()
    session.bounty, session.application = bounty, application
    session.distance_meters = _distance(bounty, lat, lng)
    session.accuracy_meters = round(accuracy_meters)
    session.captured_at = captured_at
    setattr(session, f"{state}_at", now)
    session.history = [
        *session.history,
        {
            "state": state,
            "at": timestamp(now),
            "capturedAt": timestamp(captured_at),
            "distanceMeters": session.distance_meters,
            "accuracyMeters": session.accuracy_meters,
        },
    ]
    session.save()
    events.noted(actor, bounty, "attendance", applicationId=application.public_id, state=state)
    return session


def check_moment(captured_at: datetime) -> None:
    """By the device's clock, which is compared with the wall's. Raises Invalid (400)."""
    age = clock.wall() - captured_at
    if not -CAPTURED_MAX_SKEW <= age <= CAPTURED_MAX_AGE:
        raise Invalid({"capturedAt": ["Send a position of the last 24 hours. Is the device's clock right?"]})


def _distance(bounty: Bounty, lat: float, lng: float) -> int | None:
    place = TaskPlace.objects.filter(bounty_id=bounty.pk).first()
    return None if place is None else meters_between(lat, lng, place.latitude, place.longitude)
