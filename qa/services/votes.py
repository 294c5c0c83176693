"""Taste panels: who may apply, and which votes are valid."""

from collections.abc import Sequence
from typing import Any

from bounties.errors import NotEligible
from bounties.models import Submission
from bounties.ports import ProductPart
from humans.models import Profile
from humans.rules.people import TASTE as CATEGORIES
from marketplace.core.errors import Invalid
from marketplace.models import Account, File
from qa.models import TasteRun
from qa.rules.taste import REASON_LENGTH, flaw
from qa.selectors import taste


def check_fits(run: TasteRun, account: Account) -> None:
    """Check the applicant's category (a skill or expertise, as in GET /api/humans/taste) and gender. The bounty itself checks
    country and identity. No lock. Raises NotEligible (403)."""
    profile = Profile.objects.get(pk=account.pk)
    wanted = {term for name in run.target_categories for term in CATEGORIES[name]}
    if wanted and wanted.isdisjoint(profile.terms):
        raise NotEligible(
            f"This panel asks for people of these fields: {', '.join(run.target_categories)}. Your profile names no skill or "
            "expertise of them; GET /api/bounties lists others."
        )
    if run.allowed_genders and profile.gender not in run.allowed_genders:
        raise NotEligible()


def read(run: TasteRun, sent: ProductPart, files: Sequence[File]) -> dict[str, Any]:
    """Validate a vote, and return what is stored: `vote`, `reason`, and `fileIds` (all files, unless `file_ids` names some).
    Raises Invalid (400)."""
    wrong: dict[str, list[str]] = {}
    vote, reason = sent.get("vote", "").strip(), sent.get("reason", "").strip()
    if vote not in run.labels:
        wrong["vote"] = [f"Give the label of your choice: {', '.join(run.labels)}."]
    if not REASON_LENGTH[0] <= len(reason) <= REASON_LENGTH[1]:
        wrong["reason"] = [f"Say why in {REASON_LENGTH[0]} to {REASON_LENGTH[1]:,} characters."]
    named = dict.fromkeys(sent.get("file_ids", [f"file:{number}" for number in range(len(files))]))
    by_place = {f"file:{number}": file for number, file in enumerate(files)}
    if strange := [name for name in named if name not in by_place]:
        wrong["fileIds"] = [f"No file of this submission: {', '.join(strange[:5])}. file:0 is the first one."]
    belonging = [by_place[name] for name in named if name in by_place]
    if run.requires_video and not any(file.content_type.startswith("video/") for file in belonging):
        wrong["files"] = ["Answer in a video, too: MP4, MOV or WebM, recorded now."]
    if wrong:
        raise Invalid(wrong)
    return {"vote": vote, "reason": reason, "fileIds": [file.public_id for file in belonging]}


def flaw_of(run: TasteRun, submission: Submission) -> str | None:
    """Why this well-formed vote is refused, as text for the respondent; None for a valid one. The caller has locked the run,
    since the reason must differ from those of earlier votes."""
    found = {finding["code"] for finding in submission.checks.get("findings", [])}
    earlier = [reason for _, reason in taste.votes(run.bounty)]
    return flaw(submission.form["reason"], question=run.question, earlier=earlier, findings=found)
