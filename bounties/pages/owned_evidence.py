"""/owner/jobs/{id}/evidence: what hired people have sent, as a gallery, with what the checks found; the files of a collection."""

import re
from typing import Any

from django.http import HttpResponse, StreamingHttpResponse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from rest_framework.request import Request

from bounties.models import Bounty, Submission
from bounties.pages.owned import OwnedPage, photo_href
from bounties.rules.hiring import review_until
from bounties.selectors import datasets, listing
from bounties.serializers.applications import SubmissionReviewIn
from bounties.serializers.datasets import manifest
from bounties.serializers.submissions import render
from bounties.services import submissions
from bounties.web import owner_words
from marketplace.api import wire
from marketplace.api.pagination import page as keyset_page
from marketplace.core import ids
from marketplace.core.errors import Invalid
from marketplace.core.states import InvalidState
from marketplace.web import formats
from marketplace.web.drafts import Refused

PER_PAGE = 20
CRITERIA_AT_MOST = 12
STATES = ("pending_review", "approved", "redo_requested", "rejected")
_MARKS = re.compile(r"^\s*(?:[-*•–]|\d{1,2}[.)])\s*")


class OwnedEvidence(OwnedPage):
    """What waits for a look, newest first; `?status=` another state, `all` for everything."""

    template = "bounties/owned_evidence.html"
    operations = {"approve_many": "reviewSubmission"}

    def show(self, bounty_id: str) -> dict[str, Any]:
        bounty = self.owned(bounty_id)
        asked = self.request.GET.get("status", STATES[0])
        asked = asked if asked in (*STATES, "all") else STATES[0]
        rows = listing.submissions(bounty)
        if asked != "all":
            rows = rows.filter(status=asked)
        found = keyset_page(
            rows,
            Request(self.request),
            scope=f"pages:evidence:{bounty.pk}",
            default=PER_PAGE,
            filters={"status": asked},
        )
        kept = self.head(bounty, "evidence")
        sent = [piece(row, bounty) for row in found.rows]
        return kept | {
            "sent": sent,
            "next_url": self.next_url(found.next_cursor),
            "asked": asked,
            "states": [{"name": state, "words": owner_words.EVIDENCE[state][0]} for state in STATES],
            "criteria": criteria(bounty),
            "may_judge": "review" not in kept["reserved"] and self.may["approve_many"],
            "can_approve": any(one["can_be_judged"] for one in sent),
        }

    def act_approve_many(self, bounty_id: str) -> HttpResponse:
        """Approve what was chosen: all of it, or nothing. Each counts as one call of the API does."""
        chosen = list(dict.fromkeys(self.request.POST.getlist("submissions")))
        if not chosen or len(chosen) > PER_PAGE:
            raise Invalid({}, _("Choose at least one, and at most %d.") % PER_PAGE)
        data = self.read(SubmissionReviewIn, {"action": "approve"})
        for _more in chosen[1:]:
            self.count_towards(*self.limits)

        def perform() -> int:
            for submission_id in sorted(chosen):
                try:
                    submissions.review(self.actor, bounty_id, submission_id, **data)
                except InvalidState as refused:
                    raise InvalidState(self._not_any_more(submission_id), **refused.extra)
            return len(chosen)

        words = ngettext(
            "%d approved. Pay it under Approved, or it is paid automatically.",
            "%d approved. Pay them under Approved, or they are paid automatically.",
            len(chosen),
        )
        return self.once(perform, said=words % len(chosen))

    def _not_any_more(self, submission_id: str) -> str:
        """Which of several it was: the others come back ticked."""
        sent = Submission.objects.select_related("application").get(pk=ids.decode("sub", submission_id))
        return _(
            "What %s sent can't be approved any more, so nothing was approved. The others are still ticked: look again, then "
            "approve them."
        ) % (sent.application.human_name)


class OwnedFiles(OwnedPage):
    """Every file of a collection that was taken, as the archive that GET …/applications/dataset answers."""

    def render(self, ids: dict[str, Any], *, refused: Refused | None = None, status: int = 200) -> HttpResponse:
        found = datasets.dataset(self.owned(ids["bounty_id"]))
        uploads = [upload for applicant in found.applicants for upload in applicant.files]
        pieces = datasets.archive(wire.dumps(manifest(found, links=False)), uploads, found.generated_at)
        response = StreamingHttpResponse(pieces, content_type="application/zip")
        response["Content-Disposition"] = f'attachment; filename="{found.bounty.public_id}-dataset.zip"'
        response["Cache-Control"] = "private, no-store"
        return response  # type: ignore[return-value]


def piece(row: Submission, agreed: Bounty) -> dict[str, Any]:
    """One piece of evidence as the API shows it, with what the checks found in words, and which files they speak of."""
    shown = render(row)
    prompts = {question["id"]: question["prompt"] for question in agreed.completion_questions}
    told = [
        {"prompt": prompts.get(answer["questionId"], answer["questionId"]), "value": answer["value"]}
        for answer in shown["answers"]
    ]
    findings = shown["checks"].get("findings", [])
    words = [_in_words(found) for found in findings]
    of_file: dict[str, list[str]] = {}
    for found, said in zip(findings, words, strict=True):
        of_file.setdefault(found.get("fileId") or "", []).append(said)
    coverage = shown["checks"].get("coverage", {})
    files = [formats.attached(file) for file in shown["files"]]
    href = f"/owner/jobs/{shown['bountyId']}/people/{shown['applicationId']}"
    escrow, decide_by = row.application.escrow, None
    if escrow is not None and shown["status"] == "pending_review" and escrow.status == "delivered":
        decide_by = review_until(agreed.kind, escrow.review_due_at, row.application.complete_by)
    waits, in_dispute = shown["status"] == "pending_review", row.application.is_frozen
    badge = (owner_words.SEATS, "disputed") if waits and in_dispute else (owner_words.EVIDENCE, shown["status"])
    return shown | {
        "decide_by": decide_by,
        "can_be_judged": waits and not in_dispute,
        "badge": owner_words.badge(*badge),
        "files": [file | {"flags": of_file.get(file["id"], []), "page": photo_href(href, file)} for file in files],
        "told": told,
        "flags": list(dict.fromkeys(words)),
        "covered": [{"kind": kind, "is_there": is_there} for kind, is_there in coverage.items()],
        "check_ins": shown["checks"].get("checkIns", []),
        "href": href,
        "person_href": f"/people/{shown['doerHumanId']}",
    }


def _in_words(finding: dict[str, Any]) -> str:
    words = str(owner_words.FLAGS.get(str(finding.get("code")), str(finding.get("code", ""))))
    share = finding.get("unchangedFraction")
    return words if share is None else f"{words} ({share:.0%})"


def criteria(bounty: Bounty) -> list[str]:
    """The lines of how it is judged, to be ticked one by one; none where they are too many to be a list."""
    lines = [_MARKS.sub("", line).strip() for line in bounty.completion_criteria.splitlines()]
    found = list(dict.fromkeys(line for line in lines if line))
    return found if len(found) <= CRITERIA_AT_MOST else []
