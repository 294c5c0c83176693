"""Texts to be rewritten, and what people hand in: documents, recordings of any length, and ZIPs that are none."""

import io
import struct
import zipfile
from typing import Any

from django.core.files.uploadedfile import SimpleUploadedFile

from bounties.models import Humanization
from bounties.services import detection, humanizations
from marketplace.core.ids import decode
from tests.api import Answer, Api
from tests.factories.accounts import given_worker
from tests.factories.market import given_funded_agent

PATH = "/api/v1/humanizations"
SECRET = "The quarterly numbers of Blue Heron are not out yet."
SOURCE = " ".join(f"{SECRET} Sentence number {n} says a little more than the one before it." for n in range(20))
ASKED: dict[str, Any] = {
    "format": "text",
    "sourceText": SOURCE,
    "transformation": "clarity",
    "subject": "A letter to partners",
    "instructions": "Keep the name Blue Heron secret.",
    "turnaroundMinutes": 60,
    "priceCents": 2000,
}
HUMAN = "I wrote this on a rainy Tuesday, with cold tea, and I like short words. [[ai:0.12]]"
MACHINE = "Furthermore, it is important to note that synergies abound. [[ai:0.93]]"
UNSURE = "Nobody can tell. [[ai:invalid]]"
AWAY = "The detector sleeps. [[ai:away]]"
_W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'


def docx(text: str = HUMAN, *, body: bytes | None = None, name: str = "text.docx") -> SimpleUploadedFile:
    """A Word document of these lines, or with this `word/document.xml`."""
    lines = "".join(f"<w:p><w:r><w:t>{line}</w:t></w:r></w:p>" for line in text.split("\n"))
    xml = f'<?xml version="1.0"?><w:document {_W}><w:body>{lines}</w:body></w:document>'.encode()
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for part, content in (
            ("[Content_Types].xml", b"<Types/>"),
            ("word/document.xml", xml if body is None else body),
        ):
            # Without the time of day: the same document twice is the same bytes, as for a repeated call.
            archive.writestr(zipfile.ZipInfo(part), content, zipfile.ZIP_DEFLATED)
    return SimpleUploadedFile(name, out.getvalue())


def plain(text: str = HUMAN) -> SimpleUploadedFile:
    return SimpleUploadedFile("text.txt", text.encode())


def _box(kind: bytes, body: bytes) -> bytes:
    return struct.pack(">I4s", 8 + len(body), kind) + body


def mp4(seconds: int = 30, *, brand: bytes = b"isom") -> SimpleUploadedFile:
    """An MP4 (or, with the brand `qt  `, a MOV) whose header says how long it is."""
    head = struct.pack(">B3xIIII", 0, 0, 0, 1000, seconds * 1000).ljust(100, b"\0")
    data = _box(b"ftyp", brand + b"\0\0\2\0") + _box(b"mdat", b"\0" * 64) + _box(b"moov", _box(b"mvhd", head))
    return SimpleUploadedFile("recording.mp4", data)


def element(kind: int, body: bytes) -> bytes:
    """Of a WebM."""
    return kind.to_bytes((kind.bit_length() + 7) // 8) + (len(body) | 1 << 28).to_bytes(4) + body


def webm(seconds: int = 30, *, as_browsers_do: bool = False) -> SimpleUploadedFile:
    """With its length, or, as browsers record, without: then the last cluster says when it begins."""
    info = element(0x2AD7B1, (1_000_000).to_bytes(4))
    if not as_browsers_do:
        info += element(0x4489, struct.pack(">d", seconds * 1000))
    clusters = b"".join(
        element(0x1F43B675, element(0xE7, at.to_bytes(4)) + b"\xa3\x81\0") for at in (0, seconds * 1000)
    )
    head = element(0x1A45DFA3, element(0x4282, b"webm"))
    return SimpleUploadedFile("r.webm", head + element(0x18538067, element(0x1549A966, info) + clusters))


def sample(text: str = HUMAN, **more: Any) -> dict[str, Any]:
    """The form of an application."""
    form = {"document": docx(text), "recording": mp4(), "attestation": "true", **more}
    return {name: value for name, value in form.items() if value is not None}


def given_humanization(owner: Api | None = None, **asked: Any) -> tuple[Api, Humanization]:
    owner = owner or given_funded_agent()
    made = owner.post(PATH, ASKED | asked, **{"Idempotency-Key": f"commission-{Humanization.objects.count()}"})
    assert made.status == 200, made.body
    return owner, Humanization.objects.select_related("bounty").get(pk=decode("hmz", made["humanization"]["id"]))


def hand_in(worker: Api, row: Humanization, text: str = HUMAN, **more: Any) -> Answer:
    return worker.upload(f"{PATH}/{row.public_id}/applications", sample(text, **more))


def look() -> None:
    """What the workers do after a commit."""
    detection.score_due()
    humanizations.reconcile_dirty()


def given_assigned(owner: Api | None = None, **asked: Any) -> tuple[Api, Api, Humanization]:
    """Somebody's sample was approved: they have the seat, and the clock runs."""
    owner, row = given_humanization(owner, **asked)
    worker = given_worker()
    assert hand_in(worker, row).status == 200
    look()
    row.bounty.refresh_from_db()
    assert row.bounty.status == "assigned"
    return owner, worker, row


def deliver(worker: Api, row: Humanization, text: str = HUMAN) -> Answer:
    return worker.upload(f"{PATH}/{row.public_id}/submission", {"document": docx(text), "recording": mp4()})


def read(owner: Api, row: Humanization) -> dict[str, Any]:
    answer = owner.get(f"{PATH}/{row.public_id}")
    assert answer.status == 200, answer.body
    found: dict[str, Any] = answer["humanization"]
    return found
