"""Connections to PostgreSQL: a documented number of them, however many callers come at once and however often."""

import collections
import select
import socket
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack

import pytest
from django.db import connection

from tests import instances
from tests.devstack.conftest import a_folder, free_ports_now, starter

pytestmark = pytest.mark.live
# docs/operations.md: two web processes with a pool of 16 each; 2 + 1 + 2 places of workers, and their own processes
MOST = 2 * 16 + 8


@pytest.fixture(scope="module")
def instance(prepared_instance):
    """One for all of these tests, on a copy of the prepared folder."""
    with a_folder() as folder, starter(folder, free_ports_now()) as serve:
        instances.copy(prepared_instance, folder)
        yield serve(GRANIAN_BLOCKING_THREADS_IDLE_TIMEOUT="5", RATE_LIMIT_SCALE="100").wait_until_up()


def held(data_dir) -> int:
    with instances.database_of(data_dir), connection.cursor() as cursor:
        cursor.execute("select count(*) from pg_stat_activity where backend_type = 'client backend'")
        return cursor.fetchone()[0] - 1  # without this one


def burst(instance, callers):
    with ThreadPoolExecutor(callers) as threads:
        calls = [threads.submit(instance.ask, "GET", "/api/bounties?limit=1", None, 30) for _ in range(callers)]
        return collections.Counter(call.result() for call in calls)


@pytest.mark.django_db
def test_bursts_hold_no_more_connections_than_the_pools_have(instance):
    """The web server ends threads that are idle: what they held must not stay."""
    for _ in range(2):
        assert burst(instance, 32) == {200: 32}
        assert held(instance.data_dir) <= MOST
        time.sleep(7)

    assert burst(instance, 200) == {200: 200}
    assert held(instance.data_dir) <= MOST
    assert instance.get("/readyz") == 200


def opened(data_dir) -> int:
    with instances.database_of(data_dir), connection.cursor() as cursor:
        cursor.execute("select sessions from pg_stat_database where datname = current_database()")
        return cursor.fetchone()[0]


@pytest.mark.django_db
def test_timers_do_not_open_a_connection_for_each_look(instance):
    """A worker process keeps its connection: ten seconds of timers open none, or that of a process that had none yet."""
    time.sleep(3)
    before = opened(instance.data_dir)
    time.sleep(10)
    assert opened(instance.data_dir) - before <= 1 + 4  # the first look of this test, and a process each


def half_sent(port):
    connection = socket.create_connection(("127.0.0.1", port), timeout=20)
    connection.sendall(
        b"POST /api/auth/app/v1/auth/login HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
        b'Content-Length: 100\r\n\r\n{"email": "'
    )
    return connection


@pytest.mark.django_db
def test_half_sent_bodies_leave_threads_and_long_headers_are_refused(instance):
    with ExitStack() as stack:
        senders = [stack.enter_context(half_sent(instance.port)) for _ in range(64)]
        time.sleep(1)
        assert [instance.get("/api/bounties?limit=1") for _ in range(8)] == [200] * 8
        ready, _, _ = select.select(senders, [], [], 5)
        refused = {sender.recv(12) for sender in ready}
        assert refused == {b"HTTP/1.1 503"}
        assert len(ready) >= 64 - 2 * 12

    assert instance.ask("GET", "/healthz", headers={"X-Long": "x" * 20_000}) == 200
    assert instance.ask("GET", "/healthz", headers={"X-Long": "x" * 32_000}) == 431
