"""What a bounty asks of its applicants: links, answers, acknowledgments, files. Checked, then kept."""

from collections.abc import Mapping
from typing import Any

from django.core.files.uploadedfile import UploadedFile
from PIL import Image, UnidentifiedImageError

from bounties.models import Bounty
from bounties.services.evidence import Sent, is_live
from marketplace.core.actor import Actor
from marketplace.core.errors import Invalid
from marketplace.models import File
from marketplace.services import files

# Upload mode -> (the kind its files have, what they must be, the setting that bounds their number).
UPLOADS = {
    "photo_upload": ("upload", "image/", "maxImages"),
    "video_upload": ("upload", "video/", "maxVideos"),
    "document_upload": ("upload", "document", "maxDocuments"),
}
_FILES = ("file_upload", "live_video")  # details that are answered by a file
_EXTRA = ("resume", "portfolio")  # files that may come with every application
_DOCUMENTS = ("application/pdf", files.DOCX, "text/plain")


def check(bounty: Bounty, sent: Mapping[str, Any]) -> None:
    """Raises Invalid (400) naming everything that is missing or wrong."""
    wrong: dict[str, list[str]] = {}
    types = [link["type"] for link in sent.get("links", [])]
    missing = [wish.get("label") or wish["type"] for wish in bounty.required_links if wish["type"] not in types]
    if missing:
        wrong["links"] = [f"This bounty asks for: {', '.join(missing)}."]
    _check_details(bounty, sent, wrong)
    if bounty.submission_mode != "application":
        _check_uploads(bounty, sent, wrong)
    if wrong:
        raise Invalid(wrong)


def keep(actor: Actor, sent: Mapping[str, Any]) -> list[tuple[File, str]]:
    """Store the files, each with its kind, before the transaction that enters them."""
    enclosed = sent.get("files", [])
    kept = files.store(actor.me, [item.upload for item, _ in enclosed], purpose="application")
    return [(file, kind) for file, (_, kind) in zip(kept, enclosed, strict=True)]


def _check_details(bounty: Bounty, sent: Mapping[str, Any], wrong: dict[str, list[str]]) -> None:
    answers = {answer["questionId"]: answer["value"] for answer in sent.get("answers", [])}
    given: dict[str, list[Sent]] = {}
    for item, kind in sent.get("files", []):
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
    if strange := [key for key in answers if key not in known]:
        wrong["answers"] = [f"No such question: {', '.join(strange[:5])}."]
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


def _check_file(detail: Mapping[str, Any], enclosed: list[Sent], wrong: dict[str, list[str]]) -> None:
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


def _check_uploads(bounty: Bounty, sent: Mapping[str, Any], wrong: dict[str, list[str]]) -> None:
    wanted, prefix, bound = UPLOADS[bounty.submission_mode]
    settings = bounty.upload_settings or {}
    uploads = [item.upload for item, kind in sent.get("files", []) if kind == wanted]
    if not sent.get("consent"):
        wrong["consent"] = ["Agree to the consent text of this bounty (consent: true)."]
    if not 1 <= len(uploads) <= settings[bound]:
        wrong["files"] = [f"Send 1 to {settings[bound]} files of the kind upload."]
    for upload in uploads:
        kind = files.sniff(upload)
        if not (kind in _DOCUMENTS if prefix == "document" else kind.startswith(prefix)):
            wrong["files"] = [f"{upload.name}: {kind} is not what this bounty collects."]
        elif prefix == "image/" and (fault := _too_small(upload, settings.get("minimumResolutionPx"))):
            wrong["files"] = [fault]


def _too_small(upload: UploadedFile, least: int | None) -> str | None:
    """The shorter side must have `least` pixels."""
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
