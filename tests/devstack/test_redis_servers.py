"""Limits in a cluster, and a queue behind Sentinel: against real servers, started here from the packaged program."""

import contextlib
import subprocess

import pytest
import redis
from celery import Celery
from django.conf import settings as project

from config.devstack import binaries
from config.devstack.servers import wait_until
from config.settings import redis_servers
from marketplace.core import redis_clients
from marketplace.selectors.health import UNCOUNTED
from marketplace.services import limits

SLOTS = 16384


@contextlib.contextmanager
def running(folder, port, *options, program="--port"):
    """A server on this port of loopback."""
    folder.mkdir(exist_ok=True)
    command = [binaries.redis_server(folder), *options, program, str(port), "--bind", "127.0.0.1", "--dir", folder]
    process = subprocess.Popen([str(part) for part in command], stdout=subprocess.DEVNULL, stderr=subprocess.STDOUT)
    client = redis.Redis(port=port, socket_timeout=2)
    try:
        assert wait_until(lambda: answers(client), seconds=10)
        yield client, process
    finally:
        process.kill()
        process.wait()


def answers(client):
    with contextlib.suppress(redis.RedisError):
        return client.ping()
    return False


@pytest.fixture
def cluster(tmp_path, free_ports):
    """Two nodes that share the slots; the address of one of them."""
    with contextlib.ExitStack() as stack:
        nodes = [
            stack.enter_context(
                running(tmp_path / str(port), port, "--cluster-enabled", "yes", "--save", "", "--cluster-port", bus)
            )[0]
            for port, bus in zip(free_ports[:2], (free_ports[2], free_ports[2] + 1), strict=True)
        ]
        for node, (first, last) in zip(nodes, ((0, SLOTS // 2 - 1), (SLOTS // 2, SLOTS - 1)), strict=True):
            node.execute_command("CLUSTER ADDSLOTSRANGE", first, last)
        nodes[0].execute_command("CLUSTER MEET", "127.0.0.1", free_ports[1], free_ports[2] + 1)
        for node in nodes:
            assert wait_until(lambda node=node: node.cluster("info")["cluster_state"] == "ok", seconds=15)
        yield f"redis+cluster://127.0.0.1:{free_ports[0]}"


def test_the_limits_of_a_request_are_counted_by_one_script_in_a_cluster(cluster, settings):
    # given: limits of a key, an account and an address, which any hash would put on different nodes
    settings.LIMITS_REDIS_URL = cluster
    counter = limits.Counter()
    keys = [f"{limits._SLOT}:{subject}:1" for subject in ("key", "owner", "address")]
    counter.uncounted = 3

    # when
    first = counter.count(keys, [2, 60, 5, 60, 5, 60])
    second = counter.count(keys, [2, 60, 5, 60, 5, 60])
    refused = counter.count(keys, [2, 60, 5, 60, 5, 60])

    # then: all were counted, none by the refused one, and what went uncounted before is known
    assert (first, second, refused) == ([1, 1, 1, 0], [2, 2, 2, 0], [2, 2, 2, 1])
    assert counter.unavailable_since is None
    with redis_clients.of_limits(seconds=2) as client:
        assert client.get(UNCOUNTED) == b"3"
        with pytest.raises(redis.exceptions.RedisClusterException):
            client.eval("return 1", 3, "key", "owner", "address")  # what would happen without the part in braces


def test_a_cluster_that_does_not_answer_holds_up_nobody(settings, free_ports):
    settings.LIMITS_REDIS_URL = f"redis+cluster://127.0.0.1:{free_ports[0]}"
    counter = limits.Counter()

    assert counter.count([f"{limits._SLOT}:a:1"], [5, 60]) is None
    assert counter.uncounted == 1 and counter.unavailable_since is not None


def test_the_queue_follows_the_master_that_sentinel_names(tmp_path, settings, free_ports):
    """The hints, the heartbeat and Celery find the other server, without a restart, once the first one is dead."""
    one, two, watcher = free_ports
    conf = tmp_path / "sentinel.conf"
    conf.write_text(
        f"sentinel monitor ahm 127.0.0.1 {one} 1\nsentinel down-after-milliseconds ahm 500\n"
        "sentinel failover-timeout ahm 3000\n"
    )
    with contextlib.ExitStack() as stack:
        _, first = stack.enter_context(running(tmp_path / "one", one, "--save", ""))
        second, _ = stack.enter_context(
            running(tmp_path / "two", two, "--save", "", "--replicaof", "127.0.0.1", str(one))
        )
        assert wait_until(lambda: second.info("replication")["master_link_status"] == "up", seconds=15)
        watching, _ = stack.enter_context(running(tmp_path / "three", watcher, str(conf), "--sentinel"))
        assert wait_until(lambda: watching.sentinel_master("ahm")["num-slaves"] == 1, seconds=20)
        settings.REDIS_URL = f"sentinel://127.0.0.1:{watcher}/0?master=ahm"
        address, options = redis_servers.of_broker(settings.REDIS_URL)
        queue = Celery("queue", broker=address, set_as_current=False)
        queue.conf.broker_transport_options = project.CELERY_BROKER_TRANSPORT_OPTIONS | options
        hints = redis_clients.of_queue(seconds=2, retry=redis_clients.retry_once())

        queue.send_task("before", retry=False)
        hints.set("seen", "before")
        assert second.llen("celery") == 1

        # when the master dies
        first.kill()
        assert wait_until(lambda: second.info("replication")["role"] == "master", seconds=30)

        # then both go on with the other one, with what was there
        def sent():
            with contextlib.suppress(Exception):
                queue.send_task("after", retry=False)
                return hints.get("seen") == b"before"
            return False

        assert wait_until(sent, seconds=20)
        assert second.llen("celery") == 2


def test_an_address_with_sentinels_is_read_as_it_is_written():
    found = redis_clients.Watched.read("sentinel://me:s3%2Fcret@one,two:5000/3?master=ahm")

    assert found == redis_clients.Watched((("one", 26379), ("two", 5000)), "ahm", 3, "me", "s3/cret")
    assert redis_servers.of_broker("sentinel://me:s3%2Fcret@one,two:5000/3?master=ahm") == (
        "sentinel://me:s3%2Fcret@one:26379/3;sentinel://me:s3%2Fcret@two:5000/3",
        {"master_name": "ahm"},
    )
    assert redis_servers.of_broker("unix:///run/redis.sock?db=2") == (
        "redis+socket:///run/redis.sock?virtual_host=2",
        {},
    )
    assert redis_servers.of_broker("redis://one:1/0") == ("redis://one:1/0", {})
