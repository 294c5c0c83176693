"""What killed runs leave in /tmp is removed by the next one, unless somebody still lives in it."""

import os
import signal
import socket
import subprocess
import sys

import pytest

from config.devstack import leftovers, locations
from config.devstack.leftovers import Ownership


@pytest.fixture
def temporary(folder, monkeypatch):
    monkeypatch.setattr(locations, "TEMPORARY", folder)
    return folder


def old(path):
    os.utime(path, (1, 1))
    return path


def given_throwaway(temporary, name, *, owned):
    path = temporary / f"{leftovers.THROWAWAY}{name}"
    path.mkdir()
    ownership = Ownership(path)
    if not owned:
        ownership.release()
    return old(path)


def test_the_throw_away_folders_of_the_dead_are_removed_and_those_of_the_living_stay(temporary):
    dead = given_throwaway(temporary, "dead", owned=False)
    living = temporary / f"{leftovers.THROWAWAY}living"
    living.mkdir()
    ownership = Ownership(living)
    assert ownership.acquire("the living")
    old(living)
    young = temporary / f"{leftovers.THROWAWAY}young"
    young.mkdir()
    Ownership(young).release()
    unknown = temporary / f"{leftovers.THROWAWAY}unknown"  # without a lock: not made by us, or not yet
    unknown.mkdir()
    old(unknown)

    leftovers.remove_stale()

    assert not dead.exists()
    assert living.exists() and young.exists() and unknown.exists()
    ownership.release()


@pytest.mark.parametrize("listening", [True, False])
def test_a_folder_in_which_a_server_still_answers_stays(temporary, listening):
    path = given_throwaway(temporary, "orphan", owned=False)
    (path / "run").mkdir()
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(str(path / "run" / "redis.sock"))
        if listening:
            server.listen()
        old(path)
        leftovers.remove_stale()
        assert path.exists() is listening


@pytest.mark.parametrize("case", ["owned", "stopped", "deleted"])
def test_a_runtime_folder_goes_with_its_instance(temporary, case):
    data_dir = temporary / "instance"
    ownership = Ownership(data_dir)
    assert ownership.acquire("serve")
    runtime = locations.make_runtime_dir(data_dir)
    old(runtime)
    if case != "owned":
        ownership.release()
    if case == "deleted":
        (data_dir / locations.LOCK).unlink()
        data_dir.rmdir()

    leftovers.remove_stale()

    assert runtime.exists() is (case == "owned")


@pytest.mark.skipif(os.geteuid() != 0, reason="needs a folder of somebody else")
def test_folders_of_other_users_are_not_touched(temporary):
    theirs = given_throwaway(temporary, "theirs", owned=False)
    os.chown(theirs, 65534, -1)
    leftovers.remove_stale()
    assert theirs.exists()


KILLED = """
import os, signal
from config.devstack.embedded import throwaway_servers
with throwaway_servers() as servers:
    print(servers.data_dir, flush=True)
    os.kill(os.getpid(), signal.SIGKILL)
"""


def test_throw_away_servers_are_gone_after_kill_9():
    environment = {name: value for name, value in os.environ.items() if name not in ("DATABASE_URL", "REDIS_URL")}
    done = subprocess.Popen(
        [sys.executable, "-c", KILLED], env=environment, cwd=locations.ROOT, stdout=subprocess.PIPE, text=True
    )
    said, _ = done.communicate(timeout=60)  # the guard holds no copy of the pipe once it has cleaned up
    assert done.returncode == -signal.SIGKILL
    assert not os.path.exists(said.strip())
