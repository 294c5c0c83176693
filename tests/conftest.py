"""What every test may ask for: callers of each kind, the clock, the events written so far, the state of the money."""

import gc
import threading
import warnings
from collections.abc import Callable, Generator, Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
import redis
from django.conf import settings
from django.db import connection
from django.test.utils import override_settings, setup_databases, teardown_databases
from pytest_django import DjangoDbBlocker
from xdist.scheduler import LoadScopeScheduling

from marketplace.core import clock, ids
from tests import fresh, instances
from tests.api import Api
from tests.factories import stores
from tests.factories.accounts import given_agent, given_worker
from tests.factories.market import violations


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--record-examples", action="store_true", help="write marketplace/api/examples.json anew")


LONGEST_FIRST = ("tests/stories/", "tests/browser/", "tests/contract/", "tests/devstack/")


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What goes to one worker as a whole comes first, so that both workers end together."""
    items.sort(key=lambda item: next((n for n, name in enumerate(LONGEST_FIRST) if item.nodeid.startswith(name)), 9))


class ByWhatIsShared(LoadScopeScheduling):
    """Tests that share something dear go to one worker, in the order in which they were collected; the others one by
    one, to whoever is free.

    Each file of the contract tests prepares its own market, but for two that look at one whole hire; all stories share one
    running instance, all browser tests one browser, all generated clients and all frameworks an instance of theirs.
    """

    def _split_scope(self, nodeid: str) -> str:
        file, _, _ = nodeid.partition("::")
        if file in OF_ONE_WALK:
            return OF_ONE_WALK[0]
        if file.startswith(("tests/contract/", "tests/devstack/")) or file.endswith(OF_THEIR_OWN):
            return file
        return next((name for name in TOGETHER if file.startswith(name)), nodeid)


TOGETHER = ("tests/stories/", "tests/browser/", "tests/clients/", "tests/frameworks/")
OF_ONE_WALK = tuple(f"tests/contract/test_{name}.py" for name in ("events", "examples"))
OF_THEIR_OWN = tuple(f"stories/test_{name}.py" for name in ("faults", "tools", "two_nodes", "webhook_kills"))


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> ByWhatIsShared | None:
    config.option.loadscopereorder = False
    return ByWhatIsShared(config, log) if config.getoption("dist") == "load" else None


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Modules and collected tests stay until the end: the garbage collector need not look through them again and again, neither
    while they become more, where it took a third of the time, nor afterwards.
    """
    gc.disable()
    try:
        return (yield)
    finally:
        gc.collect()
        gc.freeze()
        gc.enable()


@pytest.hookimpl(trylast=True)
def pytest_runtest_teardown(item: pytest.Item) -> None:
    if "db" in getattr(item, "fixturenames", ()):
        fresh.vacuum_now_and_then()


@pytest.fixture
def anonymous() -> Api:
    return Api()


@pytest.fixture
def agent(db: None) -> Api:
    return given_agent()


@pytest.fixture
def other_agent(db: None) -> Api:
    return given_agent()


@pytest.fixture
def worker(db: None) -> Api:
    return given_worker()


@pytest.fixture
def other_worker(db: None) -> Api:
    return given_worker()


@pytest.fixture
def support(db: None) -> Api:
    return given_agent(username="support", is_staff=True)


@pytest.fixture
def operator(db: None) -> Api:
    return given_agent(username="operator", is_staff=True, is_superuser=True)


@pytest.fixture
def sound_books(db: None) -> Iterator[None]:
    """Proves afterwards that the money adds up."""
    yield
    assert violations() == []


@pytest.fixture
def at() -> Iterator[Callable[[str], datetime]]:
    """`at("2026-01-01T10:00Z")` stops business time there, for the whole process."""

    def stop(text: str) -> datetime:
        moment = datetime.fromisoformat(text)
        clock.freeze(moment)
        return moment

    yield stop
    clock.freeze(None)


@pytest.fixture(autouse=True)
def _as_the_clock_was() -> Iterator[None]:
    """Whoever stops or moves business time need not start it again: a test that waits for a moment would wait for ever."""
    before = clock._frozen
    yield
    clock.freeze(before)


@pytest.fixture
def new_events(db: None) -> Callable[[], list[str]]:
    """Types of the public events written since the test began (or since `new_events.clear()`), oldest first."""
    from webhooks.models import Event

    class NewEvents:
        def __init__(self) -> None:
            self.clear()

        def clear(self) -> None:
            self.seen = set(Event.objects.values_list("pk", flat=True))

        def __call__(self) -> list[str]:
            rows = Event.objects.filter(public=True).exclude(pk__in=self.seen).order_by("id")
            return list(rows.values_list("type", flat=True))

    return NewEvents()


@pytest.fixture
def ledger(db: None) -> Callable[[], tuple[tuple[str, int], ...]]:
    """Every stored balance and the number of moves: equal before and after means that no cent moved."""

    def state() -> tuple[tuple[str, int], ...]:
        with connection.cursor() as cursor:
            cursor.execute(
                "select code, balance from ledger_account where balance is not null "
                "union all select 'moves', count(*) from ledger_move order by 1"
            )
            return tuple(cursor.fetchall())

    return state


@pytest.fixture(scope="session")
def django_db_setup(
    django_test_environment: None, django_db_modify_db_settings: None, django_db_blocker: DjangoDbBlocker
) -> Iterator[None]:
    """The test database, also when none of the chosen tests is marked for it: some use a market that their file prepares."""
    with django_db_blocker.unblock():
        made = setup_databases(verbosity=0, interactive=False, aliases={"default"})
        with fresh.quick_emptying(), django_db_blocker.block():
            yield
        _end_other_sessions()
        teardown_databases(made, verbosity=0)


def _end_other_sessions() -> None:
    """What a thread of a test has left open would keep the database from being dropped, after every test has passed. It is named,
    so that the test can be found and mended.
    """
    with connection.cursor() as cursor:
        cursor.execute(
            "select state, query, pg_terminate_backend(pid) from pg_stat_activity "
            "where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'"
        )
        with warnings.catch_warnings():
            warnings.simplefilter("always")
            for state, query, _ in cursor.fetchall():
                warnings.warn(f"a session was left open ({state}): {query}", ResourceWarning, stacklevel=1)


_FORGET = "for _, key in ipairs(redis.call('KEYS', 'rl:*')) do redis.call('DEL', key) end"


@pytest.fixture(scope="session")
def _limits_store() -> Iterator[redis.Redis]:
    with redis.Redis.from_url(settings.REDIS_URL, socket_connect_timeout=0.2) as client:
        yield client


@pytest.fixture(autouse=True)
def _fresh_limits(_limits_store: redis.Redis) -> None:
    """Rate-limit counters of an earlier test do not count against this one."""
    from marketplace.services import limits

    limits.counter.unavailable_since, limits.counter.uncounted = None, 0
    try:
        _limits_store.eval(_FORGET, 0)
    except redis.RedisError:
        pass


@pytest.fixture(autouse=True)
def _no_thread_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    """Events are not waited for: a call that would is answered at once, as where too many wait. tests/webhooks/waits.py waits."""
    from webhooks.services import waiting

    monkeypatch.setattr(waiting, "_threads", threading.BoundedSemaphore(0))


@pytest.fixture
def house_accounts(transactional_db: None) -> None:
    """For tests with real commits: the TRUNCATE between them also empties the ledger's house accounts."""
    from wallet.ledger import HOUSE

    with connection.cursor() as cursor:
        cursor.execute(
            "insert into ledger_account (code) select code from unnest(%s::text[]) code on conflict do nothing",
            [list(HOUSE)],
        )


@pytest.fixture(scope="session")
def prepared_instance() -> Iterator[Path]:
    """To be copied, never to be started."""
    with instances.prepared() as data_dir:
        yield data_dir


@pytest.fixture(scope="session")
def object_server() -> Iterator[str]:
    """The address of an object store, for the whole run."""
    with stores.object_server() as address:
        yield address


@pytest.fixture
def objects(object_server: str) -> Iterator[str]:
    """Files lie in an empty bucket of the object store. The bucket's name."""
    bucket = f"bucket-{ids.new().hex}"
    with stores.stored_at(stores.store_url(object_server, bucket)):
        stores.make_bucket(bucket)
        yield bucket


@pytest.fixture(params=["folder", "objects"])
def anywhere(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """For what must be so wherever files lie: once with an empty folder, once with the object store."""
    if request.param == "objects":
        request.getfixturevalue("objects")
        yield "objects"
        return
    with override_settings(MEDIA_ROOT=tmp_path):
        yield "folder"
