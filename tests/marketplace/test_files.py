"""Uploaded files: taken for what they are, not for what they are called; read by signed addresses that end."""

import hashlib
import io
import struct
import zipfile
from datetime import timedelta
from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import override_settings
from PIL import Image
from pytest_django import Settings

from marketplace.core import clock
from marketplace.core.errors import Invalid, NotFound, TooLarge
from marketplace.errors import StorageUnavailable
from marketplace.models import File
from marketplace.services import files
from tests.api import Api
from tests.contract.scenario import check_failure
from tests.factories.accounts import AccountFactory
from tests.factories.files import given_file

pytestmark = pytest.mark.django_db


def picture(kind: str = "JPEG") -> bytes:
    out = io.BytesIO()
    Image.new("RGB", (8, 8), "red").save(out, kind)
    return out.getvalue()


def archive(*names: str) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as packed:
        for name in names:
            packed.writestr(name, "<x/>")
    return out.getvalue()


PDF = b"%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n"
EXE = (
    b"MZ\x90\x00\x03\x00\x00\x00\x04\x00\x00\x00\xff\xff\x00\x00\xb8"
    + b"\0" * 43
    + b"\x80\0\0\0"
    + b"\x0e\x1f" * 40
    + b"PE\0\0L\x01"
)
ELF = b"\x7fELF\x02\x01\x01" + b"\0" * 60
HTML = b"<!doctype html><html><body><script>alert(1)</script></body></html>"
SVG = b'<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'


def upload(name: str, content: bytes, said: str = "application/octet-stream") -> SimpleUploadedFile:
    return SimpleUploadedFile(name, content, content_type=said)


def store(name: str, content: bytes, said: str = "application/octet-stream") -> File:
    return given_file(AccountFactory(), upload(name, content, said))


@pytest.mark.parametrize(
    ("name", "content", "kind"),
    [
        ("a.jpg", picture("JPEG"), "image/jpeg"),
        ("a.png", picture("PNG"), "image/png"),
        ("a.gif", picture("GIF"), "image/gif"),
        ("a.webp", picture("WEBP"), "image/webp"),
        ("really a picture.exe", picture("PNG"), "image/png"),
        ("a.pdf", PDF, "application/pdf"),
        (
            "a.docx",
            archive("[Content_Types].xml", "word/document.xml"),
            "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
        ),
        ("a.mp4", b"\0\0\0\x18ftypmp42" + b"\0" * 40, "video/mp4"),
        ("a.mov", b"\0\0\0\x14ftypqt  " + b"\0" * 40, "video/quicktime"),
        ("a.txt", "Grüße aus Lisbon\n".encode(), "text/plain"),
        ("a.txt", "é".encode() * 700_000, "text/plain"),
    ],
)
def test_a_file_is_taken_for_what_it_is(name: str, content: bytes, kind: str) -> None:
    kept = store(name, content, "text/html")

    assert kept.content_type == kind
    assert (kept.size, kept.sha256) == (len(content), hashlib.sha256(content).hexdigest())
    _, stream = files.open_signed(kept.public_id, **parts_of(kept))
    with stream:
        assert stream.read() == content


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("photo.jpg", HTML), ("photo.jpg", b"\n\n  " + HTML), ("photo.png", SVG), ("notes.txt", EXE), ("notes.txt", ELF),
        ("a.pdf", EXE), ("a.jpg", b"\x00\x01\x02\x03" * 100), ("a.txt", b"text with a NUL \x00 inside"),
        ("a.txt", b"caf\xe9"), ("a.zip", archive("a.txt")), ("a.docx", archive("META-INF/MANIFEST.MF", "a.class")),
        ("a.docx", archive("[Content_Types].xml", "xl/workbook.xml")), ("a.docx", b"PK\x03\x04" + b"\0" * 60),
        ("a.docx", b"PK\x05\x06" + b"\0" * 18), ("a.txt", b"\xef\xbb\xbf" + HTML),
    ],
)  # fmt: skip
def test_what_is_no_evidence_is_refused_whatever_its_name(name: str, content: bytes) -> None:
    with pytest.raises(Invalid) as refused:
        store(name, content, "image/jpeg")

    assert list(refused.value.extra["fields"]) == ["files"]
    assert name in refused.value.extra["fields"]["files"][0]
    assert not File.objects.exists()


def zip64(entries: int, comment: int = 0) -> bytes:
    """A Word document of many entries, whose plain end record speaks of two, and whose ZIP64 record, which readers prefer,
    of all of them."""
    raw = archive("[Content_Types].xml", "word/document.xml", *(f"{n}" for n in range(entries - 2)))
    body, length, start = raw[:-22], *struct.unpack_from("<II", raw, len(raw) - 10)
    record = struct.pack("<4sQHHIIQQQQ", b"PK\x06\x06", 44, 45, 45, 0, 0, entries, entries, length, start)
    locator = struct.pack("<4sIQI", b"PK\x06\x07", 0, len(body), 1)
    end = struct.pack("<4sHHHHIIH", b"PK\x05\x06", 0, 0, 2, 2, 100, start, comment)
    return body + record + locator + end + b" " * comment


@pytest.mark.parametrize("comment", [0, 65_535])
def test_a_second_table_of_contents_is_never_opened(comment: int) -> None:
    hostile = zip64(6000, comment)
    assert len(zipfile.ZipFile(io.BytesIO(hostile)).namelist()) == 6000

    with pytest.raises(Invalid, match="files"):
        store("a.docx", hostile)


def test_an_empty_file_is_refused() -> None:
    with pytest.raises(Invalid, match="files"):
        store("a.txt", b"")


def test_a_file_above_the_limit_is_refused(settings: Settings) -> None:
    settings.FILE_LIMIT = 100

    assert store("a.txt", b"a" * 100).size == 100
    with pytest.raises(TooLarge) as refused:
        store("a.txt", b"a" * 101)

    assert refused.value.extra["maxBytes"] == 100


@pytest.mark.parametrize(
    ("given", "kept"),
    [("../../etc/passwd", "passwd"), ("C:\\temp\\a.txt", "a.txt"), ("a\nb\"c<d>.txt", "a_b_c_d_.txt"), ("...", "file"),
     ("x" * 400 + ".txt", ("x" * 400 + ".txt")[-200:]), ("Grüße.txt", "Grüße.txt")],
)  # fmt: skip
def test_a_name_can_do_no_harm(given: str, kept: str) -> None:
    assert files._safe_name(given) == kept


def test_bytes_lie_under_a_name_of_ours(settings: Settings) -> None:
    kept = store("../../evil.sh", b"text")

    path = Path(settings.MEDIA_ROOT) / kept.storage_key
    assert path.read_bytes() == b"text"
    assert "evil" not in kept.storage_key


def download(file: File) -> str:
    return files.signed_url(file).removeprefix("http://127.0.0.1:8000")


def test_a_signed_address_gives_the_bytes_as_a_download_and_never_as_a_page() -> None:
    kept = store("Grüße.txt", b"hello")

    answer = Api().get(download(kept))

    assert (answer.status, answer.body) == (200, b"hello")
    assert answer.headers["Content-Type"] == "text/plain"
    assert answer.headers["Content-Disposition"].startswith("attachment")
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert answer.headers["Content-Security-Policy"] == "default-src 'none'; sandbox"
    assert answer.headers["Cache-Control"] == "private, no-store"
    assert "X-Request-Id" in answer.headers


def test_an_address_ends_after_an_hour_of_the_wall_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    kept = store("a.txt", b"hello")
    link, now = download(kept), clock.wall()

    monkeypatch.setattr(clock, "wall", lambda: now + timedelta(seconds=3598))
    assert Api().get(link).status == 200
    monkeypatch.setattr(clock, "wall", lambda: now + timedelta(seconds=3601))

    check_failure(Api().get(link), 404, "not_found")


def test_a_changed_address_opens_nothing() -> None:
    mine, other = store("a.txt", b"mine"), store("b.txt", b"other")
    link = download(mine)
    path, _, query = link.partition("?")
    expires, _, tag = query.partition("&sig=")
    later = f"expires={int(expires.removeprefix('expires=')) + 1}"

    for tampered in (
        path, f"{path}?{expires}", f"{path}?sig={tag}", f"{path}?{later}&sig={tag}", f"{path}?{expires}&sig={tag[:-1]}",
        f"{path}?{expires}&sig={'A' if tag[0] != 'A' else 'B'}{tag[1:]}", f"/files/{other.public_id}?{query}",
        f"/files/nonsense?{query}", f"{path}?expires=&sig=", f"{path}?expires=-1&sig={tag}", f"{path}?expires=1e99&sig={tag}",
        f"{path}?expires={'9' * 5000}&sig={tag}",
        f"{path}?expires=٣&sig={tag}", f"{path}?{expires}&sig=%00", f"{path}?{expires}&sig=☃",
    ):  # fmt: skip
        answer = Api().get(tampered)
        assert answer.status == 404, tampered
        check_failure(answer, 404, "not_found")


def test_an_address_holds_when_the_secret_key_is_rotated(settings: Settings) -> None:
    link, old = download(store("a.txt", b"hello")), settings.SECRET_KEY

    with override_settings(SECRET_KEY="a new key", SECRET_KEY_FALLBACKS=[old]):
        assert Api().get(link).status == 200
    with override_settings(SECRET_KEY="a new key", SECRET_KEY_FALLBACKS=[]):
        assert Api().get(link).status == 404


def test_a_file_that_is_gone_from_the_storage_is_a_404(settings: Settings) -> None:
    kept = store("a.txt", b"hello")
    (Path(settings.MEDIA_ROOT) / kept.storage_key).unlink()

    with pytest.raises(NotFound):
        files.open_signed(kept.public_id, **parts_of(kept))


def test_a_folder_that_can_not_be_used_is_a_clear_503(settings: Settings, tmp_path: Path) -> None:
    kept = store("a.txt", b"hello")
    settings.MEDIA_ROOT = tmp_path / "file"
    settings.MEDIA_ROOT.write_bytes(b"no folder")

    check_failure(Api().get(download(kept)), 503, "storage_unavailable")
    with pytest.raises(StorageUnavailable):
        store("b.txt", b"hello")

    assert File.objects.count() == 1


def parts_of(file: File) -> dict[str, str]:
    expires, _, tag = files.signed_url(file).partition("expires=")[2].partition("&sig=")
    return {"expires": expires, "tag": tag}
