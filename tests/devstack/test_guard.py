import os
import signal
import subprocess
import sys
import time

from config.devstack import locations
from config.devstack.guard import Guard, is_running
from config.devstack.leftovers import Ownership

# Takes the instance, starts a child that ends politely but slowly, and one that does not end politely at all.
OWNER = """
import signal, subprocess, sys, time
from pathlib import Path
from config.devstack.guard import Guard
from config.devstack.leftovers import Ownership

folder = Path(sys.argv[1])
ownership = Ownership(folder)
assert ownership.acquire("the owner")
guard = Guard(keep_open=[ownership.descriptor])
(folder / "throw-away").mkdir()
guard.remove_at_death(str(folder / "throw-away"))
children = [
    "trap 'sleep 1; echo polite >> stopped; exit' TERM; touch one; while :; do sleep 0.05; done",
    "trap 'echo stubborn >> stopped' TERM; touch two; while :; do sleep 0.05; done",
]
for script in children:
    child = subprocess.Popen(["sh", "-c", script], cwd=folder, start_new_session=True)
    guard.watch(child.pid, signal.SIGTERM, 2.0)
    print(child.pid, flush=True)
while not ((folder / "one").exists() and (folder / "two").exists()):
    time.sleep(0.01)
print("ready", flush=True)
time.sleep(60)
"""


def start_owner(folder):
    process = subprocess.Popen(
        [sys.executable, "-c", OWNER, str(folder)], cwd=locations.ROOT, stdout=subprocess.PIPE, text=True
    )
    with process.stdout:
        children = [int(process.stdout.readline()) for _ in range(2)]
        assert process.stdout.readline() == "ready\n"
    return process, children


def test_after_kill_9_the_guard_stops_in_reverse_and_only_then_lets_go(folder):
    owner, children = start_owner(folder)
    ownership = Ownership(folder)
    assert not ownership.acquire("a second")
    assert ownership.owner() == f"`the owner` (process {owner.pid})"
    assert not ownership.acquire_after_cleanup("a second", print)  # the owner is alive: no waiting

    owner.kill()
    owner.wait()
    assert not ownership.acquire("a second")
    said = []
    begun = time.monotonic()
    assert ownership.acquire_after_cleanup("a second", said.append)
    assert time.monotonic() - begun > 1
    assert len(said) == 1
    assert not any(is_running(pid) for pid in children)
    assert (folder / "stopped").read_text().split() == ["stubborn", "polite"]
    assert not (folder / "throw-away").exists()
    ownership.release()


def test_closing_an_idle_guard_harms_nobody():
    bystander = subprocess.Popen(["sleep", "60"], start_new_session=True)
    guard = Guard()
    guard.watch(bystander.pid, signal.SIGTERM, 1.0)
    guard.forget(bystander.pid)
    guard.close()
    assert is_running(bystander.pid)
    bystander.kill()
    bystander.wait()


def test_a_process_nobody_has_asked_about_counts_as_ended():
    child = subprocess.Popen(["true"])
    deadline = time.monotonic() + 10
    while is_running(child.pid):
        assert time.monotonic() < deadline
    os.kill(child.pid, 0)  # it is still in the table
    child.wait()
