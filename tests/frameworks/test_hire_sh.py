"""`hire.sh` of docs/frameworks/curl.md hires by curl alone, beside `people.sh`, which is the other side."""

import os
import shutil
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.frameworks.conftest import PROGRAMS, environment
from tests.stories.conftest import TASK, Caller, Instance, balance, wait_until

pytestmark = [
    pytest.mark.live,
    pytest.mark.skipif(not shutil.which("curl"), reason="there is no curl on PATH"),
]


@pytest.fixture
def agent(instance: Instance) -> Caller:
    return instance.agent(20)


@pytest.fixture
def people(instance: Instance, agent: Caller) -> Iterator[None]:
    playing = subprocess.Popen(
        ["sh", PROGRAMS / "people.sh"],
        env=environment(instance, agent),
        stdout=subprocess.DEVNULL,
        start_new_session=True,
    )
    yield
    assert playing.poll() is None, "people.sh ended by itself"
    os.killpg(playing.pid, signal.SIGTERM)
    playing.wait(timeout=10)


def hire(instance: Instance, agent: Caller, *words: str, **more: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["sh", PROGRAMS / "hire.sh", *words],
        env=environment(instance, agent) | more,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


@pytest.mark.usefixtures("people")
def test_it_hires_and_pays_once_however_often_it_is_run(instance: Instance, agent: Caller) -> None:
    first = hire(instance, agent, RUN="the-first-run")
    assert first.returncode == 0, first.stdout + first.stderr
    lines = dict(line.split(": ", 1) for line in first.stdout.splitlines())
    assert list(lines) == ["price", "posted", "applied", "evidence", "photo", "paid"]
    assert (lines["price"], lines["paid"]) == ("5.9 dollars, the fee included", "paid")

    again = hire(instance, agent, RUN="the-first-run")
    assert (again.returncode, again.stdout.splitlines()[1]) == (0, f"posted: {lines['posted']}"), again.stderr
    assert balance(agent) == 2000 - 590
    instance.check_ledger()


def test_it_waits_for_the_wallets_owner_and_goes_on(instance: Instance, tmp_path: Path) -> None:
    owner = instance.new_worker()
    agent = instance.caller(**{"X-API-Key": owner("POST", "/api/keys", {"name": "My agent"})["apiKey"]})
    instance.pay(agent("POST", "/api/wallet/deposit", {"amount": 20})["checkoutUrl"])
    owner("PATCH", "/api/wallet/controls", {"askAboveCents": 500})
    log = tmp_path / "log"

    with log.open("w") as out:
        hiring = subprocess.Popen(
            ["sh", PROGRAMS / "hire.sh"],
            env=environment(instance, agent),
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=out,
            start_new_session=True,
        )
    try:
        wait_until(lambda: "the owner is asked: " in log.read_text(), 60, log.read_text)
        [asked] = owner("GET", "/api/approvals?status=pending")["approvals"]
        assert log.read_text().splitlines() == [
            "price: 5.9 dollars, the fee included",
            f"the owner is asked: {asked['id']}",
        ]
        assert balance(agent) == 2000, "nothing moved"
        owner("POST", f"/api/approvals/{asked['id']}", {"decision": "approve"})
        wait_until(lambda: "posted: " in log.read_text(), 60, log.read_text)
        assert hiring.poll() is None, "it waits for somebody who applies"
    finally:
        os.killpg(hiring.pid, signal.SIGTERM)
        hiring.wait(timeout=10)

    [bounty] = agent("GET", "/api/bounties?mine=true")["bounties"]
    assert log.read_text().splitlines()[-1] == f"posted: {bounty['id']}"
    assert balance(agent) == 2000 - 590
    instance.check_ledger()


def test_a_refusal_ends_it_with_the_services_words(instance: Instance, agent: Caller) -> None:
    refused = hire(instance, agent, "Photograph a shop front", TASK["description"], "0.01")

    assert refused.returncode == 1 and refused.stdout == ""
    assert refused.stderr.startswith("stopped: 400 validation_error: ")
    assert agent("GET", "/api/bounties?mine=true")["bounties"] == []
    assert balance(agent) == 2000
