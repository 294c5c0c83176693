"""The two lock files: what is enough to run the service must be enough without the tools of the tests."""

import re
import subprocess
import sys

from config.devstack import gates, locations

# Run with the modules that only the test set brings made unimportable.
START_EVERYTHING = """
import sys
from importlib.metadata import packages_distributions

absent = {name.lower().replace("_", "-") for name in sys.argv[1:]}

class OnlyInTests:
    def find_spec(self, name, path=None, target=None):
        owners = distributions.get(name.partition(".")[0], [])
        if owners and all(owner.lower().replace("_", "-") in absent for owner in owners):
            raise ModuleNotFoundError(f"{name} comes from {owners}, which only the test set has", name=name)

distributions = packages_distributions()
sys.meta_path.insert(0, OnlyInTests())

import granian.cli, celery.bin.celery
from config.wsgi import application
from config.celery import app
from django.urls import get_resolver

get_resolver().url_patterns
app.connection().transport  # the module that a worker loads when it connects
app.loader.import_default_modules()
"""


def pins(name):
    text = (locations.ROOT / name).read_text()
    return dict(re.findall(r"^([A-Za-z0-9._-]+)==(\S+)", text, flags=re.MULTILINE))


def test_the_test_set_contains_the_run_set():
    run, test = pins("requirements.lock"), pins("requirements-test.lock")
    assert run.items() <= test.items()


def test_locks_are_hashed_and_name_no_address():
    for name in ("requirements.lock", "requirements-test.lock"):
        text = (locations.ROOT / name).read_text()
        assert "://" not in text
        entries = re.split(r"^(?=[A-Za-z0-9])", text, flags=re.MULTILINE)[1:]
        assert all("--hash=sha256:" in entry for entry in entries)


def test_the_run_set_alone_starts_every_program(folder):
    only_in_tests = pins("requirements-test.lock").keys() - pins("requirements.lock").keys()
    subprocess.run(
        [sys.executable, "-c", START_EVERYTHING, *only_in_tests],
        cwd=locations.ROOT,
        env=gates.without_configuration(gates.os.environ, gates.configuration_names()) | {"DATA_DIR": str(folder)},
        check=True,
        timeout=60,
    )
