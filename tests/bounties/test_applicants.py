"""The owner's view of applications: what it shows of the person and of the uploads, and to whom."""

from collections.abc import Callable
from datetime import datetime
from io import BytesIO
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from PIL import Image

from bounties.models import Application, Bounty
from bounties.services import applications, autoreview
from marketplace.core.transactions import unit
from tests.api import Api
from tests.factories.accounts import given_agent, given_worker
from tests.factories.market import (
    acting,
    given_application,
    given_bounty,
    given_funded_agent,
    given_hired,
    given_released,
    untouched,
)

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("sound_books")]
PHOTOS = {
    "submission_mode": "photo_upload",
    "upload_settings": {"maxImages": 4, "consentText": "c" * 20, "confirmationMessage": "m" * 20},
    "auto_accept": False,
}


def listed(caller: Api, bounty: Bounty, query: str = "") -> list[dict[str, Any]]:
    answer = caller.get(f"/api/bounties/{bounty.public_id}/applications{query}")
    assert answer.status == 200, answer.body
    rows: list[dict[str, Any]] = answer["applications"]
    return rows


def one(caller: Api, bounty: Bounty, application: Application) -> Any:
    return caller.get(f"/api/bounties/{bounty.public_id}/applications/{application.public_id}")


# ------------------------------------------------------------------ the person


def test_a_new_worker_has_no_record_and_no_relation() -> None:
    agent = given_funded_agent()
    bounty = given_bounty(agent)
    given_application(bounty)

    [shown] = listed(agent, bounty)

    assert (shown["completedTasksCount"], shown["totalEarnedCents"]) == (0, 0)
    assert (shown["isBlockedByOwner"], shown["isPreferredByOwner"]) == (False, False)
    assert shown["reviewSummary"] == {"averageRating": None, "reviewCount": 0, "recentReviews": []}
    assert shown["jobOverview"] is shown["autoAcceptEscalation"] is None
    assert shown["files"] == []
    assert not {"imageUrls", "videoUrls", "documentUrls", "micCheck", "languageProficiency"} & set(shown)


def test_the_record_counts_released_seats_of_every_owner_and_nothing_else() -> None:
    first, second = given_released(), given_released(price_cents=1250)
    worker = second.worker
    agent = given_funded_agent()
    _given_unreleased(agent, worker)
    bounty = given_bounty(agent)
    given_application(bounty, worker)
    given_application(bounty, first.worker)

    record = {row["humanId"]: (row["completedTasksCount"], row["totalEarnedCents"]) for row in listed(agent, bounty)}

    assert record == {
        worker.account.public_profile_id: (1, 1250),
        first.worker.account.public_profile_id: (1, 500),
    }


def _given_unreleased(agent: Api, worker: Api) -> None:
    bounty = given_bounty(agent)
    _, application = given_application(bounty, worker)
    unit(lambda: applications.accept(acting(agent), bounty.public_id, application.public_id))


@pytest.mark.parametrize("relation", ["blocked", "preferred"])
def test_the_owners_relation_and_the_reviews_are_those_of_the_person(relation: str) -> None:
    agent = given_funded_agent()
    bounty = given_bounty(agent)
    done = given_released(agent=agent)
    posted = {"bountyId": done.bounty.public_id, "humanId": done.worker.account.public_profile_id, "rating": 4}
    agent.post("/api/reviews", posted | {"comment": "Quick."})
    given_application(bounty, done.worker)
    given_application(bounty)
    agent.post(f"/api/humans/{'blocks' if relation == 'blocked' else 'preferred'}", {"humanId": posted["humanId"]})

    others, workers = listed(agent, bounty)

    assert workers["isBlockedByOwner"] is (relation == "blocked")
    assert workers["isPreferredByOwner"] is (relation == "preferred")
    summary = workers["reviewSummary"]
    assert (summary["averageRating"], summary["reviewCount"]) == (4.0, 1)
    assert [(row["rating"], row["comment"]) for row in summary["recentReviews"]] == [(4, "Quick.")]
    assert (others["isBlockedByOwner"], others["isPreferredByOwner"]) == (False, False)
    assert others["reviewSummary"]["reviewCount"] == 0


def test_checks_that_a_bounty_requires_are_named_and_empty_until_they_exist() -> None:
    agent = given_funded_agent()
    bounty = given_bounty(agent)
    given_application(bounty)
    Bounty.objects.update(mic_check_required=True)
    assert listed(agent, bounty)[0]["micCheck"] is None
    assert "languageProficiency" not in listed(agent, bounty)[0]

    Bounty.objects.update(mic_check_required=False, language_requirement={"language": "en", "minimumCefr": "B2"})
    assert listed(agent, bounty)[0]["languageProficiency"] is None
    assert "micCheck" not in listed(agent, bounty)[0]


def test_the_state_of_the_automatic_review_is_shown_while_the_application_is_pending() -> None:
    agent = given_funded_agent()
    bounty = given_bounty(agent)
    worker = given_worker()
    worker.post(f"/api/bounties/{bounty.public_id}/applications", {"coverLetter": "On my way."})
    autoreview.review_due()

    [shown] = listed(agent, bounty)
    assert shown["autoAcceptEscalation"] == {
        "state": "needs_manual_review",
        "attempts": 0,
        "reason": "no_checks_declared",
        "manualReviewReason": "no_checks_declared",
    }

    agent.patch(f"/api/bounties/{bounty.public_id}/applications/{shown['id']}", {"action": "reject"})
    assert listed(agent, bounty)[0]["autoAcceptEscalation"] is None


def test_a_review_that_is_tried_again_says_when(at: Callable[[str], datetime]) -> None:
    now = at("2026-11-21T10:00:00Z")
    agent = given_funded_agent()
    bounty = given_bounty(agent)
    given_application(bounty)
    Application.objects.update(
        review_state="retry_scheduled", review_reason="reviewer_failed", attempts=2, review_at=now
    )

    assert listed(agent, bounty)[0]["autoAcceptEscalation"] == {
        "state": "retry_scheduled",
        "attempts": 2,
        "reason": "reviewer_failed",
        "nextRetryAt": "2026-11-21T10:00:00.000Z",
    }


# ------------------------------------------------------------------ uploads


def test_gathered_files_are_shown_with_what_they_are_for_and_by_kind(png: bytes) -> None:
    agent, worker = given_funded_agent(), given_worker()
    bounty = given_bounty(agent, **PHOTOS)
    sent = worker.upload(
        f"/api/bounties/{bounty.public_id}/applications",
        {
            "consent": "true",
            "kinds": ["upload", "upload"],
            "files": [SimpleUploadedFile("a.png", png), SimpleUploadedFile("b.png", png)],
        },
    )
    assert sent.status == 200, sent.body

    [shown] = listed(agent, bounty)

    assert [(file["name"], file["kind"]) for file in shown["files"]] == [("a.png", "upload"), ("b.png", "upload")]
    assert shown["imageUrls"] == [file["url"] for file in shown["files"]]
    assert (shown["videoUrls"], shown["documentUrls"]) == ([], [])
    assert Api().get("/" + shown["imageUrls"][0].split("/", 3)[3]).status == 200
    agent.patch(f"/api/bounties/{bounty.public_id}/applications/{shown['id']}", {"action": "accept"})
    hired = one(agent, bounty, Application.objects.get())["application"]
    assert hired.keys() == shown.keys() | {"currentEscrowId"}
    assert hired["jobOverview"]["overallState"] == "approved_awaiting_release"
    assert hired["jobOverview"]["missingEvidence"] == hired["jobOverview"]["buyerActions"] == []


@pytest.fixture
def png() -> bytes:
    out = BytesIO()
    Image.effect_noise((64, 64), 60).save(out, "PNG")
    return out.getvalue()


# ------------------------------------------------------------------ who may look


def test_only_owner_and_staff_see_the_list_and_the_whole_application() -> None:
    seat = given_hired()
    path = f"/api/bounties/{seat.bounty.public_id}/applications"
    strangers = {"key": given_agent(), "session": given_worker(), "support": given_agent(is_staff=True)}

    for name, caller in strangers.items():
        with untouched():
            answers = caller.get(path), one(caller, seat.bounty, seat.application)
        for answer in answers:
            assert (answer.status, answer.code) == ((200, None) if name == "support" else (403, "not_owner"))
            if name == "support":
                assert answer.headers["Cache-Control"] == "private, no-store"


def test_the_applicant_reads_his_own_without_what_is_the_owners() -> None:
    seat = given_hired(spots_available=2)
    other, others = given_application(seat.bounty)

    mine = one(seat.worker, seat.bounty, seat.application)

    assert mine.headers["Cache-Control"] == "private, no-store"
    assert mine["application"]["id"] == seat.application.public_id
    owners = one(seat.agent, seat.bounty, seat.application)["application"]
    assert set(owners) - set(mine["application"]) == {
        *("isBlockedByOwner", "isPreferredByOwner", "reviewSummary", "completedTasksCount", "totalEarnedCents"),
        *("jobOverview", "autoAcceptEscalation", "files"),
    }
    assert {name: owners[name] for name in mine["application"]} == mine["application"]
    for caller, application in ((seat.worker, others), (other, seat.application)):
        with untouched():
            answer = one(caller, seat.bounty, application)
        assert (answer.status, answer.code) == (403, "not_owner")


def test_an_application_of_another_or_a_hidden_bounty_is_not_found() -> None:
    seat, agent = given_hired(), given_funded_agent()
    elsewhere, hidden = given_bounty(seat.agent), given_bounty(agent, price_cents=950_000)

    for caller, bounty in ((seat.agent, elsewhere), (seat.agent, hidden), (seat.worker, hidden), (agent, hidden)):
        with untouched():
            answer = one(caller, bounty, seat.application)
        assert (answer.status, answer.code) == (404, "not_found")
