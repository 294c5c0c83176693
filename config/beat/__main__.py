"""`python -m config.beat`"""

import os
import signal
import sys
from typing import Any

import django

from marketplace.core import processes


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.dev")
    processes.name("beat")
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, _end)
    django.setup()
    from config.beat.program import Beat  # reads models: after Django is set up
    from config.celery import app

    Beat(app).run()


def _end(number: int, frame: Any) -> None:
    signal.signal(number, signal.SIG_IGN)  # what is ended may end in peace
    sys.exit(0)


if __name__ == "__main__":
    main()
