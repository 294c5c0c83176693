"""Staff ask a party of a dispute for named things by a date, the party answers or is silent, and the case goes on."""

from datetime import timedelta
from typing import Any

import pytest

from escrow.errors import NoDispute, OwnDispute, TooManyRequests
from escrow.models import Case, CaseRequest, Dispute, DisputeEvidence
from escrow.rules.cases import ASKS_MAX
from escrow.services import case_messages, case_reminders, requests
from marketplace.api.fields import timestamp
from marketplace.core import clock
from marketplace.core.actor import Actor
from marketplace.core.errors import Invalid, Problem
from marketplace.core.states import InvalidState
from marketplace.core.transactions import unit
from marketplace.models import Mail
from tests.api import Api
from tests.escrow.test_decisions import given_dispute, given_staff
from tests.factories.accounts import given_agent
from tests.factories.appeals import appeal, given_decided
from tests.factories.cases import answer, ask, case_of, hours_later
from tests.factories.decisions import given_decision
from tests.factories.files import picture
from tests.factories.market import untouched
from webhooks.models import Event

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("sound_books")]
START = "2026-11-21T12:00:00+00:00"


@pytest.fixture(autouse=True)
def _start(at: Any) -> None:
    at(START)


def stage(dispute: Dispute) -> tuple[str, float | None]:
    """The stage, and the hours until its clock ends."""
    case = case_of(dispute)
    left = None if case.due_at is None else (case.due_at - clock.now()) / timedelta(hours=1)
    return case.stage, left


def shown(who: Api, dispute: Dispute) -> Any:
    return who.get(f"/api/disputes/{dispute.public_id}")["dispute"]


def noted(dispute: Dispute) -> list[str]:
    """Internal events of the case, oldest first."""
    rows = Event.objects.filter(subject_id=dispute.pk, public=False).order_by("id")
    return [row.type.removeprefix("dispute.") for row in rows]


def test_the_worker_answers_the_objection_and_staffs_clock_begins() -> None:
    seat, dispute = given_dispute()
    before = shown(seat.worker, dispute)
    assert (before["stage"], before["dueAt"]) == ("opened", "2026-11-23T12:00:00.000Z")
    assert before["allowedActions"] == ["evidence", "answer", "offer"]
    assert case_of(dispute).decision_due_at is None

    hours_later(3)
    done = answer(seat.worker, dispute, text="It is the shop.", urls=["https://example.com/a"])["dispute"]

    assert (done["stage"], stage(dispute)) == ("decision", ("decision", 72))
    assert [(piece["text"], piece["requestId"]) for piece in done["evidence"]] == [("It is the shop.", None)]
    assert done["allowedActions"] == ["evidence", "offer"]
    assert shown(seat.agent, dispute)["allowedActions"] == ["evidence", "offer", "withdraw"]


def test_evidence_of_the_worker_is_their_answer_and_that_of_the_funder_is_not() -> None:
    seat, dispute = given_dispute()
    path = f"/api/disputes/{dispute.public_id}/evidence"

    assert seat.agent.post(path, {"text": "Look."}).status == 200
    assert case_of(dispute).stage == "opened"
    told = Event.objects.filter(type="dispute.evidence_added")
    assert {(event.account_id, event.data["by"]) for event in told} == {
        (who.account.pk, "funder") for who in (seat.agent, seat.worker)
    }, "both sides, and nobody else"
    assert seat.worker.post(path, {"text": "Here."}).status == 200
    assert case_of(dispute).stage == "decision"


def test_a_silent_worker_is_reminded_once_and_then_staff_go_on() -> None:
    seat, dispute = given_dispute()
    Mail.objects.all().delete()

    hours_later(23.5)
    assert not Mail.objects.exists()
    hours_later(0.5)
    hours_later(1)
    reminded = Mail.objects.get()
    assert reminded.to == seat.worker.account.email and "waits for you" in reminded.subject
    assert f"/disputes/{dispute.public_id}" in reminded.text and "/api/" not in reminded.text
    hours_later(22.5)
    assert case_of(dispute).stage == "opened"
    hours_later(0.5)

    assert stage(dispute) == ("decision", 72)
    assert "clock_ran_out" in noted(dispute)
    assert answer(seat.worker, dispute).code == "nothing_asked", "the time is over, and evidence may be added"
    assert seat.worker.post(f"/api/disputes/{dispute.public_id}/evidence", {"text": "Late."}).status == 200
    hours_later(72)
    assert case_of(dispute).with_lead_at is not None


@pytest.mark.parametrize("of", ["funder", "worker"])
def test_staff_ask_one_side_and_only_that_side_reads_what_for(of: str) -> None:
    seat, dispute = given_dispute()
    answer(seat.worker, dispute)
    hours_later(10)
    who, other = (seat.agent, seat.worker) if of == "funder" else (seat.worker, seat.agent)
    Mail.objects.all().delete()

    asked = ask(given_staff(), dispute, of, 30, "The receipt", "A photo of the sign")

    assert stage(dispute) == ("evidence", 30)
    mine, theirs = shown(who, dispute), shown(other, dispute)
    row = {"id": asked.public_id, "of": of, "state": "open", "dueAt": "2026-11-23T04:00:00.000Z"}
    assert [row.items() <= seen["asked"][0].items() for seen in (mine, theirs)] == [True, True]
    assert (mine["asked"][0]["items"], mine["asked"][0]["words"]) == (["The receipt", "A photo of the sign"], "Please.")
    assert (theirs["asked"][0]["items"], theirs["asked"][0]["words"]) == ([], "")
    assert "answer" in mine["allowedActions"] and "answer" not in theirs["allowedActions"]
    mail = Mail.objects.get()
    assert mail.to == who.account.email and "The receipt" in mail.text and "Please." in mail.text
    told = Event.objects.filter(type="dispute.evidence_requested")
    assert {event.account_id for event in told} == {seat.agent.account.pk, seat.worker.account.pk}
    assert all("receipt" not in str(event.data).lower() for event in told)
    with untouched():
        assert answer(other, dispute).code == "nothing_asked"
        assert answer(other, dispute, text="Me.", requestId=asked.public_id).status == 404

    done = answer(who, dispute, text="Here it is.", requestId=asked.public_id)["dispute"]

    assert (done["asked"][0]["state"], done["evidence"][-1]["requestId"]) == ("answered", asked.public_id)
    assert stage(dispute) == ("decision", 62), "staff's clock stood still while the party was asked"


def test_several_requests_may_be_open_and_the_case_waits_for_all() -> None:
    seat, dispute = given_dispute()
    answer(seat.worker, dispute)
    staff = given_staff()
    later, sooner = ask(staff, dispute, "worker", 40), ask(staff, dispute, "worker", 20)
    of_funder = ask(staff, dispute, "funder", 30)
    assert stage(dispute) == ("evidence", 20), "the first of them ends first"

    answer(seat.worker, dispute)

    assert CaseRequest.objects.get(pk=sooner.pk).state == "answered", "the one that is due first, unless it is named"
    assert stage(dispute) == ("evidence", 30)
    answer(seat.worker, dispute, text="Here.", requestId=later.public_id)
    answer(seat.agent, dispute)
    assert {row.state for row in CaseRequest.objects.all()} == {"answered"} and of_funder.pk
    assert stage(dispute) == ("decision", 72)


@pytest.mark.parametrize("of", ["funder", "worker"])
def test_a_request_that_nobody_answers_lapses_and_the_silence_is_noted(of: str) -> None:
    seat, dispute = given_dispute()
    answer(seat.worker, dispute)
    asked = ask(given_staff(), dispute, of)
    Mail.objects.all().delete()

    hours_later(24)
    assert [mail.to for mail in Mail.objects.all()] == [(seat.agent if of == "funder" else seat.worker).account.email]
    hours_later(23.9)
    assert case_of(dispute).stage == "evidence"
    hours_later(0.1)

    assert stage(dispute) == ("decision", 72)
    assert CaseRequest.objects.get(pk=asked.pk).state == "lapsed"
    silence = Event.objects.get(subject_id=dispute.pk, type="dispute.clock_ran_out")
    assert silence.data == {"of": of, "requestId": asked.public_id} and silence.note == "evidence"
    assert answer(seat.agent if of == "funder" else seat.worker, dispute).code == "nothing_asked"


def test_an_answer_after_the_time_is_refused_though_no_timer_has_run() -> None:
    seat, dispute = given_dispute()
    answer(seat.worker, dispute)
    ask(given_staff(), dispute, "worker", 5)
    clock.freeze(clock.now() + timedelta(hours=5))

    with untouched():
        assert answer(seat.worker, dispute).code == "nothing_asked"


def test_a_jump_in_time_reminds_nobody_of_what_is_over() -> None:
    seat, dispute = given_dispute()
    Mail.objects.all().delete()

    hours_later(500)

    assert case_of(dispute).stage == "decision" and not Mail.objects.filter(to=seat.worker.account.email).exists()
    assert case_reminders.remind() == 0


def test_staff_take_a_request_back_once_and_the_case_goes_on() -> None:
    seat, dispute = given_dispute()
    answer(seat.worker, dispute)
    staff = given_staff()
    asked = ask(staff, dispute)

    unit(lambda: requests.withdraw(staff, asked.pk))

    assert (CaseRequest.objects.get().state, case_of(dispute).stage) == ("withdrawn", "decision")
    with untouched(), pytest.raises(InvalidState):
        unit(lambda: requests.withdraw(staff, asked.pk))
    assert noted(dispute)[-2:] == ["asked", "request_withdrawn"]


@pytest.mark.parametrize(
    "wrong",
    [
        {"of": "both"},
        {"items": []},
        {"items": ["  "]},
        {"items": ["x"] * 11},
        {"items": ["x" * 201]},
        {"words": "x" * 2001},
        {"hours": 0},
        {"hours": 721},
    ],
)
def test_a_request_names_one_side_one_to_ten_things_and_a_time(wrong: dict[str, Any]) -> None:
    _, dispute = given_dispute()
    staff, key = given_staff(), case_of(dispute).pk
    good: dict[str, Any] = {"of": "worker", "items": ["The receipt"], "words": "", "hours": 48}

    with untouched(), pytest.raises(Invalid) as refused:
        unit(lambda: requests.ask(staff, key, **good | wrong))

    assert list(refused.value.extra["fields"]) == list(wrong)


def test_a_party_that_is_staff_asks_nothing_and_a_contested_seat_has_no_such_page() -> None:
    seat, dispute = given_dispute()
    own = Actor.staff(seat.agent.account)
    for verb in (
        lambda: requests.ask(own, case_of(dispute).pk, of="worker", items=["X"]),
        lambda: case_messages.write(own, case_of(dispute).pk, to="both", words="Hi."),
    ):
        with untouched(), pytest.raises(OwnDispute):
            unit(verb)
    case = case_of(dispute)
    Case.objects.filter(pk=case.pk).update(kind="contest", dispute=None)
    staff = given_staff()
    with untouched(), pytest.raises(NoDispute):
        unit(lambda: requests.ask(staff, case.pk, of="worker", items=["X"]))
    Case.objects.filter(pk=case.pk).update(kind="dispute", dispute=dispute)


def test_nothing_is_asked_while_a_decision_is_made_or_afterwards_nor_for_ever() -> None:
    _, dispute = given_dispute()
    staff = given_staff()
    for _ in range(ASKS_MAX):
        ask(staff, dispute)
    with untouched(), pytest.raises(TooManyRequests):
        ask(staff, dispute)

    given_decision(staff, dispute.pk, worker_cents=100)

    assert {row.state for row in CaseRequest.objects.all()} == {"lapsed"}, "what was still open ends with the case"
    with untouched(), pytest.raises(Problem):
        ask(staff, dispute)


@pytest.mark.parametrize(("to", "readers"), [("funder", "f"), ("worker", "w"), ("both", "fw")])
def test_what_staff_write_is_read_and_mailed_to_whom_it_is_to(to: str, readers: str) -> None:
    seat, dispute = given_dispute()
    staff, key = given_staff(), case_of(dispute).pk
    Mail.objects.all().delete()

    unit(lambda: case_messages.write(staff, key, to=to, words=" We look at it.\n"))

    for name, who in (("f", seat.agent), ("w", seat.worker)):
        seen = [row["words"] for row in shown(who, dispute)["messages"]]
        assert seen == (["We look at it."] if name in readers else [])
        assert Mail.objects.filter(to=who.account.email).count() == int(name in readers)
    assert noted(dispute)[-1] == "message"
    for wrong in ({"to": "all"}, {"words": " "}, {"words": "x" * 5001}):
        with untouched(), pytest.raises(Invalid):
            unit(lambda wrong=wrong: case_messages.write(staff, key, **{"to": "both", "words": "Hi."} | wrong))


def test_an_answer_takes_files_and_is_made_once_with_its_key() -> None:
    seat, dispute = given_dispute()
    path = f"/api/disputes/{dispute.public_id}/answer"

    for _ in range(2):
        sent = seat.worker.upload(path, {"text": "Here.", "files": [picture(name="sign.jpg")]}, Idempotency_Key="k")
        assert sent.status == 200, sent.body

    assert [piece.files.get().name for piece in DisputeEvidence.objects.all()] == ["sign.jpg"]
    with untouched():
        assert seat.worker.post(path, {}).status == 400
        assert given_agent().post(path, {"text": "Me."}).status == 404


def test_who_may_appeal_finds_it_among_what_they_may_do() -> None:
    seat, dispute = given_decided(0)
    path = f"/api/disputes/{dispute.public_id}"

    before = [who.get(path)["dispute"]["allowedActions"] for who in (seat.worker, seat.agent)]
    assert appeal(seat, dispute, "worker").status == 200
    after = [who.get(path)["dispute"]["allowedActions"] for who in (seat.worker, seat.agent)]

    assert before == [["appeal"], []] and after == [["evidence"], ["evidence"]]


@pytest.mark.parametrize(("cents", "by"), [(0, ["worker"]), (250, ["funder", "worker"]), (500, ["funder"])])
def test_both_sides_are_told_who_may_still_appeal_and_no_more_once_somebody_has(cents: int, by: list[str]) -> None:
    seat, dispute = given_decided(cents)

    def window(who: Any) -> Any:
        return who.get(f"/api/disputes/{dispute.public_id}")["dispute"]["appealWindow"]

    for who in (seat.agent, seat.worker):
        assert (window(who)["by"], window(who)["until"]) == (by, timestamp(dispute.resolved_at + timedelta(days=14)))
    assert appeal(seat, dispute, by[0]).status == 200
    assert [window(who) for who in (seat.agent, seat.worker)] == [None, None]
