"""Simulated people who are on site, record, write, test and appeal, and staff who decide that."""

from typing import Any

import pytest

from bounties.models import Attendance, Bounty, Humanization, MicSample, Play, Rewrite, Submission
from bounties.rules.plays import OF_KIND, ORDINARY, SCRIPTS
from bounties.services import plays
from escrow.models import Appeal, Dispute
from marketplace.core import clock
from tests.api import Api
from tests.bounties import test_pictures as pictures
from tests.factories.humanizations import given_humanization, look, read
from tests.factories.market import given_funded_agent, untouched, violations
from tests.factories.plays import Stage, run
from tests.factories.qa import detail, given_run, turn
from tests.factories.taste import given_panel, looks
from tests.factories.voices import send_mic

pytestmark = pytest.mark.django_db


class ProductStage(Stage):
    """The bounty of a product, whose timers run, too."""

    def __init__(self, agent: Api, bounty: Any, timer: Any) -> None:
        clock.freeze(clock.now())
        self.agent, self.bounty, self.timer = agent, bounty, timer
        agent.address = "127.0.0.1"

    def pass_time(self, **by: float) -> None:
        for _ in range(6):
            super().pass_time(**{unit: number / 6 for unit, number in by.items()})
            self.timer()
            run()


def test_who_is_on_site_says_on_the_way_arrived_and_left_and_delivers_afterwards() -> None:
    stage = Stage(evidence_types=["photo"])
    play = stage.play("rosa", script="on_site")
    stage.pass_time(hours=1)
    stage.accept(play)

    stage.pass_time(hours=2)

    seat, there = stage.application(play), Attendance.objects.get()
    assert [row["state"] for row in there.history] == ["on_the_way", "arrived", "left"]
    assert seat.started_at == there.arrived_at  # arriving begins the work
    assert there.left_at is not None and seat.submissions.get().created_at > there.left_at
    assert stage.shown(play)["status"] == "running"


def test_who_leaves_early_delivers_nothing_and_loses_the_seat() -> None:
    stage = Stage(completion_window_hours=6)
    play = stage.play("ben", script="leaves_early")
    stage.pass_time(hours=1)
    seat = stage.accept(play)
    stage.pass_time(hours=2)
    assert not seat.submissions.exists() and Attendance.objects.get().state == "left"

    stage.pass_time(days=2)

    assert (stage.application(play).status, stage.shown(play)["outcome"]) == ("expired", "expired")
    assert violations() == []


def test_a_bounty_with_a_microphone_check_gets_a_sample_before_the_application() -> None:
    stage = Stage(mic_check_required=True)
    play = stage.play("rosa")

    stage.pass_time(minutes=9)
    sample = MicSample.objects.get()
    assert sample.human_id == Play.objects.get().person.account_id and not stage.bounty.applications.exists()
    stage.pass_time(minutes=2)

    assert stage.application(play).status == "pending"
    assert MicSample.objects.count() == 1


def test_without_a_microphone_check_nobody_records() -> None:
    stage = Stage()
    play = stage.play("rosa")
    stage.pass_time(minutes=15)

    assert stage.application(play).status == "pending" and not MicSample.objects.exists()
    assert next(step for step in stage.shown(play)["steps"] if step["act"] == "record")["state"] == "waiting"
    assert send_mic(stage.agent, stage.bounty).status >= 400


def test_a_text_is_applied_for_with_a_sample_and_handed_in_with_a_recording() -> None:
    owner, row = given_humanization(turnaroundMinutes=30, requireResume=True)
    stage = ProductStage(owner, row.bounty, look)
    play = stage.play("rosa")
    assert play["script"] == "rewrites"

    stage.pass_time(hours=1)

    shown = read(owner, row)
    assert (shown["status"], shown["review"]["state"]) == ("in_review", "pending")
    written = shown["final"]["text"].partition("\n")[2]
    assert sorted(written.split()) == sorted(shown["sourceText"].split()) and shown["final"]["flags"] == [], "no copy"
    sample, final = Rewrite.objects.filter(humanization=row).order_by("id")
    assert sample.recording_seconds and final.recording_seconds and final.recording_seconds > sample.recording_seconds
    assert sample.resume is not None and sample.attested

    answer = owner.get(f"/api/v1/humanizations/{row.public_id}")
    redo = next(action for action in answer["nextActions"] if action["body"].get("action") == "request_redo")
    assert owner.patch(redo["path"], redo["body"] | {"response": "Shorter, please."}).status == 200
    stage.pass_time(minutes=10)
    assert Rewrite.objects.filter(humanization=row, submission__isnull=False).count() == 2
    stage.release(play)
    plays.run_due()
    assert stage.shown(play)["outcome"] == "released" and violations() == []


def test_whoever_plays_a_picture_request_is_hired_and_sends_a_photo_that_is_taken() -> None:
    agent = given_funded_agent(5000)
    asked = pictures.ask(agent)
    stage = ProductStage(agent, Bounty.objects.get(owner=agent.account), pictures.run_timers)
    stage.play("rosa")
    play = stage.play("ben")
    assert play["script"] == "takes_picture"

    stage.pass_time(hours=2)

    assert Submission.objects.get().status == "approved"
    assert Play.objects.get(person="rosa").status == "failed", "it asks for somebody who is near"
    shown = agent.get(asked.headers["Content-Location"])
    assert (shown.status, shown.headers["Content-Type"]) == (200, "image/jpeg")
    assert violations() == []


def test_a_panel_of_simulated_people_votes_with_reasons_of_their_own_until_its_report_is_there() -> None:
    panel = given_panel(respondentCount=3, requireVideoResponse=True)
    bounty = panel.row.bounty
    assert bounty is not None
    stage = ProductStage(panel.agent, bounty, looks)
    assert {stage.play(person)["script"] for person in ("rosa", "ben", "mina")} == {"votes"}

    stage.pass_time(hours=1)

    assert panel.read()["status"] == "closed"
    report = panel.read()["report"]
    assert (report["respondents"], report["degraded"], sum(row["votes"] for row in report["tally"])) == (3, False, 3)
    assert len({quote["text"] for quote in report["quotes"]}) == 3 and panel.is_settled and violations() == []


@pytest.mark.parametrize("mode", ["photo", "video", "document"])
def test_simulated_testers_report_the_same_finding_which_the_run_merges_and_pays(mode: str) -> None:
    owner, qa_run = given_run(submissionMode=mode, testerCount=2)
    assert qa_run.bounty is not None
    stage = ProductStage(owner, qa_run.bounty, turn)
    assert {stage.play(person)["script"] for person in ("rosa", "ben")} == {"tests"}

    stage.pass_time(hours=2)

    shown = detail(owner, qa_run)
    assert (shown["status"], shown["escalationCount"]) == ("closed", 0)
    [finding] = shown["report"]["findings"]
    assert "footer" in finding["title"] and violations() == []


def test_a_script_of_another_kind_of_bounty_is_refused() -> None:
    owner, row = given_humanization()
    stage = ProductStage(owner, row.bounty, look)
    ordinary = Stage()

    with untouched():
        for api, bounty, script in (
            (stage.agent, stage.bounty, "reliable"),
            (ordinary.agent, ordinary.bounty, "rewrites"),
        ):
            body = {"bountyId": bounty.public_id, "script": script}
            refused = api.post("/api/sandbox/people/ben/play", body)
            assert (refused.status, refused.code) == (409, "not_playable"), script
            assert "rewrites" in refused["error"]
    assert set(OF_KIND) == {script.kind for script in SCRIPTS.values()} - {ORDINARY}


def _disputed(percent: int, staff: str, cents: int = 500) -> tuple[Stage, dict[str, Any], dict[str, Any]]:
    stage = Stage(price_cents=cents)
    play, office = stage.play("omar", script="appeals"), stage.play("staff", script=staff, workerPercent=percent)
    stage.pass_time(hours=1)
    stage.accept(play)
    stage.pass_time(hours=2)
    escrow = stage.application(play).escrow
    assert escrow is not None
    stage.post(f"/api/escrow/{escrow.public_id}/dispute", {"category": "poor_quality", "description": "One word."})
    stage.pass_time(hours=7 if cents > 10_000 else 6)  # a large one is approved by a second person
    assert Dispute.objects.get().status == "resolved"
    assert stage.shown(play)["status"] == stage.shown(office)["status"] == "running"
    return stage, play, office


@pytest.mark.parametrize(("staff", "end", "worker"), [("staff", "upheld", 150), ("staff_overturns", "overturned", 500)])
def test_a_decision_is_appealed_and_decided_by_other_staff(staff: str, end: str, worker: int) -> None:
    stage, play, office = _disputed(30, staff)

    stage.pass_time(hours=9)

    dispute = Dispute.objects.get()
    assert Appeal.objects.get().state == end
    second = dispute.decisions.get(round=2)
    assert (second.worker_cents, second.state) == (worker, "final")
    assert second.proposer_id != dispute.decisions.get(round=1).proposer_id
    assert stage.shown(play)["status"] == "finished"
    assert stage.shown(office)["status"] == "finished"
    assert violations() == []


def test_a_large_appeal_is_approved_by_a_fourth_person() -> None:
    stage, play, _ = _disputed(30, "staff_overturns", cents=30_000)

    stage.pass_time(hours=12)

    dispute = Dispute.objects.get()
    people = [(row.proposer_id, row.second_id) for row in dispute.decisions.order_by("round")]
    assert None not in people[0] + people[1] and len({*people[0], *people[1]}) == 4
    assert stage.shown(play)["status"] == "finished" and violations() == []


def test_who_lost_nothing_appeals_nothing() -> None:
    stage, play, office = _disputed_whole()

    stage.pass_time(hours=12)

    assert not Appeal.objects.exists()
    assert stage.shown(play)["status"] == "finished"
    assert stage.shown(office)["status"] == "running"  # the funder may still appeal


def _disputed_whole() -> tuple[Stage, dict[str, Any], dict[str, Any]]:
    stage = Stage()
    play, office = stage.play("omar", script="appeals"), stage.play("staff", workerPercent=100)
    stage.pass_time(hours=1)
    stage.accept(play)
    stage.pass_time(hours=2)
    escrow = stage.application(play).escrow
    assert escrow is not None
    stage.post(f"/api/escrow/{escrow.public_id}/dispute", {"category": "poor_quality", "description": "One word."})
    stage.pass_time(hours=6)
    assert Humanization.objects.count() == 0
    return stage, play, office
