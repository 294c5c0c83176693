"""What people hand in for a humanization: a rewritten sample to apply with, the whole text when they are hired. Files are
read with bounds and stored before the transaction; the detector is asked after it."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from math import ceil
from typing import Any

from django.core.files.uploadedfile import UploadedFile

from bounties.models import Application, Humanization, Rewrite, Submission
from bounties.rules import humanizations as rules
from bounties.selectors import access
from bounties.selectors import humanizations as selectors
from bounties.services import applications, evidence, screening, submissions
from bounties.services.humanizations import sealed
from marketplace.core import clock
from marketplace.core.actor import Actor
from marketplace.core.errors import Invalid, TooLarge
from marketplace.core.queue import enqueue
from marketplace.models import File
from marketplace.services import documents, durations, files

_TEXTS = ("text/plain", files.DOCX)
_TAKEN = {
    "document": (_TEXTS, "DOCX or plain UTF-8 text"),
    "recording": (("video/mp4", "video/quicktime", "video/webm"), "an MP4, MOV or WebM video"),
    "resume": ((*_TEXTS, "application/pdf"), "PDF, DOCX or plain UTF-8 text"),
}


def sample(actor: Actor, humanization_id: str) -> tuple[Humanization, Application | None]:
    """What somebody rewrites to apply, with his own application when there is one that counts. Changes nothing.

    Raises every refusal of applying, but that he has applied.
    """
    row = access.get_humanization(humanization_id)
    bounty = access.visible_bounty(actor, row.bounty.public_id)
    application = selectors.own_application(actor, row)
    if application is None or (application.status == "withdrawn" and application.escrow_id is None):
        look = screening.find_standing(actor, bounty)
        applications.check_may_apply(actor, bounty, look)
        screening.check(actor, bounty, None, look)
        return row, None
    return row, application


@dataclass(frozen=True, slots=True)
class Handed:
    """The files of an application or of the final text, stored, and what was read from them before."""

    files: dict[str, File]
    text: str
    seconds: int | None


@dataclass(frozen=True, slots=True)
class Applying:
    admitted: applications.Admitted
    handed: Handed


def admit(actor: Actor, humanization_id: str, sent: Mapping[str, Any]) -> Applying:
    """Every gate is asked, then the files are read and stored: before the transaction of `apply`.

    Raises what `applications.admit` raises; Invalid (400) for a file that is not taken; TooLarge (413).
    """
    row = access.get_humanization(humanization_id)
    admitted = applications.admit(actor, row.bounty.public_id, sent, by_product=True)
    if row.require_resume and sent["resume"] is None:
        raise Invalid({"resume": ["This humanization asks for your résumé: PDF, DOCX or plain text."]})
    handed = _hand_in(actor, sent, purpose="application")
    return Applying(replace(admitted, kept=[(file, kind) for kind, file in handed.files.items()]), handed)


def apply(actor: Actor, humanization_id: str, sent: Mapping[str, Any], applying: Applying) -> Rewrite:
    """POST …/applications: the application with its sample; the detector is asked once this commits. Locks the bounty.

    Raises what `applications.apply` raises.
    """
    row = access.get_humanization(humanization_id)
    application = applications.apply(actor, row.bounty.public_id, sent, admitted=applying.admitted, by_product=True)
    # Whoever withdrew and comes again has one sample that counts, the new one.
    Rewrite.objects.filter(application_id=application.pk).update(next_attempt_at=None, decision="", sealed_text="")
    return _enter(row, application, applying.handed)


def keep(actor: Actor, humanization_id: str, sent: Mapping[str, Any]) -> Handed:
    """Read and store the final document and recording, if they may be sent now: before the transaction of `submit`.

    Raises what `submit` raises; Invalid (400), TooLarge (413), StorageUnavailable (503).
    """
    row = access.get_humanization(humanization_id)
    _, application = access.own_seat(actor, row.bounty.public_id, lock=False)
    submissions.check_may_submit(application)
    return _hand_in(actor, sent, purpose="submission")


def submit(actor: Actor, humanization_id: str, sent: Mapping[str, Any], handed: Handed) -> Rewrite:
    """POST …/submission: the whole text, as the evidence of the seat. Locks bounty, application, escrow.

    Raises NotFound without a seat; SeatNotConfirmed, SubmissionInReview, CompletionWindowClosed, InvalidState (409).
    """
    row = access.get_humanization(humanization_id)
    form = {"text_evidence": "", "links": [], "answers": [], "files": []}
    kept = [evidence.Kept(file, evidence.Sent(sent[name])) for name, file in handed.files.items()]
    submission = submissions.submit(actor, row.bounty.public_id, form, kept, by_product=True)
    return _enter(row, submission.application, handed, submission)


def _enter(
    row: Humanization, application: Application, handed: Handed, submission: Submission | None = None
) -> Rewrite:
    rewrite = Rewrite(
        humanization=row,
        application=application,
        submission=submission,
        recording_seconds=handed.seconds,
        attested=submission is None,
        sealed_text=sealed(handed.text),
        word_count=rules.words(handed.text),
        next_attempt_at=clock.now(),
        **handed.files,
    )
    rewrite.save(force_insert=True)
    enqueue("bounties.score_rewrites")
    return rewrite


def _hand_in(actor: Actor, sent: Mapping[str, Any], *, purpose: str) -> Handed:
    """All of them are looked at before the first is stored."""
    uploads: dict[str, UploadedFile] = {name: sent[name] for name in _TAKEN if sent.get(name) is not None}
    for name, upload in uploads.items():  # before anything is read of them
        if name != "recording" and (upload.size or 0) > rules.DOCUMENT_BYTES:
            raise TooLarge(f"{name}: a document may have up to {rules.DOCUMENT_BYTES:,} bytes.")
    wrong: dict[str, list[str]] = {}
    kinds = {name: files.sniff(upload) for name, upload in uploads.items()}
    for name, kind in kinds.items():
        taken, words = _TAKEN[name]
        if kind not in taken:
            wrong[name] = [f"This is {kind}. Send {words}."]
    if wrong:
        raise Invalid(wrong)
    text = _text_of(uploads["document"], kinds["document"])
    seconds = _seconds_of(uploads["recording"], kinds["recording"])
    kept = files.store(actor.me, list(uploads.values()), purpose=purpose)
    return Handed(dict(zip(uploads, kept, strict=True)), text, seconds)


def _text_of(upload: UploadedFile, kind: str) -> str:
    try:
        text = documents.extract_text(upload, kind)
    except documents.Unreadable as error:
        raise Invalid({"document": [f"This file can't be read: {error}. Save it again as DOCX or plain UTF-8 text."]})
    if not rules.words(text):
        raise Invalid({"document": ["There are no words in it. Send the text that you wrote."]})
    return text


def _seconds_of(upload: UploadedFile, kind: str) -> int | None:
    length = durations.seconds(upload, kind)
    if length is not None and length > rules.RECORDING_SECONDS:
        raise Invalid(
            {
                "recording": [
                    f"It is {ceil(length):,} seconds long; send up to {rules.RECORDING_SECONDS:,} seconds "
                    f"({rules.RECORDING_SECONDS // 60} minutes)."
                ]
            }
        )
    return None if length is None else round(length)
