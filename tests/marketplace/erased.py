"""Accounts to erase: with work that is done and paid out, or with rows that were planted by force; and the timer."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection

from bounties.models import Submission
from marketplace.core import clock
from marketplace.core.transactions import unit
from marketplace.models import File, Mail
from marketplace.ports import Holds
from marketplace.services import closing, erasing, orphaned_files
from tests.factories.files import given_file, picture
from tests.factories.market import Seat, given_released
from wallet import ledger


@contextmanager
def without_matters() -> Iterator[None]:
    """Nothing of whoever is closed is looked at for being open or held."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(closing, "open_matters", lambda account: [])
        patch.setattr(erasing, "holds_of", lambda account: Holds())
        yield


def later(at: Any) -> None:
    """The timer has run, and what was marked is deleted."""
    Mail.objects.update(next_attempt_at=None, sent_at=clock.now())
    at((clock.now() + timedelta(minutes=11)).isoformat())
    erasing.run_due()
    orphaned_files.delete_due()


def given_paid_out() -> Seat:
    """A seat that is done, whose worker has nothing in their earnings."""
    seat = given_released()
    account = seat.worker.account
    move = ledger.Move(ledger.earnings(account.pk), ledger.WORLD["card"], ledger.balance(ledger.earnings(account.pk)))
    unit(lambda: ledger.post(kind="withdrawal", key=f"test:{account.pk}", moves=[move]))
    return seat


def given_sent(seat: Any, **columns: Any) -> tuple[Submission, File]:
    """The seat's evidence has words and a file."""
    file = given_file(seat.worker.account, picture(name="door.jpg"), purpose="submission")
    sent: Submission = Submission.objects.filter(application=seat.application).latest("id")
    sent.files.add(file)
    Submission.objects.filter(pk=sent.pk).update(text_evidence="I stood at the blue door.", **columns)
    return sent, file


def words_of(sent: Submission) -> str:
    return str(Submission.objects.get(pk=sent.pk).text_evidence)


def everywhere(words: list[str]) -> set[tuple[str, str]]:
    """Each table of the database with each of the words that stand in it, wherever."""
    found = set()
    with connection.cursor() as cursor:
        cursor.execute("select relname from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace")
        for (table,) in cursor.fetchall():
            cursor.execute(
                f'select distinct word from "{table}" t, unnest(%s::text[]) word where strpos(t::text, word) > 0',
                [words],
            )
            found |= {(table, word) for (word,) in cursor.fetchall()}
    return found
