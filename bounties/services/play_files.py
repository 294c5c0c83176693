"""What simulated people send: pictures, a clip, documents, and the answers and links that a bounty asks for. Generated here."""

import array
import io
import math
import random
import struct
import wave
import zipfile
from typing import Any

from django.core.files.uploadedfile import SimpleUploadedFile
from PIL import Image, ImageDraw

from bounties.models import Bounty
from bounties.rules.applications import LINK_HOSTS
from bounties.services.evidence import EvidenceForm, Upload
from bounties.services.forms import UPLOADS, ApplicationForm
from marketplace.core import clock

_SIDE = 640
_RATE = 16_000  # samples a second
_VOICE_SECONDS = 6
_LARGEST_SIDE = 6000  # of a picture that a bounty may ask for; nobody needs to draw a larger one


def application(bounty: Bounty, words: str, seed: str) -> ApplicationForm:
    """An application with everything that this bounty asks for. `seed`: other pictures for another one."""
    form: ApplicationForm = {"cover_letter": words, "files": []}
    form["links"] = [{"type": wish["type"], "url": _link(wish["type"])} for wish in bounty.required_links]
    answers: list[Any] = []
    for detail in bounty.application_details:
        match detail["type"]:
            case "text":
                answers.append({"questionId": detail["id"], "value": "Yes, I have thought about that."})
            case "checkbox":
                answers.append({"questionId": detail["id"], "value": True})
            case "live_video":
                form["files"].append((_live(_clip(seed + detail["id"])), detail["id"]))
            case _ if detail.get("fileType") == "docx":
                form["files"].append((Upload(_document()), detail["id"]))
            case _:
                form["files"].append((Upload(picture(seed + detail["id"])), detail["id"]))
    form["answers"] = answers
    if bounty.submission_mode != "application":
        form["consent"] = True
        form["files"].append((Upload(_collected(bounty, seed)), "upload"))
    return form


def evidence(bounty: Bounty, words: str, seed: str, *, is_weak: bool) -> EvidenceForm:
    """Evidence of every kind that this bounty wants; a weak one is words alone."""
    wanted = [] if is_weak else bounty.evidence_types
    uploads = []
    if "photo" in wanted:
        uploads.append(_live(picture(seed)))
    if "video" in wanted:
        uploads.append(_live(_clip(seed)))
    return {
        "text_evidence": words,
        "links": [f"https://example.com/evidence/{seed}"] if "link" in wanted else [],
        "answers": [{"questionId": row["id"], "value": "As the job says."} for row in bounty.completion_questions],
        "files": uploads,
    }


def picture(seed: str, side: int = _SIDE) -> SimpleUploadedFile:
    """A PNG that is not blank and resembles no other seed's."""
    rng = random.Random(seed)  # noqa: S311  (not for security: the same seed gives the same picture)
    image = Image.new("RGB", (side, side), (rng.randint(120, 250), rng.randint(120, 250), rng.randint(120, 250)))
    draw = ImageDraw.Draw(image)
    for _ in range(24):
        left, top = rng.randint(0, side), rng.randint(0, side)
        shade = (rng.randint(0, 250), rng.randint(0, 250), rng.randint(0, 250))
        draw.rectangle((left, top, left + side // 4, top + rng.randint(10, side // 3)), fill=shade)
    out = io.BytesIO()
    image.save(out, "PNG")
    return SimpleUploadedFile("photo.png", out.getvalue(), content_type="image/png")


def document(text: str) -> SimpleUploadedFile:
    """A text, as UTF-8."""
    return SimpleUploadedFile("text.txt", text.encode(), content_type="text/plain")


def resume() -> SimpleUploadedFile:
    """A document as somebody who applies would attach it."""
    return document("A simulated person of this sandbox.")


def recording(seconds: int) -> SimpleUploadedFile:
    """An MP4 whose header says that it is this long, without a frame."""
    header = struct.pack(">B3xIIII", 0, 0, 0, 1000, seconds * 1000).ljust(100, b"\0")
    boxes = ((b"ftyp", b"isom\0\0\2\0"), (b"mdat", bytes(64)), (b"moov", _box(b"mvhd", header)))
    content = b"".join(_box(kind, body) for kind, body in boxes)
    return SimpleUploadedFile("recording.mp4", content, content_type="video/mp4")


def voice() -> SimpleUploadedFile:
    """A WAV of some seconds: a tone, where a person would speak."""
    out = io.BytesIO()
    with wave.open(out, "wb") as sound:
        sound.setnchannels(1)
        sound.setsampwidth(2)
        sound.setframerate(_RATE)
        period = [round(8000 * math.sin(2 * math.pi * n / 40)) for n in range(40)]
        sound.writeframes(array.array("h", period * (_RATE * _VOICE_SECONDS // 40)).tobytes())
    return SimpleUploadedFile("sample.wav", out.getvalue(), content_type="audio/wav")


def _box(kind: bytes, body: bytes) -> bytes:
    return struct.pack(">I4s", 8 + len(body), kind) + body


def _collected(bounty: Bounty, seed: str) -> SimpleUploadedFile:
    """What an upload mode collects."""
    _, prefix, _ = UPLOADS[bounty.submission_mode]
    if prefix == "image/":
        least = (bounty.upload_settings or {}).get("minimumResolutionPx") or 0
        return picture(seed, min(max(_SIDE, least), _LARGEST_SIDE))
    return _clip(seed) if prefix == "video/" else SimpleUploadedFile("notes.txt", f"Notes, {seed}.".encode())


def _live(file: SimpleUploadedFile) -> Upload:
    """As the camera of the site sends it: taken this moment, by the device's clock."""
    return Upload(file, captured_live=True, captured_at=clock.wall())


def _clip(seed: str) -> SimpleUploadedFile:
    """An MP4 without a frame, whose bytes are those of no other seed: a file that was sent before is no evidence."""
    boxes = ((b"ftyp", b"mp42\0\0\0\0mp42isom"), (b"mdat", seed.encode()))
    content = b"".join(_box(kind, body) for kind, body in boxes)
    return SimpleUploadedFile("clip.mp4", content, content_type="video/mp4")


def _document() -> SimpleUploadedFile:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr("[Content_Types].xml", "<Types/>")
        archive.writestr("word/document.xml", "<document/>")
    return SimpleUploadedFile("document.docx", out.getvalue())


def _link(kind: str) -> str:
    host = LINK_HOSTS.get(kind, ("example.com",))[0]
    return f"https://{host}/simulated"
