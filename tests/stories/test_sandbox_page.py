"""What a developer copies from docs/sandbox.md works as it stands, against a sandbox of another port and folder; so does the tool
server's sign-up, with money from the faucet."""

import asyncio
import os
import re
import subprocess
import sys
from pathlib import Path

import httpx
import pytest
from eth_account import Account

from config.devstack import gates, locations

from .conftest import Instance
from .test_tools import sign_up

pytestmark = [pytest.mark.live, pytest.mark.main]
PAGE = (locations.ROOT / "docs" / "sandbox.md").read_text()
FIRST = "export B=http://127.0.0.1:8000 D=var\n"


def snippets(language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", PAGE, flags=re.DOTALL)


def run(instance: Instance, *program: str) -> list[str]:
    environment = gates.without_configuration(os.environ, gates.configuration_names()) | {"B": instance.base_url}
    done = subprocess.run(
        program, cwd=locations.ROOT, env=environment, capture_output=True, text=True, timeout=240, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout.split()


def test_the_pages_snippets_work_one_after_the_other(instance: Instance) -> None:
    redo, staff = snippets("sh")
    (stablecoins,) = snippets("python")
    assert redo.startswith(FIRST) and staff.startswith(FIRST)
    here = f"export B={instance.base_url} D='{instance.data_dir}'\n"

    sent_back = run(instance, "sh", "-c", here + redo.removeprefix(FIRST))
    assert sent_back == ["true", "true", "redo_requested", "true", "image/png", "paid", "true", "released"]

    decided = run(instance, "sh", "-c", here + staff.removeprefix(FIRST))
    assert decided == ["reliable", "staff", "true", "true", "true", "resolved"]

    assert run(instance, sys.executable, "-c", stablecoins) == ["1000", "15"]
    instance.check_ledger()


def test_the_tool_server_signs_up_with_money_from_the_faucet(instance: Instance, tmp_path: Path) -> None:
    wallet = Account.create()
    given = httpx.post(
        f"{instance.base_url}/api/sandbox/faucet", json={"address": wallet.address, "amount": 12}, timeout=30
    )
    assert given.status_code == 200, given.text

    key = asyncio.run(sign_up(instance.base_url, tmp_path, wallet.key.to_0x_hex()))

    assert key.startswith("ahm_")
    instance.check_ledger()
