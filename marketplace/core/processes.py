"""What kind of process this is: the name under which PostgreSQL shows its connections (`application_name`)."""

import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

_NAMED: Final = "PROCESS_KIND"
# What one statement may take: who asked the web server has gone by then, and the queue would soon give the task to another worker.
_STATEMENT_SECONDS: Final = {"web": 30, "waiting": 30, "worker": 600}
_LONGEST: Final = 63  # bytes that PostgreSQL keeps


def name(kind: str) -> None:
    """This process, and those that it starts, are of this kind. For entry points that no command line tells of."""
    os.environ[_NAMED] = kind


def kind() -> str:
    """`ahm web`, `ahm waiting`, `ahm worker speech`, `ahm beat`, `ahm manage migrate`; `ahm` for anything else."""
    return (f"ahm {os.environ.get(_NAMED) or of_command(sys.argv)}").strip()[:_LONGEST]


def statement_seconds() -> int | None:
    """How long PostgreSQL lets a statement of this process run; None, as for a command, has no limit."""
    words = kind().split()
    return _STATEMENT_SECONDS.get(words[1]) if len(words) > 1 else None


def of_command(arguments: Sequence[str]) -> str:
    """The kind by a command line: Celery's programs and `manage.py`."""
    program, *rest = [str(argument) for argument in arguments] or [""]
    if "celery" in Path(program).parts or Path(program).name == "celery":
        if "worker" in rest:
            return f"worker {_queues(rest)}".strip()
        return "celery"
    if Path(program).name in ("manage.py", "ahm-server") and rest:
        return f"manage {rest[0]}"
    return ""


def _queues(arguments: Sequence[str]) -> str:
    for flag in ("--queues", "-Q"):
        if flag in arguments[:-1]:
            found = arguments[arguments.index(flag) + 1]
            return "" if found == "celery" else found
    return ""
