"""The prepared market of the contract tests, and the proof that a refusal left it alone."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager

import pytest
from django.db import transaction
from pytest_django import DjangoDbBlocker

from marketplace.core import clock
from marketplace.core.later import alone
from tests.contract import scenario
from tests.contract.scenario import World
from tests.factories.x402 import agreeable


@pytest.fixture(scope="module")
def market(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[World]:
    """Made once for a module, in a transaction that is rolled back after it. Business time stands still meanwhile."""
    with django_db_blocker.unblock():
        clock.freeze(clock.wall())
        offset = clock.offset_seconds()
        try:
            with alone(), transaction.atomic():
                with agreeable():
                    yield scenario.build()
                transaction.set_rollback(True)
        finally:
            clock.freeze(None)
            clock._OFFSET.pack_into(clock._area(), 0, round(offset * 1000))  # some routes move it


@pytest.fixture
def world(market: World, db: None) -> Iterator[World]:
    """The prepared market; whatever a test does to it is undone after the test."""
    scenario.sign_anew(market)
    with transaction.atomic():
        yield market
        transaction.set_rollback(True)


Unchanged = Callable[[], AbstractContextManager[None]]


@pytest.fixture
def unchanged(
    db: None, facts: Callable[[], list[str]], ledger: Callable[[], tuple[tuple[str, int], ...]]
) -> Callable[[], AbstractContextManager[None]]:
    """`with unchanged(): …` holds when no cent moved, no fact was written and no row is another than before."""

    @contextmanager
    def look() -> Iterator[None]:
        facts.clear()  # type: ignore[attr-defined]
        money, seen = ledger(), scenario.rows()
        yield
        assert ledger() == money
        assert facts() == []
        assert scenario.differing(seen, scenario.rows()) == []

    return look
