"""What proves that a refusal changed nothing notices every kind of change."""

import threading
from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection, transaction

from marketplace.models import Account, ApiKey, RateTier
from marketplace.services import keys
from tests.api import Api
from tests.digest import unchanged, untouched
from tests.factories.accounts import given_agent
from webhooks.models import Event

pytestmark = pytest.mark.django_db


def execute(statement: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(statement)


CHANGES: dict[str, Callable[[Api], Any]] = {
    "a new row": lambda agent: RateTier.objects.create(name="new", multiplier=3),
    "a new key of somebody who is there": lambda agent: keys.issue(agent.account, "second"),
    "a changed row": lambda agent: RateTier.objects.filter(name="made before").update(multiplier=4),
    "a changed caller": lambda agent: Account.objects.filter(pk=agent.account.pk).update(name="Another"),
    "a row that is gone": lambda agent: RateTier.objects.filter(name="made before").delete(),
    "a caller that is gone": lambda agent: ApiKey.objects.filter(account=agent.account).delete(),
    "an emptied table": lambda agent: execute("truncate bounties_cakeprice"),
}


@pytest.mark.parametrize("how", CHANGES)
@pytest.mark.parametrize("proof", [unchanged, untouched])
def test_a_change_is_noticed_also_in_a_table_that_was_written_to_before(how: str, proof: Any) -> None:
    agent = given_agent()
    RateTier.objects.create(name="made before", multiplier=2)
    with proof(), transaction.atomic():
        CHANGES[how](agent)
        transaction.set_rollback(True)

    with pytest.raises(AssertionError, match="changed: "), proof():
        CHANGES[how](agent)


def test_what_was_read_within_a_savepoint_is_forgotten_with_it() -> None:
    with transaction.atomic():
        RateTier.objects.create(name="made before", multiplier=2)
        with unchanged():
            pass
        transaction.set_rollback(True)

    with pytest.raises(AssertionError, match="ratetier"), unchanged():
        RateTier.objects.create(name="made before", multiplier=2)


def test_what_the_front_door_notes_and_who_is_made_meanwhile_is_no_change() -> None:
    agent = given_agent()
    with untouched():
        assert agent.get("/api/account").status == given_agent().get("/api/account").status == 200
    with pytest.raises(AssertionError, match="marketplace_account"), unchanged():
        given_agent()
    with untouched(besides=Event):
        pass


def elsewhere(work: Callable[[], Any]) -> None:
    """By another connection, which commits."""

    def run() -> None:
        work()
        connection.close()

    thread = threading.Thread(target=run)
    thread.start()
    thread.join()


@pytest.mark.django_db(transaction=True)
def test_what_another_connection_commits_is_noticed() -> None:
    with pytest.raises(AssertionError, match="ratetier"), unchanged():
        elsewhere(lambda: RateTier.objects.create(name="from elsewhere", multiplier=2))


@pytest.mark.django_db(transaction=True)
def test_what_was_read_among_committed_rows_says_nothing_of_a_later_transaction() -> None:
    """Given rows that were read while they were committed, and are gone since."""
    elsewhere(lambda: RateTier.objects.create(name="committed", multiplier=2))
    with untouched():
        pass
    elsewhere(lambda: RateTier.objects.filter(name="committed").delete())

    # What writes and undoes it, as a dry run does, changes nothing.
    with transaction.atomic(), unchanged(), transaction.atomic():
        RateTier.objects.create(name="undone", multiplier=3)
        transaction.set_rollback(True)
