"""Evidence files and answers, and the automatic checks on them. The findings are advisory: none decides anything."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, NotRequired, TypedDict
from uuid import UUID

from django.core.files.uploadedfile import UploadedFile
from django.db.models import Q

from bounties.models import Application, Bounty, Submission
from bounties.ports import ProductPart
from bounties.rules.attendance import CAPTURED_MAX_SKEW
from bounties.rules.submissions import (
    CHECK_IN_WITHIN,
    LIVE_WITHIN_SECONDS,
    LOOKS_COMPLETE,
    NEEDS_REVIEW,
    is_checked_in,
)
from humans.selectors import conversations
from marketplace.api.fields import timestamp
from marketplace.core import clock
from marketplace.core.actor import Actor
from marketplace.core.errors import Invalid
from marketplace.models import File
from marketplace.services import files, pictures


@dataclass(frozen=True, slots=True)
class Upload:
    """One uploaded file and what the device says about how it was captured."""

    upload: UploadedFile
    captured_live: bool = False
    captured_at: datetime | None = None  # UTC, by the device's clock


@dataclass(frozen=True, slots=True)
class StoredUpload:
    file: File
    sent: Upload


class EvidenceAnswer(TypedDict):
    questionId: str
    value: str


class EvidenceForm(ProductPart):
    """A submission as `SubmitIn` reads it."""

    text_evidence: str
    links: list[str]
    answers: list[EvidenceAnswer]
    files: NotRequired[list[Upload]]


class CheckFinding(TypedDict):
    """Something that an automatic check found against a submission, as it is stored in `Submission.checks`."""

    code: str
    evidence: NotRequired[str]  # which kind is missing
    at: NotRequired[str]  # which check-in is missing, ISO 8601
    fileId: NotRequired[str]
    unchangedFraction: NotRequired[float]  # of a text, 0 to 1
    aiFraction: NotRequired[float]  # of a text, 0 to 1


class CheckedMoment(TypedDict):
    """A check-in time, and whether the worker reported around it."""

    at: str  # ISO 8601, UTC
    covered: bool


class Checks(TypedDict):
    """What the automatic checks say of a submission."""

    coverage: dict[str, bool]
    recommendation: str  # of rules.submissions
    findings: list[CheckFinding]
    checkIns: NotRequired[list[CheckedMoment]]


def check_answers(bounty: Bounty, answers: Sequence[EvidenceAnswer]) -> None:
    """Whether every required completion question has an answer. Locks nothing. Raises Invalid (400)."""
    given = {answer["questionId"]: answer["value"] for answer in answers}
    known = {question["id"]: question for question in bounty.completion_questions}
    wrong = {
        f"answers.{key}": [f"Answer this: {question['prompt'][:80]}"]
        for key, question in known.items()
        if question["required"] and not str(given.get(key) if given.get(key) is not None else "").strip()
    }
    if unknown := [key for key in given if key not in known]:
        wrong["answers"] = [f"No such question: {', '.join(unknown[:5])}."]
    if wrong:
        raise Invalid(wrong)


def keep(actor: Actor, sent: Sequence[Upload]) -> list[StoredUpload]:
    """Store the files, before the transaction that saves their rows. Locks nothing.

    Raises Invalid (400) for a file type that is not accepted, StorageUnavailable (503).
    """
    kept = files.store(actor.me, [item.upload for item in sent], purpose="submission")
    for file, item in zip(kept, sent, strict=True):
        if item.captured_at is not None:
            file.captured_at, file.captured_by = item.captured_at, "camera" if item.captured_live else "device"
    return [StoredUpload(file, item) for file, item in zip(kept, sent, strict=True)]


def check(
    bounty: Bounty, submission: Submission, kept: Sequence[StoredUpload], found: Sequence[CheckFinding] = ()
) -> Checks:
    """`{ coverage, recommendation, findings[] }`: missing kinds, duplicates, blank or not live pictures, and
    `checkIns[] { at, covered }` where the bounty has check-in times (spec, Submission). `found`: what a managed product found
    besides. Locks nothing.
    """
    covered = coverage(
        bounty.evidence_types,
        # The form of a managed product (findings, a vote with its reason) counts as text.
        text=bool(submission.text_evidence.strip() or submission.form),
        links=len(submission.links),
        kinds=[item.file.content_type for item in kept],
    )
    findings: list[CheckFinding] = [
        {"code": "missing_evidence", "evidence": kind} for kind, is_there in covered.items() if not is_there
    ]
    times = check_ins(bounty, submission, kept)
    findings += [{"code": "missing_check_in", "at": row["at"]} for row in times if not row["covered"]]
    if times:
        covered["check_in"] = all(row["covered"] for row in times)
    findings += _duplicates(submission, [item.file for item in kept])
    for item in kept:
        findings += _file_findings(bounty, item)
    findings += found
    checks: Checks = {
        "coverage": covered,
        "recommendation": NEEDS_REVIEW if findings else LOOKS_COMPLETE,
        "findings": findings,
    }
    if times:
        checks["checkIns"] = times
    return checks


def check_ins(bounty: Bounty, submission: Submission, kept: Sequence[StoredUpload]) -> list[CheckedMoment]:
    """Each check-in time and whether the worker reported around it (`CHECK_IN_WITHIN`): with a photo, by the device's clock;
    where no photo is required, also with any file, or with a message since they confirmed. Times covered by an earlier
    submission stay covered.
    """
    application = submission.application
    photos_only = bool((bounty.check_ins or {}).get("photoRequired"))
    files = _captured(kept, photos_only=photos_only)
    return check_ins_of([(bounty, application)], files={application.pk: files})[application.pk]


def check_ins_of(
    seats: Sequence[tuple[Bounty, Application]], *, files: Mapping[UUID, list[datetime]] | None = None
) -> dict[UUID, list[CheckedMoment]]:
    """The same for many seats at once, by application: each with its job as it was agreed. `files`: when (UTC) files that are
    not stored yet were captured. At most two queries for any number of seats. Locks nothing.
    """
    wanted = {application.pk: (bounty, application) for bounty, application in seats if bounty.check_in_times}
    spans = {}
    for bounty, application in wanted.values():
        if application.conversation_id is not None and not (bounty.check_ins or {}).get("photoRequired"):
            first, last = min(bounty.check_in_times) - CHECK_IN_WITHIN, max(bounty.check_in_times) + CHECK_IN_WITHIN
            if application.confirmed_at is not None:  # the cover letter is a message, too
                first = max(first, application.confirmed_at)
            spans[application.conversation_id] = (first, last)
    said = conversations.human_message_times(spans)
    before: dict[UUID, set[str]] = {}
    earlier = Submission.objects.filter(application_id__in=wanted).values_list("application_id", "checks")
    for key, checks in earlier if wanted else ():
        before.setdefault(key, set()).update(row["at"] for row in checks.get("checkIns", []) if row["covered"])
    found: dict[UUID, list[CheckedMoment]] = {application.pk: [] for _bounty, application in seats}
    for key, (bounty, application) in wanted.items():
        reports = list((files or {}).get(key, []))
        if application.conversation_id is not None:
            reports += said.get(application.conversation_id, [])
        covered = before.get(key, set())
        found[key] = [
            {"at": at, "covered": at in covered or is_checked_in(time, reports)}
            for at, time in ((timestamp(time), time) for time in bounty.check_in_times)
        ]
    return found


def _captured(kept: Sequence[StoredUpload], *, photos_only: bool) -> list[datetime]:
    """When these files were captured, converted from the device's (machine) time to business time. Future times are left
    out."""
    now, wall = clock.now(), clock.wall()
    moments = [
        item.sent.captured_at
        for item in kept
        if item.sent.captured_at is not None and (item.file.content_type.startswith("image/") or not photos_only)
    ]
    return [now - (wall - moment) for moment in moments if moment <= wall + CAPTURED_MAX_SKEW]


def coverage(wanted: Sequence[str], *, text: bool, links: int, kinds: Sequence[str]) -> dict[str, bool]:
    """Which of the required kinds of evidence are present. `kinds`: content types of the files."""
    have = {
        "text": text,
        "link": links > 0,
        "photo": any(kind.startswith("image/") for kind in kinds),
        "video": any(kind.startswith("video/") for kind in kinds),
    }
    return {kind: have[kind] for kind in wanted}


def _file_findings(bounty: Bounty, item: StoredUpload) -> list[CheckFinding]:
    found: list[CheckFinding] = []
    if item.file.is_blank:
        found.append({"code": "blank_image", "fileId": item.file.public_id})
    asked = {"photo": "image/", "video": "video/"}.get(bounty.live_capture)
    if asked and item.file.content_type.startswith(asked) and not is_live(item.sent):
        found.append({"code": "not_live", "fileId": item.file.public_id})
    return found


def is_live(sent: Upload) -> bool:
    """Captured by the camera within the last ten minutes, comparing the device's clock with the machine's."""
    if not sent.captured_live or sent.captured_at is None:
        return False
    return abs(clock.wall() - sent.captured_at) <= timedelta(seconds=LIVE_WITHIN_SECONDS)


def _duplicates(submission: Submission, kept: Sequence[File]) -> list[CheckFinding]:
    """Findings about uploads that this person, or anybody for this bounty, sent before: the same bytes, or similar images."""
    if not kept:
        return []
    earlier = File.objects.filter(
        Q(owner_id=submission.application.human_id) | Q(pk__in=_files_of_bounty(submission)), purpose="submission"
    ).exclude(pk__in=[file.pk for file in kept])
    same = set(
        earlier.filter(sha256__in=[file.sha256 for file in kept]).order_by().values_list("sha256", flat=True).distinct()
    )
    images = [file for file in kept if file.perceptual_hash is not None and file.sha256 not in same]
    known = (
        list(
            earlier.filter(perceptual_hash__isnull=False)
            .order_by("-id")
            .values_list("perceptual_hash", flat=True)[:5000]
        )
        if images
        else []
    )
    findings: list[CheckFinding] = [
        {"code": "duplicate_file", "fileId": file.public_id} for file in kept if file.sha256 in same
    ]
    return findings + [
        {"code": "similar_image", "fileId": file.public_id}
        for file in images
        if any(pictures.is_similar(file.perceptual_hash or 0, other or 0) for other in known)
    ]


def _files_of_bounty(submission: Submission) -> Any:
    return Submission.files.through.objects.filter(submission__bounty_id=submission.bounty_id).values("file_id")
