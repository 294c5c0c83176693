"""On the way, arrived, left: reported by a hired worker. Their position is used for the distance only and never stored."""

from datetime import datetime

from bounties import events
from bounties.models import Attendance, Bounty, TaskPlace
from bounties.rules.attendance import ATTENDANCE, CAPTURED_MAX_AGE, CAPTURED_MAX_SKEW
from bounties.selectors import access
from bounties.services import seats
from marketplace.api.fields import timestamp
from marketplace.core import clock
from marketplace.core.actor import Actor
from marketplace.core.earth import meters_between
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
    """A hired worker reports their attendance (spec, Endpoints, Bounties). Repeating the present state changes nothing.

    `state`: on_the_way, arrived, left. `lat`, `lng` in degrees, `accuracy_meters` in metres, `captured_at` in UTC by the
    device's clock. Arriving also starts the work; every step counts as activity. Locks bounty, application, pool, escrow.
    Raises NotFound (404) without an application, SeatNotConfirmed, StartWindowClosed, InvalidState (409), Invalid (400) for
    an impossible `captured_at`.
    """
    check_captured_at(captured_at)
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
        seats.record_activity(bounty, application)
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
    events.publish_internal(actor, bounty, "attendance", application=application, state=state)
    return session


def check_captured_at(captured_at: datetime) -> None:
    """Whether a device's time (UTC) is of the last 24 hours by the machine's clock, not the sandbox's. Raises Invalid (400)."""
    age = clock.wall() - captured_at
    if not -CAPTURED_MAX_SKEW <= age <= CAPTURED_MAX_AGE:
        raise Invalid({"capturedAt": ["Send a position of the last 24 hours. Is the device's clock right?"]})


def _distance(bounty: Bounty, lat: float, lng: float) -> int | None:
    """Metres to the task's place; None when no operator has set one."""
    place = TaskPlace.objects.filter(bounty_id=bounty.pk).first()
    return None if place is None else meters_between(lat, lng, place.latitude, place.longitude)
