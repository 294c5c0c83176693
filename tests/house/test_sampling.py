"""The gate's sample is the same for a seed in every process, another for another, and always has the main tests."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests import families, sampling

ROOT = Path(__file__).resolve().parents[2]
RACES = sampling.DRAWN["tests/races/"] + 1  # and the main one
SUITE = """
import pytest

@pytest.mark.parametrize("number", range(100))
def test_of_many(number): pass

@pytest.mark.main
def test_that_matters(): pass

@pytest.mark.django_db
@pytest.mark.parametrize("row", range(10))
def test_of_rows(row): pass
"""
MORE = "".join(f"\n@pytest.mark.django_db\ndef test_number_{number}(): pass\n" for number in range(20))


@pytest.fixture
def suite(tmp_path: Path) -> Path:
    """A race test's file, one of a family of which rows and a share are drawn, and of money's and of the desk's."""
    for name, text in {
        "races/test_races": SUITE,
        "wallet/test_wallet": SUITE + MORE,
        "escrow/test_releases": MORE,
        "escrow/test_queue": MORE,
    }.items():
        file = tmp_path / "tests" / f"{name}.py"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(f"import pytest\n{text}")
    (tmp_path / "pytest.ini").write_text(
        "[pytest]\naddopts = -p tests.sampling -p tests.families\nmarkers =\n  main\n  django_db"
    )
    return tmp_path


def run(suite: Path, *arguments: str, seed: str) -> str:
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "xdist", "-v", "--families", *arguments],
        cwd=suite,
        env={
            "PATH": os.environ["PATH"],
            "PYTHONPATH": str(ROOT),
            "TEST_SEED": seed,
            "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
        },
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def chosen(output: str) -> set[str]:
    return set(re.findall(r"^(?:\[gw\d\].*PASSED )?(tests/races/\S+?::\S+)", output, flags=re.MULTILINE))


def test_a_seed_draws_the_same_tests_again_in_any_number_of_processes(suite: Path) -> None:
    alone = run(suite, "--sample", seed="1")
    assert (
        chosen(alone) == chosen(run(suite, "--sample", "-n", "2", seed="1")) != chosen(run(suite, "--sample", seed="2"))
    )
    assert len(chosen(alone)) == RACES and "tests/races/test_races.py::test_that_matters" in chosen(alone)
    assert "seed 1 (TEST_SEED=1 draws the same again)" in alone


def test_without_a_sample_every_test_runs(suite: Path) -> None:
    assert len(chosen(run(suite, seed="1"))) == 111


@pytest.mark.parametrize("workers", [[], ["-n", "2"]])
def test_a_run_says_what_each_family_took_and_what_it_left_out(suite: Path, workers: list[str]) -> None:
    said = run(suite, "--sample", *workers, seed="1")
    assert re.search(rf"^races +{RACES} of 111 +tests +\d+\.\d s$", said, flags=re.MULTILINE)
    rest = 101 + -(-(20 + sampling.ROWS) // sampling.SHARE)  # what needs no database runs whole
    assert re.search(rf"^wallet +{rest} of 131 +tests +\d+\.\d s$", said, flags=re.MULTILINE)
    money, desk = -(-20 // sampling.SHARE_OF_MONEY), -(-20 // sampling.SHARE)
    assert re.search(rf"^escrow +{money + desk} of 40 +tests +\d+\.\d s$", said, flags=re.MULTILINE)
    assert re.search(rf"^all +{RACES + rest + money + desk} +tests +\d+\.\d s$", said, flags=re.MULTILINE)
    slowest = said.partition("the 10 slowest:\n")[2].splitlines()
    assert len([line for line in slowest if re.match(r" +\d+\.\d s  tests/", line)]) == families.SLOWEST


def test_every_line_of_the_table_names_what_there_is() -> None:
    unknown = []
    for name in sampling.DRAWN:
        file, _, test = name.partition("::")
        found = list(ROOT.glob(f"{file.rstrip('/')}*"))
        if not found or (test and f"def {test}" not in found[0].read_text()):
            unknown.append(name)
    assert unknown == []


def test_what_a_test_draws_follows_from_the_seed_and_is_everything_without_a_sample(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rows = list(range(50))
    monkeypatch.setattr(sampling, "_asked", True)
    few = sampling.some(rows, 5, "a")
    assert few == sampling.some(rows, 5, "a") == sorted(few) != sampling.some(rows, 5, "b")
    assert len(few) == 5 and sampling.some(rows[:3], 5, "a") == [0, 1, 2]
    monkeypatch.setattr(sampling, "SEED", sampling.SEED + "0")
    assert sampling.some(rows, 5, "a") != few
    monkeypatch.setattr(sampling, "_asked", False)
    assert sampling.some(rows, 5, "a") == rows
