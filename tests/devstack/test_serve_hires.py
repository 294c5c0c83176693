"""What a hire costs in connections: the processes of a running instance keep theirs."""

import time

import psycopg
import pytest

from config.devstack import locations
from tests.stories.conftest import Instance, deliver_and_approve, hire
from tests.stories.conftest import instance as instance  # one of its own, on a copy of the prepared folder

pytestmark = pytest.mark.live

HIRES = 5


def opened(connection: "psycopg.Connection") -> int:
    """Connections that were ever opened to the instance's database."""
    return connection.execute("select sessions from pg_stat_database where datname = 'ahm'").fetchone()[0]


def hired(instance: Instance, agent, worker) -> None:
    bounty, application, escrow = hire(agent, worker)
    worker.confirm(bounty, application)
    deliver_and_approve(agent, worker, bounty)
    agent.release(escrow)


@pytest.mark.django_db
def test_hires_open_hardly_any_connection(instance):
    # given an instance whose processes have worked before
    agent, worker = instance.agent(100), instance.new_worker()
    for _ in range(2):
        hired(instance, agent, worker)
    time.sleep(3)

    with psycopg.connect(locations.database_url(instance.data_dir), autocommit=True) as beside:
        before = opened(beside)
        for _ in range(HIRES):
            hired(instance, agent, worker)
        time.sleep(3)
        after = opened(beside)

    # then not one for each task of theirs; a process that had none yet may open its own
    assert after - before < HIRES
