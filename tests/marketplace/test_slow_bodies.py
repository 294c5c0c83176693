"""Senders who stop in the middle of a body hold only some of the threads."""

import io
import threading
from contextlib import ExitStack

import pytest

from marketplace.api import slow_bodies
from marketplace.api.slow_bodies import AT_ONCE, OF_ONE_ADDRESS, Refused, SlowBodies


class Stalled(io.BytesIO):
    """A body of which half has come."""

    def __init__(self):
        super().__init__(b"half")
        self.goes_on = threading.Event()

    def read(self, *size):
        self.goes_on.wait(10)
        return super().read(*size)


@pytest.fixture
def server():
    """An application that reads its body; returns what it read."""
    with ExitStack() as afterwards:

        class Server(SlowBodies):
            def __init__(self):
                super().__init__(lambda environ, start: [environ["wsgi.input"].read()])
                self.stalled = []

            def stall(self, address):
                body = Stalled()
                afterwards.callback(body.goes_on.set)
                before = self._reading.total()
                thread = threading.Thread(target=self.ask, args=(address, body))
                thread.start()
                while self._reading.total() == before:
                    pass
                self.stalled.append((body, thread))

            def ask(self, address, body=None):
                return self({"REMOTE_ADDR": address, "wsgi.input": body or io.BytesIO(b"whole")}, None)

        yield Server()


def test_one_address_holds_some_threads_and_others_go_on(server):
    for _ in range(OF_ONE_ADDRESS):
        server.stall("192.0.2.1")
    with pytest.raises(Refused):
        server.ask("192.0.2.1")
    assert server.ask("192.0.2.2") == [b"whole"]


def test_all_addresses_together_leave_threads_for_requests_without_a_body(server):
    for number in range(AT_ONCE):
        server.stall(f"192.0.2.{number}")
    with pytest.raises(Refused):
        server.ask("198.51.100.1")


def test_a_body_that_came_after_all_gives_its_place_back(server):
    for _ in range(OF_ONE_ADDRESS):
        server.stall("192.0.2.1")
    body, thread = server.stalled[0]
    body.goes_on.set()
    thread.join(10)
    assert server.ask("192.0.2.1") == [b"whole"]


def test_behind_a_proxy_its_address_is_not_one_senders(server, settings):
    settings.TRUSTED_PROXIES = ["192.0.2.0/24"]
    for _ in range(OF_ONE_ADDRESS):
        server.stall("192.0.2.1")
    assert server.ask("192.0.2.1") == [b"whole"]


@pytest.mark.django_db
def test_a_refused_body_is_answered_503_with_retry_after(client, monkeypatch):
    monkeypatch.setattr(slow_bodies, "was_refused", lambda request: True)
    answer = client.post("/api/agents/register", "{}", content_type="application/json")
    assert answer.status_code == 503
    assert answer["Retry-After"] == "5"
    assert answer.json()["code"] == "unavailable" and "whole body" in answer.json()["error"]
    assert answer.json()["requestId"] == answer["X-Request-Id"]


@pytest.mark.django_db
@pytest.mark.parametrize(("reason", "status"), [(Refused("full"), 503), (ConnectionResetError(), 400)])
def test_a_body_without_length_that_stops_coming_is_not_an_error_of_ours(client, caplog, reason, status):
    class Stopped:
        refused = isinstance(reason, Refused)

        def read(self, size=-1):
            raise reason

        readline = read

    answer = client.post(
        "/api/agents/register",
        content_type="application/json",
        headers={"Transfer-Encoding": "chunked"},
        CONTENT_LENGTH="",
        **{"wsgi.input": Stopped()},
    )
    assert answer.status_code == status
    assert [record for record in caplog.records if record.exc_info] == []
