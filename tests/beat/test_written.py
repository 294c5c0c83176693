"""A commit that may make a timer due sooner says so, and nothing else does."""

from datetime import timedelta

import pytest
import redis
from django.db import connection, transaction

from config.beat import looks, written
from marketplace.core import clock, queue
from marketplace.models import Account, Mail
from tests.factories.accounts import given_agent
from webhooks.services.due_endpoints import _SETTLE

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("house_accounts")]


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    found: list[str] = []
    monkeypatch.setattr(written, "tell", lambda names: found.append(" ".join(sorted(names))))
    return found


def make_mail() -> Mail:
    mail: Mail = Mail.objects.create(to="a@example.com", subject="s", text="t", next_attempt_at=clock.now())
    return mail


def test_what_a_transaction_writes_is_told_once_and_after_its_commit(told: list[str]) -> None:
    with transaction.atomic():
        make_mail()
        make_mail()
        assert told == []

    assert told == ["marketplace.send_mails"]


def test_what_is_rolled_back_is_not_told(told: list[str]) -> None:
    with transaction.atomic():
        make_mail()
        transaction.set_rollback(True)
    with transaction.atomic():
        Mail.objects.count()

    assert told == []


def test_a_statement_outside_of_a_transaction_is_told_at_once(told: list[str]) -> None:
    mail = make_mail()
    told.clear()

    Mail.objects.filter(pk=mail.pk).update(next_attempt_at=clock.now() + timedelta(hours=1))

    assert told == ["marketplace.send_mails"]


def test_reads_deletes_and_columns_that_no_timer_asks_for_are_not_told(told: list[str]) -> None:
    mail, account = make_mail(), given_agent().account
    told.clear()

    Mail.objects.filter(pk=mail.pk).update(subject="other")
    Account.objects.filter(pk=account.pk).update(name="Other")
    list(Mail.objects.select_for_update() if connection.in_atomic_block else Mail.objects.all())
    Mail.objects.all().delete()

    assert told == []


def test_raw_statements_are_told_too() -> None:
    assert written.timers_of(_SETTLE) == {"webhooks.sweep"}
    assert "bounties.finish_closing" in written.timers_of("update bounties_bounty set status = 'closing' where id = %s")
    assert written.timers_of("update bounties_bounty set title = 'x' where status = 'open'") == frozenset()
    assert written.timers_of("select status from bounties_bounty for update") == frozenset()


def test_a_long_list_of_rows_is_known_by_its_table(told: list[str]) -> None:
    Mail.objects.bulk_create(
        [Mail(to=f"{n}@example.com", subject="s", text="t", next_attempt_at=clock.now()) for n in range(500)]
    )

    assert told == ["marketplace.send_mails"]


def test_whoever_writes_succeeds_without_redis(monkeypatch: pytest.MonkeyPatch) -> None:
    def lost() -> redis.Redis:
        raise redis.ConnectionError("gone")

    monkeypatch.setattr(queue, "_client", lost)
    try:
        make_mail()
    finally:
        queue._resume()

    assert Mail.objects.count() == 1


def test_whoever_writes_succeeds_when_nobody_knows_what_timers_ask_for(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken() -> None:
        raise ValueError("a model without its column")

    monkeypatch.setattr(looks, "columns", broken)
    written._timers_of.cache_clear()
    try:
        make_mail()
    finally:
        written._timers_of.cache_clear()

    assert Mail.objects.count() == 1
