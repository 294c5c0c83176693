"""/api/bounties/{id}/submissions: send evidence, list, read, review."""

from typing import Any, cast

from rest_framework.permissions import BasePermission
from rest_framework.request import Request
from rest_framework.response import Response

from bounties.models import Application, Submission
from bounties.rules.contests import SILENCE_ENDS_AFTER
from bounties.selectors import access, contests, listing
from bounties.serializers.applications import SubmissionReviewIn
from bounties.serializers.submissions import SubmissionDetail, SubmitIn, render, render_read
from bounties.services import submissions
from bounties.services.evidence import EvidenceForm, StoredUpload
from escrow.selectors import stakes
from marketplace.api.fields import timestamp
from marketplace.api.filters import ChoiceFilter, Query
from marketplace.api.openapi import operation
from marketplace.api.permissions import KeyOrSession, Session
from marketplace.api.uploads import FormParser, read_form
from marketplace.api.viewsets import ApiViewSet, no_store
from marketplace.api.wire import JsonParser
from marketplace.core import rights


def _then(seat: Application, action: str) -> str:
    """What becomes of the seat's money after a verdict, in words."""
    assert seat.escrow is not None
    if action == "approve":
        paid = seat.escrow.auto_release_at
        by_itself = f", or by itself at {timestamp(paid)} unless you dispute it before" if paid else ""
        return f"This moves no money: it is paid by POST /api/escrow/{seat.escrow.public_id}/release{by_itself}."
    until = f" until {timestamp(seat.complete_by)}" if seat.complete_by else ""
    hours = int(SILENCE_ENDS_AFTER.total_seconds() // 3600)
    return (
        f"This moves no money and pays nobody: the worker can send new evidence{until}, or contest it with our staff. If they do "
        f"neither within {hours} hours more, the seat ends without pay, and its money returns."
    )


class SubmissionQuery(Query):
    status = ChoiceFilter(values=["pending_review", "approved", "rejected", "redo_requested"], field_name="status")

    class Meta:
        model = Submission
        fields: list[str] = []


class SubmissionView(ApiViewSet):
    reads = "browse"
    parser_classes = [JsonParser, FormParser]

    def get_permissions(self) -> list[BasePermission]:
        return [Session()] if self.action == "submit" else [KeyOrSession()]

    @operation(
        "submitEvidence",
        tag="Submissions",
        summary="Send evidence for your seat",
        description="JSON, or multipart with `textEvidence`, `links` (repeated) and `files` (repeated, up to 20 of 100 MB). "
        "What a file is, is read from its content: images, videos, PDF, DOCX and plain text are taken. Where the bounty asks for "
        "live capture, send `capturedLive` and `capturedAt` for each file.",
        takes=SubmitIn,
        takes_files=True,
        gives={"submission": SubmissionDetail()},
        errors={
            403: "session_required",
            404: "not_found",
            409: "seat_not_confirmed submission_in_review completion_window_closed invalid_state",
            413: "body_too_large",
            503: "storage_unavailable",
        },
        example={"textEvidence": "Open 9 to 18, closed on Sundays.", "links": ["https://example.com/photo"]},
        least=rights.SELF,
    )
    def submit(self, request: Request, bounty_id: str) -> Response:
        many = {"links", "files", "capturedLive", "capturedAt", "fileIds"}
        body = read_form(request, many=many, json={"answers", "findings"})
        data = cast(EvidenceForm, self.read(SubmitIn, body=body))

        def keep() -> list[StoredUpload]:
            return submissions.keep(self.actor, bounty_id, data)

        def perform(kept: list[StoredUpload]) -> dict[str, Any]:
            sent = submissions.submit(self.actor, bounty_id, data, kept)
            return {"submission": render(sent, [item.file for item in kept])}

        return no_store(self.once_with_files("submission.submit", keep, perform))

    @operation(
        "listSubmissions",
        tag="Submissions",
        summary="Evidence for your bounty, newest first",
        description="Its owner reads all of it; whoever applied, what they sent themselves.",
        filters=SubmissionQuery,
        query=[("status", "string", "Only of this status.")],
        page_of=("submissions", SubmissionDetail),
        signed="get_submissions:{bounty_id}",
        errors={403: "not_owner", 404: "not_found"},
    )
    def list(self, request: Request, bounty_id: str) -> Response:
        bounty, author = access.readable_submissions(self.actor, bounty_id)
        rows = listing.submissions(bounty, author_id=author)
        found = self.paged(rows, scope=f"submissions:{bounty.pk}:{author or ''}", query=SubmissionQuery)
        contested = contests.latest({row.application_id for row in found.rows})
        shown = [render_read(row, contested, bounty.run_ref) for row in found.rows]
        return no_store(Response(found.envelope("submissions", shown)))

    @operation(
        "getSubmission",
        tag="Submissions",
        summary="One submission",
        description="For the bounty's owner, and for its author.",
        gives={"submission": SubmissionDetail()},
        signed="get_submission:{bounty_id}:{submission_id}",
        errors={403: "not_owner", 404: "not_found"},
    )
    def retrieve(self, request: Request, bounty_id: str, submission_id: str) -> Response:
        bounty, author = access.readable_submissions(self.actor, bounty_id)
        found = access.submission_of(bounty, submission_id, author_id=author)
        contested = contests.latest({found.application_id})
        return no_store(self.answer(submission=render_read(found, contested, bounty.run_ref)))

    @operation(
        "reviewSubmission",
        tag="Submissions",
        summary="Approve, reject or ask for a redo",
        description="Moves no money: approving starts the clock of the automatic release; pay with POST /api/escrow/{id}/release.",
        takes=SubmissionReviewIn,
        gives={"submission": SubmissionDetail()},
        errors={403: "not_owner not_for_oneself", 404: "not_found", 409: "invalid_state"},
        signed="review_submission:{bounty_id}:{submission_id}",
        example={"action": "approve"},
    )
    def review(self, request: Request, bounty_id: str, submission_id: str) -> Response:
        data = self.read(SubmissionReviewIn)

        def perform() -> dict[str, Any]:
            reviewed = submissions.review(self.actor, bounty_id, submission_id, **data)
            seat = reviewed.application
            told = stakes.foretell(seat.escrow, lambda: _then(seat, data["action"])) if seat.escrow else {}
            return {"submission": render(reviewed)} | told

        return self.once("submission.review", perform)
