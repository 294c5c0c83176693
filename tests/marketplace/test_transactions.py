"""Transactions of verbs and timers: repeated after a lost race, rolled back as a whole, no row holds up another."""

import itertools
import threading
from concurrent.futures import ThreadPoolExecutor
from uuid import UUID

import pytest
from django.conf import settings
from django.db import connection

from marketplace.core import processes, transactions
from marketplace.core.errors import Conflict
from marketplace.models import Account
from tests.factories.accounts import given_agent


@pytest.mark.django_db
def test_a_timer_looks_on_behind_the_rows_that_fail() -> None:
    names = [given_agent(name=name).account.pk for name in ("a-bad", "b-bad", "c-bad", "d-good", "e-bad", "f-good")]
    bad = {names[0], names[1], names[2], names[4]}
    tried: list[UUID] = []

    def work(pk: UUID) -> None:
        tried.append(pk)
        if pk in bad:
            raise RuntimeError("for ever")
        Account.objects.filter(pk=pk).update(username=f"done-{str(pk)[-12:]}")

    rows = Account.objects.filter(pk__in=names)

    assert transactions.for_each_due(rows, work, by="name", batch=2) == 2
    assert tried == names, "page after page, and nobody was passed over"


@pytest.mark.django_db
def test_one_run_of_a_timer_does_all_that_is_due() -> None:
    for number in range(7):
        given_agent(name=f"due {number}")
    rows = Account.objects.filter(name__startswith="due")

    done = transactions.for_each_due(
        rows, lambda pk: Account.objects.filter(pk=pk).update(name="done"), by="name", batch=2
    )

    assert done == 7 and not rows.exists()


@pytest.mark.django_db
def test_a_run_ends_when_its_time_is_over_and_the_next_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    for number in range(3):
        given_agent(name=f"due {number}")
    rows = Account.objects.filter(name__startswith="due")
    moments = itertools.count(step=20)
    monkeypatch.setattr(transactions.time, "monotonic", lambda: next(moments))

    def work(pk: UUID) -> None:
        Account.objects.filter(pk=pk).update(name="done")

    assert transactions.for_each_due(rows, work, by="name") == 2, "at 20 and 40 seconds"
    assert transactions.for_each_due(rows, work, by="name") == 1
    assert not rows.exists()


def test_no_run_lasts_until_the_queue_gives_its_task_away(monkeypatch: pytest.MonkeyPatch) -> None:
    """With late acknowledgement a task that lasts longer would begin again in a second process while the first one goes on."""
    monkeypatch.setattr(processes, "kind", lambda: "ahm worker")
    one_statement = processes.statement_seconds()

    assert one_statement
    assert transactions.RUN_SECONDS + one_statement < settings.CELERY_BROKER_TRANSPORT_OPTIONS["visibility_timeout"]


@pytest.mark.django_db(transaction=True)
def test_runs_at_one_time_share_what_is_due_and_do_nothing_twice() -> None:
    for number in range(20):
        given_agent(name=f"due {number:02}")
    rows = Account.objects.filter(name__startswith="due")
    tried: list[UUID] = []
    met = threading.Barrier(2, timeout=20)

    def work(pk: UUID) -> None:
        if len(tried) < 2:
            met.wait()  # each of the two runs has a row of its own now, and neither waits for the other's
        tried.append(pk)
        Account.objects.filter(pk=pk).update(name="done")

    def run() -> int:
        try:
            return transactions.for_each_due(rows, work, by="name")
        finally:
            connection.close()

    with ThreadPoolExecutor(2) as both:
        counts = [each.result() for each in [both.submit(run), both.submit(run)]]

    assert len(tried) == len(set(tried)) == 20 == sum(counts)
    assert min(counts) >= 1


@pytest.mark.django_db
def test_rows_that_share_a_due_time_are_all_looked_at() -> None:
    for _ in range(5):
        given_agent(name="same")
    tried: list[UUID] = []

    def work(pk: UUID) -> None:
        tried.append(pk)
        raise RuntimeError("for ever")

    assert transactions.for_each_due(Account.objects.filter(name="same"), work, by="name", batch=2) == 0
    assert len(tried) == len(set(tried)) == 5


@pytest.mark.django_db
def test_a_timer_gives_up_for_now_after_ten_batches_of_failures() -> None:
    for _ in range(12):
        given_agent(name="same")
    tried: list[UUID] = []

    def work(pk: UUID) -> None:
        tried.append(pk)
        raise RuntimeError("for ever")

    transactions.for_each_due(Account.objects.filter(name="same"), work, by="name", batch=1)

    assert len(tried) == 10


@pytest.mark.django_db
def test_what_a_failing_row_wrote_is_rolled_back() -> None:
    account = given_agent(name="before").account

    def work(pk: UUID) -> None:
        Account.objects.filter(pk=pk).update(name="half done")
        raise RuntimeError("then it broke")

    transactions.for_each_due(Account.objects.filter(pk=account.pk), work, by="name")

    account.refresh_from_db()
    assert account.name == "before"


@pytest.mark.django_db
def test_work_that_asks_to_begin_again_leaves_nothing_of_its_first_try_and_ends_with_its_problem() -> None:
    tries: list[UUID] = []

    def once_more() -> str:
        tries.append(given_agent().account.pk)
        if len(tries) == 1:
            raise transactions.Retry(Conflict("lost"))
        return "done"

    assert transactions.unit(once_more) == "done"
    assert list(Account.objects.filter(pk__in=tries).values_list("pk", flat=True)) == tries[1:]

    def never() -> None:
        raise transactions.Retry(Conflict("lost"))

    with pytest.raises(Conflict, match="lost"):
        transactions.unit(never)
