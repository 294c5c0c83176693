"""What the gate runs of the families that are too slow to be run whole: each run another part, drawn by its seed.

`./dev test` asks for samples (`--sample`); without that everything runs. The seed is TEST_SEED, or drawn and printed;
with the same seed the same is drawn again, in every worker. What a test draws by itself comes from the same seed.
"""

import hashlib
import os
import random
import secrets
from collections import defaultdict
from collections.abc import Callable, Sequence
from typing import TypeVar

import pytest

# How many tests of these files or folders a gate draws; the longest name that fits counts. Those marked `main` run always,
# beside the drawn ones. Not drawn from: the tables of permissions, ids and limits (tests/contract), and the rules.
DRAWN = {
    "tests/bounties/test_application_order.py": 4,  # reads plans of statements over thousands of rows
    "tests/bounties/test_mic_samples.py": 8,  # scores recordings
    "tests/bounties/test_office_": 15,
    "tests/bounties/test_outreach_people.py": 6,
    "tests/bounties/test_upload_flows.py": 8,
    "tests/browser/": 2,
    "tests/browser/test_every_page.py": 1,  # one of four looks, and of that a few pages
    "tests/clients/": 0,  # Java, Node and a live instance: `--full` only, beside the Python client that runs always
    "tests/contract/test_admin_": 16,  # each page of the back office
    "tests/contract/test_agreement.py": 20,
    "tests/contract/test_bodies.py": 20,
    "tests/contract/test_dry_runs.py": 26,  # each write, dry and real
    "tests/contract/test_errors.py": 40,
    "tests/contract/test_fuzz.py": 12,
    "tests/contract/test_idempotency.py": 26,
    "tests/contract/test_lists.py": 16,
    "tests/contract/test_protocol_bodies.py": 26,  # a table of odd bodies for each protocol
    "tests/contract/test_signatures.py": 16,
    "tests/contract/test_tool_calls.py": 24,  # each tool beside its route
    "tests/deploy/test_release_before.py": 0,  # checks out the release before: `--full` only
    "tests/devstack/": 5,
    "tests/devstack/test_installed.py": 0,  # builds and installs: `--full` only
    "tests/devstack/test_start_alone.py": 0,  # whole instances: `--full` only
    # Whole instances, each for a minute: `--full` only. A gate prepares one from nothing, and its stories start one.
    "tests/devstack/test_serve": 0,
    # A live instance, and packages of their own: `--full` only, beside the pages' check. The README's calls always run.
    "tests/frameworks/": 0,
    "tests/humans/test_microphone.py": 4,
    "tests/humans/test_speech_scorers.py": 8,
    "tests/marketplace/test_demo_": 1,  # plays the whole demo in a transaction
    "tests/marketplace/test_object_store.py": 4,  # waits for time-outs
    "tests/marketplace/test_toolserver_start.py": 4,  # processes
    "tests/qa/test_fee_changes.py": 12,
    "tests/races/": 30,
    "tests/sdk/test_typescript.py": 0,  # Node and a live instance: `--full` only
    "tests/stories/": 2,
    "tests/stories/test_python_sdk.py": 1,
    "tests/stories/test_restore_drill.py": 0,  # two instances, one after the other: `--full` only
    "tests/stories/test_faults.py": 0,  # kills processes for minutes: `--full` only
    "tests/stories/test_small_year.py": 0,  # a year by the clock, and the papers after it: `--full` only
    "tests/stories/test_streaming_replica.py": 0,  # waits for delays and time-outs: `--full` only
    "tests/stories/test_two_nodes.py": 0,
    "tests/stories/test_webhook_kills.py": 0,
    "tests/wallet/test_card_rails.py": 15,
    "tests/wallet/test_chargeback": 14,
    "tests/wallet/test_mpp_": 25,
    "tests/wallet/test_outflow": 20,
    "tests/wallet/test_x402": 15,  # a chain in this process
    "tests/wallet/test_x402_review.py": 3,  # and kills
    "tests/wallet/test_x402_together.py": 1,
    "tests/webhooks/test_due_endpoints.py::test_twenty_thousand": 0,  # rows; the same with two thousand runs always
}
# In these folders, of a test that goes to the database and has more rows than this, so many rows.
ROWS = 2
APPS = ("bounties", "escrow", "humans", "marketplace", "qa", "wallet", "webhooks")
ROWS_OF = tuple(f"tests/{name}/" for name in APPS)
# And of what is left in a file there, a seventh of the tests that go to the database, but not fewer than LEAST; of what proves how
# money is held, posted and decided a half. The ledger's own tests run whole.
SHARE = 7
SHARE_OF_MONEY = 2
LEAST = 2
_DESK = (
    "appeal_desk appeal_letters case_decision case_page case_tabs case_words contested_pages dashboards desk digests "
    "dispute_answers dispute_waiting evidence_bundle invoice ladder macros my_desk office owner_years pages quality queue years"
)
DESK = tuple(f"tests/escrow/test_{name}" for name in _DESK.split())  # its pages and letters post nothing
WHOLE = ("tests/wallet/test_ledger",)
SEED = os.environ.setdefault("TEST_SEED", str(secrets.randbelow(10**6)))  # xdist's workers inherit it
Row = TypeVar("Row")
_asked = False


def is_on() -> bool:
    return _asked


def rng(*purpose: object) -> random.Random:
    """The choices of this run for this purpose."""
    return random.Random("/".join([SEED, *map(str, purpose)]))


def some(rows: Sequence[Row], count: int, *purpose: object) -> list[Row]:
    """All of them; in a gate only so many, in their order."""
    if not _asked or len(rows) <= count:
        return list(rows)
    return [rows[place] for place in sorted(rng(*purpose).sample(range(len(rows)), count))]


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--sample", action="store_true", help="of the slow families run only a part, drawn by TEST_SEED")


def pytest_configure(config: pytest.Config) -> None:
    global _asked
    _asked = config.getoption("sample")


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if not _asked:
        return
    taken = [item for item in items if not item.get_closest_marker("main")]
    left_out = _beyond(taken, _line_or_rows, lambda name, size: DRAWN.get(name, ROWS))
    rest = [item for item in taken if item not in left_out]
    left_out |= _beyond(rest, _file, lambda name, size: max(LEAST, -(-size // _share(name))))
    items[:] = [item for item in items if item not in left_out]
    config.hook.pytest_deselected(items=list(left_out))


def _beyond(
    items: list[pytest.Item], group_of: Callable[[pytest.Item], str], most: Callable[[str, int], int]
) -> set[pytest.Item]:
    """What the draw leaves out: of each group what goes beyond `most`, which knows its name and size."""
    groups: dict[str, list[pytest.Item]] = defaultdict(list)
    for item in items:
        if name := group_of(item):
            groups[name].append(item)
    return {item for name, group in groups.items() for item in sorted(group, key=_lot)[most(name, len(group)) :]}


def _line(item: pytest.Item) -> str:
    """The line of DRAWN that this test falls under, or nothing."""
    return max((name for name in DRAWN if item.nodeid.startswith(name)), key=len, default="")


def _line_or_rows(item: pytest.Item) -> str:
    """That line, or the test whose rows are drawn; nothing for one that always runs."""
    test, row, _ = item.nodeid.partition("[")
    of_rows = row and _reads(item) and item.nodeid.startswith(ROWS_OF)
    return _line(item) or (test if of_rows else "")


def _file(item: pytest.Item) -> str:
    """The file of which a share is drawn, or nothing."""
    drawn = item.nodeid.startswith(ROWS_OF) and not item.nodeid.startswith(WHOLE)
    return item.nodeid.partition("::")[0] if drawn and _reads(item) and not _line(item) else ""


def _share(file: str) -> int:
    return SHARE_OF_MONEY if file.startswith("tests/escrow/") and not file.startswith(DESK) else SHARE


def _reads(item: pytest.Item) -> bool:
    return bool(item.get_closest_marker("django_db")) or "db" in getattr(item, "fixturenames", ())


def _lot(item: pytest.Item) -> bytes:
    return hashlib.sha256(f"{SEED} {item.nodeid}".encode()).digest()
