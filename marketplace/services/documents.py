"""Extracts the text of an uploaded document, plain text or DOCX, with bounded memory and time."""

import zipfile
from collections.abc import Iterator
from typing import IO, Any, Final
from xml.parsers import expat

from marketplace.core.errors import TooLarge
from marketplace.core.media_types import DOCX

TEXT_MAX: Final = 400_000  # characters
_XML_MAX: Final = 32 * 1024 * 1024  # bytes of the DOCX part that holds the text, unpacked
_CHUNK: Final = 64 * 1024
_BODY: Final = "word/document.xml"
_WORDS: Final = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
_STRICT: Final = "http://purl.oclc.org/ooxml/wordprocessingml/main"
# Elements that stand for whitespace or a hyphen.
_SPACES: Final = {"tab": "\t", "br": "\n", "cr": "\n", "noBreakHyphen": "-"}
_SKIPPED: Final = ("del", "delText", "instrText", "moveFrom")  # deleted text and field instructions


class Unreadable(ValueError):
    """The document is damaged, or not of the type that was detected."""


def extract_text(stream: IO[Any], content_type: str) -> str:
    """The text of a plain text (UTF-8) or DOCX file, one line per paragraph. The stream is rewound.

    content_type: as `files.sniff` detected it. Raises Unreadable; TooLarge (413) for more than TEXT_MAX characters, or for a
    DOCX whose XML is larger than a text of that length needs.
    """
    stream.seek(0)
    try:
        read = _docx(stream) if content_type == DOCX else _plain(stream)
        kept, length = [], 0
        for piece in read:
            length += len(piece)
            if length > TEXT_MAX:
                raise TooLarge(f"This document has more than {TEXT_MAX:,} characters. Send a shorter one.")
            kept.append(piece)
    finally:
        stream.seek(0)
    return "".join(kept).replace("\x00", "").strip()


def _plain(stream: IO[Any]) -> Iterator[str]:
    raw = stream.read(4 * TEXT_MAX + 4)  # a character has at most four bytes
    try:
        yield raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        if len(raw) > 4 * TEXT_MAX and error.start > len(raw) - 4:  # cut within a character, and too long anyway
            yield raw[: error.start].decode("utf-8-sig")
            return
        raise Unreadable("the text is not UTF-8")


def _docx(stream: IO[Any]) -> Iterator[str]:
    """Unpacked and parsed in chunks, so that a ZIP bomb is never in memory. Sizes stated by the archive are not trusted; a DTD,
    and with it XML entities, is rejected.
    """
    reader = _Reader()
    try:
        with zipfile.ZipFile(stream) as archive, archive.open(_text_part(archive)) as body:
            unpacked = 0
            while chunk := body.read(_CHUNK):
                unpacked += len(chunk)
                if unpacked > _XML_MAX:
                    raise TooLarge("This document unpacks to more than we read. Send a shorter one, or plain text.")
                yield from reader.feed(chunk)
            yield from reader.end()
    except (TooLarge, Unreadable):
        raise
    except expat.ExpatError as error:
        raise Unreadable("the DOCX holds no words") from error
    except Exception as error:  # unpacking and decoding raise many types
        raise Unreadable("the DOCX is damaged") from error


def _text_part(archive: zipfile.ZipFile) -> zipfile.ZipInfo:
    """The part that holds the text. Only stored and deflated parts: those can be unpacked in bounded chunks, unlike bzip2 or
    LZMA.
    """
    body = archive.getinfo(_BODY)
    if body.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        raise Unreadable("the DOCX is packed in a way that no DOCX is")
    return body


class _Reader:
    """Collects the text of a `document.xml`."""

    def __init__(self) -> None:
        self._found: list[str] = []
        self._in_text = self._skipped = 0
        self._is_document = False
        self._parser = expat.ParserCreate(namespace_separator=" ")
        self._parser.StartElementHandler = self._start
        self._parser.EndElementHandler = self._end
        self._parser.CharacterDataHandler = self._words
        self._parser.StartDoctypeDeclHandler = self._doctype

    def feed(self, chunk: bytes) -> list[str]:
        self._parser.Parse(chunk, False)
        found, self._found = self._found, []
        return found

    def end(self) -> list[str]:
        self._parser.Parse(b"", True)
        if not self._is_document:
            raise Unreadable("the DOCX holds no words")
        return self._found

    def _doctype(self, *_: Any) -> None:
        raise Unreadable("a DOCX has no DTD")

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        tag = _tag(name)
        self._is_document = self._is_document or tag == "document"
        self._in_text += tag == "t"
        self._skipped += tag in _SKIPPED
        if tag in _SPACES and not self._skipped:
            self._found.append(_SPACES[tag])

    def _end(self, name: str) -> None:
        tag = _tag(name)
        self._in_text -= tag == "t"
        self._skipped -= tag in _SKIPPED
        if tag == "p":
            self._found.append("\n")

    def _words(self, words: str) -> None:
        if self._in_text and not self._skipped:
            self._found.append(words)


def _tag(name: str) -> str:
    """The local name of a WordprocessingML element; empty for any other."""
    namespace, _, local = name.rpartition(" ")
    return local if namespace in (_WORDS, _STRICT) else ""
