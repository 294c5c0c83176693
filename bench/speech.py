"""The cost of speech recognition: time and memory of a microphone check, and its effect on request latency.

  .venv/bin/python -m bench.speech [--quick]

Each length is measured in its own process, as the speech worker forks them: the first recording (which loads the model) and
the later ones, CPU and wall time, and the peak memory. Then the whole service: a web server and a speech worker with the
options of `serve`, samples in the queue, and the same request before, during and after recognition. The latency during
recognition is compared with the idle one of the same run.
"""

import argparse
import io
import json
import os
import resource
import statistics
import subprocess
import sys
import threading
import time
import wave
from typing import Any

from bench import stage
from bench.load import ask
from bench.load import cpu_seconds as cpu_of
from config.demo.voices import speaking
from config.devstack.programs import Speech

LENGTHS = (5, 90)
PATH = "/api/bounties?limit=20"


def recording(seconds: int, *, rate: int = 16_000, channels: int = 1) -> bytes:
    """A recording of speech. 16 kHz mono is the most common format, 48 kHz stereo the largest usual one."""
    import numpy as np

    voice = speaking(seconds, seed=seconds).read()
    if (rate, channels) == (16_000, 1):
        return voice
    samples = np.repeat(np.frombuffer(voice[44:], "<i2"), rate // 16_000 * channels)
    out = io.BytesIO()
    with wave.open(out, "wb") as file:
        file.setparams((channels, 2, rate, 0, "NONE", ""))
        file.writeframes(samples.tobytes())
    return out.getvalue()


def alone(seconds: int, rate: int, channels: int, times: int) -> dict[str, float]:
    """Measure in this process: the first recording, the median of the later ones, and peak memory."""
    data = recording(seconds, rate=rate, channels=channels)
    before = _peak()
    from humans.providers import microphone

    spent = []
    for _ in range(times + 1):
        wall, cpu = time.monotonic(), time.process_time()
        microphone.measure(data)
        spent.append((time.monotonic() - wall, time.process_time() - cpu))
    later = spent[1:]
    return {
        "first": spent[0][0],
        "wall": statistics.median(wall for wall, _ in later),
        "cpu": statistics.median(cpu for _, cpu in later),
        "threads": threading.active_count(),
        "before_mb": before,
        "peak_mb": _peak(),
    }


def _peak() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def in_a_child(seconds: int, rate: int, channels: int, times: int) -> dict[str, float]:
    told = [str(value) for value in (seconds, rate, channels, times)]
    done = subprocess.run(
        [sys.executable, "-m", "bench.speech", "--alone", *told],
        env=os.environ | {"OMP_NUM_THREADS": "1"}, capture_output=True, text=True, check=True,
    )  # fmt: skip
    found: dict[str, float] = json.loads(done.stdout.splitlines()[-1])
    return found


class Latency:
    """Sends requests with short pauses in a thread until the context ends, and records their latency."""

    def __init__(self, port: int) -> None:
        self.port, self.taken = port, list[float]()
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._ask, daemon=True)

    def __enter__(self) -> "Latency":
        self._thread.start()
        return self

    def __exit__(self, *_: Any) -> None:
        self._over.set()
        self._thread.join(10)

    def _ask(self) -> None:
        while not self._over.is_set():
            begun = time.monotonic()
            ask(self.port, PATH)
            self.taken.append((time.monotonic() - begun) * 1000)
            self._over.wait(0.02)

    def line(self, name: str) -> str:
        taken = sorted(self.taken)
        return f"{name:<22} {len(taken):>5} {statistics.median(taken):8.1f} {taken[int(len(taken) * 0.95)]:8.1f}"


def given_samples(count: int, seconds: int) -> None:
    """Create stored, due samples of one person each, as the route does."""
    from django.core.files.uploadedfile import SimpleUploadedFile

    from bounties.models import Bounty, MicSample
    from bounties.services import checks
    from marketplace.core import clock
    from marketplace.models import Account

    bounty = Bounty.objects.first()
    assert bounty is not None
    data = recording(seconds)
    for number in range(count):
        person = Account.objects.create_user(f"voice{time.monotonic_ns()}@example.com", name=f"Voice {number}")
        kept = checks.keep_sample(SimpleUploadedFile("voice.wav", data))
        MicSample.objects.create(
            bounty=bounty, human=person, number=1, seconds=seconds, recording_id=kept.id,
            storage_key=kept.storage_key, next_attempt_at=clock.now(),
        )  # fmt: skip


def together(quick: bool) -> None:
    """Measure the web server's latency with the worker idle and busy, and the samples per minute of one worker."""
    with stage.servers() as started:
        import django

        django.setup()
        from celery import current_app

        from bounties.models import MicSample

        stage.load(200)
        worker = Speech(started.guard, dict(os.environ), lambda name, line: print(f"{name} | {line}", flush=True))
        worker.start()
        try:
            with stage.web("config.wsgi:application", started, PATH) as server:
                pid = worker.process.pid  # type: ignore[union-attr]
                seconds = 3 if quick else 10
                with Latency(server.port) as warm:
                    time.sleep(2)
                with Latency(server.port) as idle:
                    time.sleep(seconds)
                given_samples(4 if quick else 12, 5)
                given_samples(1 if quick else 3, 90)
                waiting = MicSample.objects.filter(status="pending")
                count, cpu, begun = waiting.count(), cpu_of(pid), time.monotonic()
                current_app.send_task("bounties.score_samples")
                with Latency(server.port) as busy:
                    while waiting.exists() and time.monotonic() - begun < 300:
                        time.sleep(0.2)
                took, cpu = time.monotonic() - begun, cpu_of(pid) - cpu
                left = waiting.count()
                with Latency(server.port) as after:
                    time.sleep(seconds)
        finally:
            worker.stop()
    assert warm.taken and not left, f"{left} of {count} samples were not scored"
    print(f"\n{count} samples in {took:.1f} s, {cpu:.1f} s of CPU: one worker, one at a time, one thread, nice 10")
    print(f"\nGET {PATH:<18} calls  median ms   p95 ms")
    for name, one in (("idle", idle), ("while it listens", busy), ("idle again", after)):
        print(one.line(name))
    ratio = statistics.median(busy.taken) / statistics.median(idle.taken + after.taken)
    print(f"\nthe median while it listens is {ratio:.2f} of the idle one")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--alone", nargs=4, type=int, help=argparse.SUPPRESS)
    told = parser.parse_args()
    if told.alone:
        print(json.dumps(alone(*told.alone)))
        return
    print(f"{'one microphone check':<24} first s  later s    CPU s   MB over what the process had")
    for seconds in LENGTHS:
        for rate, channels in ((16_000, 1), (48_000, 2)):
            if rate * channels * 2 * seconds > 25 * 1024 * 1024:
                continue
            one = in_a_child(seconds, rate, channels, 2 if told.quick else 5)
            name = f"{seconds} s, {rate // 1000} kHz, {channels} channel{'s' if channels > 1 else ''}"
            more = one["peak_mb"] - one["before_mb"]
            print(
                f"{name:<24} {one['first']:7.2f} {one['wall']:8.2f} {one['cpu']:8.2f} {more:8.0f}   (in all {one['peak_mb']:.0f})"
            )
    together(told.quick)


if __name__ == "__main__":
    main()
