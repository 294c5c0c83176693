"""A humanization from its order to its money: what is listed, who is hired by which score, and what the worker owes."""

from datetime import timedelta

import pytest

from bounties.models import Application, Bounty, Humanization
from bounties.services import endings, humanizations, timers
from escrow.services.escrows import complete_unreviewed
from marketplace.core import clock
from marketplace.models import Switch
from tests.api import Api
from tests.factories.accounts import given_agent, given_worker
from tests.factories.humanizations import (
    ASKED,
    HUMAN,
    MACHINE,
    PATH,
    SOURCE,
    UNSURE,
    deliver,
    given_assigned,
    given_humanization,
    hand_in,
    look,
    read,
)
from tests.factories.market import given_funded_agent, given_money, untouched
from wallet import ledger

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("sound_books")]
KEY = {"Idempotency-Key": "commission-1"}


def test_an_order_is_a_listing_of_one_seat_paid_by_the_wallet(anonymous: Api) -> None:
    owner = given_funded_agent(2360)

    made = owner.post(PATH, ASKED, **KEY)["humanization"]

    assert (made["status"], made["funding"]) == ("screening", {"source": "wallet", "status": "funded"})
    assert (made["workerAmountCents"], made["serviceFeeCents"], made["totalCents"]) == (2000, 360, 2360)
    asked = {"percentage": 5, "maximumWords": 500, "instructions": "", "requireResume": False}
    assert made["screening"] == asked | {"sampleFrom": "sourceText", "sampleWords": 22}
    assert ledger.balance(ledger.wallet(owner.account.pk)) == 0
    listed = anonymous.get(f"/api/bounties/{made['publicUrl'].rpartition('/')[2]}")["bounty"]
    assert (listed["title"], listed["spotsAvailable"], listed["price"]) == ("A letter to partners", 1, 20)
    assert made["id"] in listed["description"] and "60 minutes" in listed["description"]
    assert Bounty.objects.get().product_ref == made["id"]


def test_a_short_wallet_is_asked_for_the_rest_by_a_page_and_a_replay_says_how_it_stands() -> None:
    owner = given_funded_agent(1000)

    made = owner.post(PATH, ASKED, **KEY)["humanization"]
    again = owner.post(PATH, ASKED, **KEY)

    assert made["status"] == "pending_funding"
    assert made["funding"]["source"] == "checkout" and made["funding"]["status"] == "requires_payment"
    assert again["humanization"] == made and again.headers["Idempotency-Replayed"] == "true"
    given_money(owner, 1360)
    bounty = Bounty.objects.get()
    assert owner.post("/api/bounties/deposit", {"bountyId": bounty.public_id}).status == 200
    paid = owner.post(PATH, ASKED, **KEY)["humanization"]
    assert (paid["id"], paid["status"], paid["funding"]["status"]) == (made["id"], "screening", "funded")
    assert Humanization.objects.count() == 1


@pytest.mark.parametrize("key", [None, "short-7", "k" * 129, "with blank s", "umlaut-ä-12", "slash/12345"])
def test_a_key_is_needed_and_has_its_own_letters(key: str | None) -> None:
    owner = given_funded_agent()
    with untouched():
        refused = owner.post(PATH, ASKED | ({"idempotencyKey": key} if key else {}))
    assert refused.status == 400
    if key is None:
        assert refused.code == "idempotency_key_required"
    else:
        assert list(refused["fields"]) == ["idempotencyKey"]


@pytest.mark.parametrize("key", ["k" * 8, "A.b_c:d-9", "k" * 128])
def test_a_good_key_is_taken_in_the_header_or_in_the_body(key: str) -> None:
    owner = given_funded_agent()
    made = owner.post(PATH, ASKED, **{"Idempotency-Key": key})
    again = owner.post(PATH, ASKED | {"idempotencyKey": key})
    assert (made.status, again["humanization"]["id"]) == (200, made["humanization"]["id"])


WRONG = [
    ("format", "html"), ("sourceText", ""), ("sourceText", "x" * 100_001), ("transformation", "translate"),
    ("subject", "ab"), ("subject", "s" * 81), ("instructions", "i" * 5001), ("turnaroundMinutes", 4),
    ("turnaroundMinutes", 10_081), ("turnaroundMinutes", "60"), ("priceCents", 299), ("priceCents", 100_000_001),
    ("priceCents", 20.5), ("requireResume", "yes"), ("applicantScreening", "none"),
    ("applicantScreening.percentage", 0), ("applicantScreening.percentage", 26),
    ("applicantScreening.maximumWords", 49), ("applicantScreening.maximumWords", 501),
    ("applicantScreening.aiGeneratedSourceText", 5), ("applicantScreening.instructions", "i" * 5001),
]  # fmt: skip


@pytest.mark.parametrize(("path", "value"), WRONG, ids=[f"{path}={str(value)[:12]}" for path, value in WRONG])
def test_a_value_outside_its_limits_is_named_and_stores_nothing(path: str, value: object) -> None:
    owner = given_funded_agent()
    name, _, inner = path.partition(".")
    with untouched():
        refused = owner.post(PATH, ASKED | {name: {inner: value} if inner else value}, **KEY)
    assert (refused.status, refused.code, list(refused["fields"])) == (400, "validation_error", [path])
    assert "Blue Heron" not in str(refused.body)


@pytest.mark.parametrize("missing", ["format", "sourceText", "transformation", "turnaroundMinutes", "priceCents"])
def test_what_is_required_is_named(missing: str) -> None:
    body = {name: value for name, value in ASKED.items() if name != missing}
    with untouched():
        owner = given_agent()
        refused = owner.post(PATH, body, **KEY)
    assert (refused.status, list(refused["fields"])) == (400, [missing])


def test_the_limits_themselves_are_taken() -> None:
    owner = given_funded_agent(1_180_000)
    given_money(owner, 10_000)
    least = {"sourceText": "x", "subject": "abc", "turnaroundMinutes": 5, "priceCents": 300, "currency": "USD"}
    most = {
        "sourceText": "y" * 100_000, "subject": "s" * 80, "instructions": "i" * 5000, "turnaroundMinutes": 10_080,
        "priceCents": 1_000_000, "applicantScreening": {"percentage": 25, "maximumWords": 50}, "requireResume": True,
    }  # fmt: skip
    for number, body in enumerate((least, most, {"applicantScreening": {"percentage": 1, "maximumWords": 500}})):
        made = owner.post(PATH, ASKED | body, **{"Idempotency-Key": f"limits-{number}"})
        assert made.status == 200, made.body


def test_a_price_above_what_a_bounty_may_pay_is_refused_like_any() -> None:
    owner = given_funded_agent()
    with untouched():
        refused = owner.post(PATH, ASKED | {"priceCents": 1_000_001}, **KEY)
    assert (refused.status, refused.code) == (400, "pool_too_large")


def test_switched_off_it_takes_no_order_and_what_runs_goes_on() -> None:
    owner, worker, row = given_assigned()
    Switch.objects.update_or_create(pk="humanizations", defaults={"is_on": False})
    with untouched():
        refused = owner.post(PATH, ASKED, **KEY)
    assert (refused.status, refused.code) == (503, "product_unavailable")
    assert deliver(worker, row).status == 200


# ------------------------------------------------------------------ screening


def test_the_usual_routes_of_applying_and_sending_evidence_name_ours() -> None:
    _, worker, row = given_assigned()
    for verb, body in (("applications", {"coverLetter": "Hi."}), ("submissions", {"textEvidence": "Done."})):
        who = given_worker() if verb == "applications" else worker
        with untouched():
            refused = who.post(f"/api/bounties/{row.bounty.public_id}/{verb}", body)
        assert (refused.status, refused.code) == (409, "managed_bounty")
        assert "/api/v1/humanizations/{id}/" in refused["error"]


# ------------------------------------------------------------------ the work


def test_the_text_is_handed_in_scored_reviewed_and_paid() -> None:
    owner, worker, row = given_assigned()

    sent = deliver(worker, row)
    assert sent.status == 200, sent.body
    assert read(owner, row)["status"] == "submitted" and read(owner, row)["review"]["state"] == "scoring"
    look()
    found = read(owner, row)
    assert (found["status"], found["review"]) == ("in_review", {"state": "pending", "reason": None})
    assert found["final"]["detector"]["aiFraction"] == 0.12

    path = f"/api/bounties/{row.bounty.public_id}/submissions/{found['final']['submissionId']}"
    assert owner.patch(path, {"action": "approve"}).status == 200
    assert (read(owner, row)["status"], read(owner, row)["review"]["state"]) == ("completed", "approved")
    assert ledger.balance(ledger.earnings(worker.account.pk)) == 0, "a score and an approval pay nobody"
    escrow = Application.objects.get().escrow
    assert owner.post(f"/api/escrow/{escrow.public_id}/release", {"acknowledgeRelease": True}).status == 200
    assert ledger.balance(ledger.earnings(worker.account.pk)) == 2000
    assert read(owner, row)["assignment"]["state"] == "paid"


@pytest.mark.parametrize(("text", "reason"), [(MACHINE, "ai_fraction_high"), (UNSURE, "invalid_score")])
def test_a_final_text_of_a_machine_is_flagged_and_never_decided_by_its_score(text: str, reason: str) -> None:
    owner, worker, row = given_assigned()
    deliver(worker, row, text)
    look()

    found = read(owner, row)
    assert (found["status"], found["review"]) == ("in_review", {"state": "flagged", "reason": reason})
    assert Application.objects.get().escrow.status == "delivered"
    path = f"/api/bounties/{row.bounty.public_id}/submissions/{found['final']['submissionId']}"
    assert owner.patch(path, {"action": "request_redo", "response": "In your own words, please."}).status == 200
    found = read(owner, row)
    assert (found["status"], found["review"]["state"]) == ("assigned", "redo_requested")
    assert deliver(worker, row).status == 200
    look()
    assert read(owner, row)["review"] == {"state": "pending", "reason": None}


def test_a_missed_turnaround_is_an_attempt_and_the_seat_is_free_for_the_next() -> None:
    owner, worker, row = given_assigned(turnaroundMinutes=5)
    try:
        clock.freeze(clock.now() + timedelta(minutes=5))
        with untouched():
            late = deliver(worker, row)
        assert (late.status, late.code) == (409, "completion_window_closed")
        assert timers.release_overdue() == 1
        humanizations.reconcile_dirty()
        found = read(owner, row)
        assert (found["status"], found["assignment"], found["final"]) == ("screening", None, None)
        [attempt] = found["attempts"]
        assert (attempt["humanId"], attempt["state"]) == (worker.account.public_profile_id, "overdue")
        second = given_worker()
        assert hand_in(second, row).status == 200
        look()
        found = read(owner, row)
        assert (found["status"], len(found["attempts"])) == ("assigned", 1)
        assert found["assignment"]["humanId"] == second.account.public_profile_id
    finally:
        clock.freeze(None)


def test_seventy_two_hours_without_a_review_accept_it_as_everywhere() -> None:
    owner, worker, row = given_assigned()
    deliver(worker, row)
    look()
    try:
        clock.freeze(clock.now() + timedelta(hours=72))
        complete_unreviewed()
    finally:
        clock.freeze(None)
    assert (read(owner, row)["status"], read(owner, row)["review"]["state"]) == ("completed", "approved")


def test_cancelled_before_anybody_is_hired_and_expired_without_money_or_worker() -> None:
    owner, row = given_humanization()
    path = f"/api/bounties/{row.bounty.public_id}"
    assert owner.delete(path, {"reason": "task_no_longer_needed"}).status == 200
    assert read(owner, row)["status"] == "cancelled"

    _, late = given_humanization(owner)
    poor, unpaid = given_humanization(given_agent())
    assert read(poor, unpaid)["status"] == "pending_funding"
    try:
        clock.freeze(clock.now() + timedelta(days=34))
        endings.remove_unfilled_seats()
        endings.lapse_unpublished()
    finally:
        clock.freeze(None)
    assert (read(owner, late)["status"], read(poor, unpaid)["status"]) == ("expired", "expired")
    assert ledger.balance(ledger.wallet(owner.account.pk)) == 100_000


def test_nobody_edits_it_and_a_hired_one_is_not_cancelled() -> None:
    owner, _, row = given_assigned()
    path = f"/api/bounties/{row.bounty.public_id}"
    with untouched():
        edited = owner.patch(path, {"title": "Another"})
        cancelled = owner.delete(path, {"reason": "task_no_longer_needed"})
    assert (edited.code, cancelled.code) == ("managed_bounty", "workers_hired")


def test_long_texts_are_asked_about_in_parts_and_one_bad_part_is_partial() -> None:
    owner, row = given_humanization()
    worker = given_worker()
    hand_in(worker, row, ("word " * 4500) + UNSURE + " " + HUMAN.partition("[")[0])
    look()
    detector = read(owner, row)["applicants"][0]["screening"]["detector"]
    assert (detector["status"], detector["aiFraction"], len(detector["scores"])) == ("partial", None, 1)


def test_the_answer_is_private_and_never_cached() -> None:
    owner, row = given_humanization()
    answer = owner.get(f"{PATH}/{row.public_id}")
    assert answer.headers["Cache-Control"] == "private, no-store"
    assert (answer["humanization"]["sourceText"], answer["humanization"]["instructions"]) == (
        SOURCE,
        ASKED["instructions"],
    )
    assert HUMAN not in str(answer.body)
