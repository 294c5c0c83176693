"""Measures the quality of a recording: DNSMOS P.835, a model that predicts listeners' opinion scores (1 bad to 5
excellent), and level, noise, bandwidth, clipping and the amount of speech.

The model is a file of the `speechmos` package, loaded directly, because importing the package needs librosa. One
single-threaded session per process, created on first use.
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

LONGEST: Final = 90  # seconds that are measured; the rest is ignored
_RATE: Final = 16_000  # samples per second that the model was trained on
_WINDOW: Final = 144_160  # samples: 9.01 s, the model's input length
_WINDOWS: Final = 12  # at most, spread evenly: ten cover 90 seconds, and each takes about 0.2 s of CPU time
_FRAME: Final = 0.02  # seconds per loudness value
_FLOOR: Final = 1e-12  # added to powers, so that silence is -120 dB
# Polynomials published with the model, which map its raw output to opinion scores: signal, background, overall.
_CURVES: Final = (
    (-0.08397278, 1.22083953, 0.0052439),
    (-0.13166888, 1.60915514, -0.39604546),
    (-0.06766283, 1.11546468, 0.04602535),
)
_VALUES_OF: Final = {8: "u1", 16: "<i2", 32: "<i4"}
_BLOCK: Final = 2048  # samples per spectrum


@dataclass(frozen=True, slots=True)
class Sound:
    """`sig`, `bak`, `ovrl`: 1 to 5; `level_db`: relative to full scale; `clipped`: share of samples, 0 to 1."""

    sig: float
    bak: float
    ovrl: float
    snr_db: float
    level_db: float
    bandwidth_hz: int
    clipped: float
    speech_seconds: float


def measure(data: bytes) -> Sound:
    """Measure the first 90 seconds of a WAV file. Raises wav.BadWav."""
    form = wav.inspect(io.BytesIO(data), len(data))
    samples = _decoded(data, form)
    loudness = _loudness(samples, form.rate)
    noise, level = np.percentile(loudness, (10, 90))
    speech = loudness > noise + 10
    sig, bak, ovrl = _opinion_scores(_resampled(samples, form.rate))
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
    """Mono (the mean of all channels), from -1 to 1."""
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
    """In dB, of each 20 ms; of a shorter recording, one value."""
    length = max(1, min(int(_FRAME * rate), len(samples)))
    frames = samples[: len(samples) // length * length].reshape(-1, length)
    return 10 * np.log10(np.mean(np.square(frames, dtype=np.float64), axis=1) + _FLOOR)


def _bandwidth(samples: Samples, rate: int, above: float) -> int:
    """The highest frequency in Hz within 50 dB of the peak, in blocks louder than `above` dB. A telephone call has 3,400."""
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
    """Resampled to 16 kHz in the frequency domain. Padded to whole seconds, so that both FFT lengths have small prime factors."""
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


def _opinion_scores(samples: Samples) -> tuple[float, float, float]:
    """Signal, background and overall score: means over windows of 9.01 s. A shorter recording is repeated."""
    samples = samples / np.float32(max(1.0, float(np.abs(samples).max())))
    if len(samples) < _WINDOW:
        # Doubled until it is long enough, as the reference implementation does: the cut changes the third decimal.
        times = 1
        while len(samples) * times < _WINDOW:
            times *= 2
        samples = np.tile(samples, times)
    # The reference implementation scores one window per second; long recordings are sampled evenly.
    windows = max(1, int(len(samples) // _RATE - _WINDOW / _RATE) + 1)
    starts = np.linspace(0, windows - 1, min(windows, _WINDOWS)).astype(int) * _RATE
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
