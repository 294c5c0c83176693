"""Services in the contract tests: their routes with what each caller is told, their bodies, and their way through the
journey."""

from datetime import timedelta
from typing import Any

from marketplace.core import clock
from tests.api import Answer, Api
from tests.contract.cells import PERSON, PUBLIC, SIGNED, Route
from tests.factories.services import OFFER

SUBSCRIBE = {
    "humanId": "{human}", "serviceId": "{service}", "interval": "weekly", "dayOfWeek": "tuesday", "startTime": "15:00",
}  # fmt: skip
_OWN = PERSON.format("404", "200")  # of the worker
_DAY = "/api/services/bookings?humanId={human}&date=2026-12-01"
# fmt: off
ROUTES = [
    Route("GET", "/api/services", "listOwnServices", PERSON.format("200", "200")),
    Route("POST", "/api/services", "offerService", PERSON.format("200", "200"), OFFER),
    Route("PATCH", "/api/services/{service}", "editService", _OWN, {"price": 22}),
    Route("DELETE", "/api/services/{service}", "removeService", _OWN),
    Route("GET", "/api/services/browse", "browseServices", PUBLIC),
    Route("GET", _DAY, "getServiceAvailability", PUBLIC),
    Route("GET", "/api/services/agent-bookings", "listServiceBookings", SIGNED),
    Route("POST", "/api/services/bookings/{begun_booking}/confirm", "confirmServiceBooking", _OWN),
    Route("POST", "/api/services/bookings/{coming_booking}/confirm", "confirmServiceBooking",
          PERSON.format("404", "409:appointment_not_begun"), note="not begun"),
    Route("POST", "/api/services/bookings/{coming_booking}/decline", "declineServiceBooking", _OWN,
          {"reason": "I am ill."}),
    Route("POST", "/api/services/subscribe", "subscribeToService", "401 200 200 400:validation_error 200 200 200",
          SUBSCRIBE),
    Route("GET", "/api/services/subscriptions", "listSubscriptions", SIGNED),
    Route("DELETE", "/api/services/subscriptions/{subscription}", "cancelSubscription", "401 404 404 200 200 404 404"),
    Route("POST", "/api/services/subscriptions/{asked_subscription}/approve", "approveSubscription", _OWN),
    Route("POST", "/api/services/subscriptions/{subscription}/approve", "approveSubscription",
          PERSON.format("404", "409:invalid_state"), note="approved before"),
    Route("POST", "/api/services/subscriptions/{asked_subscription}/decline", "declineSubscription", _OWN,
          {"reason": "I am away."}),
]
# fmt: on
BODIES: dict[str, dict[str, Any]] = {
    "offerService": OFFER | {"isActive": False},
    "editService": OFFER | {"isActive": False},
}
REQUIRED: dict[str, list[str]] = {
    "offerService": ["title", "description", "category", "price", "durationMinutes"],
    "editService": [],
    "subscribeToService": ["humanId", "serviceId", "interval", "dayOfWeek", "startTime"],
    "declineServiceBooking": [],
    "declineSubscription": [],
}
REFUSED = [
    ("offerService", "price", 0.99, "price"),
    ("offerService", "price", 10_000.01, "price"),
    ("offerService", "durationMinutes", 14, "durationMinutes"),
    ("offerService", "durationMinutes", 60.5, "durationMinutes"),
    ("offerService", "category", "Not a slug", "category"),
    ("editService", "title", "t" * 201, "title"),
    ("subscribeToService", "interval", "yearly", "interval"),
    ("subscribeToService", "dayOfWeek", "someday", "dayOfWeek"),
    ("subscribeToService", "startTime", "9:30", "startTime"),
    ("subscribeToService", "startTime", "23:59", "startTime"),
    ("declineSubscription", "reason", "r" * 1001, "reason"),
]


def walk(call: Any, anonymous: Api, agent: Api, worker: Api) -> None:
    """A service is offered, booked, approved and held; other bookings of it are given back and canceled."""
    service = call(worker, "POST", "/api/services", OFFER | {"price": 2})["service"]
    call(worker, "PATCH", f"/api/services/{service['id']}", {"title": "An hour of Portuguese conversation"})
    call(worker, "GET", "/api/services")
    call(anonymous, "GET", "/api/services/browse?category=language-lessons&sort=price-low")

    def subscribe(day: str) -> Answer:
        asked = {"humanId": service["humanId"], "serviceId": service["id"], "interval": "weekly", "startTime": "09:30"}
        made: Answer = call(agent, "POST", "/api/services/subscribe", asked | {"dayOfWeek": day})
        assert made["status"] == "funded", made.body
        return made

    held, unwanted, asked = (subscribe(day) for day in ("monday", "wednesday", "friday"))
    path = "/api/services/subscriptions"
    call(worker, "POST", f"{path}/{held['subscriptionId']}/approve")
    call(worker, "POST", f"{path}/{unwanted['subscriptionId']}/decline", {"reason": "I am away on Wednesdays."})
    day = held["subscription"]["firstDate"]
    call(anonymous, "GET", f"/api/services/bookings?humanId={service['humanId']}&date={day}")
    clock.freeze(clock.now() + timedelta(days=10))
    call(worker, "POST", f"/api/services/bookings/{held['bookingId']}/confirm")
    clock.freeze(None)
    call(worker, "POST", f"{path}/{asked['subscriptionId']}/approve")
    call(worker, "POST", f"/api/services/bookings/{asked['bookingId']}/decline", {"reason": "I am ill."})
    call(agent, "GET", "/api/services/agent-bookings?limit=1&status=confirmed")
    call(agent, "DELETE", f"{path}/{held['subscriptionId']}")
    call(agent, "GET", f"{path}?role=booker&status=active&limit=1")
    call(worker, "DELETE", f"/api/services/{service['id']}")
