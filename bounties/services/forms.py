"""What a bounty asks of its applicants: links, answers, acknowledgments, files. Checked, then stored."""

from collections.abc import Mapping
from typing import Any, TypedDict

from django.core.files.uploadedfile import UploadedFile
from PIL import Image, UnidentifiedImageError

from bounties.models import Bounty
from bounties.rules.applications import LINK_HOSTS, is_on_host
from bounties.services.evidence import Upload, is_live
from marketplace.core.actor import Actor
from marketplace.core.errors import Invalid
from marketplace.models import File
from marketplace.services import files

# Upload mode -> (kind of its files, content type they must have, setting with their maximum number).
UPLOADS = {
    "photo_upload": ("upload", "image/", "maxImages"),
    "video_upload": ("upload", "video/", "maxVideos"),
    "document_upload": ("upload", "document", "maxDocuments"),
}
_FILES = ("file_upload", "live_video")  # types of details that are answered by a file
_EXTRA = ("resume", "portfolio")  # files that may come with every application
_DOCUMENTS = ("application/pdf", files.DOCX, "text/plain")


class LinkForm(TypedDict):
    type: str  # one of LINK_TYPES
    url: str


class AnswerForm(TypedDict):
    questionId: str  # the id of an application detail
    value: str | bool


class ApplicationForm(TypedDict, total=False):
    """An application as `ApplyIn` reads it; a missing key counts as empty."""

    cover_letter: str
    proposed_price_cents: int | None  # US cents
    availability: str
    links: list[LinkForm]
    answers: list[AnswerForm]
    consent: bool
    # Each with what it is for: upload, resume, portfolio, or a detail's id; empty: the one kind that the bounty collects.
    files: list[tuple[Upload, str]]


def check(bounty: Bounty, form: ApplicationForm) -> None:
    """Whether a form has everything that the bounty asks for (spec, Endpoints, Bounties).

    Locks nothing. Raises Invalid (400) naming every field that is missing or wrong.
    """
    name_kinds(bounty, form)
    wrong: dict[str, list[str]] = {}
    types = [link["type"] for link in form.get("links", [])]
    missing = [wish.get("label") or wish["type"] for wish in bounty.required_links if wish["type"] not in types]
    if missing:
        wrong["links"] = [f"This bounty asks for: {', '.join(missing)}."]
    wanted = {wish["type"] for wish in bounty.required_links}
    elsewhere = [
        link for link in form.get("links", []) if link["type"] in wanted and not is_on_host(link["type"], link["url"])
    ]
    for link in elsewhere:
        hosts = " or ".join(LINK_HOSTS[link["type"]])
        wrong.setdefault("links", []).append(f"The {link['type']} link must be on {hosts}.")
    _check_details(bounty, form, wrong)
    if bounty.submission_mode != "application":
        _check_uploads(bounty, form, wrong)
    if wrong:
        raise Invalid(wrong)


def name_kinds(bounty: Bounty, form: ApplicationForm) -> None:
    """Files without a kind are what an upload mode collects, unless the bounty asks for other files, too: changes `form`.

    Raises Invalid (400).
    """
    if all(kind for _, kind in form.get("files", [])):
        return
    others = [detail["id"] for detail in bounty.application_details if detail["type"] in _FILES]
    if bounty.submission_mode == "application" or others:
        fitting = ", ".join([*(["upload"] if bounty.submission_mode != "application" else []), *others, *_EXTRA])
        raise Invalid({"kinds": [f"Name the kind of each file, in the same order: {fitting}."]})
    form["files"] = [(item, kind or "upload") for item, kind in form["files"]]


def keep(actor: Actor, form: ApplicationForm) -> list[tuple[File, str]]:
    """Store the files of a form, each with what it is for, before the transaction that saves their rows.

    Locks nothing. Raises Invalid (400) for a file type that is not accepted, StorageUnavailable (503).
    """
    enclosed = form.get("files", [])
    kept = files.store(actor.me, [item.upload for item, _ in enclosed], purpose="application")
    return [(file, kind) for file, (_, kind) in zip(kept, enclosed, strict=True)]


def _check_details(bounty: Bounty, form: ApplicationForm, wrong: dict[str, list[str]]) -> None:
    answers = {answer["questionId"]: answer["value"] for answer in form.get("answers", [])}
    given: dict[str, list[Upload]] = {}
    for item, kind in form.get("files", []):
        given.setdefault(kind, []).append(item)
    known = {detail["id"]: detail for detail in bounty.application_details}
    for detail in bounty.application_details:
        key, label = detail["id"], detail["label"][:80]
        if detail["type"] in _FILES:
            _check_file(detail, given.get(key, []), wrong)
        elif not detail["required"]:
            continue
        elif detail["type"] == "checkbox" and answers.get(key) is not True:
            wrong[f"answers.{key}"] = [f"Confirm this first: {label}"]
        elif detail["type"] == "text" and not _is_text(answers.get(key)):
            wrong[f"answers.{key}"] = [f"Answer this: {label}"]
    if unknown := [key for key in answers if key not in known]:
        wrong["answers"] = [f"No such question: {', '.join(unknown[:5])}."]
    collected = ["upload"] if bounty.submission_mode != "application" else []
    fitting = [
        *collected,
        *(detail["id"] for detail in bounty.application_details if detail["type"] in _FILES),
        *_EXTRA,
    ]
    if odd := [kind for kind in given if kind not in fitting]:
        wrong["files"] = [f"No file of the kind {', '.join(odd[:5])} is asked for. Give one of: {', '.join(fitting)}."]


def _is_text(value: object) -> bool:
    return isinstance(value, str) and bool(value.strip())


def _check_file(detail: Mapping[str, Any], enclosed: list[Upload], wrong: dict[str, list[str]]) -> None:
    key = f"files.{detail['id']}"
    if len(enclosed) != 1:
        if enclosed or detail["required"]:
            wrong[key] = [f"Send one file for: {detail['label'][:80]}"]
        return
    kind, wanted = files.sniff(enclosed[0].upload), detail.get("fileType")
    fits = (
        kind.startswith("video/")
        if detail["type"] == "live_video"
        else kind == files.DOCX
        if wanted == "docx"
        else kind.startswith("image/")
        if wanted == "image"
        else kind.startswith("image/") or kind == files.DOCX
    )
    if not fits:
        wrong[key] = [f"{kind} does not fit here."]
    elif detail["type"] == "live_video" and not is_live(enclosed[0]):
        wrong[key] = ["Record this with the camera now: capturedLive true, and capturedAt at most ten minutes ago."]


def _check_uploads(bounty: Bounty, form: ApplicationForm, wrong: dict[str, list[str]]) -> None:
    wanted, prefix, bound = UPLOADS[bounty.submission_mode]
    settings = bounty.upload_settings or {}
    uploads = [item.upload for item, kind in form.get("files", []) if kind == wanted]
    if not form.get("consent"):
        wrong["consent"] = ["Agree to the consent text of this bounty (consent: true)."]
    if not 1 <= len(uploads) <= settings[bound]:
        wrong["files"] = [f"Send 1 to {settings[bound]} files of the kind upload."]
    for upload in uploads:
        kind = files.sniff(upload)
        if not (kind in _DOCUMENTS if prefix == "document" else kind.startswith(prefix)):
            wrong["files"] = [f"{upload.name}: {kind} is not what this bounty collects."]
        elif prefix == "image/" and (problem := _too_small(upload, settings.get("minimumResolutionPx"))):
            wrong["files"] = [problem]


def _too_small(upload: UploadedFile, least: int | None) -> str | None:
    """What is wrong when the shorter side has fewer than `least` pixels; None when nothing is."""
    if not least:
        return None
    try:
        with Image.open(upload) as image:
            size = min(image.size)
    except (UnidentifiedImageError, OSError, ValueError, Image.DecompressionBombError):
        return f"{upload.name}: this image can't be read."
    finally:
        upload.seek(0)
    return f"{upload.name}: the shorter side has {size} pixels, {least} are needed." if size < least else None
