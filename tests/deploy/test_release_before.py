"""While machines are renewed one by one, the release before runs on the tables of this one: its own code hires, and today's code
finds the books sound and reads what was written. With `--full` only; where there is no history of the repository, it is left out.
"""

import io
import os
import shutil
import subprocess
import sys
import tarfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from config.devstack import gates, leftovers, locations
from tests import instances
from tests.house.rolling import RELEASED, RELEASED_COMMIT

pytestmark = pytest.mark.live
# By the factories of that release: through its own views and services.
HIRE = """
from tests.factories.market import given_delivered, given_funded_agent, given_hired, given_released
agent = given_funded_agent(20_000)
given_released(agent=agent)
given_delivered(agent=agent)
given_hired(agent=agent)
print("hired by", __import__("config").__file__, agent.account.public_id)
"""
# By today's: what the other wrote is read.
READ = """
from escrow.models import Escrow
print(Escrow.objects.filter(kind="seat", ended_at=None).count(), "seats are open")
"""


def released(name: str) -> bytes | None:
    """The release's files as a tar; None without the history."""
    if not shutil.which("git"):
        return None
    asked = subprocess.run(
        ["git", "archive", "--format=tar", name], cwd=locations.ROOT, capture_output=True, check=False
    )
    return asked.stdout if asked.returncode == 0 else None


@pytest.fixture
def before(tmp_path: Path) -> Path:
    """A checkout of the release before."""
    packed = released(RELEASED_COMMIT)
    if packed is None:
        pytest.skip(f"no history here: the release before ({RELEASED_COMMIT}) can't be checked out")
    tree = tmp_path / "before"
    with tarfile.open(fileobj=io.BytesIO(packed)) as archive:
        archive.extractall(tree, filter="data")
    return tree


@pytest.fixture
def folder(prepared_instance: Path) -> Iterator[Path]:
    """An instance of today: migrated, with its demo data."""
    ownership = leftovers.make_throwaway_folder("a test")
    path = ownership.data_dir / "data"
    path.mkdir()
    path.chmod(0o711)
    yield instances.copy(prepared_instance, path)
    shutil.rmtree(ownership.data_dir, ignore_errors=True)
    ownership.release()


def manage(tree: Path, folder: Path, *arguments: str) -> str:
    done = subprocess.run(
        [sys.executable, "manage.py", *arguments],
        cwd=tree,
        env=gates.without_configuration(os.environ, gates.configuration_names()) | {"DATA_DIR": str(folder)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, (tree, arguments, done.stdout[-2000:], done.stderr[-4000:])
    return done.stdout


def test_the_commit_is_that_of_the_migrations(before: Path) -> None:
    for app, name in RELEASED.items():
        latest = max(path.stem for path in (before / app / "migrations").glob("0*.py"))
        assert latest == name, f"{app}: RELEASED and RELEASED_COMMIT are of different releases"


def test_the_release_before_hires_on_the_tables_of_today(before: Path, folder: Path) -> None:
    said = manage(before, folder, "shell", "-c", HIRE)
    assert str(before) in said, "its own code did it"

    assert " 0 violations" in manage(locations.ROOT, folder, "check_ledger")
    assert "seats are open" in manage(locations.ROOT, folder, "shell", "-c", READ)
    assert " 0 violations" in manage(before, folder, "check_ledger"), "and the other way round"
