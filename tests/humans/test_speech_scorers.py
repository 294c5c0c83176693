"""Who listens to spoken English: the sandbox's scorer, an operator's own over HTTP, and the estimate of this machine."""

import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest
from pytest_django import Settings

from humans import providers
from humans.apps import language_scorer_fits
from humans.errors import NoLanguageScorer
from humans.providers import speech_http, speech_local
from humans.providers.speech import Level, Sample, StillScoring, Unscorable
from humans.providers.speech_local import Word
from humans.providers.speech_sandbox import SandboxScorer
from marketplace.core.errors import ProviderFailed
from tests.factories import voices


def sample(audio: bytes = b"RIFF", attempts: int = 1) -> Sample:
    return Sample("spk_1", "en", audio, attempts)


# ------------------------------------------------------------------ the sandbox


@pytest.mark.parametrize(
    ("seconds", "level"), [(5, "A2"), (9.9, "A2"), (10, "B1"), (20, "B2"), (30, "C1"), (45, "C2"), (90, "C2")]
)
def test_the_sandbox_hears_a_level_in_the_length(seconds: float, level: str) -> None:
    found = SandboxScorer().score(sample(voices.wav(seconds)))

    assert isinstance(found, Level)
    assert (found.cefr, found.provider) == (level, "sandbox")


def test_the_sandbox_takes_every_outcome_from_a_mark() -> None:
    def heard(mark: str, attempts: int = 1) -> Any:
        found = SandboxScorer().score(sample(voices.wav(mark=mark), attempts))
        return found.cefr if isinstance(found, Level) else found

    assert [heard(level) for level in ("A1", "A2", "C2")] == ["A1", "A2", "C2"]
    assert heard("low_confidence") == Unscorable("low_confidence")
    assert heard("insufficient_audio") == Unscorable("insufficient_audio")
    assert heard("no such thing") == Unscorable("low_confidence")
    with pytest.raises(ProviderFailed):
        heard("unavailable")
    with pytest.raises(StillScoring):
        heard("pending C1")
    assert heard("pending C1", attempts=2) == "C1"
    assert SandboxScorer().score(sample(voices.wav(silent=True))) == Unscorable("insufficient_audio")


# ------------------------------------------------------------------ over HTTP


class Listener(ThreadingHTTPServer):
    """Answers what it is told to, and remembers what it was sent."""

    status = 200
    body = b""
    block: threading.Event | None = None

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Answering)
        self.seen: list[tuple[dict[str, str], bytes]] = []
        self.url = f"http://127.0.0.1:{self.server_address[1]}/score"

    def handle_error(self, *_: Any) -> None:
        """Whoever asked has hung up."""


class Answering(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        server: Any = self.server
        server.seen.append((dict(self.headers), self.rfile.read(int(self.headers["Content-Length"]))))
        if server.block is not None:
            server.block.wait(10)
        self.send_response(server.status)
        self.send_header("Content-Length", str(len(server.body)))
        self.end_headers()
        self.wfile.write(server.body)

    def log_message(self, *_: Any) -> None:
        pass


@pytest.fixture
def listener(settings: Settings) -> Iterator[Listener]:
    server = Listener()
    settings.LANGUAGE_SCORER, settings.LANGUAGE_SCORER_URL, settings.LANGUAGE_SCORER_TOKEN = "http", server.url, "word"
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield server
    server.shutdown()
    server.server_close()


def test_an_own_scorer_is_sent_the_audio_and_answers_a_level(listener: Listener) -> None:
    listener.body = b'{"status":"scored","cefr":"B2","cefrScore":4.2,"confidence":0.9,"fluency":0.7,"model":"v3"}'

    found = providers.language_scorer().score(sample(b"audio"))

    assert found == Level("B2", 4.2, 0.9, 0.7, "http", "v3")
    headers, body = listener.seen[0]
    assert body == b"audio"
    assert (headers["X-Attempt-Id"], headers["X-Language"]) == ("spk_1", "en")
    assert (headers["Authorization"], headers["Content-Type"]) == ("Bearer word", "audio/wav")


def test_an_own_scorer_may_ask_for_another_recording_or_for_time(listener: Listener) -> None:
    listener.body = b'{"status":"low_confidence"}'
    assert providers.language_scorer().score(sample()) == Unscorable("low_confidence")

    listener.status = 202
    with pytest.raises(StillScoring):
        providers.language_scorer().score(sample())


def test_no_answer_in_time_may_still_become_one(listener: Listener, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(speech_http, "SECONDS", 0.3)
    listener.block = threading.Event()

    with pytest.raises(StillScoring):
        providers.language_scorer().score(sample())
    listener.block.set()


@pytest.mark.parametrize(
    ("status", "body"),
    [
        (500, b""),
        (404, b"{}"),
        (302, b""),
        (200, b"not json"),
        (200, b"[]"),
        (200, b"{}"),
        (200, b'{"status":"scored"}'),
        (200, b'{"status":"scored","cefr":"D1"}'),
        (200, b'{"status":"scored","cefr":["B2"]}'),
        (200, b'{"status":"scored","cefr":"B2","confidence":2}'),
        (200, b'{"status":"scored","cefr":"B2","fluency":true}'),
        (200, b'{"status":"scored","cefr":"B2","cefrScore":"high"}'),
    ],
)
def test_an_answer_that_is_none_is_a_failure_and_never_a_level(listener: Listener, status: int, body: bytes) -> None:
    listener.status, listener.body = status, body

    with pytest.raises(ProviderFailed):
        providers.language_scorer().score(sample())


def test_nobody_at_the_address_is_a_failure(settings: Settings) -> None:
    settings.LANGUAGE_SCORER, settings.LANGUAGE_SCORER_URL = "http", "http://127.0.0.1:9/score"

    with pytest.raises(ProviderFailed):
        providers.language_scorer().score(sample())


# ------------------------------------------------------------------ the estimate


def spoken(count: int, *, every: float, gap: float = 0.05) -> list[Word]:
    return [Word("word", at * every, at * every + every - gap) for at in range(count)]


def level_of(words: list[Word], known: list[float]) -> Level:
    found = speech_local.estimate(words, known)
    assert isinstance(found, Level)
    return found


def test_the_estimate_grows_with_pace_and_vocabulary_and_never_sounds_sure() -> None:
    halting = level_of(spoken(60, every=1.4, gap=0.9), [1.0] * 60)
    steady = level_of(spoken(60, every=0.55), [1.0] * 40 + [3.0] * 20)
    fluent = level_of(spoken(200, every=0.38), [1.5] * 150 + [4.5] * 50)

    assert [one.cefr for one in (halting, steady, fluent)] == ["A1", "B2", "C2"]
    assert halting.fluency is not None and halting.fluency < 0.2
    assert all(one.confidence == 0.5 and one.provider == "estimate" for one in (halting, steady, fluent))
    assert level_of(spoken(12, every=0.4), [2.0] * 12).confidence == 0.1


def test_of_a_few_words_nothing_is_estimated() -> None:
    assert speech_local.estimate(spoken(7, every=0.4), [3.0] * 7) == Unscorable("insufficient_audio")
    assert speech_local.estimate(spoken(30, every=0.4), [3.0] * 3) == Unscorable("insufficient_audio")
    assert speech_local.estimate([], []) == Unscorable("insufficient_audio")


def test_without_its_extra_the_estimate_fails_with_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "pocketsphinx", None)
    speech_local._decoder.cache_clear()

    with pytest.raises(ProviderFailed, match=r"agent-hiring-marketplace\[speech\]"):
        speech_local.LocalScorer().score(sample(voices.wav()))


# ------------------------------------------------------------------ which one


def test_without_a_scorer_nothing_is_scored(settings: Settings) -> None:
    settings.LANGUAGE_SCORER = "none"

    with pytest.raises(NoLanguageScorer):
        providers.language_scorer()


@pytest.mark.parametrize(
    ("sandbox", "scorer", "found"),
    [(True, "sandbox", []), (False, "sandbox", ["humans.E001"]), (False, "none", []), (False, "http", [])],
)
def test_play_levels_belong_to_a_sandbox(settings: Settings, sandbox: bool, scorer: str, found: list[str]) -> None:
    settings.SANDBOX, settings.LANGUAGE_SCORER = sandbox, scorer

    assert [message.id for message in language_scorer_fits()] == found
