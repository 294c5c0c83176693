"""What evidence consists of, and what the machine notices about it. Advisory only: no finding ever decides."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.core.files.uploadedfile import UploadedFile
from django.db.models import Q

from bounties.models import Bounty, Submission
from bounties.rules.attendance import CAPTURED_MAX_SKEW
from bounties.rules.submissions import CHECK_IN_WITHIN, LIVE_WITHIN_SECONDS, is_checked_in
from humans.selectors import conversations
from marketplace.api.fields import timestamp
from marketplace.core import clock
from marketplace.core.actor import Actor
from marketplace.core.errors import Invalid
from marketplace.models import File
from marketplace.services import files, pictures


@dataclass(frozen=True, slots=True)
class Sent:
    """One upload and what the device says about how it was taken."""

    upload: UploadedFile
    captured_live: bool = False
    captured_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Kept:
    file: File
    sent: Sent


def check_answers(bounty: Bounty, answers: Sequence[Mapping[str, Any]]) -> None:
    """Every required completion question has an answer. Raises Invalid (400)."""
    given = {answer["questionId"]: answer["value"] for answer in answers}
    known = {question["id"]: question for question in bounty.completion_questions}
    wrong = {
        f"answers.{key}": [f"Answer this: {question['prompt'][:80]}"]
        for key, question in known.items()
        if question["required"] and not str(given.get(key) if given.get(key) is not None else "").strip()
    }
    if strange := [key for key in given if key not in known]:
        wrong["answers"] = [f"No such question: {', '.join(strange[:5])}."]
    if wrong:
        raise Invalid(wrong)


def keep(actor: Actor, sent: Sequence[Sent]) -> list[Kept]:
    """Store the files, before the transaction that enters them."""
    kept = files.keep(actor.me, [item.upload for item in sent], purpose="submission")
    return [Kept(file, item) for file, item in zip(kept, sent, strict=True)]


def check(bounty: Bounty, submission: Submission, kept: Sequence[Kept]) -> dict[str, Any]:
    """`{ coverage, recommendation, findings[] }`: missing kinds, files that came before, blank or not live pictures, and
    `checkIns[] { at, covered }` where times were given."""
    covered = coverage(
        bounty.evidence_types,
        # What a managed product asks for (findings, a vote with its reason) is said in words, too.
        text=bool(submission.text_evidence.strip() or submission.form),
        links=len(submission.links),
        kinds=[item.file.content_type for item in kept],
    )
    findings = [{"code": "missing_evidence", "evidence": kind} for kind, there in covered.items() if not there]
    times = check_ins(bounty, submission, kept)
    findings += [{"code": "missing_check_in", "at": row["at"]} for row in times if not row["covered"]]
    if times:
        covered["check_in"] = all(row["covered"] for row in times)
    findings += _seen_before(submission, [item.file for item in kept])
    for item in kept:
        findings += _about(bounty, item)
    return {
        "coverage": covered,
        "recommendation": "needs_review" if findings else "looks_complete",
        "findings": findings,
    } | ({"checkIns": times} if times else {})


def check_ins(bounty: Bounty, submission: Submission, kept: Sequence[Kept]) -> list[dict[str, Any]]:
    """Each time that was given, and whether the worker gave a sign then: a photo, by the device's own clock; where none
    is required, any file or a message, too. What an earlier submission of his had stays covered."""
    times = bounty.check_in_times
    if not times:
        return []
    photos_only = bool((bounty.check_ins or {}).get("photoRequired"))
    signs = _captured(kept, photos_only=photos_only)
    talk = submission.application.conversation_id
    if not photos_only and talk is not None:
        first, last = min(times) - CHECK_IN_WITHIN, max(times) + CHECK_IN_WITHIN
        signs += conversations.human_message_times(talk, first, last)
    earlier = Submission.objects.filter(application_id=submission.application_id).values_list("checks", flat=True)
    before = {row["at"] for checks in earlier for row in checks.get("checkIns", []) if row["covered"]}
    named = [(timestamp(time), time) for time in times]
    return [{"at": at, "covered": at in before or is_checked_in(time, signs)} for at, time in named]


def _captured(kept: Sequence[Kept], *, photos_only: bool) -> list[datetime]:
    """When these files were taken, in business time: a device's clock goes by the wall's. Nothing is from the future."""
    now, wall = clock.now(), clock.wall()
    moments = [
        item.sent.captured_at
        for item in kept
        if item.sent.captured_at is not None and (item.file.content_type.startswith("image/") or not photos_only)
    ]
    return [now - (wall - moment) for moment in moments if moment <= wall + CAPTURED_MAX_SKEW]


def coverage(wanted: Sequence[str], *, text: bool, links: int, kinds: Sequence[str]) -> dict[str, bool]:
    """Which of the asked-for kinds of evidence are there."""
    have = {
        "text": text,
        "link": links > 0,
        "photo": any(kind.startswith("image/") for kind in kinds),
        "video": any(kind.startswith("video/") for kind in kinds),
    }
    return {kind: have[kind] for kind in wanted}


def _about(bounty: Bounty, item: Kept) -> list[dict[str, Any]]:
    found = []
    if item.file.is_blank:
        found.append({"code": "blank_image", "fileId": item.file.public_id})
    asked = {"photo": "image/", "video": "video/"}.get(bounty.live_capture)
    if asked and item.file.content_type.startswith(asked) and not is_live(item.sent):
        found.append({"code": "not_live", "fileId": item.file.public_id})
    return found


def is_live(sent: Sent) -> bool:
    """Taken by the camera within ten minutes, by the device's own clock, which is compared with the wall's."""
    if not sent.captured_live or sent.captured_at is None:
        return False
    return abs(clock.wall() - sent.captured_at) <= timedelta(seconds=LIVE_WITHIN_SECONDS)


def _seen_before(submission: Submission, kept: Sequence[File]) -> list[dict[str, Any]]:
    """Uploads that this person, or anybody for this bounty, sent before: the same bytes, or pictures that look the same."""
    if not kept:
        return []
    earlier = File.objects.filter(
        Q(owner_id=submission.application.human_id) | Q(pk__in=_of_bounty(submission)), purpose="submission"
    ).exclude(pk__in=[file.pk for file in kept])
    same = set(
        earlier.filter(sha256__in=[file.sha256 for file in kept]).order_by().values_list("sha256", flat=True).distinct()
    )
    looks = [file for file in kept if file.perceptual_hash is not None and file.sha256 not in same]
    known = (
        list(
            earlier.filter(perceptual_hash__isnull=False)
            .order_by("-id")
            .values_list("perceptual_hash", flat=True)[:5000]
        )
        if looks
        else []
    )
    findings = [{"code": "duplicate_file", "fileId": file.public_id} for file in kept if file.sha256 in same]
    return findings + [
        {"code": "similar_image", "fileId": file.public_id}
        for file in looks
        if any(pictures.alike(file.perceptual_hash or 0, other or 0) for other in known)
    ]


def _of_bounty(submission: Submission) -> Any:
    return Submission.files.through.objects.filter(submission__bounty_id=submission.bounty_id).values("file_id")
