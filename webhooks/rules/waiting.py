"""How long, and how many, callers may wait for events; how those who wait are told."""

from typing import Final

CHANNEL: Final = "ahm:events"  # of Redis: the id of an account whose inbox has grown, after the commit
LONGEST: Final = 55  # seconds: below the minute after which proxies and clients give up
MOST: Final = 5_000  # requests that one process holds back
MOST_OF_ONE: Final = 50  # of them, those of one account
MOST_THREADS: Final = 4  # of the 16 of a process that can't hold requests back
LOOK_SECONDS: Final = 10.0  # between two looks at all inboxes that are waited for: an announcement may be lost
POLL_SECONDS: Final = 1.0  # the same while Redis does not answer, with a fifth more or less
HEARTBEAT_SECONDS: Final = 15.0  # between two lines of a stream, so that nobody on the way takes it for dead
STREAM_SECONDS: Final = 60.0  # after which a stream asks again whether its credential still counts
