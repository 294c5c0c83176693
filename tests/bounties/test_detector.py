"""An operator's own detector: what it says counts, nonsense is for people, silence is asked again; and the sandbox's."""

import http.server
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any

import orjson
import pytest
from django.test import override_settings

from bounties import providers
from bounties.models import Rewrite
from bounties.providers import BadScore, SandboxDetector
from bounties.services import detection
from marketplace.core.errors import ProviderFailed
from tests.factories.accounts import given_worker
from tests.factories.humanizations import given_humanization, hand_in


@dataclass
class Service:
    status: int = 200
    body: bytes = b'{"aiFraction": 0.37}'
    asked: list[Any] = field(default_factory=list)


@pytest.fixture
def service() -> Iterator[Service]:
    state = Service()

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            sent = orjson.loads(self.rfile.read(int(self.headers["Content-Length"])))
            state.asked.append((self.headers["Authorization"], sent))
            self.send_response(state.status)
            self.end_headers()
            self.wfile.write(state.body)

        def log_message(self, *args: object) -> None:
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
    address = f"http://127.0.0.1:{server.server_port}/score"
    with override_settings(DETECTOR="http", DETECTOR_URL=address, DETECTOR_TOKEN="t0ken"):
        yield state
    server.shutdown()
    server.server_close()


def ask(text: str = "Words.") -> Decimal:
    detector = providers.detector()
    assert detector is not None
    return detector.score(text)


def test_it_is_asked_for_the_text_with_its_token_and_its_number_is_the_score(service: Service) -> None:
    assert ask("My words.") == Decimal("0.37")
    assert service.asked == [("Bearer t0ken", {"text": "My words."})]


@pytest.mark.parametrize(("said", "score"), [(b"0", "0"), (b"1", "1"), (b"0.49999", "0.4999"), (b"5e-1", "0.5")])
def test_numbers_from_0_to_1_are_taken_and_never_rounded_up(service: Service, said: bytes, score: str) -> None:
    service.body = b'{"aiFraction": %s, "more": true}' % said
    assert ask() == Decimal(score)


BAD = [b"", b"[]", b"{}", b"0.3", b'{"aiFraction": "0.3"}', b'{"aiFraction": null}', b'{"aiFraction": true}',
       b'{"aiFraction": -0.01}', b'{"aiFraction": 1.01}', b'{"aiFraction": 37}', b'{"aiFraction": NaN}', b"<html>"]  # fmt: skip


@pytest.mark.parametrize("body", BAD)
def test_an_answer_that_is_no_score_is_not_asked_about_again(service: Service, body: bytes) -> None:
    service.body = body
    with pytest.raises(BadScore):
        ask()


@pytest.mark.parametrize("status", [204, 301, 400, 429, 500])
def test_any_other_status_is_a_failure(service: Service, status: int) -> None:
    service.status = status
    with pytest.raises(ProviderFailed):
        ask()


def test_nobody_there_is_a_failure() -> None:
    with override_settings(DETECTOR="http", DETECTOR_URL="http://127.0.0.1:1/score"), pytest.raises(ProviderFailed):
        ask()


@pytest.mark.django_db
def test_a_worker_that_fails_leaves_the_text_for_the_next_round(service: Service) -> None:
    _, row = given_humanization()
    hand_in(given_worker(), row, "My own words.")
    service.status = 500
    assert detection.score_due() == 1
    rewrite = Rewrite.objects.get()
    assert (
        (rewrite.attempts, rewrite.decision) == (1, "") and rewrite.next_attempt_at is not None and rewrite.sealed_text
    )

    service.status = 200
    Rewrite.objects.update(next_attempt_at=rewrite.created_at)
    assert detection.score_due() == 1
    rewrite.refresh_from_db()
    assert (rewrite.attempts, rewrite.decision, rewrite.ai_fraction) == (2, "approved", Decimal("0.37"))


@pytest.mark.django_db
def test_a_round_ends_when_the_detector_fails_and_the_next_one_goes_on(service: Service) -> None:
    _, row = given_humanization()
    for _ in range(3):
        hand_in(given_worker(), row, "My own words.")
    service.status = 500

    assert detection.score_due() == 1
    assert (len(service.asked), Rewrite.objects.filter(attempts=0).count()) == (1, 2)

    service.status = 200
    assert detection.score_due() == 2
    assert Rewrite.objects.filter(decision="approved").count() == 2


@pytest.mark.django_db
def test_parts_that_were_scored_are_not_asked_about_again(service: Service) -> None:
    _, row = given_humanization()
    hand_in(given_worker(), row, "word " * 9000)  # three parts
    scores = iter([b'{"aiFraction": 0.1}', None, b'{"aiFraction": 0.2}', b'{"aiFraction": 0.3}'])

    class Moody:
        def score(self, text: str) -> Decimal:
            said = next(scores)
            if said is None:
                raise ProviderFailed("away")
            return Decimal(str(orjson.loads(said)["aiFraction"]))

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(providers, "detector", lambda: Moody())
        detection.score_due()
        assert [one["aiFraction"] for one in Rewrite.objects.get().scores] == [0.1]
        Rewrite.objects.update(next_attempt_at=Rewrite.objects.get().created_at)
        detection.score_due()
    rewrite = Rewrite.objects.get()
    assert [one["aiFraction"] for one in rewrite.scores] == [0.1, 0.2, 0.3]
    assert rewrite.detector_state == "complete" and next(scores, None) is None


def test_the_sandbox_s_detector_goes_by_markers_and_else_by_repetition() -> None:
    score = SandboxDetector().score
    assert score("Whatever. [[ai:0.73]]") == Decimal("0.73")
    for text in ("[[ai:invalid]]", "[[ai:1.5]]", "[[ai:nan]]"):
        with pytest.raises(BadScore):
            score(text)
    with pytest.raises(ProviderFailed):
        score("[[ai:away]]")
    own = (
        "I went to the market in the morning and bought bread. The baker was in a good mood; he told me about his son and "
        "the new shop that they want to open in the old harbour, where my aunt used to mend nets."
    )
    assert score(own) == score(own) < Decimal("0.4")
    assert score("synergies empower stakeholders " * 40) > Decimal("0.9")
    assert score("") == 0
