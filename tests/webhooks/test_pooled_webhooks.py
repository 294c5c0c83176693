"""Behind a pooler by transaction (DATABASE_POOLER=transaction) webhooks are sent, each once, and no session keeps anything."""

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import pairwise

import pytest
from django.db import connections, transaction

from tests.api import Api
from tests.bounties.test_pooled_hire import asked, wrapper
from tests.bounties.test_pooled_hire import pooled as pooled
from tests.bounties.test_pooled_hire import through as through
from tests.pooler import Pooler
from webhooks import outbox
from webhooks.models import Attempt, Delivery, DueEndpoint, Sender
from webhooks.services import attempts, senders

from .conftest import Receiver, given_endpoint

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("house_accounts"), pytest.mark.main]
Start = Callable[[], Receiver]


def publish(agent: Api, name: str, count: int = 10) -> None:
    for number in range(count):
        with transaction.atomic():
            outbox.publish(type="proof.uploaded", entity=f"sub_{name}_{number}", account_id=agent.account.pk, data={})


@pytest.fixture
def beside(through: Pooler) -> Iterator[Callable[[], None]]:
    """Another process behind the same pooler: from the first call on this thread's queries are its."""
    ours = connections["default"]
    theirs = wrapper(through)

    def change() -> None:
        connections["default"] = theirs if connections["default"] is ours else ours

    yield change
    connections["default"] = ours
    theirs.close()


def locks(pooler: Pooler) -> list[str]:
    pids = ", ".join(str(pid) for pid in pooler.backends)
    return asked(f"select objid from pg_locks where locktype = 'advisory' and pid in ({pids})")


def test_webhooks_are_sent_once_run_after_run(agent: Api, receiver: Start, through: Pooler) -> None:
    hook, other = receiver(), receiver()
    for url in (hook.url, other.url):
        given_endpoint(agent, url)
    before = len(through.served)

    # when run after run finds something, each statement in another session than the one before
    for name in "abc":
        publish(agent, name)
        assert attempts.deliver_due() == 20
        assert locks(through) == []

    # then each receiver had each event once
    for one in (hook, other):
        assert Counter(got.body["id"] for got in one.received) == {
            f"proof.uploaded:sub_{name}_{number}": 1 for name in "abc" for number in range(10)
        }
    assert Attempt.objects.count() == 60
    assert set(Delivery.objects.values_list("status", flat=True)) == {"delivered"}
    assert not DueEndpoint.objects.exists()
    served = through.served[before:]
    assert all(one != next_one for one, next_one in pairwise(served)), "the sessions were not changed"


def test_a_place_is_one_runs_though_sessions_are_shared(
    agent: Api, receiver: Start, through: Pooler, beside: Callable[[], None]
) -> None:
    # given a run that holds the place
    hook = receiver()
    given_endpoint(agent, hook.url)
    place = senders.acquire()
    assert place is not None
    publish(agent, "a")

    # when another process tries, in whatever session
    beside()
    assert [attempts.deliver_due() for _ in through.backends] == [0 for _ in through.backends]
    beside()

    # then it is sent by whoever comes after its end, in any other session
    assert place.keep()
    place.release()
    beside()
    assert attempts.deliver_due() == 10
    assert len(hook.received) == 10
    assert (locks(through), Sender.objects.get().holder) == ([], None)
