"""Make a backup: a dump of the database, and the files that its rows name, as they were in one snapshot, while the service runs."""

import json
import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.core.files.storage import FileSystemStorage, default_storage
from django.core.management.base import CommandError
from django.db import connection, transaction
from django.db.migrations.recorder import MigrationRecorder

import marketplace
from config.backups import manifest, programs
from marketplace.core import clock
from marketplace.core.batches import in_batches
from marketplace.models import File
from marketplace.services import archive

UNFINISHED = ".unfinished-"


def save(to: Path, *, with_files: bool = True) -> tuple[Path, manifest.Manifest]:
    """Write a backup into a new folder of `to`, named by the moment, and return it. It has that name only when it is whole.

    The dump and the list of files are of one snapshot, so that both agree; reads only, and keeps nobody waiting. Files come last:
    one that was deleted since is left out, and counted. A file that an earlier backup in `to` has is linked, not copied.
    with_files: False lists them only, as for files in an object store. Raises CommandError.
    """
    if connection.settings_dict.get("LIMITS_OF_TRANSACTIONS"):
        raise CommandError("A backup needs a session: give the server's own address as DATABASE_URL, not the pooler's.")
    now = clock.wall()
    name = f"{now:%Y%m%dT%H%M%SZ}"
    to.mkdir(parents=True, exist_ok=True, mode=0o700)
    earlier = sorted((path for path in to.iterdir() if (path / manifest.NAME).exists()), reverse=True)
    folder = to / f"{UNFINISHED}{name}"
    folder.mkdir(mode=0o700)
    facts = _in_one_snapshot(folder)
    is_folder = isinstance(default_storage, FileSystemStorage)
    files_at = "here" if with_files and is_folder else "their folder" if is_folder else "their object store"
    counted = _keep_files(folder, earlier[0] if earlier else None, copy=files_at == "here")
    made = manifest.Manifest(
        created_at=now.isoformat(),
        program=marketplace.VERSION,
        **facts,
        sha256={one: manifest.digest(folder / one) for one in (manifest.DUMP, manifest.LISTING)},
        files_at=files_at,
        **counted,
        key_tag=manifest.tag(now.isoformat()),
        clock_ahead=clock.offset_seconds(),
    )
    made.write(folder)
    whole = to / name
    folder.rename(whole)
    return whole, made


def _in_one_snapshot(folder: Path) -> dict[str, Any]:
    with transaction.atomic(durable=True), connection.cursor() as cursor:
        # We are idle for as long as pg_dump takes, and hold its snapshot meanwhile.
        cursor.execute("set transaction isolation level repeatable read, read only")
        cursor.execute("set local idle_in_transaction_session_timeout = 0")
        cursor.execute("select pg_export_snapshot(), current_setting('server_version')")
        snapshot, version = cursor.fetchone()
        dump = programs.find("pg_dump")
        programs.run(
            dump,
            [
                "--format=custom",
                "--no-owner",
                "--no-privileges",
                f"--snapshot={snapshot}",
                "--file",
                folder / manifest.DUMP,
            ],
        )
        with (folder / manifest.LISTING).open("w") as listing:
            for file in in_batches(File.objects.all(), by="pk", size=1000):
                line = {"key": file.storage_key, "size": file.size, "sha256": file.sha256}
                listing.write(json.dumps(line) + "\n")
        latest: dict[str, str] = {}
        for app, one in MigrationRecorder(connection).applied_migrations():
            latest[app] = max(latest.get(app, ""), one)
        return {"postgres": version, "migrations": dict(sorted(latest.items())), "figures": manifest.figures()}


def _keep_files(folder: Path, earlier: Path | None, *, copy: bool) -> dict[str, Any]:
    kept = size = gone = 0
    lines = []
    for line in [*manifest.listed(folder), *(_archived() if copy else ())]:
        if copy and not _keep(line, folder / manifest.FOLDER, earlier and earlier / manifest.FOLDER):
            gone += 1
            continue
        lines.append(line)
        kept, size = kept + 1, size + line["size"]
    (folder / manifest.LISTING).write_text("".join(json.dumps(line) + "\n" for line in lines))
    return {"files": kept, "bytes": size, "gone_meanwhile": gone}


def _archived() -> Iterator[dict[str, Any]]:
    """What the keeping times have written there: no row names it."""
    root = Path(default_storage.path(""))
    for path in sorted((root / archive.FOLDER).rglob("*")):
        if path.is_file():
            key = str(path.relative_to(root))
            yield {"key": key, "size": path.stat().st_size, "sha256": manifest.digest(path)}


def _keep(line: dict[str, Any], files: Path, earlier: Path | None) -> bool:
    """Copy or link one file; False when it is gone. Raises CommandError for other bytes than its row says."""
    target = files / line["key"]
    target.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    if earlier and (before := earlier / line["key"]).is_file() and before.stat().st_size == line["size"]:
        os.link(before, target)
        return True
    try:
        shutil.copyfile(default_storage.path(line["key"]), target)
    except FileNotFoundError:
        return False
    if manifest.digest(target) != line["sha256"]:
        raise CommandError(
            f"{line['key']} has other bytes than its row says: see `check_files`, and an earlier backup."
        )
    return True
