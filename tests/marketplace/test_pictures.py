"""What is seen of pictures without looking at them, and pictures that are made to break or to fill what reads them."""

import io

import pytest

from marketplace.services.pictures import Unreadable, impression, shrunk
from tests.factories.files import hostile_png


def test_a_picture_that_breaks_while_it_is_unpacked_is_unreadable() -> None:
    with pytest.raises(Unreadable):
        impression(hostile_png())
    assert shrunk(io.BytesIO(hostile_png().read()), 100) is None
