"""Runs pytest on its own PostgreSQL and Redis, which are started for the run and deleted afterwards.

Loaded with `-p`, so that the servers answer before pytest-django reads the settings. Under xdist only the controller starts
them; the workers inherit their URLs. If DATABASE_URL and REDIS_URL are both set, those servers are used.
"""

import gc
import os
import time
from contextlib import ExitStack

import pytest

from config.devstack.embedded import all_named, throwaway_servers

# Importing `config` imports its Celery app, which sets the development settings; pytest-django would prefer those to the
# project's configuration.
os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings.test"

_running = ExitStack()


@pytest.hookimpl(tryfirst=True)
def pytest_load_initial_conftests(early_config: pytest.Config) -> None:
    if os.environ.get("PYTEST_XDIST_WORKER") or all_named():
        return
    begun = time.monotonic()
    servers = _running.enter_context(throwaway_servers())
    os.environ.update(servers.environment())
    names = " and ".join(server.name for server in servers.running)
    early_config.stash[_header] = f"throw-away {names}: ready in {time.monotonic() - begun:.1f} s"


_header = pytest.StashKey[str]()


def pytest_report_header(config: pytest.Config) -> str | None:
    return config.stash.get(_header, None)


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish() -> None:
    # Celery's AsyncResult unsubscribes when it is garbage collected, and retries for 20 s if Redis is gone.
    gc.collect()


@pytest.hookimpl(trylast=True)
def pytest_unconfigure() -> None:
    _running.close()
