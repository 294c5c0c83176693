"""Simulated people do what their script says, when it says so, by the services that everybody uses."""

from datetime import timedelta
from typing import Any

import pytest
from pytest_django import Settings

from bounties.models import Application, Play, SimulatedPerson
from bounties.rules.plays import ALL_TO_WORKER, DIVIDED, MOMENTS, NOTHING_TO_WORKER, SCRIPTS
from bounties.services import plays, simulated_people
from humans.models import Message
from marketplace.core import clock
from tests.factories.market import acting, given_funded_agent, given_money, untouched, violations
from tests.factories.plays import Stage
from webhooks.models import Event

pytestmark = pytest.mark.django_db


def states(play: dict[str, Any]) -> dict[str, str]:
    return {step["act"]: step["state"] for step in play["steps"]}


def test_a_reliable_person_applies_confirms_delivers_and_is_paid() -> None:
    stage = Stage(evidence_types=["photo", "link", "text"])
    play = stage.play("rosa")
    assert (play["script"], play["status"], play["applicationId"]) == ("reliable", "running", None)
    assert play["steps"][0] == {
        "act": "apply", "when": "open", "seconds": 600, "state": "due", "at": play["nextAt"]
    }  # fmt: skip

    stage.pass_time(minutes=9)
    assert not stage.bounty.applications.exists()
    stage.pass_time(minutes=2)
    assert stage.application(play).status == "pending"
    assert stage.shown(play)["nextAt"] is None  # waits for the owner

    stage.accept(play)
    stage.pass_time(hours=3)
    seat = stage.application(play)
    assert seat.confirmed_at is not None and seat.started_at is not None
    sent = seat.submissions.get()
    assert sent.checks["recommendation"] == "looks_complete"
    assert sent.files.count() == 1

    stage.release(play)
    plays.run_due()
    ended = stage.shown(play)
    assert (ended["status"], ended["outcome"], ended["nextAt"]) == ("finished", "released", None)
    assert violations() == []
    types = set(Event.objects.filter(account_id=stage.agent.account.pk).values_list("type", flat=True))
    assert {"application.submitted", "application.confirmed", "proof.uploaded", "escrow.released"} <= types


def test_times_stand_at_their_moments_however_far_time_jumps() -> None:
    stage = Stage()
    play = stage.play("rosa")
    stage.pass_time(hours=1)
    hired_at = stage.accept(play).decided_at
    assert hired_at is not None

    stage.pass_time(days=2)

    seat = stage.application(play)
    assert seat.confirmed_at is not None and (seat.confirmed_at - hired_at).total_seconds() == 15 * 60
    delivered = seat.submissions.get().created_at
    assert (delivered - seat.confirmed_at).total_seconds() == 45 * 60


def test_what_is_sent_back_is_sent_again_each_time() -> None:
    stage = Stage(evidence_types=["photo"])
    play = stage.play("lena")
    stage.pass_time(hours=1)
    stage.accept(play)
    stage.pass_time(hours=2)
    first = stage.application(play).submissions.get()
    assert first.evidence_flags == ["missing_evidence"]

    stage.judge(play, "request_redo")
    stage.pass_time(hours=2)
    stage.judge(play, "reject")
    stage.pass_time(hours=2)

    sent = stage.application(play).submissions.order_by("id")
    assert [row.status for row in sent] == ["redo_requested", "rejected", "pending_review"]
    assert sent[1].evidence_flags == sent[2].evidence_flags == []  # also no duplicate of the picture before


def test_who_asks_first_confirms_after_the_answer_and_never_without() -> None:
    stage, mute = Stage(), Stage()
    play, ignored = stage.play("mina"), mute.play("mina")
    for one, row in ((stage, play), (mute, ignored)):
        one.pass_time(hours=1)
        one.accept(row)
    asked = Message.objects.filter(conversation_id=stage.application(play).conversation_id, sender_type="human")
    assert asked.order_by("number").last().content.startswith("Before I confirm")  # type: ignore[union-attr]

    stage.pass_time(minutes=30)
    assert stage.application(play).confirmed_at is None
    talk = stage.application(play).conversation
    assert talk is not None
    said = stage.agent.post(f"/api/conversations/{talk.public_id}/messages", {"content": "No, leave nothing out."})
    assert said.status == 200, said.body
    stage.pass_time(minutes=11)

    assert stage.application(play).confirmed_at is not None
    mute.pass_time(hours=3)
    assert mute.application(ignored).status == "expired"
    assert mute.shown(ignored)["outcome"] == "expired"


def test_who_is_late_is_late_by_the_bountys_own_windows() -> None:
    stage = Stage(completion_window_hours=24)
    play = stage.play("theo")
    stage.pass_time(hours=7)
    hired_at = stage.accept(play).decided_at
    assert hired_at is not None

    stage.pass_time(days=3)

    seat = stage.application(play)
    assert seat.confirmed_at is not None and (seat.confirmed_at - hired_at).total_seconds() == 110 * 60
    sent = seat.submissions.get()
    assert (sent.created_at - seat.confirmed_at).total_seconds() == (24 * 60 - 30) * 60


@pytest.mark.parametrize(
    ("person", "status", "reason"),
    [("nils", "expired", "confirmation_timeout"), ("vera", "withdrawn", "withdrawn"), ("gus", "expired", "overdue")],
)
def test_who_lets_you_down_gives_the_money_back_to_the_pool(person: str, status: str, reason: str) -> None:
    stage = Stage(completion_window_hours=24)
    play = stage.play(person)
    stage.pass_time(hours=1)
    stage.accept(play)

    stage.pass_time(days=3)

    seat = stage.application(play)
    assert (seat.status, seat.end_reason) == (status, reason)
    assert (stage.shown(play)["status"], stage.shown(play)["outcome"]) == ("finished", status)
    stage.bounty.refresh_from_db()
    assert (stage.bounty.status, stage.bounty.spots_filled) == ("open", 0)
    assert violations() == []


def test_more_time_is_asked_for_and_used() -> None:
    stage = Stage(completion_window_hours=6)
    play = stage.play("asha")
    stage.pass_time(hours=1)
    seat = stage.accept(play)
    stage.pass_time(hours=1)
    asked = stage.application(play).extension
    assert asked is not None and (asked["state"], asked["hours"]) == ("pending", 12)

    below = f"/api/bounties/{stage.bounty.public_id}/applications/{seat.public_id}"
    stage.post(f"{below}/extension/decision", {"action": "approve"})
    stage.pass_time(hours=12)

    assert stage.application(play).submissions.get().status == "pending_review"


def test_changed_terms_are_accepted() -> None:
    stage = Stage()
    play = stage.play("rosa")
    stage.pass_time(hours=1)
    stage.accept(play)
    stage.pass_time(minutes=20)
    changed = stage.agent.patch(f"/api/bounties/{stage.bounty.public_id}", {"completionCriteria": "Two photos."})
    assert changed.status == 200, changed.body
    assert stage.application(play).terms_answer_by is not None

    stage.pass_time(minutes=31)

    assert stage.application(play).terms_proposed is None
    assert states(stage.shown(play))["accept_terms"] == "done"


@pytest.mark.parametrize(("percent", "end"), [(100, "released"), (0, "refunded")])
def test_a_contested_verdict_is_decided_by_simulated_staff(percent: int, end: str) -> None:
    stage = Stage(evidence_types=["photo"])
    play = stage.play("omar")
    staff = stage.play("staff", workerPercent=percent)
    stage.pass_time(hours=1)
    stage.accept(play)
    stage.pass_time(hours=2)
    stage.judge(play, "reject")

    stage.pass_time(hours=3)
    assert stage.application(play).needs_staff_at is not None
    stage.pass_time(hours=7)

    escrow = stage.application(play).escrow
    assert escrow is not None and escrow.status == end
    why = stage.application(play).contests.get().decision
    assert why == (ALL_TO_WORKER if end == "released" else NOTHING_TO_WORKER)
    assert states(stage.shown(staff))["decide_contest"] == "done"
    assert violations() == []


@pytest.mark.parametrize(
    ("cents", "percent", "worker"),
    [(500, 50, 250), (500, 0, 0), (999, 33, 329), (30_000, 40, 12_000)],
)
def test_a_dispute_is_answered_by_the_worker_and_divided_by_staff(cents: int, percent: int, worker: int) -> None:
    stage = Stage(price_cents=cents)
    play, staff = stage.play("rosa"), stage.play("staff", workerPercent=percent)
    stage.pass_time(hours=1)
    stage.accept(play)
    stage.pass_time(hours=2)
    escrow = stage.application(play).escrow
    assert escrow is not None
    opened = stage.agent.post(
        f"/api/escrow/{escrow.public_id}/dispute", {"category": "poor_quality", "description": "It is blurred."}
    )
    assert opened.status == 200, opened.body

    stage.pass_time(hours=5)
    pieces = stage.agent.get(f"/api/disputes/{opened.body['dispute']['id']}").body["dispute"]["evidence"]
    assert [row["text"] for row in pieces] == ["I did what the job asked for; what I sent shows it."]
    stage.pass_time(hours=10)

    escrow.refresh_from_db()
    decision = escrow.disputes.get().decisions.get()
    assert (decision.worker_cents, decision.state, escrow.ended_at is not None) == (worker, "final", True)
    assert decision.reason == (DIVIDED if worker else NOTHING_TO_WORKER), "words that fit the sum"
    assert (decision.second_id is not None) == (cents == 30_000)  # above what one person decides alone
    assert states(stage.shown(staff))["decide"] == "done"
    assert violations() == []


def test_a_refusal_ends_the_play_and_is_shown_as_its_caller_read_it() -> None:
    stage = Stage(supported_countries=["JP"])
    play = stage.play("rosa")
    with untouched(besides=[Play]):
        clock.freeze(clock.now() + timedelta(hours=1))
        plays.run_due()

    failed = stage.shown(play)
    assert (failed["status"], failed["outcome"]) == ("failed", "country_not_allowed")
    assert failed["words"] and failed["nextAt"] is None
    other = stage.play("mina")
    stage.pass_time(hours=1)
    assert stage.application(other).country == "JP"  # somebody from there may


def test_everything_that_a_bounty_asks_of_applicants_is_sent() -> None:
    stage = Stage(
        submission_mode="photo_upload",
        upload_settings={"maxImages": 2, "minimumResolutionPx": 800, "consentText": "I took it."},
        application_details=[
            {"id": "d1", "type": "text", "label": "Why you?", "required": True},
            {"id": "d2", "type": "checkbox", "label": "I have a car.", "required": True},
            {"id": "d3", "type": "file_upload", "label": "A letter", "required": True, "fileType": "docx"},
        ],
        required_links=[{"type": "github", "label": "Your code"}],
    )
    play = stage.play("rosa")

    stage.pass_time(minutes=11)

    assert stage.shown(play)["status"] == "running", stage.shown(play)
    assert stage.application(play).files.count() == 2


def test_a_play_ends_with_its_bounty() -> None:
    stage = Stage()
    play = stage.play("theo")
    stage.agent.delete(f"/api/bounties/{stage.bounty.public_id}")
    stage.bounty.refresh_from_db()

    stage.pass_time(hours=7)

    assert stage.bounty.status in ("closing", "cancelled", "closed")
    assert (stage.shown(play)["status"], stage.shown(play)["outcome"]) == ("finished", "bounty_over")
    assert not stage.bounty.applications.exists()


def test_a_bounty_that_waits_for_its_deposit_gets_them_when_it_goes_live() -> None:
    stage = Stage(given_funded_agent(100))
    assert stage.bounty.status == "pending_deposit"
    play = stage.play("rosa")
    assert (play["nextAt"], play["steps"][0]["state"]) == (None, "waiting")

    stage.pass_time(hours=1)
    assert stage.shown(play)["nextAt"] is None and not Application.objects.exists()
    given_money(stage.agent, 1000)
    stage.post("/api/bounties/deposit", {"bountyId": stage.bounty.public_id})
    stage.pass_time(minutes=11)

    assert stage.application(play).status == "pending"


def test_scripts_wait_for_moments_that_are_explained() -> None:
    for script in SCRIPTS.values():
        assert {step.when for step in script.steps} <= MOMENTS.keys()
        assert script.steps[0].act.startswith("apply") != script.is_staff


def test_outside_a_sandbox_nobody_plays(settings: Settings) -> None:
    stage = Stage()
    stage.play("rosa")
    clock.freeze(clock.now() + timedelta(hours=1))
    (row,) = Play.objects.all()
    settings.SANDBOX = False

    with untouched():
        assert plays.run_due() == 0
        for forbidden in (
            lambda: plays.act(row.pk),
            plays.look,
            lambda: plays.next_moment(clock.now()),
            lambda: plays.start(acting(stage.agent), "rosa", stage.bounty.public_id),
            lambda: plays.stop(acting(stage.agent), row.public_id),
            lambda: simulated_people.get("ben"),
            lambda: simulated_people.switch(acting(stage.agent), is_on=True, scripts=None),
        ):
            with pytest.raises(RuntimeError, match="sandbox only"):
                forbidden()


def test_only_accounts_made_for_it_are_played() -> None:
    stage = Stage()
    stage.play("rosa")
    stage.play("staff")

    accounts = [row.account for row in SimulatedPerson.objects.select_related("account")]

    assert sorted(account.email or "" for account in accounts) == [
        "rosa@simulated.example.com", "staff@simulated.example.com"
    ]  # fmt: skip
    assert not any(account.has_usable_password() for account in accounts)
