"""One instance from its first start to its worst ends. Slow on purpose: these promises only hold for real processes."""

import contextlib
import json
import os
import pty
import re
import signal
import socket
import stat
import time
from pathlib import Path

import pytest

from config.devstack import gates
from tests import instances
from tests.devstack.conftest import processes_of, wait_until_gone

pytestmark = pytest.mark.live


def test_the_first_start_of_all_prepares_its_folder_and_says_how_to_sign_in(serve, folder):
    instance = serve().wait_until_up().wait_for("Ctrl-C")
    assert instance.get("/readyz") == 200
    demo = json.loads((folder / "demo.json").read_text())
    assert demo["operator"]["password"] in instance.output and demo["agent"]["apiKey"] in instance.output


def test_instances_run_side_by_side_and_stop_on_request(serve, used_folder, free_ports, prepared_instance):
    folder = used_folder
    instance = serve()
    used = instances.copy(prepared_instance, folder / "neighbour")
    neighbour = serve(data_dir=used, port=free_ports[1], HOST="localhost")

    for each, host in ((instance, "127.0.0.1"), (neighbour, "localhost")):
        each.wait_until_up().wait_for("Ctrl-C")
        assert each.get("/healthz") == 200
        assert each.get("/readyz") == 200
        demo = json.loads((each.data_dir / "demo.json").read_text())
        for told in (
            f"http://{host}:{each.port}",
            demo["operator"]["password"],
            demo["agent"]["apiKey"],
            str(each.data_dir),
        ):
            assert told in each.output
        assert demo["baseUrl"] == f"http://{host}:{each.port}"
        assert all(re.match(r"(serve|worker|speech|reviews|beat|web) *\| ", line) for line in each.lines)
        for secret in ("demo.json", "secret_key", "owner.lock"):
            assert stat.S_IMODE((each.data_dir / secret).stat().st_mode) == 0o600

    intruder = serve(port=free_ports[2])
    assert intruder.ends() == 1
    assert f"(process {instance.process.pid}) already uses {folder}" in intruder.output

    neighbour.process.send_signal(signal.SIGTERM)
    assert neighbour.ends() == 0
    assert instance.get("/readyz") == 200
    instance.process.send_signal(signal.SIGHUP)
    assert instance.ends() == 0
    stopped = [line.split()[2] for line in instance.lines if " stopped in " in line]
    assert stopped == ["waiting", "web", "beat", "reviews", "speech", "worker", "redis", "postgres"]
    wait_until_gone(folder, seconds=2)


def test_servers_that_are_named_are_used_and_left_running(serve, folder):
    redis_url = re.sub(r"(db=|:\d+/)0$", r"\g<1>9", os.environ["REDIS_URL"])  # beside the queue of other tests
    with gates.database_beside(os.environ["DATABASE_URL"], "named") as database_url:
        instance = serve(DATABASE_URL=database_url, REDIS_URL=redis_url).wait_until_up()
        assert instance.get("/readyz") == 200
        assert "demo data" not in instance.output  # a database that somebody named is not a sandbox
        environment = Path(f"/proc/{instance.child(' --queues celery ')}/environ").read_bytes().split(b"\0")
        assert b"SANDBOX=0" in environment
        instance.process.send_signal(signal.SIGINT)
        assert instance.ends() == 0
        assert not (folder / "postgres").exists()
        assert not (folder / "demo.json").exists()


def test_a_port_in_use_is_named_before_anything_starts(serve, folder, free_ports):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", free_ports[0]))
        taken.listen()
        instance = serve()
        assert instance.ends() == 1
    assert f"port {free_ports[0]} on 127.0.0.1 is already in use" in instance.output
    assert not (folder / "postgres").exists()
    assert processes_of(folder) == {}


@pytest.mark.parametrize("moment", ["first", "postgres ready", "everything up"])
def test_ctrl_c_in_a_terminal_stops_everything_at_any_moment(serve, folder, prepared_instance, moment):
    if moment == "everything up":
        instances.copy(prepared_instance, folder)
    keyboard, terminal = pty.openpty()
    instance = serve(in_terminal=terminal)
    os.close(terminal)
    if moment == "first":
        wait_for_file(folder / "owner.lock")
    else:
        instance.wait_for(moment)
    os.write(keyboard, b"\x03")
    code = instance.ends()
    os.close(keyboard)
    assert code == 0 or (moment == "first" and code == 130)
    assert "Traceback" not in instance.output
    wait_until_gone(folder, seconds=5)


def test_kill_9_of_serve_leaves_nothing_and_the_next_start_waits_and_recovers(serve, used_folder):
    killed = serve().wait_until_up()
    demo = (used_folder / "demo.json").read_text()
    assert killed.ask("POST", "/api/sandbox/clock/advance", '{"seconds": 90000}', seconds=30) == 200
    guard = killed.child("guard.py")
    os.kill(guard, signal.SIGSTOP)
    killed.process.kill()
    killed.process.wait()
    successor = serve().wait_for("waiting until its processes have stopped")
    os.kill(guard, signal.SIGCONT)
    successor.wait_until_up()
    assert successor.get("/readyz") == 200
    assert (used_folder / "demo.json").read_text() == demo
    successor.wait_for("1 day, 1:00:00 ahead of real time")
    successor.process.kill()
    successor.process.wait()
    wait_until_gone(used_folder)


@pytest.mark.parametrize(
    ("words", "name"), [("bin/postgres", "postgres"), ("redis.sock", "redis"), (" --queues celery ", "worker")]
)
def test_a_child_that_dies_is_named_and_started_again(serve, used_folder, words, name):
    instance = serve().wait_until_up()
    os.kill(instance.child(words), signal.SIGKILL)
    instance.wait_for(f"{name} was killed by SIGKILL; starting it again (1 of 3 within 5 minutes)")
    wait_until_ready(instance)
    instance.process.send_signal(signal.SIGINT)
    assert instance.ends() == 0
    wait_until_gone(used_folder, seconds=5)


def test_a_child_that_dies_again_and_again_ends_the_rest(serve, used_folder):
    instance = serve().wait_until_up()
    for number in (1, 2, 3):
        os.kill(instance.child("granian"), signal.SIGKILL)
        instance.wait_for(f"web was killed by SIGKILL; starting it again ({number} of 3 within 5 minutes)")
        wait_until_ready(instance)
    os.kill(instance.child("granian"), signal.SIGKILL)
    assert instance.ends() == 1
    assert "web was killed by SIGKILL, 4 times within 5 minutes; stopping the rest" in instance.output
    wait_until_gone(used_folder, seconds=5)


def wait_until_ready(instance, seconds=60):
    deadline = time.monotonic() + seconds
    while True:
        with contextlib.suppress(OSError):
            if instance.get("/readyz") == 200:
                return
        assert time.monotonic() < deadline, instance.output
        time.sleep(0.2)


def test_an_orphaned_database_is_taken_over(serve, used_folder):
    """Supervisor and guard killed at once: nobody is left to clean up, so the next start does."""
    instance = serve().wait_until_up()
    for pid in (instance.child("guard.py"), instance.process.pid):
        os.kill(pid, signal.SIGKILL)
    instance.process.wait()
    for pid, command in processes_of(used_folder).items():
        if "postgres" not in command:
            os.kill(pid, signal.SIGKILL)
    assert serve().wait_until_up().get("/readyz") == 200


def wait_for_file(path, seconds=30):
    deadline = time.monotonic() + seconds
    while not path.exists():
        assert time.monotonic() < deadline
        time.sleep(0.001)
