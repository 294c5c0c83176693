"""The Python SDK and `ahm` as a stranger uses them: the README's snippets and the command, against a live sandbox."""

import os
import re
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from config.devstack import locations

from .conftest import Caller, Instance, balance, wait_until

pytestmark = pytest.mark.live
PACKAGE = locations.ROOT / "sdk" / "python"
SNIPPETS = re.findall(r"```python\n(.*?)```", (PACKAGE / "README.md").read_text(), flags=re.DOTALL)
FIRST = "from agent_hire import AgentHire\n\nclient = AgentHire()\n"
TASK = ("--title", "Name a tea", "--description", "One name.", "--price", "10", "--hours", "0.5")


def environment_of(agent: Caller, home: Path) -> dict[str, str]:
    """What a stranger's shell has; the package from its sources."""
    kept = {name: value for name, value in os.environ.items() if name in ("PATH", "LANG", "LC_ALL")}
    return kept | {
        "PYTHONPATH": str(PACKAGE / "src"),
        "PYTHONUNBUFFERED": "1",
        "AHM_BASE_URL": str(agent.base_url),
        "AHM_API_KEY": agent.headers["X-API-Key"],
        "AHM_HOME": str(home),
    }


@pytest.fixture
def told(tmp_path: Path) -> Callable[..., list[str]]:
    """Runs a snippet of the README by its number, or the command; the lines that it prints."""

    def run(
        agent: Caller, *what: str | int, expect: int = 0, says: str = "", errors: bool = False, **environment: str
    ) -> list[str]:
        number = what[0] if isinstance(what[0], int) else None
        if number is not None:
            text = SNIPPETS[number]
            arguments = ["-c", text if "AgentHire()" in text else FIRST + text]
        else:
            arguments = ["-m", "agent_hire.cli", *map(str, what)]
        done = subprocess.run(
            [sys.executable, *arguments],
            env=environment_of(agent, tmp_path) | environment,
            input=says,
            capture_output=True,
            text=True,
            timeout=90,
            check=False,
        )
        assert done.returncode == expect, done.stdout + done.stderr
        return (done.stderr if expect or errors else done.stdout).splitlines()

    return run


def test_the_readmes_hire_works_while_a_person_does_their_part(instance: Instance, tmp_path: Path) -> None:
    agent = instance.agent(40)
    agent("PATCH", "/api/sandbox/people", {"simulated": True, "scripts": ["reliable"]})
    log = tmp_path / "log"

    with log.open("w") as out:
        process = subprocess.Popen(
            [sys.executable, "-c", SNIPPETS[0]], env=environment_of(agent, tmp_path), stdout=out, stderr=out
        )

        def is_over() -> bool:
            instance.advance(600)
            return process.poll() is not None

        try:
            wait_until(is_over, 90, log.read_text)
        finally:
            process.kill()
            process.wait()

    assert process.returncode == 0, log.read_text()
    assert re.fullmatch(r"a photo of [1-9]\d* bytes\n", log.read_text())
    assert balance(agent) == 4000 - 1770
    instance.check_ledger()


def test_the_readmes_other_snippets_work_as_they_stand(instance: Instance, told: Callable[..., list[str]]) -> None:
    agent, poor = instance.agent(100), instance.agent()
    (_, lists, awaited, keyed, dry, money, tail, receiver, files, errors) = range(len(SNIPPETS))

    assert told(agent, files) == told(agent, receiver) == []
    priced, moved = told(agent, dry)
    assert priced == "11.8 dollars with the fee []"
    assert re.fullmatch(r"wallet to pool:\S+ 1180 cents", moved)
    assert balance(agent) == 10_000
    once, again = told(agent, keyed), told(agent, keyed)
    assert once == again and re.fullmatch(r"bty_\w{26}", once[0])
    assert balance(agent) == 10_000 - 1180
    assert told(agent, lists) == [f"{once[0]} Name a tea", "2 None None"]
    assert told(agent, awaited) == ["True", "['Name a tea']"]
    assert told(agent, money) == []
    assert balance(agent) < 10_000 - 1180
    assert re.match(r"[1-9]\d* cents are missing \[", told(poor, money)[0])
    assert told(agent, errors) == ["never was, or isn't yours: not_found"]
    assert "events.tail" in SNIPPETS[tail]


def test_the_command_logs_in_hires_and_calls(
    instance: Instance, told: Callable[..., list[str]], tmp_path: Path
) -> None:
    agent = instance.agent(50)
    key, none = agent.headers["X-API-Key"], {"AHM_API_KEY": ""}

    # given a login, which only its owner can read, and which a wrong key does not replace
    assert told(agent, "whoami", expect=1, **none)[-1] == "`ahm login` stores a key."
    told(agent, "login", says=f"{key}\n", **none)
    assert (tmp_path / "login.json").stat().st_mode & 0o777 == 0o600
    told(agent, "login", says="ahm_test_wrong\n", expect=1, **none)
    assert told(agent, "whoami", **none)[1] == "50.00 USD in the wallet"

    # when they hire: nobody's money moves unasked
    assert "Aborted!" in told(agent, "hire", *TASK, says="n\n", expect=1, **none)[-1]
    assert balance(agent) == 5000
    [bounty] = told(agent, "hire", *TASK, "--yes", "--key", "tea-1187", **none)
    assert told(agent, "hire", *TASK, "--yes", "--key", "tea-1187", **none) == [bounty]
    assert balance(agent) == 5000 - 1180

    # and without money they are told where to pay
    poor = told(instance.agent(), "hire", *TASK, "--yes", "--key", "poor-1187", errors=True)
    assert any(line.startswith("Nobody sees it before it is paid for: http") for line in poor)

    # then any operation can be called, and what is refused is said in words
    shown = "\n".join(told(agent, "call", "bounties.get", bounty, **none))
    assert f'"id": "{bounty}"' in shown
    assert any(line.startswith("disputes.appeal ") for line in told(agent, "call", **none))
    told(agent, "call", "bounties.cancel", bounty, "--dry-run", **none)
    assert balance(agent) == 5000 - 1180
    refused = told(
        agent, "call", "bounties.create", "title=x", "description=y", "price=0.1", "estimatedHours=1", expect=1
    )
    assert any(line.startswith("  price: ") for line in refused)
    told(agent, "call", "bounties.cancel", bounty, **none)
    assert balance(agent) == 5000
    assert told(agent, "watch", bounty, **none) is not None
    assert told(agent, "logout", **none) == ["Forgotten."]
    assert not (tmp_path / "login.json").exists()


def test_events_are_forwarded_to_a_receiver_that_nobody_else_can_reach(instance: Instance, tmp_path: Path) -> None:
    from tests.sdk.receiver import receiver

    agent = instance.agent(20)
    with receiver("whsec_mine") as (address, received):
        command = [sys.executable, "-m", "agent_hire.cli", "webhooks", "listen"]
        options = ["--forward", address, "--secret", "whsec_mine", "--after", "start", "--types", "escrow.funded"]
        process = subprocess.Popen([*command, *options], env=environment_of(agent, tmp_path), stdout=subprocess.PIPE)
        try:
            agent("POST", "/api/bounties", {"title": "T", "description": "D", "price": 5, "estimatedHours": 0.5})
            wait_until(lambda: bool(received), 30)
        finally:
            process.terminate()
            process.communicate()
    assert {event["type"] for event in received} == {"escrow.funded"}


def test_the_readmes_call_waits_for_its_owner_and_goes_on_with_the_same_key(
    instance: Instance, told: Callable[..., list[str]]
) -> None:
    owner = instance.new_worker()
    agent = instance.caller(**{"X-API-Key": owner("POST", "/api/keys", {"name": "My agent"})["apiKey"]})
    instance.pay(agent("POST", "/api/wallet/deposit", {"amount": 50})["checkoutUrl"])
    owner("PATCH", "/api/wallet/controls", {"askAboveCents": 500})
    [number] = [number for number, text in enumerate(SNIPPETS) if "wait_for_approval" in text]

    with ThreadPoolExecutor(1) as beside:
        done = beside.submit(told, agent, number)
        wait_until(lambda: bool(owner("GET", "/api/approvals?status=pending")["approvals"]), 60)
        [asked] = owner("GET", "/api/approvals?status=pending")["approvals"]
        assert balance(agent) == 5000, "nothing moved"
        owner("POST", f"/api/approvals/{asked['id']}", {"decision": "approve"})
        assert done.result(timeout=90) == []

    assert balance(agent) == 5000 - asked["cents"], "once"
    assert owner("GET", f"/api/approvals/{asked['id']}")["approval"]["status"] == "used"
    instance.check_ledger()
