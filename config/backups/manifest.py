"""What a backup consists of: its manifest, with the hash of everything in it, and figures that a restored database must repeat.

SECRET_KEY is not in a backup: whoever steals one then has neither webhook secrets nor sessions. A tag of the manifest tells later
whether a key is the one that was valid then.
"""

import hashlib
import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Final

from django.core.management.base import CommandError
from django.db import connection

from marketplace.core import crypto

NAME: Final = "manifest.json"
DUMP: Final = "database.dump"
LISTING: Final = "files.jsonl"
FOLDER: Final = "files"
VERSION: Final = 1
_FIGURES: Final = """
select (select count(*) from marketplace_account), (select count(*) from marketplace_file),
       (select count(*) from webhooks_event), (select count(*) from ledger_transaction),
       (select count(*) from ledger_move), (select coalesce(sum(cents), 0) from ledger_move),
       (select coalesce(sum(balance), 0) from ledger_account)
"""
_NAMES: Final = ("accounts", "files", "events", "transactions", "moves", "movedCents", "balanceCents")


@dataclass(frozen=True, slots=True)
class Manifest:
    """`sha256` of the dump and of the listing. `files_at` is `here` when their bytes are in the backup, else where they lie.
    `migrations` are the latest of each app."""

    created_at: str
    program: str
    postgres: str
    migrations: dict[str, str]
    figures: dict[str, int]
    sha256: dict[str, str]
    files: int
    bytes: int
    files_at: str
    gone_meanwhile: int
    key_tag: str = ""
    clock_ahead: float = 0.0  # seconds by which a sandbox's business time was moved
    version: int = VERSION
    not_included: tuple[str, ...] = field(
        default=("SECRET_KEY and its fallbacks", "VAPID_PRIVATE_KEY and other settings", "Redis")
    )

    def write(self, folder: Path) -> None:
        (folder / NAME).write_text(json.dumps(asdict(self), indent=2) + "\n")

    def has_this_key(self) -> bool:
        """Is SECRET_KEY, or one of its fallbacks, the key that was valid at the backup?"""
        return crypto.verify(self.created_at, self.key_tag, "backup")


def read(folder: Path) -> Manifest:
    """Raises CommandError for what is no whole backup."""
    try:
        found: dict[str, Any] = json.loads((folder / NAME).read_text())
        if found["version"] != VERSION:
            raise CommandError(f"{folder} is of version {found['version']}: restore it with the program that made it.")
        return Manifest(**(found | {"not_included": tuple(found["not_included"])}))
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise CommandError(f"{folder} is no whole backup: {NAME} can't be read ({type(error).__name__}).")


def tag(created_at: str) -> str:
    return crypto.sign(created_at, "backup")


def figures() -> dict[str, int]:
    """Counts and sums of the database, in the snapshot of the present transaction."""
    with connection.cursor() as cursor:
        cursor.execute(_FIGURES)
        return dict(zip(_NAMES, map(int, cursor.fetchone()), strict=True))


def digest(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def listed(folder: Path) -> Iterator[dict[str, Any]]:
    """The files of a backup: key, size, sha256."""
    with (folder / LISTING).open("rb") as lines:
        yield from map(json.loads, lines)
