"""The prepared market of the contract tests, and the proof that a refusal left it alone."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager

import pytest
from django.db import transaction
from pytest_django import DjangoDbBlocker

from marketplace.core import clock
from marketplace.core.transactions import allow_nested_commits
from tests import digest
from tests.contract import scenario, stored
from tests.contract.scenario import World
from tests.factories.x402 import agreeable


@pytest.fixture(scope="module")
def market(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[World]:
    """In a transaction of each module that is rolled back after it. Business time stands still meanwhile."""
    with django_db_blocker.unblock():
        offset = clock.offset_seconds()
        try:
            with allow_nested_commits(), transaction.atomic():
                with agreeable():
                    yield stored.market()
                transaction.set_rollback(True)
        finally:
            clock.freeze(None)
            clock._OFFSET.pack_into(clock._area(), 0, round(offset * 1000))  # some routes move it


@pytest.fixture
def world(market: World) -> Iterator[World]:
    """The prepared market; whatever a test does to it is undone after the test."""
    scenario.sign_anew(market)
    digest.rows()  # known from here on, whatever this test does to them
    with transaction.atomic():
        yield market
        transaction.set_rollback(True)


@pytest.fixture
def unchanged() -> Callable[[], AbstractContextManager[None]]:
    """`with unchanged(): …` holds when no cent moved, no event was written and no row is another than before."""
    return digest.unchanged
