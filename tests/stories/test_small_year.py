"""The simulated year (`bench.year`) in large steps: whatever an operator would have to do something about fails it."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from config.devstack import gates, locations

pytestmark = pytest.mark.live


def test_nothing_goes_wrong_in_a_year_of_few_hires(prepared_instance: Path) -> None:
    environment = gates.without_configuration(os.environ, gates.configuration_names())
    done = subprocess.run(
        [sys.executable, "-m", "bench.year", "--hires", "12", "--step", "31", "--prepared", str(prepared_instance)],
        env=environment,
        cwd=locations.ROOT,
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.returncode == 0, (done.stdout + done.stderr)[-6000:]
    assert "WRONG" not in done.stdout and "months sealed: 13" in done.stdout, done.stdout
