"""`/metrics`: off unless configured, never for strangers, over all processes, and what it says is so."""

import os
import re
import subprocess
import sys

import pytest
from prometheus_client import values

from escrow.selectors import gauges
from marketplace.core import metrics
from marketplace.core.transactions import unit
from tests.api import Api
from wallet import ledger
from wallet.services.books import LEDGER_SOURCE, record

pytestmark = pytest.mark.django_db
TOKEN = "a-token-of-this-test-0123456789"


@pytest.fixture
def on(settings, tmp_path):
    settings.METRICS_TOKEN, settings.DATA_DIR = TOKEN, tmp_path
    forget_what_was_counted()
    yield Api(headers={"Authorization": f"Bearer {TOKEN}"})
    forget_what_was_counted()


def forget_what_was_counted():
    metrics.kinds.cache_clear()
    gauges.forget()
    values.close_all_multiprocess_files()


def read(scraper):
    answer = scraper.get("/metrics")
    assert answer.status == 200, answer.body
    pairs = re.findall(r"^(\w+(?:\{.*\})?) (\S+)$", answer.body.decode(), flags=re.MULTILINE)
    return {name: float(value) for name, value in pairs}


def test_without_the_setting_there_is_no_such_address_and_nothing_is_counted(settings, tmp_path):
    settings.DATA_DIR = tmp_path

    assert Api(headers={"Authorization": "Bearer "}).get("/metrics").status == 404
    assert Api().get("/api/humans").status == 200
    assert not metrics.folder().exists()


@pytest.mark.parametrize("sent", [None, "Bearer", f"Bearer {TOKEN[:-1]}", f"Bearer {TOKEN}x", f"Basic {TOKEN}"])
def test_a_stranger_gets_no_figure(on, sent):
    answer = Api(headers={"Authorization": sent} if sent else {}).get("/metrics")

    assert (answer.status, answer.code) == (401, "authentication_required")
    assert "ahm_" not in repr(answer.body).replace("ahm_live", "")


def test_staff_without_the_token_are_strangers(on, operator):
    assert operator.get("/metrics").status == 401


def test_requests_are_counted_by_route_and_status_with_their_time_in_database_and_redis(on):
    Api().get("/api/humans")
    Api().get("/api/bounties/bty_01h2xcejqtf2nbrexx3vqjhp41")
    Api().get("/s3cret-address")

    found = read(on)

    assert found['ahm_requests_total{method="GET",route="api/humans",status="200"}'] == 1
    assert found['ahm_requests_total{method="GET",route="api/bounties/<str:bounty_id>",status="404"}'] == 1
    assert found['ahm_requests_total{method="GET",route="(none)",status="404"}'] == 1
    assert found['ahm_request_seconds_count{route="api/humans"}'] == 1
    assert found['ahm_request_statements_total{route="api/humans"}'] > 0
    assert found['ahm_request_database_seconds_total{route="api/humans"}'] > 0
    assert found['ahm_request_redis_seconds_total{route="api/humans"}'] > 0
    assert not [name for name in found if "s3cret" in name or "bty_" in name]


def test_processes_are_added_up_and_one_that_ended_stays_counted(on, settings):
    Api().get("/api/humans")
    other = f"""
import django
from django.conf import settings
settings.configure(METRICS_TOKEN={TOKEN!r}, DATA_DIR={str(settings.DATA_DIR)!r}, SANDBOX=False)
from marketplace.core import metrics
for _ in range(3):
    metrics.kinds().requests.labels("api/humans", "GET", "200").inc()
metrics.kinds().pool.labels("used").set(7)
"""
    subprocess.run([sys.executable, "-c", other], check=True, env=os.environ, cwd=os.getcwd())

    found = read(on)

    assert found['ahm_requests_total{method="GET",route="api/humans",status="200"}'] == 4
    assert 'ahm_pool_connections{state="used"}' not in found, "its connections are closed"


def test_money_at_rest_is_told_by_kind_and_faults_of_the_books_by_source(on, agent):
    move = ledger.Move(ledger.WORLD["card"], ledger.wallet(agent.account.pk), 1234)
    unit(lambda: ledger.post(key="deposit:x", kind="deposit", moves=[move]))
    record(LEDGER_SOURCE, [("unbalanced", "txn_x", "1 cent")])

    found = read(on)

    assert found['ahm_money_cents{kind="wallet"}'] == 1234
    assert found['ahm_money_cents{kind="escrow"}'] == 0
    assert found["ahm_transit_cents"] == 0
    assert found['ahm_book_faults{source="ledger"}'] == 1


def test_what_was_read_is_kept_for_a_while_so_that_scrapes_cost_little(on, django_assert_num_queries):
    read(on)
    with django_assert_num_queries(0):
        read(on)


def test_a_group_that_takes_too_long_is_left_out_and_counted(on, monkeypatch):
    monkeypatch.setattr(gauges, "STATEMENT_MS", 20)
    monkeypatch.setattr(gauges, "_AT_REST", "select pg_sleep(5), 0, 0")

    found = read(on)

    assert 'ahm_money_cents{kind="wallet"}' not in found
    assert found['ahm_scrape_failed{group="money"}'] == 1
    assert found['ahm_scrape_failed{group="waiting"}'] == 0


def test_an_emptied_redis_shows_as_an_old_heartbeat(on):
    assert read(on)["ahm_heartbeat_age_seconds"] > 1_000_000


def test_limits_that_refuse_are_counted_by_name(on, monkeypatch):
    metrics.count_refused("write")
    metrics.count_delivery("failed")
    metrics.count_lost_message()

    found = read(on)

    assert found['ahm_limits_refused_total{limit="write"}'] == 1
    assert found['ahm_deliveries_total{result="failed"}'] == 1
    assert found["ahm_messages_lost_total"] == 1
