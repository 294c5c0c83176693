"""Closing somebody whose rows were planted by force: nothing of them is looked at for being open or held."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from marketplace.ports import Holds
from marketplace.services import closing, erasing


@contextmanager
def without_matters() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(closing, "open_matters", lambda account: [])
        patch.setattr(erasing, "holds_of", lambda account: Holds())
        yield
