"""A synthetic voice: vowels at the pace of syllables, with pauses. A microphone check accepts it as a voice (about 2.8 of 5); it
has no words.
"""

import io
import wave
from typing import Any

import numpy as np
from django.core.files.uploadedfile import SimpleUploadedFile
from numpy.typing import NDArray

_RATE = 16_000
_PITCH = 125.0
_HARMONICS = np.arange(1, 50)
# Formants (Hz) of a few vowels of an adult male voice.
_VOWELS = ((730, 1090, 2440), (530, 1840, 2480), (270, 2290, 3010), (570, 840, 2410), (300, 870, 2240))
_WIDTHS_AND_SHARES = ((70, 1.0), (100, 0.5), (140, 0.25))


def speaking(seconds: float, *, seed: int) -> SimpleUploadedFile:
    """A WAV file (16 kHz, mono, 16 bits) of this many seconds; the same seed gives the same file."""
    draw = np.random.default_rng(seed)
    parts: list[NDArray[Any]] = []
    while sum(map(len, parts)) < seconds * _RATE:
        parts += [_syllable(draw) for _ in range(draw.integers(4, 9))]
        parts.append(np.zeros(int(_RATE * draw.uniform(0.25, 0.6))))
    voice = np.concatenate(parts)[: int(seconds * _RATE)]
    voice = voice / np.abs(voice).max() / 2 + draw.normal(0, 0.0006, len(voice))
    out = io.BytesIO()
    with wave.open(out, "wb") as file:
        file.setparams((1, 2, _RATE, 0, "NONE", ""))
        file.writeframes((voice * 32_767).astype("<i2").tobytes())
    return SimpleUploadedFile("voice.wav", out.getvalue(), content_type="audio/wav")


def _syllable(draw: np.random.Generator) -> NDArray[Any]:
    """A burst of noise, then a vowel that rises and falls."""
    length = int(_RATE * draw.uniform(0.13, 0.24))
    along = np.linspace(0, 1, length)
    pitch = _PITCH * 2 ** draw.uniform(-0.25, 0.25) * (1 + 0.06 * np.sin(np.pi * along))
    phase = 2 * np.pi * np.cumsum(pitch) / _RATE
    vowel = _VOWELS[draw.integers(len(_VOWELS))]
    sounding = np.zeros(length)
    for number in _HARMONICS:
        near = [
            share / (1 + ((number * _PITCH - at) / width) ** 2)
            for at, (width, share) in zip(vowel, _WIDTHS_AND_SHARES, strict=True)
        ]
        sounding += sum(near) / np.sqrt(number) * np.sin(number * phase + number)
    fading = np.minimum(1, np.minimum(along, 1 - along) * length / _RATE / 0.03)
    breath = int(_RATE * 0.045)
    return np.concatenate([draw.normal(0, 0.06, breath) * np.hanning(breath), sounding * fading])
