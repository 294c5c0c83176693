"""The whole drill: a backup while hires go on, the instance lost with all that came later, a restore into an empty one, which then
goes on: books and files are sound, readers are told, and no webhook that was delivered before the backup is sent again.

Two instances, one after the other: with `--full` only."""

import shutil
import subprocess
import threading
import time
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from pytest_django import DjangoDbBlocker

from tests import instances
from tests.devstack.conftest import a_folder, free_ports_now, starter, wait_until_gone

from .conftest import MANAGE, ROOT, Hook, Instance, clean_environment, deliver_and_approve, hire, wait_until

pytestmark = pytest.mark.live
QUIET = 12.0  # seconds: more than two runs of the timer that sweeps


def manage(folder: Path, *arguments: str) -> str:
    done = subprocess.run(
        [*MANAGE, *arguments],
        env=clean_environment() | {"DATA_DIR": str(folder)},
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, (arguments, done.stdout[-3000:], done.stderr[-3000:])
    return done.stdout


def ids_of(hook: Hook) -> list[str]:
    return [got["headers"]["X-Service-Delivery"] for got in hook.received]


def whole_hire(agent: Any, worker: Any) -> None:
    bounty, application, escrow = hire(agent, worker)
    worker.confirm(bounty, application)
    deliver_and_approve(agent, worker, bounty)
    agent.release(escrow)


def test_an_instance_is_lost_and_comes_back(
    prepared_instance: Path, django_db_blocker: DjangoDbBlocker, hook: Hook
) -> None:
    with a_folder() as first, a_folder() as second, a_folder() as backups:
        instances.copy(prepared_instance, first)
        ports = free_ports_now()
        with starter(first, ports) as start:
            # given an instance with a receiver, and a hire whose webhooks have arrived
            lost = start(first, ports[0]).wait_until_up()
            live = Instance(f"http://127.0.0.1:{ports[0]}", first, lost.process, first / "log", django_db_blocker)
            agent, worker = live.agent(300), live.new_worker()
            agent("POST", "/api/webhooks/endpoints", {"url": hook.url, "events": ["*"]})
            whole_hire(agent, worker)
            wait_until(lambda: "escrow.released" in hook.types(), 60)
            time.sleep(2)  # until the outcomes are noted
            before = set(ids_of(hook))

            # when it is backed up under load, more happens, and it is lost
            stop, done = threading.Event(), Counter[str]()

            def go_on() -> None:
                while not stop.is_set():
                    whole_hire(agent, worker)
                    done["hires"] += 1

            busy = threading.Thread(target=go_on)
            busy.start()
            wait_until(lambda: done["hires"] > 0, 60)
            said = manage(first, "backup", str(backups))
            hires = done["hires"]
            wait_until(lambda: done["hires"] > hires, 60)
            stop.set()
            busy.join(60)
            read = agent("GET", "/api/events?limit=100")
            while read.get("hasMore"):
                read = agent("GET", f"/api/events?limit=100&after={read['nextCursor']}")
            cursor = read["nextCursor"]
            lost.process.kill()
            lost.process.wait(45)
            wait_until_gone(first)
            received = len(hook.received)

            # then it comes back in another folder, with its key
            folder = said.splitlines()[0].removeprefix("backup: ")
            shutil.copy(first / "secret_key", second / "secret_key")
            shutil.copy(first / "demo.json", second / "demo.json")
            assert "held: " in manage(second, "restore", folder)
            assert " 0 violations" in manage(second, "check_ledger")
            manage(second, "check_files")
            again = start(second, ports[1]).wait_until_up()
            back = Instance(f"http://127.0.0.1:{ports[1]}", second, again.process, second / "log", django_db_blocker)
            agent.base_url = worker.base_url = back.base_url

            # readers are told, and nothing goes out by itself
            told = agent("GET", f"/api/events?after={cursor}", expect=409)
            assert told["code"] == "inbox_restored" and told["readAfter"]
            agent("GET", f"/api/events?after={told['readAfter']}")
            time.sleep(QUIET)
            assert len(hook.received) == received

            # what was due at the backup is sent when somebody says so, and work goes on
            manage(second, "resume_sending", "webhooks")
            whole_hire(agent, worker)
            wait_until(lambda: "escrow.released" in hook.types()[received:], 60, lambda: str(hook.types()[received:]))
            times = Counter(ids_of(hook))
            assert {one for one in before if times[one] > 1} == set(), "delivered before the backup, and sent again"
            assert " 0 violations" in manage(second, "check_ledger")
