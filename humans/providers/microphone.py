"""How a recording sounds: DNSMOS P.835, a model that predicts what listeners would say of it (1 bad to 5 excellent), and
what a microphone is judged by besides: level, noise, bandwidth, how much of it is speech.

The model is a file of the `speechmos` package. It is loaded directly, because importing the package needs librosa. One
session per process, made on first need, on one thread.
"""

import functools
import importlib.util
import io
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from marketplace.core import wav

Samples = NDArray[np.float32]

LONGEST: Final = 90  # seconds that are listened to; what comes after them is not
_RATE: Final = 16_000  # what the model was trained on
_WINDOW: Final = 144_160  # samples: 9.01 s, the length of what it takes at once
_WINDOWS: Final = 12  # at most, spread evenly: ten cover 90 seconds, and each costs some 0.2 s of a processor
_FRAME: Final = 0.02  # seconds over which loudness is taken
_FLOOR: Final = 1e-12  # of a power: nothing is -120 dB
# The model's raw answers become opinion scores by these, published with it: signal, background, overall.
_CURVES: Final = (
    (-0.08397278, 1.22083953, 0.0052439),
    (-0.13166888, 1.60915514, -0.39604546),
    (-0.06766283, 1.11546468, 0.04602535),
)
_VALUES_OF: Final = {8: "u1", 16: "<i2", 32: "<i4"}
_BLOCK: Final = 2048  # samples of one spectrum


@dataclass(frozen=True, slots=True)
class Sound:
    """What was measured. Decibels of level are below full scale; `speech_seconds` is how long somebody spoke."""

    sig: float
    bak: float
    ovrl: float
    snr_db: float
    level_db: float
    bandwidth_hz: int
    clipped: float
    speech_seconds: float


def measure(data: bytes) -> Sound:
    """Listen to the first 90 seconds of a WAV file. Raises wav.BadWav."""
    form = wav.inspect(io.BytesIO(data), len(data))
    samples = _decoded(data, form)
    loudness = _loudness(samples, form.rate)
    noise, level = np.percentile(loudness, (10, 90))
    speech = loudness > noise + 10
    sig, bak, ovrl = _opinion(_resampled(samples, form.rate))
    return Sound(
        sig=sig,
        bak=bak,
        ovrl=ovrl,
        snr_db=round(float(level - noise), 1),
        level_db=round(float(level), 1),
        bandwidth_hz=_bandwidth(samples, form.rate, float(noise) + 6),
        clipped=round(float(np.mean(np.abs(samples) >= 0.999)), 4),
        speech_seconds=round(float(np.count_nonzero(speech)) * _FRAME, 2),
    )


def _decoded(data: bytes, form: wav.Wav) -> Samples:
    """One channel, the mean of all, from -1 to 1."""
    frames = min(form.frames, LONGEST * form.rate)
    raw = memoryview(data)[form.start : form.start + frames * form.frame]
    if form.is_float:
        whole = np.nan_to_num(np.frombuffer(raw, "<f4"), posinf=0.0, neginf=0.0)
        values = whole / max(1.0, float(np.abs(whole).max()))
    elif form.bits == 24:
        wide = np.zeros((len(raw) // 3, 4), np.uint8)
        wide[:, 1:] = np.frombuffer(raw, np.uint8).reshape(-1, 3)
        values = wide.view("<i4")[:, 0].astype(np.float32) / 2**31
    else:
        whole = np.frombuffer(raw, _VALUES_OF[form.bits]).astype(np.float32)
        values = whole / 128 - 1 if form.bits == 8 else whole / 2 ** (form.bits - 1)
    found: Samples = values.reshape(-1, form.channels).mean(axis=1, dtype=np.float32)
    return found


def _loudness(samples: Samples, rate: int) -> NDArray[Any]:
    """Of each 20 ms, in dB; of less than that, of all there is."""
    length = max(1, min(int(_FRAME * rate), len(samples)))
    frames = samples[: len(samples) // length * length].reshape(-1, length)
    return 10 * np.log10(np.mean(np.square(frames, dtype=np.float64), axis=1) + _FLOOR)


def _bandwidth(samples: Samples, rate: int, above: float) -> int:
    """The highest frequency of what is louder than `above` dB, down to 50 dB under its peak. A telephone's is 3,400."""
    blocks = samples[: len(samples) // _BLOCK * _BLOCK].reshape(-1, _BLOCK)
    loud = blocks[np.mean(np.square(blocks), axis=1) > 10 ** (above / 10)]
    if not len(loud):
        return 0
    power = np.zeros(_BLOCK // 2 + 1)
    window = np.hanning(_BLOCK).astype(np.float32)
    for block in loud:
        power += np.abs(np.fft.rfft(block * window)) ** 2
    level = 10 * np.log10(power + _FLOOR)
    return round(float(np.flatnonzero(level > level.max() - 50)[-1]) * rate / _BLOCK)


def _resampled(samples: Samples, rate: int) -> Samples:
    """At 16 kHz, through the spectrum. Filled up to whole seconds, so that both lengths are products of small primes."""
    if rate == _RATE:
        return samples
    seconds = -(-len(samples) // rate)
    spectrum = np.fft.rfft(samples, seconds * rate)
    kept = np.zeros(seconds * _RATE // 2 + 1, spectrum.dtype)
    shared = min(len(kept), len(spectrum))
    kept[:shared] = spectrum[:shared]
    length = round(len(samples) * _RATE / rate)
    found: Samples = (np.fft.irfft(kept, seconds * _RATE)[:length] * (_RATE / rate)).astype(np.float32)
    return found


def _opinion(samples: Samples) -> tuple[float, float, float]:
    """Signal, background, overall: the mean over windows of 9.01 s. A short recording is repeated."""
    samples = samples / np.float32(max(1.0, float(np.abs(samples).max())))
    if len(samples) < _WINDOW:
        # Doubled until it is long enough, as in the reference: where it is cut matters to the third decimal.
        times = 1
        while len(samples) * times < _WINDOW:
            times *= 2
        samples = np.tile(samples, times)
    windows = max(1, int(len(samples) // _RATE - _WINDOW / _RATE) + 1)  # as many as the reference takes, one a second,
    starts = np.linspace(0, windows - 1, min(windows, _WINDOWS)).astype(int) * _RATE  # ... of which a long one has some
    model = _model()
    raw = [model.run(None, {"input_1": samples[at : at + _WINDOW][None]})[0][0] for at in starts]
    scores = [np.polyval(curve, [row[which] for row in raw]).mean() for which, curve in enumerate(_CURVES)]
    sig, bak, ovrl = (round(float(np.clip(score, 1, 5)), 3) for score in scores)
    return sig, bak, ovrl


@functools.cache
def _model() -> Any:
    import onnxruntime

    package = importlib.util.find_spec("speechmos")
    if package is None or package.origin is None:
        raise RuntimeError("the package speechmos, which holds the model, is not installed")
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    path = Path(package.origin).parent / "dnsmos_models" / "sig_bak_ovr.onnx"
    return onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
