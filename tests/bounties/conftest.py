"""For tests of this folder: `sound_books` proves afterwards that the money adds up."""

from collections.abc import Iterator

import pytest

from tests.factories.market import faults


@pytest.fixture
def sound_books(db: None) -> Iterator[None]:
    yield
    assert faults() == []
