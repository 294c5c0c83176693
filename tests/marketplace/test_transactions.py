"""Transactions of verbs and timers: repeated after a lost race, rolled back as a whole, no row holds up another."""

from uuid import UUID

import pytest

from marketplace.core import transactions
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
        Account.objects.filter(pk=pk).update(username="done")

    rows = Account.objects.filter(pk__in=names)

    assert transactions.for_each_due(rows, lambda pk: None, by="name", batch=2) == 2
    assert transactions.for_each_due(rows, work, by="name", batch=1) == 1
    assert tried == names[:4], "one went through: the batch is full, and nobody was passed over"


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
