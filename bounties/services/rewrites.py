"""What people hand in for a humanization: a rewritten sample to apply with, the whole text once hired. Files are read with
size limits and stored before the transaction; the detector is called after it."""

from dataclasses import dataclass, replace
from decimal import Decimal
from math import ceil
from typing import NotRequired, TypedDict

from django.core.files.uploadedfile import UploadedFile

from bounties.models import Application, Humanization, Rewrite, Submission
from bounties.rules import humanizations as rules
from bounties.selectors import access
from bounties.selectors import humanizations as selectors
from bounties.services import admissions, applications, evidence, screening, submissions
from bounties.services.evidence import EvidenceForm
from bounties.services.forms import ApplicationForm
from bounties.services.humanizations import seal, unseal
from marketplace.core import clock
from marketplace.core.actor import Actor
from marketplace.core.errors import Invalid, TooLarge
from marketplace.core.queue import enqueue
from marketplace.models import File
from marketplace.services import documents, durations, files

_TEXTS = ("text/plain", files.DOCX)
_ACCEPTED = {
    "document": (_TEXTS, "DOCX or plain UTF-8 text"),
    "recording": (("video/mp4", "video/quicktime", "video/webm"), "an MP4, MOV or WebM video"),
    "resume": ((*_TEXTS, "application/pdf"), "PDF, DOCX or plain UTF-8 text"),
}


class FinalTextForm(TypedDict):
    """The files of a hand-in, as `FinalTextIn` reads them."""

    document: UploadedFile
    recording: UploadedFile


class SampleForm(FinalTextForm):
    """An application with its sample, as `RewriteSampleIn` reads it."""

    resume: UploadedFile | None
    cover_letter: NotRequired[str]
    attestation: NotRequired[bool]


def sample(actor: Actor, humanization_id: str) -> tuple[Humanization, Application | None]:
    """The humanization whose sample the caller rewrites to apply, and their active application, if any (spec, Humanization).

    Locks nothing. Raises NotFound (404), OwnBounty and every refusal of `screening.check` (403), BountyNotOpen,
    DeadlinePassed (409).
    """
    row = access.get_humanization(humanization_id)
    bounty = access.visible_bounty(actor, row.bounty.public_id)
    application = selectors.own_application(actor, row)
    if application is None or (application.status == "withdrawn" and application.escrow_id is None):
        state = screening.find_applicant_state(actor, bounty)
        admissions.check_may_apply(actor, bounty, state)
        screening.check(actor, bounty, None, state)
        return row, None
    return row, application


@dataclass(frozen=True, slots=True)
class HandIn:
    """The stored files of an application or of the final text, and what was read from them."""

    files: dict[str, File]  # by the name of the form's field
    text: str
    seconds: int | None  # length of the recording, if its container says so
    unchanged: Decimal  # share of the words to be rewritten that stand in it unchanged, 0 to 1


@dataclass(frozen=True, slots=True)
class AdmittedSample:
    admitted: admissions.Admitted
    hand_in: HandIn


def admit(actor: Actor, humanization_id: str, form: SampleForm) -> AdmittedSample:
    """Check an application, then read and store its files, before the transaction of `apply`.

    Locks nothing. Raises what `admissions.admit` raises; TooLarge (413).
    """
    row = access.get_humanization(humanization_id)
    admitted = admissions.admit(actor, row.bounty.public_id, _application_form(form), by_product=True)
    if row.require_resume and form["resume"] is None:
        raise Invalid({"resume": ["This humanization asks for your résumé: PDF, DOCX or plain text."]})
    hand_in = _store(actor, form, unseal(row.sealed_sample), purpose="application")
    return AdmittedSample(replace(admitted, kept=[(file, kind) for kind, file in hand_in.files.items()]), hand_in)


def _application_form(form: SampleForm) -> ApplicationForm:
    return {"cover_letter": form.get("cover_letter", "")}


def apply(actor: Actor, humanization_id: str, form: SampleForm, sample: AdmittedSample) -> Rewrite:
    """POST …/applications: apply with a rewritten sample; the detector is called after the commit (spec, Humanization).

    `sample`: the result of `admit`. Locks the bounty. Raises what `applications.apply` raises.
    """
    row = access.get_humanization(humanization_id)
    application = applications.apply(
        actor, row.bounty.public_id, _application_form(form), admitted=sample.admitted, by_product=True
    )
    # After a withdrawn application, only the new sample counts.
    Rewrite.objects.filter(application_id=application.pk).update(next_attempt_at=None, decision="", sealed_text="")
    return _create(row, application, sample.hand_in)


def keep(actor: Actor, humanization_id: str, form: FinalTextForm) -> HandIn:
    """Read and store the final document and recording, if they may be sent now, before the transaction of `submit`.

    Locks nothing. Raises what `submit` raises; Invalid (400), TooLarge (413), StorageUnavailable (503).
    """
    row = access.get_humanization(humanization_id)
    _, application = access.own_seat(actor, row.bounty.public_id, lock=False)
    submissions.check_may_submit(application)
    return _store(actor, form, unseal(row.sealed_source), purpose="submission")


def submit(actor: Actor, humanization_id: str, form: FinalTextForm, hand_in: HandIn) -> Rewrite:
    """POST …/submission: the whole text as the seat's evidence; the detector is called after the commit (spec, Humanization).

    `hand_in`: the result of `keep`. Locks bounty, application, pool, escrow. Raises NotFound (404) without a seat,
    SeatNotConfirmed, SubmissionInReview, CompletionWindowClosed, InvalidState (409).
    """
    row = access.get_humanization(humanization_id)
    empty: EvidenceForm = {"text_evidence": "", "links": [], "answers": []}
    uploads = {"document": form["document"], "recording": form["recording"]}
    kept = [evidence.StoredUpload(file, evidence.Upload(uploads[name])) for name, file in hand_in.files.items()]
    found: list[evidence.CheckFinding] = []
    if hand_in.unchanged >= rules.UNCHANGED:
        document = hand_in.files["document"].public_id
        found.append({"code": rules.IS_UNCHANGED, "fileId": document, "unchangedFraction": float(hand_in.unchanged)})
    submission = submissions.submit(actor, row.bounty.public_id, empty, kept, by_product=True, found=found)
    return _create(row, submission.application, hand_in, submission)


def _create(
    row: Humanization, application: Application, hand_in: HandIn, submission: Submission | None = None
) -> Rewrite:
    """Save a hand-in, a sample without a `submission`, and queue its scoring."""
    rewrite = Rewrite(
        humanization=row,
        application=application,
        submission=submission,
        recording_seconds=hand_in.seconds,
        attested=submission is None,
        sealed_text=seal(hand_in.text),
        word_count=rules.words(hand_in.text),
        unchanged_fraction=hand_in.unchanged,
        next_attempt_at=clock.now(),
        **hand_in.files,
    )
    rewrite.save(force_insert=True)
    enqueue("bounties.score_rewrites")
    return rewrite


def _store(actor: Actor, form: FinalTextForm | SampleForm, source: str, *, purpose: str) -> HandIn:
    """Validate all files, then store them. `source`: the words that were to be rewritten.

    Raises Invalid (400), TooLarge (413), StorageUnavailable (503)."""
    sent = {name: form.get(name) for name in _ACCEPTED}
    uploads = {name: upload for name, upload in sent.items() if isinstance(upload, UploadedFile)}
    for name, upload in uploads.items():  # before anything of them is read
        if name != "recording" and (upload.size or 0) > rules.DOCUMENT_BYTES:
            raise TooLarge(f"{name}: a document may have up to {rules.DOCUMENT_BYTES:,} bytes.")
    wrong: dict[str, list[str]] = {}
    kinds = {name: files.sniff(upload) for name, upload in uploads.items()}
    for name, kind in kinds.items():
        accepted, words = _ACCEPTED[name]
        if kind not in accepted:
            wrong[name] = [f"This is {kind}. Send {words}."]
    if wrong:
        raise Invalid(wrong)
    text = _text_of(uploads["document"], kinds["document"])
    seconds = _seconds_of(uploads["recording"], kinds["recording"])
    unchanged = rules.unchanged(source, text)
    kept = files.store(actor.me, list(uploads.values()), purpose=purpose)
    return HandIn(dict(zip(uploads, kept, strict=True)), text, seconds, unchanged)


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
