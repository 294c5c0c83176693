"""An operator's own service as the reviewer: what it says is done, and nonsense, silence and failures are asked again."""

import http.server
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import orjson
import pytest
from django.test import override_settings

from bounties import providers
from bounties.services import autoreview
from tests.api import Api
from tests.bounties.test_autoreview import after_review, given_applied

pytestmark = pytest.mark.django_db


@dataclass
class Service:
    """Answers `status` and `body`; says nothing until `may_answer` is set."""

    status: int = 200
    body: bytes = b"{}"
    asked: list[Any] = field(default_factory=list)
    may_answer: threading.Event = field(default_factory=threading.Event)


@pytest.fixture
def service() -> Iterator[Service]:
    state = Service()
    state.may_answer.set()

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            state.asked.append(orjson.loads(self.rfile.read(int(self.headers["Content-Length"]))))
            if not state.may_answer.wait(5):
                return
            self.send_response(state.status)
            self.end_headers()
            try:
                self.wfile.write(state.body)
            except OSError:
                pass

        def log_message(self, *args: object) -> None:
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
    with override_settings(
        APPLICATION_REVIEWER="http", APPLICATION_REVIEWER_URL=f"http://127.0.0.1:{server.server_port}/review"
    ):
        yield state
    state.may_answer.set()
    server.shutdown()
    server.server_close()


@pytest.mark.parametrize(
    ("status", "body", "expected"),
    [
        (200, b'{"decision": "accept"}', ("accepted", "", "", 0)),
        (200, b'{"decision": "manual", "reason": "odd"}', ("pending", "needs_manual_review", "odd", 1)),
        (200, b'{"decision": "manual"}', ("pending", "needs_manual_review", "reviewer", 1)),
        *(
            (status, body, ("pending", "retry_scheduled", "provider_unavailable", 1))
            for status, body in [
                (500, b'{"decision": "accept"}'),
                (302, b""),
                (200, b"accept"),
                (200, b'["accept"]'),
                (200, b'"accept"'),
                (200, b"null"),
                (200, b'{"decision": "hire"}'),
                (200, b'{"decision": ["accept"]}'),
                (200, b"{}"),
            ]
        ),
    ],
)
def test_what_the_service_says_is_done_and_nonsense_is_asked_again(
    service: Service, worker: Api, status: int, body: bytes, expected: tuple[str, str, str, int]
) -> None:
    service.status, service.body = status, body
    application = given_applied(worker)

    assert after_review(application) == expected


def test_the_service_is_told_facts_and_no_names(service: Service, worker: Api) -> None:
    application = given_applied(worker)
    autoreview.review_due()

    told = service.asked.pop()
    assert set(told) == {"bounty", "application", "facts"}
    assert told["application"]["id"] == application.public_id
    text = orjson.dumps(told).decode()
    assert worker.account.email not in text and worker.account.name not in text


def test_a_service_that_is_slow_or_away_is_asked_again(
    service: Service, worker: Api, other_worker: Api, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(providers, "TIMEOUT", 0.1)
    service.may_answer.clear()
    assert after_review(given_applied(worker))[1:] == ("retry_scheduled", "provider_unavailable", 1)
    with override_settings(APPLICATION_REVIEWER_URL="http://127.0.0.1:1/review"):
        assert after_review(given_applied(other_worker))[1:] == ("retry_scheduled", "provider_unavailable", 1)


def test_a_round_ends_when_the_service_fails_and_the_next_one_goes_on(
    service: Service, worker: Api, other_worker: Api
) -> None:
    service.status = 500
    applications = [given_applied(worker), given_applied(other_worker)]

    assert autoreview.review_due() == 1
    assert len(service.asked) == 1

    service.status, service.body = 200, b'{"decision": "manual"}'
    assert autoreview.review_due() == 1
    states = []
    for application in applications:
        application.refresh_from_db()
        states.append((application.review_state, application.attempts))
    assert states == [("retry_scheduled", 1), ("needs_manual_review", 1)]
