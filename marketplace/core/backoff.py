"""How long to wait until something that failed is tried again."""

from datetime import timedelta


def doubling(attempts: int, *, first: timedelta, most: timedelta) -> timedelta:
    """The pause after `attempts` attempts: `first` after the first one, then twice as long each time, at most `most`."""
    return min(first * 2 ** min(max(attempts - 1, 0), 20), most)
