"""Health and money at a glance: each figure is bad when it should be, and all of them take a handful of queries."""

from datetime import timedelta
from typing import Any

import pytest
from django.conf import settings
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import resolve

from bounties.models import Application
from config.celery import BEAT
from escrow.models import Case, Escrow
from escrow.selectors import desk_health
from escrow.selectors.desk_health import Glance
from marketplace.core import clock
from marketplace.models import Mail
from marketplace.services import mails
from tests.escrow.test_decisions import given_dispute, given_staff
from tests.factories.accounts import given_agent
from tests.factories.decisions import given_decision
from tests.factories.market import given_bounty, given_delivered, given_funded_agent, given_hired, given_released
from wallet.models import TopUp
from webhooks.models import Endpoint

pytestmark = pytest.mark.django_db


def figures() -> dict[str, Glance]:
    return {figure.label: figure for figure in desk_health.glance()}


def test_all_figures_take_three_queries_however_much_there_is() -> None:
    def asked() -> int:
        with CaptureQueriesContext(connection) as captured:
            desk_health.glance()
        return len(captured)

    assert asked() == 3
    given_dispute()
    given_released()
    assert asked() == 3


def test_each_figure_leads_to_a_page_that_exists() -> None:
    for figure in desk_health.glance():
        assert figure.part in ("Health", "Money") and figure.label and figure.value
        if figure.address:
            assert resolve(figure.address.partition("?")[0]).url_name.endswith("_changelist")


def test_on_a_quiet_day_nothing_is_bad(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("marketplace.selectors.health.worker_state", lambda beat: "ok")
    monkeypatch.setattr("escrow.selectors.desk_health.QUEUE_LONG", 10**6)  # what other tests of this process left there

    assert [figure.label for figure in desk_health.glance() if figure.is_bad] == []
    assert figures()["Timers late"].value == "none"


def test_money_is_where_it_is() -> None:
    agent = given_funded_agent(10_000)
    given_bounty(agent)
    given_hired(agent=agent)
    given_released(agent=agent)

    found = figures()

    assert found["In escrow"].value == "11.80 USD", "a pool and a hold"
    assert found["In wallets"].value == "82.30 USD"
    assert found["Earned, not withdrawn"].value == "5.00 USD"
    assert found["Fees of 30 days"].value == "0.90 USD"
    assert found["Losses of 30 days"].value == "0.00 USD" and not found["Losses of 30 days"].is_bad


def test_fees_of_older_days_are_left_out(at: Any) -> None:
    given_released()
    assert figures()["Fees of 30 days"].value == "0.90 USD"

    at((clock.now() + timedelta(days=31)).isoformat())

    assert figures()["Fees of 30 days"].value == "0.00 USD"


def test_mails_that_are_not_sent_are_counted_and_bad_after_ten_minutes() -> None:
    Mail.objects.all().delete()
    mails.write(to="a@example.com", subject="Hello", text="Hello.")
    assert figures()["Mails unsent"].value.startswith("1, the oldest") and not figures()["Mails unsent"].is_bad

    Mail.objects.update(created_at=clock.now() - timedelta(minutes=11))

    assert figures()["Mails unsent"].value == "1, the oldest 11 min" and figures()["Mails unsent"].is_bad


def test_webhooks_that_fail_or_were_switched_off_are_counted() -> None:
    agent = given_agent()
    shared = {"account": agent.account, "key": agent.key, "events": ["*"], "sealed_secret": "x"}
    Endpoint.objects.create(url="https://a.example/1", consecutive_failures=3, **shared)
    assert figures()["Webhooks failing"].value == "1 endpoints, 0 disabled in a day"
    assert not figures()["Webhooks failing"].is_bad

    off = {"disabled_at": clock.now(), "disabled_reason": "too_many_failures"}
    Endpoint.objects.create(url="https://a.example/2", **off, **shared)

    assert figures()["Webhooks failing"].value == "1 endpoints, 1 disabled in a day"
    assert figures()["Webhooks failing"].is_bad


def test_payments_that_a_provider_does_not_know_are_bad() -> None:
    TopUp.objects.create(account=given_agent().account, amount_cents=500, status="attention", provider_ref="x")

    found = figures()["Payments unknown to a provider"]

    assert found.value == "1" and found.is_bad and "status__exact=attention" in found.address


def test_a_timer_is_late_when_its_rows_are_due_longer_than_its_beat_allows(at: Any) -> None:
    seat = given_delivered()
    due = Escrow.objects.get(pk=seat.escrow.pk).review_due_at
    assert due is not None
    limit = desk_health.allowed("escrow.complete_unreviewed")
    assert limit == timedelta(seconds=5 * BEAT["escrow.complete_unreviewed"]["every"])
    Mail.objects.update(sent_at=clock.now(), next_attempt_at=None)

    at((due + limit - timedelta(seconds=1)).isoformat())
    assert "escrow.complete_unreviewed" not in dict(desk_health.late(clock.now()))
    at((due + limit + timedelta(seconds=1)).isoformat())

    assert dict(desk_health.late(clock.now()))["escrow.complete_unreviewed"] == due
    assert figures()["Late: escrow.complete_unreviewed"].is_bad


def test_timers_of_upper_apps_are_watched_too(at: Any) -> None:
    seat = given_hired()
    assert seat.application.confirm_by is not None

    at((seat.application.confirm_by + timedelta(minutes=3)).isoformat())

    assert "bounties.release_unconfirmed_seats" in dict(desk_health.late(clock.now()))


@pytest.mark.main
def test_every_timer_that_is_watched_has_a_beat() -> None:
    watched = {due.task for due in desk_health.timers()}

    assert watched <= set(BEAT) and len(watched) >= 50


def test_a_timer_that_waits_for_two_things_is_late_once(at: Any) -> None:
    seat = given_hired()
    Application.objects.filter(pk=seat.application.pk).update(
        nudge_at=clock.now(), flag_at=clock.now() + timedelta(minutes=1)
    )

    at((clock.now() + timedelta(hours=1)).isoformat())

    assert [task for task, _ in desk_health.late(clock.now())].count("bounties.warn_silent_seats") == 1


def test_rows_that_may_stay_due_make_no_timer_late(at: Any) -> None:
    agent = given_agent()
    shared = {"account": agent.account, "key": agent.key, "events": ["*"], "sealed_secret": "x"}
    Endpoint.objects.create(url="https://a.example/1", unreadable_since=clock.now(), **shared)

    at((clock.now() + timedelta(hours=1)).isoformat())

    assert "webhooks.resume_readable" not in dict(desk_health.late(clock.now()))


def test_a_case_that_was_decided_waits_for_nobody() -> None:
    _, dispute = given_dispute()
    assert figures()["Cases"].value.startswith("1 open")
    Case.objects.update(with_lead_at=clock.now())
    assert figures()["Cases with a lead"].is_bad
    assert figures()["Cases with a lead"].address.endswith("?clock=lead"), "those, and not every case"

    given_decision(given_staff(), dispute.pk, worker_cents=250)

    assert figures()["Cases"].value == "0 open" and figures()["Cases with a lead"].value == "0"


def test_without_redis_the_figures_still_come(settings: Any) -> None:
    settings.REDIS_URL = "redis://127.0.0.1:1/0"

    found = figures()

    assert found["Task queues"].is_bad and "not reachable" in found["Task queues"].value
    assert "In escrow" in found


def test_the_queues_of_the_workers_are_named() -> None:
    assert settings.REDIS_URL
    assert {word.split()[0] for word in figures()["Task queues"].value.split(", ")} == {"celery", "reviews", "speech"}
