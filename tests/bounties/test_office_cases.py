"""A seat that its worker contests: staff gives time, pays, or takes the seat back."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.contrib.admin.models import LogEntry
from django.test import Client
from django.urls import reverse

from bounties.models import Application
from bounties.services import staff_cases, timers
from marketplace.core import clock
from marketplace.core.actor import Actor
from marketplace.core.errors import Invalid
from marketplace.core.states import InvalidState
from marketplace.core.transactions import unit
from marketplace.models import Mail
from tests.api import Api
from tests.factories.market import Seat, given_confirmed, given_delivered, given_hired, untouched
from wallet import ledger as books

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("sound_books")]
START = datetime.fromisoformat("2026-11-21T10:00:00+00:00")


@pytest.fixture
def later(at: Callable[[str], datetime]) -> Callable[[float], None]:
    at(START.isoformat())
    return lambda hours: at((START + timedelta(hours=hours)).isoformat()) and None


def given_case(later: Callable[[float], None], **fields: Any) -> Seat:
    """Delivered, rejected, and contested after 20 hours."""
    seat = given_delivered(completion_window_hours=24, **fields)
    pending = seat.application.submissions.get(status="pending_review")
    path = f"/api/bounties/{seat.bounty.public_id}/submissions/{pending.public_id}"
    assert seat.agent.patch(path, {"action": "reject", "response": "Not the shelf."}).status == 200
    later(20)
    contested = seat.worker.post(f"/api/work/{seat.application.public_id}/contest", {"reason": "It is the shelf."})
    assert contested.status == 200
    return seat.fresh()


def office(who: Api) -> Client:
    client = Client()
    client.force_login(who.account, "django.contrib.auth.backends.ModelBackend")
    return client


def decide(who: Api, seat: Seat, verb: str, **fields: Any) -> Any:
    path = reverse("admin:bounties_application_decide", args=[seat.application.pk, verb])
    sent = {f"{verb}-{name}": value for name, value in ({"reason": "We looked."} | fields).items()}
    return office(who).post(path, sent | {"confirmed": "1"}, follow=True)


def told(answer: Any) -> str:
    return " ".join(str(message) for message in answer.context["messages"])


def test_the_list_of_cases_has_this_one_and_no_other_seat(later: Callable[[float], None], support: Api) -> None:
    seat = given_case(later)
    given_hired()

    listed = office(support).get(reverse("admin:bounties_application_changelist"), {"case": "open"}).context["cl"]

    assert [row.pk for row in listed.result_list] == [seat.application.pk]
    assert "Cases without a dispute <strong>1</strong>" in office(support).get("/admin/").content.decode()


def test_its_page_shows_money_evidence_words_and_what_happened(later: Callable[[float], None], support: Api) -> None:
    seat = given_case(later)

    shown = (
        office(support).get(reverse("admin:bounties_application_change", args=[seat.application.pk])).content.decode()
    )

    for words in (
        "5.90 USD",
        "Not the shelf.",
        "bounty.needs_staff",
        "proof.uploaded",
        "On my way.",
        seat.escrow.public_id,
    ):
        assert words in shown, words
    for verb in ("time", "release", "take-back"):
        assert reverse("admin:bounties_application_decide", args=[seat.application.pk, verb]) in shown


def test_more_time_lets_the_worker_send_again(later: Callable[[float], None], support: Api) -> None:
    seat = given_case(later)

    decide(support, seat, "time", hours=12)

    seat.fresh()
    assert (seat.application.needs_staff_at, seat.application.complete_by) == (None, clock.now() + timedelta(hours=12))
    assert seat.escrow.status == "locked"
    later(31)
    assert timers.release_overdue() == 0
    sent = seat.worker.post(f"/api/bounties/{seat.bounty.public_id}/submissions", {"textEvidence": "Here it is."})
    assert sent.status == 200


def test_time_that_passes_again_warns_the_worker_and_makes_no_case(
    later: Callable[[float], None], support: Api
) -> None:
    seat = given_case(later)
    decide(support, seat, "time", hours=12)

    later(37)

    assert timers.release_overdue() == 1
    assert seat.fresh().application.needs_staff_at is None
    assert seat.application.silent_since is not None


def test_staff_pays_the_worker(later: Callable[[float], None], operator: Api, new_events: Any) -> None:
    seat = given_case(later)
    new_events.clear()

    decide(operator, seat, "release")

    seat.fresh()
    assert (seat.escrow.status, seat.bounty.status, seat.application.needs_staff_at) == ("released", "paid", None)
    assert books.balance(books.earnings(seat.worker.account.pk)) == 500
    assert new_events() == ["escrow.released", "bounty.completed"]
    log = seat.agent.get(f"/api/escrow/{seat.escrow.public_id}")["escrow"]["auditLog"]
    assert log[-1]["actor"] == f"staff:{operator.account.public_profile_id}" and "We looked." in log[-1]["note"]


@pytest.mark.parametrize(("open_for", "status", "refunded_to"), [(30, "open", "pool"), (-80, "closed", "wallet")])
def test_staff_takes_the_seat_back(
    later: Callable[[float], None], support: Api, open_for: int, status: str, refunded_to: str
) -> None:
    """While the bounty recruits, as a seat that is overdue; when it is over, the money goes home."""
    seat = given_case(later)
    seat.bounty.deadline = clock.now() + timedelta(hours=open_for)
    seat.bounty.save(update_fields=["deadline"])

    decide(support, seat, "take-back")

    seat.fresh()
    assert (seat.application.status, seat.application.end_reason) == ("expired", "overdue")
    assert (seat.bounty.status, seat.escrow.status, seat.escrow.refunded_to) == (status, "refunded", refunded_to)
    assert books.balance(books.earnings(seat.worker.account.pk)) == 0


@pytest.mark.parametrize("verb", ["time", "release", "take-back"])
def test_both_sides_are_told_and_it_is_in_the_history(later: Callable[[float], None], support: Api, verb: str) -> None:
    seat = given_case(later)
    Mail.objects.all().delete()

    decide(support, seat, verb, hours=12)

    mails = Mail.objects.filter(subject__startswith="Decided by our staff")
    assert {mail.to for mail in mails} == {seat.agent.account.email, seat.worker.account.email}
    assert all("We looked." in mail.text for mail in mails)
    entry = LogEntry.objects.get()
    assert (entry.user, entry.object_id) == (support.account, str(seat.application.pk))
    assert "We looked." in entry.change_message


@pytest.mark.parametrize("first", ["time", "release", "take-back"])
@pytest.mark.parametrize("second", ["time", "release", "take-back"])
def test_of_two_decisions_the_second_changes_nothing(
    later: Callable[[float], None], support: Api, operator: Api, first: str, second: str
) -> None:
    seat = given_case(later)
    decide(support, seat, first, hours=12)

    with untouched():
        late = decide(operator, seat, second, hours=12)

    assert "nothing was changed" in told(late) and f"by {support.account}" in told(late)


@pytest.mark.parametrize("fields", [{"reason": " "}, {"hours": 0}, {"hours": 721}, {"hours": "soon"}, {"hours": ""}])
def test_time_needs_a_reason_and_a_number_of_hours(
    later: Callable[[float], None], support: Api, fields: dict[str, Any]
) -> None:
    seat = given_case(later)

    with untouched():
        answer = decide(support, seat, "time", **({"hours": 12} | fields))

    assert answer.context["form"].errors


@pytest.mark.parametrize("given", [given_hired, given_confirmed, given_delivered])
@pytest.mark.parametrize(
    "verb",
    [
        lambda actor, pk: staff_cases.give_time(actor, pk, hours=5, reason="x"),
        lambda actor, pk: staff_cases.release(actor, pk, reason="x"),
        lambda actor, pk: staff_cases.take_back(actor, pk, reason="x"),
    ],
)
def test_a_seat_that_is_no_case_is_not_decided(given: Callable[[], Seat], verb: Any, operator: Api) -> None:
    seat = given()

    with untouched(), pytest.raises(InvalidState):
        unit(lambda: verb(Actor.staff(operator.account), seat.application.pk))


def test_new_evidence_ends_the_case(later: Callable[[float], None], operator: Api) -> None:
    seat = given_case(later)
    sent = seat.worker.post(f"/api/bounties/{seat.bounty.public_id}/submissions", {"textEvidence": "Done."})
    assert sent.status == 200

    with untouched():
        late = decide(operator, seat, "take-back")

    assert "needs no decision" in told(late)
    assert not Application.objects.get(pk=seat.application.pk).is_case


def test_hours_beyond_a_month_are_refused_by_the_service_too(later: Callable[[float], None], operator: Api) -> None:
    seat = given_case(later)

    with untouched(), pytest.raises(Invalid):
        unit(lambda: staff_cases.give_time(Actor.staff(operator.account), seat.application.pk, hours=721, reason="x"))
