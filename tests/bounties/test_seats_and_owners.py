"""What an owner may do about a seat, and what they are told: extensions, shifts of others, echoes, locked fields."""

from collections.abc import Callable
from datetime import datetime, timedelta
from decimal import Decimal
from typing import Any

import pytest
from django.db import connection

from bounties.models import Application, Bounty
from bounties.selectors import listing
from bounties.services import hiring
from marketplace.core import clock, ids
from tests.api import Answer, Api
from tests.bounties.test_clocks import START, Later, ask, decide, hours, later, send_back
from tests.factories.hiring import PERSONAL, given_hired_by_name
from tests.factories.hiring import seat as seat_path
from tests.factories.market import (
    Seat,
    given_application,
    given_bounty,
    given_completed,
    given_delivered,
    given_funded_agent,
    given_hired,
    untouched,
)

__all__ = ("later",)
pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("sound_books")]
At = Callable[[str], datetime]


# ------------------------------------------------------------------ more time


def test_the_owners_grant_never_moves_the_settlement_of_a_personal_bounty(later: Later, worker: Api) -> None:
    agent = given_funded_agent(1000)
    made = given_hired_by_name(agent, worker, PERSONAL, confirmed=True)
    before = Application.objects.get().complete_by
    grant = {"action": "grant", "hours": 720}

    with untouched():
        refused = agent.post(f"{seat_path(made)}/extension/decision", grant)
    assert (refused.status, refused.code) == (409, "invalid_state")
    worker.post(f"/api/bounties/{made['bountyId']}/submissions", {"textEvidence": "Done."})
    with untouched():
        assert agent.post(f"{seat_path(made)}/extension/decision", grant).status == 409

    assert Application.objects.get().complete_by == before
    later(hours(3 * 24))
    assert hiring.settle_personal() == 1


def test_more_time_that_its_worker_asked_for_moves_it(later: Later, worker: Api) -> None:
    agent = given_funded_agent(1000)
    made = given_hired_by_name(agent, worker, PERSONAL, confirmed=True)
    before = Application.objects.get().complete_by
    assert before is not None
    assert worker.post(f"{seat_path(made)}/extension", {"hours": 24, "reason": "It rains."}).status == 200

    assert agent.post(f"{seat_path(made)}/extension/decision", {"action": "approve"}).status == 200

    assert Application.objects.get().complete_by == before + hours(24)


@pytest.mark.parametrize("given", [given_delivered, given_completed])
@pytest.mark.parametrize("window", [5, None])
def test_nothing_is_extended_while_evidence_waits_or_once_it_is_approved(
    later: Later, given: Callable[..., Seat], window: int | None
) -> None:
    seat = given(completion_window_hours=window)

    with untouched():
        answers = [ask(seat), *(decide(seat, action=name, hours=5) for name in ("grant", "approve"))]
        answers.append(decide(seat, action="deny"))

    assert [(answer.status, answer.code) for answer in answers] == [(409, "invalid_state")] * 4


def test_what_was_sent_back_is_extended_again(later: Later) -> None:
    seat = given_delivered(completion_window_hours=5)
    send_back(seat)

    assert decide(seat, action="grant", hours=5).status == 200

    assert seat.fresh().application.complete_by == START + hours(29)


# ------------------------------------------------------------------ shifts


def shift(**more: Any) -> dict[str, Any]:
    noon = clock.now().replace(hour=12, minute=0) + timedelta(days=30)
    place = {"country": "PT", "city": "Lisbon"}
    return {
        "scheduled_start_at": noon,
        "scheduled_start_time_zone": "UTC",
        "estimated_hours": Decimal(2),
        **place,
        "deadline": clock.now() + timedelta(days=20),
    } | more


REMOTE = {"country": "", "city": ""}


def accept(agent: Api, application: Application) -> Answer:
    path = f"/api/bounties/{application.bounty.public_id}/applications/{application.public_id}"
    return agent.patch(path, {"action": "accept"})


def given_waiting(hired: Seat, agent: Api, **second: Any) -> Application:
    """The same person has applied to another bounty, of this agent."""
    waiting = given_application(given_bounty(agent, **second))[1]
    Application.objects.filter(pk=waiting.pk).update(human=hired.worker.account)
    return waiting


@pytest.mark.parametrize("remote", [0, 1])
def test_a_scheduled_task_without_a_place_is_no_shift(remote: int) -> None:
    kinds = [shift(**REMOTE), shift()]
    hired = given_hired(**kinds[remote])

    agent = given_funded_agent()

    answer = accept(agent, given_waiting(hired, agent, **kinds[1 - remote]))

    assert answer.status == 200, answer.body


@pytest.mark.parametrize("place", [{"city": "Lisbon"}, {"is_remote_allowed": False}, {"signage": "poster_provided"}])
def test_a_city_a_site_or_a_sign_is_a_place(place: dict[str, Any]) -> None:
    agent = given_funded_agent()
    waiting = given_waiting(given_hired(**shift()), agent, **shift())
    Bounty.objects.update(**{"city": ""} | place)

    with untouched():
        refused = accept(agent, waiting)

    assert (refused.status, refused.code) == (409, "overlapping_shift")


def test_the_refusal_names_ones_own_shift_and_never_another_owners() -> None:
    agent, other = given_funded_agent(), given_funded_agent()
    hired = given_hired(agent=agent, bounty=given_bounty(agent, **shift()))
    agent.patch(f"/api/bounties/{hired.bounty.public_id}", {"status": "paused"})

    own = accept(agent, given_waiting(hired, agent, **shift()))
    strange = accept(other, given_waiting(hired, other, **shift()))

    assert (own.code, own["bountyId"]) == ("overlapping_shift", hired.bounty.public_id)
    assert strange.code == "overlapping_shift"
    assert "bountyId" not in strange.body
    assert hired.bounty.public_id not in str(strange.body)


# ------------------------------------------------------------------ edits

QUESTIONS = [{"id": "how_many", "prompt": "How many?"}, {"prompt": "Any trouble?", "required": False}]
DETAILS = [{"type": "text", "label": "Your shoe size?"}, {"type": "checkbox", "label": "I am 18", "required": False}]
TASK = {"title": "T", "description": "D", "price": 5, "estimatedHours": 1}


def given_asked() -> tuple[Api, str]:
    """A bounty that asks things, with one applicant."""
    agent = given_funded_agent()
    asked = {"completionQuestions": QUESTIONS, "applicationDetails": DETAILS, "requiredLinks": [{"type": "resume"}]}
    made = agent.post("/api/bounties", TASK | asked)
    assert made.status == 200, made.body
    Application.objects.create(bounty_id=_pk(made["bountyId"]), human=given_hired().worker.account)
    Bounty.objects.filter(pk=_pk(made["bountyId"])).update(application_count=1)
    return agent, f"/api/bounties/{made['bountyId']}"


def _pk(bounty_id: str) -> Any:
    return ids.decode("bty", bounty_id)


@pytest.mark.parametrize(
    "body",
    [{"completionQuestions": QUESTIONS}, {"applicationDetails": DETAILS}, {"requiredLinks": [{"type": "resume"}]}],
)
def test_an_echo_of_what_was_posted_is_unchanged(body: dict[str, Any]) -> None:
    agent, path = given_asked()
    before = agent.get(path)["bounty"]

    answer = agent.patch(path, body)

    assert answer.status == 200, answer.body
    name = next(iter(body))
    assert answer["bounty"][name] == before[name]
    without_ids = [{key: value for key, value in row.items() if key != "id"} for row in before[name]]
    assert agent.patch(path, {name: without_ids}).status == 200


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"completionQuestions": [QUESTIONS[0], {"prompt": "Any trouble?"}]}, "completion_questions_locked"),
        ({"completionQuestions": QUESTIONS[:1]}, "completion_questions_locked"),
        (
            {"completionQuestions": [{"id": "other", "prompt": "How many?"}, QUESTIONS[1]]},
            "completion_questions_locked",
        ),
        ({"applicationDetails": [DETAILS[0], DETAILS[0]]}, "invalid_state"),
        ({"requiredLinks": [{"type": "github"}]}, "invalid_state"),
        ({"requiredLinks": []}, "invalid_state"),
    ],
)
def test_what_is_locked_is_a_conflict(body: dict[str, Any], code: str) -> None:
    agent, path = given_asked()

    with untouched():
        refused = agent.patch(path, body)

    assert (refused.status, refused.code) == (409, code)
    if code == "invalid_state":
        assert list(refused["fields"]) == list(body)


# ------------------------------------------------------------------ dry run


def test_a_preview_has_every_field_of_the_real_answer() -> None:
    agent = given_funded_agent(590)
    body = TASK | {
        "autoAccept": False,
        "karen": True,
        "autoExpireGhosts": True,
        "lifecycleMessages": {"onAccepted": "Hi"},
    }

    with untouched():
        preview = agent.post("/api/bounties", body | {"dryRun": True})["preview"]
    real = agent.post("/api/bounties", body)["bounty"]

    assert preview.keys() == real.keys()
    made = {"id", "escrowId", "publicUrl", "createdAt", "updatedAt", "wentLiveAt", "deadline"}
    assert {name: preview[name] for name in preview.keys() - made} == {name: real[name] for name in real.keys() - made}
    assert {preview[name] for name in made - {"deadline"}} == {None}


def test_a_dry_run_makes_every_check_of_the_real_call(agent: Api) -> None:
    with untouched():
        mixed = agent.post("/api/bounties", TASK | {"dryRun": True, "idempotencyKey": "a"}, Idempotency_Key="b")
        odd = agent.post("/api/bounties", TASK | {"dryRun": True, "idempotencyKey": "x" * 256})
        empty = agent.post("/api/bounties", TASK | {"dryRun": True})

    assert (mixed.status, mixed.code) == (400, "idempotency_key_mismatch")
    assert (odd.status, list(odd["fields"])) == (400, ["idempotencyKey"])
    assert empty["preview"]["status"] == "pending_deposit"


# ------------------------------------------------------------------ the list, the words, the counters


def test_the_filter_skill_ignores_case(anonymous: Api) -> None:
    bounty = given_bounty(given_funded_agent(), skills_needed=["Photography", "C++"])

    def found(skill: str) -> list[str]:
        return [row["id"] for row in anonymous.get(f"/api/bounties?skill={skill}")["bounties"]]

    assert found("photography") == found("PHOTOGRAPHY") == found("c%2B%2B") == [bounty.public_id]
    assert found("photograph") == found("c") == []


def test_the_filter_skill_has_an_index() -> None:
    with connection.cursor() as cursor:
        cursor.execute("set local enable_seqscan = off")
        assert "bounty_skills_folded" in listing.with_skill(Bounty.objects.all(), "errands").order_by().explain()


def test_the_deadline_in_the_owners_words_is_read_by_people(later: Later) -> None:
    words = {"onSubmissionRejected": "Again by {{deadline}}, please."}
    plain = given_delivered(completion_window_hours=5, lifecycle_messages=words)
    zone = {"scheduled_start_at": START + hours(9), "scheduled_start_time_zone": "Europe/Lisbon"}
    zoned = given_delivered(completion_window_hours=5, lifecycle_messages=words, **zone)

    for seat, said in ((plain, "Sun 22 November, 10:00 UTC"), (zoned, "Sun 22 November, 10:00 WET")):
        send_back(seat)
        talk = seat.application.conversation
        assert talk is not None
        rows = seat.worker.get(f"/api/conversations/{talk.public_id}")["messages"]
        assert f"Again by {said}, please." in [row["content"] for row in rows]


def test_a_cover_letter_is_no_check_in(at: At) -> None:
    moment = at("2026-11-21T10:00:00Z")
    check_ins = {"times": [(moment + timedelta(minutes=10)).isoformat()], "photoRequired": False}
    agent = given_funded_agent()
    silent, wrote = (given_hired(agent=agent, bounty=given_bounty(agent, check_ins=check_ins)) for _ in range(2))
    at("2026-11-21T10:05:00Z")
    for seat in (silent, wrote):
        path = f"/api/bounties/{seat.bounty.public_id}/applications/{seat.application.public_id}/confirm"
        assert seat.worker.post(path).status == 200
    talk = wrote.application.conversation
    assert talk is not None
    wrote.worker.post(f"/api/conversations/{talk.public_id}/messages", {"content": "I am here."})

    covered = []
    for seat in (silent, wrote):
        sent = seat.worker.post(f"/api/bounties/{seat.bounty.public_id}/submissions", {"textEvidence": "Done."})
        covered += [row["covered"] for row in sent["submission"]["checks"]["checkIns"]]

    assert covered == [False, True]
