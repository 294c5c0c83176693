"""The first hire as a newcomer runs it, and a bounty that is paid for by its page."""

import re
from pathlib import Path

import pytest

from tests.devstack.test_readme import example, five_calls

from .conftest import TASK, Instance

pytestmark = [pytest.mark.live, pytest.mark.main]


def test_the_five_calls_of_the_readme_hire_on_an_instance_of_another_port_and_folder(
    instance: Instance, tmp_path: Path
) -> None:
    done = five_calls(instance.base_url, instance.data_dir)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.split() == ["accepted", "pending_review", "paid"]

    # When the worker's password is wrong, the first call ends it with the answer.
    demo = (instance.data_dir / "demo.json").read_text()
    (tmp_path / "demo.json").write_text(re.sub(r'"password":( ?)"[^"]+"', r'"password":\1"wrong"', demo))
    stopped = five_calls(instance.base_url, tmp_path)
    assert stopped.returncode != 0 and stopped.stdout == ""
    assert stopped.stderr.startswith("stopped: {") and stopped.stderr.count("\n") == 1


@pytest.mark.parametrize("named", ["BASE_URL", "PORT"])
def test_the_example_program_hires_and_pays(instance: Instance, named: str) -> None:
    where = {"BASE_URL": instance.base_url + "/", "PORT": instance.environment["PORT"]}
    done = example(DATA_DIR=str(instance.data_dir), **{named: where[named]})

    assert done.returncode == 0, done.stdout + done.stderr
    assert instance.base_url in done.stdout
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
