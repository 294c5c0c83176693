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
from escrow.models import Case
from escrow.services import desk
from marketplace.core import clock
from marketplace.core.actor import Actor
from marketplace.core.errors import Invalid
from marketplace.core.states import InvalidState
from marketplace.core.transactions import unit
from marketplace.models import Mail, PrivateRead, StaffEntry
from tests.api import Api
from tests.factories import desk as desk_cases
from tests.factories.market import Seat, given_confirmed, given_delivered, given_hired, untouched
from wallet import ledger as books
from webhooks.models import Event

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
    more = {name: fields.pop(name) for name in ("back", "confirmed") if name in fields}
    sent = {f"{verb}-{name}": value for name, value in ({"reason": "We looked."} | fields).items()}
    return office(who).post(path, sent | {"confirmed": "1"} | more, follow=True)


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
    assert sorted(new_events()) == ["application.contest_decided", "bounty.completed", "escrow.released"]
    log = seat.agent.get(f"/api/escrow/{seat.escrow.public_id}")["escrow"]["auditLog"]
    assert log[-1]["actor"] == f"staff:{operator.account.public_profile_id}" and "We looked." in log[-1]["note"]


@pytest.mark.parametrize(("open_for", "status", "refunded_to"), [(30, "open", "pool"), (-80, "closed", "wallet")])
def test_staff_takes_the_seat_back(
    later: Callable[[float], None], support: Api, open_for: int, status: str, refunded_to: str
) -> None:
    """While the bounty recruits, the spot is free again; when it is over, the money goes home. The owner is told which."""
    seat = given_case(later)
    seat.bounty.deadline = clock.now() + timedelta(hours=open_for)
    seat.bounty.save(update_fields=["deadline"])

    decide(support, seat, "take-back")

    seat.fresh()
    assert (seat.application.status, seat.application.end_reason) == ("expired", "taken_back")
    for told in ("application.seat_expired", "escrow.refunded"):
        assert Event.objects.filter(type=told).latest("pk").data["refundedTo"] == refunded_to
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

    with untouched(besides=PrivateRead):
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

    with untouched(besides=PrivateRead):
        late = decide(operator, seat, "take-back")

    assert "needs no decision" in told(late)
    assert not Application.objects.get(pk=seat.application.pk).is_case


def test_hours_beyond_a_month_are_refused_by_the_service_too(later: Callable[[float], None], operator: Api) -> None:
    seat = given_case(later)

    with untouched(), pytest.raises(Invalid):
        unit(lambda: staff_cases.give_time(Actor.staff(operator.account), seat.application.pk, hours=721, reason="x"))


# ------------------------------------------------------------------ from its case, and on to the next one


def on_case(who: Api, seat: Seat) -> Case:
    """The case of this contested seat, taken."""
    case = Case.objects.get(kind="contest", escrow_id=seat.escrow.pk)
    unit(lambda: desk.take(Actor.staff(who.account), case.pk))
    return case


def page_of(case: Case) -> str:
    return reverse("admin:escrow_case_change", args=[case.pk])


def test_the_shared_form_is_asked_for_what_its_button_needs(later: Callable[[float], None], support: Api) -> None:
    seat = given_case(later)
    path = reverse("admin:bounties_application_decide", args=[seat.application.pk, "time"])
    with untouched():
        for form in ({"reason": " ", "hours": "24"}, {"reason": "Again.", "hours": "0"}, {"reason": "Again."}):
            assert office(support).post(path, form | {"confirmed": "1"}).context["form"].errors

    office(support).post(path, {"reason": "Again.", "hours": "12", "confirmed": "1"})

    assert seat.fresh().application.complete_by == clock.now() + timedelta(hours=12)


def test_only_who_has_the_case_finds_its_forms_there(
    later: Callable[[float], None], support: Api, operator: Api
) -> None:
    seat = given_case(later)
    case = on_case(support, seat)

    shown = office(operator).get(page_of(case)).content.decode()

    assert 'name="way"' not in shown and "Pay the worker" in shown
    seats = office(operator).get(reverse("admin:bounties_application_change", args=[seat.application.pk]))
    assert f"{support.account.display_name} works on it." in seats.content.decode()


def test_yes_and_next_takes_the_most_urgent_case_and_opens_it(later: Callable[[float], None], support: Api) -> None:
    seat, waiting = given_case(later), desk_cases.given_case()

    done = decide(support, seat, "take-back", confirmed="next")

    waiting.refresh_from_db()
    assert done.redirect_chain == [(page_of(waiting), 302)]
    assert (seat.fresh().escrow.status, waiting.assignee) == ("refunded", support.account)
    assert StaffEntry.objects.filter(act="take", actor=support.account).count() == 1


def test_without_another_case_next_leads_to_the_queue(later: Callable[[float], None], support: Api) -> None:
    seat = given_case(later)

    done = decide(support, seat, "release", confirmed="next")

    assert done.redirect_chain == [(reverse("admin:escrow_case_changelist"), 302)]
    assert "Nothing waits that nobody has and that you may decide." in told(done)


def test_what_was_not_decided_takes_no_other_case(later: Callable[[float], None], support: Api, operator: Api) -> None:
    seat = given_case(later)
    decide(support, seat, "release")
    desk_cases.given_case()

    with untouched(besides=PrivateRead):
        late = decide(operator, seat, "release", confirmed="next")

    assert "nothing was changed" in told(late)


def test_the_page_of_a_seat_leads_to_its_case_and_to_the_next(later: Callable[[float], None], support: Api) -> None:
    seat = given_case(later)
    path = reverse("admin:bounties_application_change", args=[seat.application.pk])
    next_case = f'action="{reverse("admin:escrow_case_next")}"'
    case = Case.objects.get(kind="contest", escrow_id=seat.escrow.pk)

    assert all(words in office(support).get(path).content.decode() for words in (page_of(case), next_case))
    decide(support, seat, "release")

    assert all(words in office(support).get(path).content.decode() for words in (page_of(case), next_case))
    plain = reverse("admin:bounties_application_change", args=[given_hired().application.pk])
    assert next_case not in office(support).get(plain).content.decode()


@pytest.mark.parametrize("back", ["https://example.com/admin/", "//example.com/admin/", "/jobs", "nonsense"])
def test_a_decision_leads_back_to_no_page_outside_the_office(
    later: Callable[[float], None], support: Api, back: str
) -> None:
    seat = given_case(later)

    done = decide(support, seat, "release", back=back)

    assert done.redirect_chain[0][0] == reverse("admin:bounties_application_change", args=[seat.application.pk])


def test_like_it_shows_how_contested_seats_were_decided(later: Callable[[float], None], support: Api) -> None:
    paid = given_case(later, title="A shelf that was there")
    decide(support, paid, "release", reason="The shelf is in the picture.")
    kept = given_case(later, title="A shelf that is still contested")
    case = Case.objects.get(kind="contest", escrow_id=kept.escrow.pk)
    shown = office(support).get(f"{page_of(case)}?tab=alike&part=1").content.decode()

    assert "the latest 1 decided cases of contested seats: 1 pay the worker" in shown
    for words in ("A shelf that was there", "5.00 USD, 100%", "The shelf is in the picture."):
        assert words in shown, words
    assert "still contested" not in shown
