"""The first hire as a newcomer runs it, and a bounty that is paid for by its page."""

import subprocess
import sys

import pytest

from .conftest import ROOT, TASK, Instance

pytestmark = pytest.mark.live


def test_the_example_program_hires_and_pays(instance: Instance) -> None:
    done = subprocess.run(
        [sys.executable, str(ROOT / "examples/first_hire.py")],
        env=instance.environment | {"BASE_URL": instance.base_url},
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )

    assert done.returncode == 0, done.stdout + done.stderr
    assert "worker has 500 cents, agent 0, the platform 90" in done.stdout
    assert "every signature verified" in done.stdout
    instance.check_ledger()


def test_a_bounty_waits_for_its_deposit_and_goes_live_when_the_page_is_paid(instance: Instance) -> None:
    agent = instance.agent()

    posted = agent("POST", "/api/bounties", TASK)
    assert (posted["bounty"]["status"], posted["fundingTotal"]) == ("pending_deposit", 5.9)
    again = agent("POST", "/api/bounties/deposit", {"bountyId": posted["bountyId"]})
    assert again["deposit_url"] == posted["deposit_url"]
    instance.pay(posted["deposit_url"])

    assert agent("GET", f"/api/bounties/{posted['bountyId']}")["bounty"]["status"] == "open"
    assert agent("POST", "/api/bounties/deposit", {"bountyId": posted["bountyId"]})["status"] == "funded"
    assert agent("GET", "/api/wallet/balance")["balanceCents"] == 0
    instance.check_ledger()
