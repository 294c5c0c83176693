"""A whole instance behind a pooler by transaction: migrated, filled and served through it, with few connections."""

import os
import subprocess
import sys
import time
from pathlib import Path

import psycopg
import pytest

from config.devstack import gates, locations
from config.devstack.embedded import throwaway_servers
from tests.devstack.conftest import a_folder, free_ports_now, starter
from tests.pooler import pooler
from tests.stories.conftest import Instance, deliver_and_approve, hire

pytestmark = pytest.mark.live

HIRES = 5


@pytest.fixture
def _nothing_named(monkeypatch):
    for name in ("DATABASE_URL", "REDIS_URL"):
        monkeypatch.delenv(name, raising=False)


@pytest.mark.usefixtures("_nothing_named")
def test_an_instance_is_made_and_hires_behind_a_pooler():
    with throwaway_servers() as servers, a_folder() as folder, a_folder() as sockets:
        params = psycopg.conninfo.conninfo_to_dict(locations.database_url(servers.data_dir))
        with pooler(Path(sockets), params, size=8) as pooled:
            named = servers.environment() | {"DATABASE_URL": pooled.url("ahm", "ahm"), "DATABASE_POOLER": "transaction"}
            named |= {"SANDBOX": "1", "RATE_LIMIT_SCALE": "100"}
            environment = gates.without_configuration(os.environ, gates.configuration_names()) | named
            environment |= {"DATA_DIR": str(folder), "DJANGO_SETTINGS_MODULE": "config.settings.dev"}
            migrate = [sys.executable, str(locations.ROOT / "manage.py"), "migrate", "-v", "0"]
            made = subprocess.run(migrate, env=environment, capture_output=True, text=True)
            assert made.returncode == 0, made.stderr[-2000:]

            with starter(folder, free_ports_now()) as serve:
                running = serve(**named).wait_until_up()
                live = Instance(f"http://127.0.0.1:{running.port}", folder, running.process, folder / "log", None)
                agent, worker = live.agent(100), live.new_worker()
                hired(agent, worker)
                time.sleep(3)
                before = pooled.clients
                for _ in range(HIRES):
                    hired(agent, worker)
                time.sleep(2)

                # then every request was answered, and the processes kept their connections
                print("clients", before, pooled.clients)
                assert pooled.clients - before < HIRES
                assert " 500," not in "".join(running.lines)


def hired(agent, worker):
    bounty, application, escrow = hire(agent, worker)
    worker.confirm(bounty, application)
    deliver_and_approve(agent, worker, bounty)
    agent.release(escrow)
