"""Calls of payment providers: pauses between them, and when staff has to decide."""

from datetime import timedelta
from typing import Final

from marketplace.core.backoff import doubling

ATTENTION_AFTER: Final = timedelta(hours=24)  # without a final answer; then staff has to decide


def call_pause(attempts: int) -> timedelta:
    """The pause before a provider that did not answer is asked again: 30 seconds, doubling, at most an hour."""
    return doubling(attempts, first=timedelta(seconds=30), most=timedelta(hours=1))
