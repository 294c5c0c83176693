"""For tests of this folder: `sound_books` proves afterwards that the money adds up."""

from collections.abc import Callable, Iterator
from datetime import datetime, timedelta

import pytest

from bounties.services import outreach
from tests.factories.market import faults
from tests.factories.outreach import START, Later


@pytest.fixture
def sound_books(db: None) -> Iterator[None]:
    yield
    assert faults() == []


@pytest.fixture
def waves(at: Callable[[str], datetime]) -> Later:
    """`waves(hours=6)`: business time is so far after START, and the timer of invitations looks."""

    def go(**by: float) -> None:
        at((START + timedelta(**by)).isoformat())
        outreach.send_due()

    go()
    return go
