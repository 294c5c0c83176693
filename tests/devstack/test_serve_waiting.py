"""Callers who wait, of a running instance: by the process that holds them, and by the one address that everybody knows."""

import http.client
import json
import re
import signal
import threading

import pytest

from tests.devstack.conftest import wait_until_gone

BOUNTY = {
    "title": "Photograph a shop front",
    "description": "One sharp photo with the opening hours readable.",
    "completionCriteria": "The opening hours are readable.",
    "evidenceTypes": ["photo"],
    "price": 5,
    "estimatedHours": 0.5,
}


class Caller(threading.Thread):
    """One request, in a thread of its own; `began` once the connection has it."""

    def __init__(self, port, path, key):
        super().__init__()
        self.port, self.path, self.key = port, path, key
        self.began = threading.Event()
        self.status, self.body = None, b""
        self.start()
        assert self.began.wait(10)

    def run(self):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=70)
        connection.request("GET", self.path, headers={"X-API-Key": self.key})
        self.began.set()
        response = connection.getresponse()
        self.status, self.body = response.status, response.read()
        connection.close()

    def types(self):
        self.join(60)
        assert not self.is_alive()
        assert self.status == 200, self.body
        return [event["type"] for event in json.loads(self.body)["events"]]


@pytest.mark.live
def test_callers_wait_at_both_addresses_and_a_stop_answers_them(serve, used_folder):
    # given a running instance, and callers who wait at the process for it and at the web server
    instance = serve().wait_until_up()
    key = json.loads((used_folder / "demo.json").read_text())["agent"]["apiKey"]
    port = int(re.search(r"Waiting +http://127\.0\.0\.1:(\d+)/api/events", instance.output)[1])
    path = "/api/events?after=now&wait=55"
    callers = [Caller(where, path, key) for where in (port, port, instance.port)]

    # when something happens
    headers = {"X-API-Key": key, "Content-Type": "application/json"}
    for caller in callers:
        while caller.is_alive():  # they may not have begun to wait yet
            assert instance.ask("POST", "/api/bounties", json.dumps(BOUNTY), seconds=30, headers=headers) == 200
            caller.join(2)

    # then each is told
    for caller in callers:
        assert set(caller.types()) <= {"escrow.funded", "wallet.low_balance", "payment.sent"}
        assert caller.types()

    # when the instance stops, then whoever still waits is answered first
    late, stream = Caller(port, path, key), Caller(port, "/api/events/stream", key)
    other = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    other.request("GET", "/api/bounties", headers={"X-API-Key": key})
    assert other.getresponse().status == 421, "it serves those who wait, and nobody else"
    other.close()
    instance.process.send_signal(signal.SIGINT)
    assert instance.ends() == 0
    assert late.types() == []
    stream.join(30)
    assert (stream.status, b"retry: 3000" in stream.body) == (200, True)
    assert "Traceback" not in instance.output
    wait_until_gone(used_folder, seconds=5)
