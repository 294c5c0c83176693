"""The words of documents, and documents that are none, or far more than they seem."""

import io
import time
import tracemalloc
import zipfile
from typing import IO, Any

import pytest

from marketplace.core.errors import TooLarge
from marketplace.core.media_types import DOCX
from marketplace.services import documents
from marketplace.services.documents import Unreadable, extract_text
from tests.factories.humanizations import docx

W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'


def read(upload: IO[Any], kind: str = DOCX) -> str:
    return extract_text(upload, kind)


def body(inner: str, *, head: str = "") -> IO[Any]:
    return docx(body=f'<?xml version="1.0"?>{head}<w:document {W}><w:body>{inner}</w:body></w:document>'.encode())


def test_paragraphs_are_lines_and_runs_are_joined() -> None:
    words = "<w:p><w:r><w:t>Half a wo</w:t></w:r><w:r><w:t>rd.</w:t></w:r></w:p><w:p><w:r><w:t>Next.</w:t></w:r></w:p>"
    assert read(body(words)) == "Half a word.\nNext."


def test_tabs_and_breaks_stand_between_words_and_deleted_words_do_not() -> None:
    words = (
        "<w:p><w:r><w:t>A</w:t><w:tab/><w:t>b</w:t><w:br/><w:t>c</w:t></w:r><w:del><w:r><w:delText>gone</w:delText></w:r>"
        "</w:del><w:r><w:instrText>PAGE</w:instrText></w:r><w:r><w:t xml:space='preserve'> d &amp; é</w:t></w:r></w:p>"
    )
    assert read(body(words)) == "A\tb\nc d & é"


def test_words_of_other_namespaces_are_no_words() -> None:
    assert read(body("<t>no</t><x:t xmlns:x='urn:x'>no</x:t><w:p><w:r><w:t>yes</w:t></w:r></w:p>")) == "yes"


def test_plain_text_loses_its_byte_order_mark_and_must_be_utf_8() -> None:
    assert read(io.BytesIO("\ufeffGrüße\n".encode()), "text/plain") == "Grüße"
    with pytest.raises(Unreadable):
        read(io.BytesIO("Grüße".encode("latin-1")), "text/plain")


@pytest.mark.parametrize("letters", [400_001, 500_000])
def test_a_text_that_is_too_long_is_refused_whatever_holds_it(letters: int) -> None:
    with pytest.raises(TooLarge):
        read(io.BytesIO(b"x" * letters), "text/plain")
    with pytest.raises(TooLarge):
        read(io.BytesIO("ä".encode() * (letters * 2) + b"\xff"), "text/plain")
    with pytest.raises(TooLarge):
        read(docx("x" * letters))


def test_a_bomb_is_refused_quickly_and_in_little_memory() -> None:
    bomb = docx(body=b"<w:document " + W.encode() + b"><w:body>" + b"<w:p/>" * 12_000_000)
    assert len(bomb.read()) < 300_000
    tracemalloc.start()
    begun = time.monotonic()
    with pytest.raises(TooLarge):
        read(bomb)
    assert time.monotonic() - begun < 20
    assert tracemalloc.get_traced_memory()[1] < 30_000_000
    tracemalloc.stop()


def test_entities_are_never_expanded() -> None:
    laughs = '<!DOCTYPE a [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;">]>'
    with pytest.raises(Unreadable, match="DTD"):
        read(body("<w:p><w:r><w:t>&b;</w:t></w:r></w:p>", head=laughs))


def zipped(method: int = zipfile.ZIP_STORED, /, **parts: bytes) -> IO[Any]:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", method) as archive:
        for name, content in parts.items():
            archive.writestr(name.replace("__", "/"), content)
    out.seek(0)
    return out


def test_a_damaged_archive_is_named_as_such() -> None:
    good = docx().read()
    broken = [
        io.BytesIO(good[: len(good) // 2]),
        io.BytesIO(b"PK\x03\x04 nothing"),
        zipped(other=b"x"),
        docx(body=b"<w:document"),
        docx(body=b"<html>words</html>"),
        docx(body=b""),
        io.BytesIO(good.replace(b"PK\x01\x02", b"PK\x01\x03")),
    ]
    for stream in broken:
        with pytest.raises(Unreadable):
            read(stream)


@pytest.mark.parametrize("encoding", ["gbk", "big5", "utf-32", "utf-7", "rot13", "nonsense"])
def test_words_in_an_encoding_that_no_docx_has_are_damaged(encoding: str) -> None:
    with pytest.raises(Unreadable):
        read(docx(body=f'<?xml version="1.0" encoding="{encoding}"?><w:document {W}/>'.encode()))


@pytest.mark.parametrize("method", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_a_bomb_that_unpacks_all_at_once_is_not_begun(method: int, monkeypatch: pytest.MonkeyPatch) -> None:
    bomb = zipped(method, **{"word__document.xml": b"<w:document " + W.encode() + b">" + b"<w:p/>" * 100_000})
    begun: list[object] = []
    monkeypatch.setattr(documents._Reader, "feed", lambda _, chunk: begun.append(chunk) or [])

    with pytest.raises(Unreadable, match="packed"):
        read(bomb)

    assert not begun


def test_an_encrypted_archive_is_damaged_for_us() -> None:
    raw = bytearray(docx().read())
    for mark, offset in ((b"PK\x01\x02", 8), (b"PK\x03\x04", 6)):
        at = raw.find(mark)
        while at >= 0:
            raw[at + offset] |= 1
            at = raw.find(mark, at + 1)
    with pytest.raises(Unreadable):
        read(io.BytesIO(bytes(raw)))


def test_a_size_that_the_archive_makes_up_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(documents, "_XML_MAX", 1000)
    with pytest.raises(TooLarge):
        read(docx("word " * 500))


def test_the_stream_is_rewound() -> None:
    upload = docx("Once.")
    assert read(upload) == read(upload) == "Once."
