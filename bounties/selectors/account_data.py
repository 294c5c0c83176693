"""What this app knows about an account, for the copy that its owner may fetch; and what keeps it from being closed."""

from collections.abc import Iterable, Iterator
from typing import Any
from uuid import UUID

from bounties.models import (
    Application,
    Attendance,
    Bounty,
    CakeOrder,
    Contest,
    ImportedRow,
    Invitation,
    JobImport,
    MicSample,
    Picture,
    Rewrite,
    Submission,
)
from bounties.models.bounties import CLOSED
from marketplace.models import Account
from marketplace.selectors.account_data import table

_BOUNTY = (
    *("status", "title", "description", "completion_criteria", "evidence_types", "category", "skills_needed", "city"),
    *("state", "country", "is_remote_allowed", "price_cents", "spots_available", "deadline", "completion_questions"),
    *("application_details", "signage", "created_at", "closed_at"),
)
_APPLICATION = (
    *("status", "cover_letter", "proposed_price_cents", "availability", "links", "answers", "consented_at", "country"),
    *("response", "created_at", "decided_at", "confirmed_at", "started_at", "complete_by", "ended_at", "end_reason"),
)


def parts(account: Account) -> Iterator[tuple[str, Iterable[dict[str, Any]]]]:
    yield "jobs_you_posted", table(Bounty.objects.filter(owner=account), "bty", *_BOUNTY)
    files = JobImport.objects.filter(owner=account)
    yield "job_files_you_uploaded", table(files, "imp", "file_name", "created_at", "expires_at")
    lines = ImportedRow.objects.filter(batch__owner=account)
    told = ("number", "title", "body", "errors", "cents", "problem")
    yield "lines_of_job_files", table(lines, "", *told, refs={"batch_id": "imp", "bounty_id": "bty"})
    cakes = CakeOrder.objects.filter(owner=account)
    yield "cakes_you_ordered", table(cakes, "cak", "recipient_name", "address", "city", "country", "message", "status")
    asked = Picture.objects.filter(owner=account)
    yield "pictures_you_asked_for", table(asked, "pic", "location", "subject", "status", "created_at")
    mine = Application.objects.filter(human=account)
    yield "applications", table(mine, "app", *_APPLICATION, refs={"bounty_id": "bty"})
    sent = Submission.objects.filter(application__human=account)
    evidence = ("status", "text_evidence", "links", "answers", "form", "response", "created_at", "finalized_at")
    yield "evidence_you_sent", table(sent, "sub", *evidence, refs={"application_id": "app"})
    texts = Rewrite.objects.filter(application__human=account)
    yield "texts_you_wrote", table(texts, "rwt", "word_count", "decision", "created_at", refs={"application_id": "app"})
    there = Attendance.objects.filter(application__human=account)
    yield (
        "attendance",
        table(there, "att", "state", "on_the_way_at", "arrived_at", "left_at", refs={"application_id": "app"}),
    )
    contests = Contest.objects.filter(application__human=account)
    yield "contests", table(contests, "con", "reason", "outcome", "created_at", refs={"application_id": "app"})
    samples = MicSample.objects.filter(human=account)
    yield "microphone_samples", table(samples, "mic", "status", "seconds", "ovrl", "snr_db", "issues", "created_at")
    invited = Invitation.objects.filter(human=account)
    yield "invitations", table(invited, "inv", "created_at", refs={"bounty_id": "bty"})


def open_matters(account: Account) -> list[str]:
    waiting = Application.objects.filter(human=account, status="pending")
    running = Application.objects.filter(human=account, status="accepted", escrow__ended_at=None)
    posted = Bounty.objects.filter(owner=account).exclude(status__in=[*CLOSED, "completed", "paid"])
    rows = {"applications": waiting, "work": running, "jobs": posted}
    return [name for name, found in rows.items() if found.exists()]


def files_of(seats: frozenset[UUID]) -> Iterator[UUID]:
    """What was sent with the applications, the evidence and the objections of these seats."""
    for model, seat in ((Application, "pk"), (Submission, "application_id"), (Contest, "application_id")):
        rows = model._default_manager.filter(**{f"{seat}__in": seats}, files__isnull=False)
        yield from rows.values_list("files", flat=True)
    for texts in Rewrite.objects.filter(application__in=seats).values_list("document", "recording", "resume"):
        yield from (key for key in texts if key is not None)
