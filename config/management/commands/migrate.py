"""`migrate`: a new database gets all its tables at one go; beside running processes, a lock that it does not get within
DATABASE_LIMITS is tried again a little later.
"""

import gc
import time
from typing import Any

from django.core.management.base import CommandParser
from django.core.management.commands import migrate
from django.db import OperationalError

from config.schema import loading

TRIES = 5
PAUSE = 3.0  # seconds, in which what waited behind us goes on
# With any of them somebody wants something of single migrations.
_OF_SINGLE_ONES = ("app_label", "plan", "check_unapplied", "fake", "fake_initial", "prune", "one_by_one")


class Command(migrate.Command):
    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument(
            "--one-by-one",
            action="store_true",
            help="Apply every migration to a new database too, instead of making its tables at one go.",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """A statement of DDL waits for all who use its table, and all who come later wait behind it: so it waits for five seconds
        (`lock_timeout`), and gives way. What was migrated until then stays; the rest begins again. Without CONCURRENTLY nothing is
        half done (docs/operations.md, "Two steps").
        """
        if options["database"] == "default" and not any(options.get(name) for name in _OF_SINGLE_ONES):
            said = loading.load()
            if said and options["verbosity"]:
                self.stdout.write(said)
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
