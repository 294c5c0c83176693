"""`python -m config.beat --alive /tmp/beat-alive`"""

import argparse
import os
import signal
import sys
from pathlib import Path
from typing import Any

import django

from marketplace.core import processes


def main() -> None:
    taken = argparse.ArgumentParser(prog="python -m config.beat", description="Wakes the timers.")
    taken.add_argument("--alive", type=Path, help="A file to touch every few seconds.")
    given = taken.parse_args()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.dev")
    processes.name("beat")
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, _end)
    django.setup()
    from config.beat.program import Beat  # reads models: after Django is set up
    from config.celery import app

    Beat(app, given.alive).run()


def _end(number: int, frame: Any) -> None:
    signal.signal(number, signal.SIG_IGN)  # what is ended may end in peace
    sys.exit(0)


if __name__ == "__main__":
    main()
