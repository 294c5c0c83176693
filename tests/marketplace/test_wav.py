"""Headers of WAV files are proven, never believed: what lies is refused, and nothing is read that is not there."""

import io
import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st

from marketplace.core import wav
from tests.factories import voices
from tests.factories.voices import form, riff


def look(data: bytes) -> wav.Wav:
    return wav.inspect(io.BytesIO(data), len(data))


@pytest.mark.parametrize(
    ("channels", "rate", "bits", "kind"),
    [
        (1, 16_000, 16, 1),
        (2, 44_100, 16, 1),
        (1, 8_000, 8, 1),
        (2, 48_000, 24, 1),
        (8, 192_000, 32, 1),
        (1, 48_000, 32, 3),
    ],
)
def test_usual_forms_are_read(channels: int, rate: int, bits: int, kind: int) -> None:
    samples = bytes(channels * bits // 8 * rate // 100)

    found = look(riff([(b"fmt ", form(channels, rate, bits, kind)), (b"data", samples)]))

    assert (found.channels, found.rate, found.bits, found.is_float) == (channels, rate, bits, kind == 3)
    assert (found.frames, found.seconds) == (rate // 100, pytest.approx(0.01, rel=0.01))


def test_the_extensible_form_names_its_real_one() -> None:
    guid = struct.pack("<H", 1) + bytes(14)
    extended = form(kind=0xFFFE) + struct.pack("<HHI", 22, 16, 4) + guid

    assert look(riff([(b"fmt ", extended), (b"data", bytes(320))])).frames == 160
    with pytest.raises(wav.BadWav, match="compressed"):
        look(riff([(b"fmt ", form(kind=0xFFFE)), (b"data", bytes(320))]))


def test_other_parts_are_passed_over_also_of_odd_length_and_behind_the_samples() -> None:
    parts = [(b"LIST", b"odd"), (b"fmt ", form()), (b"fact", b"1234"), (b"data", bytes(320)), (b"id3 ", b"x")]

    found = look(riff(parts) + b"something behind it")

    assert found.frames == 160


WHOLE = voices.wav(1)


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"", "does not begin"),
        (b"ID3\x04" + bytes(200), "does not begin"),
        (b"RIFX" + WHOLE[4:], "does not begin"),
        (WHOLE[:8] + b"AVI " + WHOLE[12:], "does not begin"),
        (WHOLE[:20], "claims more bytes"),
        (WHOLE[:-1], "claims more bytes"),
        (b"RIFF" + struct.pack("<I", 36) + WHOLE[8:40] + struct.pack("<I", 2 * 3600 * 32_000), "claims more bytes"),
        (riff([(b"fmt ", form()), (b"data", b"")]), "no samples"),
        (riff([(b"fmt ", form())]), "no samples"),
        (riff([]), "neither a format nor samples"),
        (riff([(b"data", bytes(320)), (b"fmt ", form())]), "before their format"),
        (riff([(b"fmt ", form()[:15]), (b"data", bytes(320))]), "format is cut off"),
        (riff([(b"fmt ", form()), (b"data", bytes(321))]), "last sample is cut off"),
        (riff([(b"fmt ", form(kind=7, bits=8)), (b"data", bytes(320))]), "compressed"),
        (riff([(b"fmt ", form(kind=3, bits=16)), (b"data", bytes(320))]), "compressed"),
        (riff([(b"fmt ", form(bits=0)), (b"data", bytes(320))]), "compressed"),
        (riff([(b"fmt ", form(channels=0)), (b"data", bytes(320))]), "channels"),
        (riff([(b"fmt ", form(channels=9)), (b"data", bytes(360))]), "channels"),
        (riff([(b"fmt ", form(rate=0)), (b"data", bytes(320))]), "samples a second"),
        (riff([(b"fmt ", form(rate=400_000)), (b"data", bytes(320))]), "samples a second"),
        (riff([(b"fmt ", form()[:12] + struct.pack("<HH", 4, 16)), (b"data", bytes(320))]), "contradict"),
        (riff([(b"junk", b"")] * 100), "more than 64 parts"),
    ],
)
def test_what_is_broken_or_lies_is_refused_with_the_reason(data: bytes, why: str) -> None:
    with pytest.raises(wav.BadWav, match=why):
        look(data)


@pytest.mark.parametrize("size", [0xFFFFFFFF, 0xFFFFFFF0, 0x7FFFFFFF])
def test_huge_sizes_reserve_nothing(size: int) -> None:
    for data in (b"RIFF" + struct.pack("<I", size) + WHOLE[8:], WHOLE[:40] + struct.pack("<I", size) + WHOLE[44:]):
        with pytest.raises(wav.BadWav, match="claims more bytes"):
            look(data)


@given(st.integers(0, 60), st.binary(min_size=1, max_size=8))
def test_no_damage_is_more_than_a_refusal(at: int, damage: bytes) -> None:
    data = WHOLE[:at] + damage + WHOLE[at + len(damage) :]

    try:
        found = look(data)
    except wav.BadWav:
        return
    assert 0 < found.start + found.length <= len(data)
    assert found.length % found.frame == 0
