"""How long recordings are, by their containers; one that doesn't say so, or lies about its structure, says nothing."""

import io
import struct

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from marketplace.services.durations import seconds
from marketplace.services.videos import MAX_PARTS
from tests.factories.humanizations import _box, mp4, webm


@pytest.mark.parametrize("length", [1, 30, 7200])
def test_mp4_mov_and_webm_say_how_long_they_are(length: int) -> None:
    assert seconds(mp4(length), "video/mp4") == length
    assert seconds(mp4(length, brand=b"qt  "), "video/quicktime") == length
    assert seconds(webm(length), "video/webm") == length


def test_a_browser_s_recording_is_as_long_as_its_last_cluster_says() -> None:
    assert seconds(webm(7200, as_browsers_do=True), "video/webm") == 7200


def test_a_movie_of_64_bits_and_one_in_fragments() -> None:
    wide = struct.pack(">B3xQQIQ", 1, 0, 0, 600, 600 * 5400)
    assert seconds(io.BytesIO(_box(b"moov", _box(b"mvhd", wide))), "video/mp4") == 5400

    head = _box(b"mvhd", struct.pack(">B3xIIII", 0, 0, 0, 1000, 0))
    extended = _box(b"mvex", _box(b"mehd", struct.pack(">B3xI", 0, 9000)))
    assert seconds(io.BytesIO(_box(b"moov", head + extended)), "video/mp4") == 9
    assert seconds(io.BytesIO(_box(b"moov", head)), "video/mp4") is None


def test_what_does_not_say_it_is_none() -> None:
    for kind in ("video/mp4", "video/quicktime", "video/webm"):
        for raw in (b"", b"\0", b"\x1a\x45\xdf\xa3", b"moov", b"\0\0\0\x08moov", _box(b"moov", _box(b"mvhd", b"\0"))):
            assert seconds(io.BytesIO(raw), kind) is None, (kind, raw)


class Counted(io.BytesIO):
    reads = 0

    def read(self, size: int | None = -1, /) -> bytes:
        self.reads += 1
        return super().read(size)


@pytest.mark.parametrize("wrapped", [b"free", b"moov"])
def test_a_movie_of_countless_tiny_boxes_is_not_walked_to_its_end(wrapped: bytes) -> None:
    tiny = _box(b"free", b"") * (MAX_PARTS // 2)
    stream = Counted(tiny + _box(wrapped, tiny) + tiny + mp4(30).read())
    assert seconds(stream, "video/mp4") is None
    assert stream.reads <= MAX_PARTS


@given(st.binary(max_size=200), st.sampled_from(["video/mp4", "video/webm"]), st.integers(0, 300))
@settings(deadline=None)
def test_no_bytes_are_ever_a_failure(noise: bytes, kind: str, at: int) -> None:
    raw = (mp4(5) if kind == "video/mp4" else webm(5)).read()
    stream = io.BytesIO(raw[:at] + noise + raw[at:])
    assert (seconds(stream, kind) or 0) >= 0
    assert stream.tell() == 0
