"""A weekly subscription over real HTTP: its first cycle by page, one that can't be paid and is paid the day after, the
provider's word, the booker's silence, and its end with the period."""

from datetime import datetime

import pytest

from .conftest import Caller, Instance, balance, earned

pytestmark = pytest.mark.live
HOUR, DAY = 3600, 86_400
LESSON = {
    "title": "An hour of Portuguese",
    "description": "Conversation by video, at your level.",
    "category": "language-lessons",
    "price": 20,
    "durationMinutes": 60,
}
TOTAL = 2360


def until(instance: Instance, moment: str) -> None:
    """Business time goes on to this moment."""
    now = instance.caller()("GET", "/api/sandbox/clock")["now"]
    left = datetime.fromisoformat(moment) - datetime.fromisoformat(now)
    instance.advance(int(left.total_seconds()) + 1)


def statuses(agent: Caller) -> tuple[str, list[str]]:
    """Of its only subscription, and of its bookings, the oldest first."""
    (row,) = agent("GET", "/api/services/subscriptions?role=booker")["subscriptions"]
    bookings = agent("GET", "/api/services/agent-bookings")["bookings"]
    return row["status"], [booking["status"] for booking in reversed(bookings)]


def mails(instance: Instance, who: Caller) -> list[str]:
    found = instance.caller()("GET", f"/api/sandbox/mail?to={who.email}")["mails"]
    return [mail["subject"] for mail in found]


def test_a_weekly_subscription_through_a_failed_and_a_retried_cycle(instance: Instance) -> None:
    # given a person who offers an hour, and an agent with a little money
    worker, agent = instance.new_worker("Rita Lima"), instance.agent(10)
    service = worker("POST", "/api/services", LESSON)["service"]
    found = instance.caller()("GET", "/api/services/browse?category=language-lessons&search=portuguese")
    assert service["id"] in [row["id"] for row in found["services"]]

    # when it subscribes, the page asks for the rest, and nothing is charged before
    wish = {"humanId": service["humanId"], "serviceId": service["id"], "interval": "weekly", "dayOfWeek": "tuesday"}
    made = agent("POST", "/api/services/subscribe", wish | {"startTime": "09:30", "idempotencyKey": "lessons-1"})
    assert (made["status"], made["checkoutTotal"], balance(agent)) == ("requires_payment", 13.6, 1000)
    instance.pay(made["checkoutUrl"])
    made = agent("POST", "/api/services/subscribe", wish | {"startTime": "09:30", "idempotencyKey": "lessons-1"})
    assert (made["status"], balance(agent)) == ("funded", 0)
    taken = instance.agent(30)("POST", "/api/services/subscribe", wish | {"startTime": "10:00"}, expect=409)
    assert taken["error_code"] == "slot_taken"

    # and the provider takes it on; both talk
    path = f"/api/services/subscriptions/{made['subscriptionId']}"
    assert any(subject.startswith("Answer by") for subject in mails(instance, worker))
    row = worker("POST", f"{path}/approve")["subscription"]
    agent("POST", f"/api/conversations/{made['conversationId']}/messages", {"content": "See you on Tuesday."})
    hours = instance.caller()("GET", f"/api/services/bookings?humanId={service['humanId']}&date={row['firstDate']}")
    assert hours["slots"] == [{"start": "09:30", "end": "10:30"}]

    # then the next cycle starts with the first lesson, and the wallet is empty
    until(instance, row["nextCycleAt"])
    assert statuses(agent) == ("past_due", ["confirmed"])

    # the lesson took place, and a day later the wallet can pay
    until(instance, row["latestBooking"]["endsAt"])
    worker("POST", f"/api/services/bookings/{made['bookingId']}/confirm")
    instance.pay(agent("POST", "/api/wallet/deposit", {"amount": 30})["checkoutUrl"])
    assert statuses(agent)[0] == "past_due"
    instance.advance(DAY)
    assert statuses(agent) == ("active", ["confirmed", "confirmed"])
    assert balance(agent) == 3000 - TOTAL

    # silence accepts the first lesson, and the ladder pays it
    instance.advance(3 * DAY)
    assert statuses(agent)[1] == ["completed", "confirmed"]
    row = agent("DELETE", path)["subscription"]
    assert (row["status"], row["cancelAtPeriodEnd"]) == ("active", True)
    until(instance, row["nextCycleAt"])
    assert statuses(agent) == ("canceled", ["completed", "confirmed"])
    worker("POST", f"/api/services/bookings/{row['latestBooking']['id']}/confirm")
    agent("POST", f"/api/escrow/{row['latestBooking']['escrowId']}/release", {"acknowledgeRelease": True})
    instance.advance(5 * DAY)

    # and every cent is where it belongs
    assert statuses(agent) == ("canceled", ["completed", "completed"])
    assert (earned(worker), balance(agent)) == (4000, 3000 - TOTAL)
    report = agent("GET", "/api/wallet/report")["report"]
    assert (report["totals"]["settled"], report["totals"]["inEscrow"]) == (4000, 0)
    assert report["byBounty"][-1]["bountyId"] is None and report["byBounty"][-1]["funded"] == 2 * TOTAL
    instance.check_ledger()


def test_a_provider_who_does_not_answer_loses_the_booking(instance: Instance) -> None:
    worker, agent = instance.new_worker("Rui Lima"), instance.agent(23.6)
    service = worker("POST", "/api/services", LESSON)["service"]
    wish = {"humanId": service["humanId"], "serviceId": service["id"], "interval": "monthly", "dayOfWeek": "friday"}
    made = agent("POST", "/api/services/subscribe", wish | {"startTime": "18:00"})
    assert (made["status"], balance(agent)) == ("funded", 0)

    instance.advance(48 * HOUR)

    assert (statuses(agent), balance(agent)) == (("canceled", ["auto_declined"]), TOTAL)
    late = worker("POST", f"/api/services/subscriptions/{made['subscriptionId']}/approve", expect=409)
    assert late["error_code"] == "invalid_state"
    instance.check_ledger()
