"""`migrate`, beside running processes: a lock that it does not get within DATABASE_LIMITS is tried again a little later."""

import gc
import time
from typing import Any

from django.core.management.commands import migrate
from django.db import OperationalError

TRIES = 5
PAUSE = 3.0  # seconds, in which what waited behind us goes on


class Command(migrate.Command):
    def handle(self, *args: Any, **options: Any) -> None:
        """A statement of DDL waits for all who use its table, and all who come later wait behind it: so it waits for five seconds
        (`lock_timeout`), and gives way. What was migrated until then stays; the rest begins again. Without CONCURRENTLY nothing is
        half done (docs/operations.md, "Two steps").
        """
        # Django makes the classes of models anew for almost every operation, tens of thousands of them. The collector then need not
        # look through what was there before again and again, which takes a quarter of the time.
        gc.collect()
        gc.freeze()
        for attempt in range(1, TRIES + 1):
            try:
                super().handle(*args, **options)
                return
            except OperationalError as error:
                if getattr(error.__cause__, "sqlstate", None) != "55P03" or attempt == TRIES:
                    raise
                self.stderr.write(
                    f"A table is in use ({error}). Trying again in {PAUSE:.0f} s, {TRIES - attempt} times more."
                )
                time.sleep(PAUSE)
