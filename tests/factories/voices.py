"""Recordings: a person who reads a sentence, and WAV files of any form, made from numbers."""

import array
import math
import struct
from functools import cache
from pathlib import Path
from typing import Any

from bounties.models import Bounty
from bounties.services import checks
from humans.providers.microphone import Sound
from humans.providers.speech_sandbox import MARK
from tests.api import Answer, Api

CLEAR = Sound(
    sig=4.1, bak=4.2, ovrl=3.8, snr_db=31.0, level_db=-21.0, bandwidth_hz=7200, clipped=0.0, speech_seconds=6.0
)


@cache
def reading() -> bytes:
    """Somebody reads for 5.3 seconds."""
    return (Path(__file__).parent / "voice" / "reading.wav").read_bytes()


def wav(
    seconds: float = 6.0,
    *,
    rate: int = 16_000,
    channels: int = 1,
    bits: int = 16,
    mark: str = "",
    silent: bool = False,
) -> bytes:
    """A tone; `mark` tells the sandbox's scorer what to answer."""
    frames = round(seconds * rate)
    if bits == 16:
        period = [0 if silent else round(8000 * math.sin(2 * math.pi * n / 40)) for n in range(40)]
        one = array.array("h", (value for value in period for _ in range(channels))).tobytes()
        samples = (one * (frames // 40 + 1))[: frames * 2 * channels]
    else:
        samples = bytes(frames * channels * bits // 8)
    parts = [(MARK, mark.encode())] if mark else []
    return riff([*parts, (b"fmt ", form(channels, rate, bits)), (b"data", samples)])


def form(channels: int = 1, rate: int = 16_000, bits: int = 16, kind: int = 1) -> bytes:
    block = channels * bits // 8
    return struct.pack("<HHIIHH", kind, channels, rate, rate * block, block, bits)


def riff(parts: list[tuple[bytes, bytes]]) -> bytes:
    body = b"".join(name + struct.pack("<I", len(data)) + data + b"\0" * (len(data) % 2) for name, data in parts)
    return b"RIFF" + struct.pack("<I", len(body) + 4) + b"WAVE" + body


def send_mic(worker: Api, bounty: Bounty | str, audio: bytes | None = None, **headers: str) -> Answer:
    return _send(worker, bounty, "mic-check", reading() if audio is None else audio, headers)


def send_speech(worker: Api, bounty: Bounty | str, audio: bytes | None = None, **headers: str) -> Answer:
    return _send(worker, bounty, "language-proficiency", wav(mark="B2") if audio is None else audio, headers)


def _send(worker: Api, bounty: Bounty | str, what: str, audio: bytes, headers: dict[str, str]) -> Answer:
    bounty_id = bounty if isinstance(bounty, str) else bounty.public_id
    return worker.call(
        "POST", f"/api/bounties/{bounty_id}/{what}", raw=audio, **{"Content-Type": "audio/wav"} | headers
    )


def given_scored_mic(monkeypatch: Any, worker: Api, bounty: Bounty, **sounds: Any) -> None:
    """A sample that the model found to sound like this; without more said, clear."""
    values = {name: getattr(CLEAR, name) for name in CLEAR.__slots__} | sounds
    monkeypatch.setattr("humans.providers.microphone.measure", lambda data: Sound(**values))
    assert send_mic(worker, bounty).status == 200
    assert checks.score_due() == 1
