"""The part of the journey about an appeal."""

from collections.abc import Callable
from typing import Any

from tests.factories.appeals import given_decided


def appealed(call: Callable[..., Any]) -> None:
    """A decision by which the worker got nothing; another owner's, too."""
    seat, dispute = given_decided(0)
    words = {"ground": "new_fact", "words": "The shop was closed that day: here is its notice."}
    call(seat.worker, "POST", f"/api/disputes/{dispute.public_id}/appeal", words)
