"""Exponential backoff."""

from datetime import timedelta


def doubling(attempts: int, *, first: timedelta, most: timedelta) -> timedelta:
    """The delay after `attempts` failed attempts: `first` after the first one, doubled for each further one, at most `most`."""
    return min(first * 2 ** min(max(attempts - 1, 0), 20), most)
