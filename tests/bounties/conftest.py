"""After every test here the books add up, unless the test asked for `broken_books`."""

from collections.abc import Iterator

import pytest

from tests.factories.market import faults


@pytest.fixture
def broken_books() -> None:
    """This test tampers with the database; the proof is expected to fail."""


@pytest.fixture(autouse=True)
def sound_books(request: pytest.FixtureRequest, db: None) -> Iterator[None]:
    yield
    if "broken_books" not in request.fixturenames:
        assert faults() == []
