"""Bring a backup back, into an empty database only, and make it safe to start: readers of inboxes are told, nothing is sent."""

import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from django.conf import settings
from django.core.files.storage import FileSystemStorage, default_storage
from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import connection
from django.db.migrations.loader import MigrationLoader

from config.backups import manifest, outgoing, programs
from marketplace.core import clock
from webhooks.services import restorations

_TABLES: Final = """
select count(*) from pg_class c join pg_namespace n on n.oid = c.relnamespace
 where c.relkind in ('r', 'p', 'v', 'm', 'S', 'f')
   and n.nspname <> 'information_schema' and n.nspname not like 'pg\\_%'
"""


def check(folder: Path, *, key_is_lost: bool) -> manifest.Manifest:
    """Everything that can be said before anything is written. Raises CommandError: not whole, damaged, made by a newer program,
    sealed under another key, or a database that is not empty.
    """
    found = manifest.read(folder)
    for name, expected in found.sha256.items():
        if not (folder / name).is_file() or manifest.digest(folder / name) != expected:
            raise CommandError(f"{folder / name} is missing, or not as it was written. Take another backup.")
    if newer := list(_unknown(found)):
        raise CommandError(f"The backup is of a newer program (it has {newer[0]}). Install that one first.")
    if not found.has_this_key() and not key_is_lost:
        raise CommandError(
            "SECRET_KEY is not the key of this backup, and none of SECRET_KEY_FALLBACKS is: what is sealed could not be opened, "
            "and no webhook be signed. Set the key of that time"
            + (f", or write it into {settings.DATA_DIR}/secret_key" if not os.environ.get("SECRET_KEY") else "")
            + ". If it is lost for good, add --key-is-lost (docs/operations.md, Keys, says what follows)."
        )
    _refuse_unless_empty()
    if found.files_at == "here":
        _check_files(folder)
    return found


def restore(folder: Path, found: manifest.Manifest, *, note: str = "") -> dict[str, int]:
    """Bring back what `check` has found sound. Returns how many of each kind are held.

    Files first: they harm nobody, and are skipped the second time. The dump is one transaction: cut off, it leaves the database
    empty. Then the migrations of this program, the epoch of inboxes, and the hold. Whatever is cut off behind the dump: empty the
    database and begin again. Raises CommandError.
    """
    if found.files_at == "here":
        _bring_files(folder)
    connection.close()
    programs.run(
        programs.find("pg_restore"),
        [
            *("--no-owner", "--no-privileges", "--exit-on-error", "--single-transaction"),
            *("--dbname", programs.database_name(), folder / manifest.DUMP),
        ],
    )
    restored = manifest.figures()
    if restored != found.figures:
        wrong = {name: (count, restored[name]) for name, count in found.figures.items() if restored[name] != count}
        raise CommandError(f"The database is not as the backup says (then, now): {wrong}. Empty it and begin again.")
    if settings.SANDBOX and (behind := found.clock_ahead - clock.offset_seconds()) > 0:
        clock.advance(behind)
    call_command("migrate", interactive=False, verbosity=0)
    restorations.mark(note=note or f"backup of {found.created_at}")
    return outgoing.hold()


def _unknown(found: manifest.Manifest) -> Iterator[str]:
    known = MigrationLoader(None).disk_migrations
    names = set(known).union(*(one.replaces for one in known.values()))
    ours = {app for app, _ in names}
    yield from (f"{app}.{name}" for app, name in found.migrations.items() if app in ours and (app, name) not in names)


def _refuse_unless_empty() -> None:
    with connection.cursor() as cursor:
        cursor.execute(_TABLES)
        if tables := cursor.fetchone()[0]:
            raise CommandError(
                f"The database {programs.database_name()} is not empty ({tables} tables). A backup is restored into an empty one: "
                "create another, or drop this one if nothing in it is needed."
            )


def _check_files(folder: Path) -> None:
    for line in manifest.listed(folder):
        path = folder / manifest.FOLDER / line["key"]
        if not path.is_file() or path.stat().st_size != line["size"] or manifest.digest(path) != line["sha256"]:
            raise CommandError(f"{path} is missing, or not as it was uploaded. Take it from another backup.")


def _bring_files(folder: Path) -> None:
    """Into the folder of files; what is there already stays. Into an object store `move_files` brings them from there."""
    if not isinstance(default_storage, FileSystemStorage):
        raise CommandError("Restore with STORAGE_URL unset; then `move_files` brings the files into the object store.")
    for line in manifest.listed(folder):
        target = Path(default_storage.path(line["key"]))
        if target.exists():
            if target.stat().st_size != line["size"] or manifest.digest(target) != line["sha256"]:
                raise CommandError(f"{target} exists, and is another file than the backup's.")
            continue
        target.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        partial = target.with_name(f".{target.name}")
        shutil.copyfile(folder / manifest.FOLDER / line["key"], partial)
        partial.replace(target)
