"""What a schedule of tests takes, said before it takes anything; when a run ends, and who ended it."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from qa.rules.templates import runs_at_most
from tests.factories.mailbox import mailbox
from tests.factories.market import given_funded_agent, untouched
from tests.factories.qa import COST, RUNS, TEMPLATE, TEMPLATES, detail, given_run, given_template, turn

BEGINS = datetime(2026, 3, 1, 10, tzinfo=UTC)


@pytest.mark.parametrize(
    ("days", "ends", "most", "runs"),
    [
        (None, None, None, 1),
        (None, timedelta(days=90), 50, 1),
        (7, None, None, None),
        (7, None, 5, 5),
        (7, timedelta(days=21), None, 3),  # days 0, 7 and 14
        (7, timedelta(days=21, seconds=1), None, 4),
        (7, timedelta(days=21), 2, 2),
        (1, timedelta(seconds=-1), None, 0),
    ],
)
def test_the_number_of_runs_follows_from_the_end_and_the_most_of_them(
    days: int | None, ends: timedelta | None, most: int | None, runs: int | None
) -> None:
    assert runs_at_most(days, begins=BEGINS, ends_at=ends and BEGINS + ends, most=most) == runs


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("fields", "total", "says"),
    [
        ({"maxRuns": 7}, 7 * COST, "All 7 runs together reserve at most 165.20 USD."),
        (
            {"cadence": "once", "periodCapCents": COST},
            COST,
            "It is the only run, so 23.60 USD is all that it can take.",
        ),
        ({"maxRuns": 1}, COST, "It is the only run"),
        ({}, None, "This schedule has no end"),
    ],
)
def test_a_dry_run_names_the_first_reservation_and_the_sum_of_all(
    fields: dict[str, Any], total: int | None, says: str
) -> None:
    owner = given_funded_agent()
    with untouched():
        dry = owner.post(TEMPLATES, TEMPLATE | fields | {"dryRun": True})

    assert dry.status == 200, dry.body
    shown = dry["preview"]
    assert (shown["reservesPerRunCents"], shown["maxTotalCents"], shown["nextRunAt"] is None) == (COST, total, False)
    told = " ".join(dry["warnings"])
    assert "Within a minute after it a run opens, and reserves 23.60 USD." in told and says in told
    assert "All 1 " not in told
    made = owner.post(TEMPLATES, TEMPLATE | fields)["data"]
    assert (made["reservesPerRunCents"], made["maxTotalCents"]) == (COST, total), "and the real answer says the same"


@pytest.mark.django_db
def test_a_schedule_leads_to_its_runs_to_its_pause_and_back() -> None:
    owner, template = given_template()
    made = owner.get(TEMPLATES)["templates"][0]
    path = f"{TEMPLATES}/{template.public_id}"
    fresh = owner.patch(path, {"name": "Checkout"})
    turn()
    paused = owner.patch(path, {"status": "paused"})
    again = owner.patch(path, {"status": "active"})

    def told(answer: Any) -> list[tuple[str, Any]]:
        return [(one["tool"], one["arguments"].get("status")) for one in answer["nextActions"]]

    assert (made["runsStarted"], fresh["data"]["runsStarted"]) == (0, 0)
    assert "within a minute" in fresh["nextActions"][0]["why"]
    assert told(fresh) == [("list_qa_runs", None), ("update_qa_run_template", "paused")]
    assert told(paused) == [("list_qa_runs", None), ("update_qa_run_template", "active")]
    assert told(again) == told(fresh) and "within a minute" not in again["nextActions"][0]["why"]


@pytest.mark.django_db
@pytest.mark.usefixtures("sound_books")
def test_a_run_says_when_it_ends_and_that_its_owner_ended_it(at: Any) -> None:
    at("2026-03-01T10:00:00Z")
    owner, run = given_run()
    before = detail(owner, run)
    assert before["intakeEndsAt"] == "2026-03-01T22:00:00.000Z"
    assert before["endsBy"] == "2026-03-05T04:00:00.000Z"  # 2 h to confirm, 4 of work, 72 for a review

    stopped = owner.post(f"{RUNS}/{run.public_id}/stop")
    assert stopped["data"]["status"] == "draining"
    assert [one["tool"] for one in stopped["nextActions"]] == [
        "wait_for_events",
        "get_qa_run",
        "update_qa_run_template",
    ]
    ended = owner.get(f"{RUNS}/{run.public_id}")["data"]

    assert (ended["status"], ended["reason"], ended["refundedCents"]) == ("expired", "stopped", COST)
    assert (ended["endsBy"], ended["stop"]["state"]) == (None, "done")
    [mail] = mailbox(owner)
    assert "You stopped it" in mail["text"] and "More pay" not in mail["text"]


@pytest.mark.django_db
def test_a_stopped_run_of_a_paused_template_leads_to_itself_only() -> None:
    owner, run = given_run()
    owner.patch(f"{TEMPLATES}/{run.template.public_id}", {"status": "paused"})

    stopped = owner.post(f"{RUNS}/{run.public_id}/stop")

    assert stopped["data"]["templateNextRunAt"] is None
    assert [one["tool"] for one in stopped["nextActions"]] == ["wait_for_events", "get_qa_run"]
