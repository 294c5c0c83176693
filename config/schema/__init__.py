"""The tables of a new database in one script: a second instead of a minute, in which Django makes its models anew for each change.

`schema.sql` is what all migrations together make, with their first rows: pg_dump wrote it, nobody edits it. `migrate` reads it into
a database that has nothing yet, if it was made from just these migrations; every other database is migrated one by one, as ever.
Whoever adds a migration makes it anew (`./dev manage dump_schema`), else a test fails. docs/decisions/whole-migrations.md.
"""

import hashlib
import sys
from pathlib import Path

from django.db.migrations.loader import MigrationLoader

SCRIPT = Path(__file__).with_name("schema.sql")
FIRST_LINE = "-- Made by `./dev manage dump_schema` from the migrations "


def made_from() -> str:
    """Of which migrations the script is, as `fingerprint` names them; empty when there is no script."""
    if not SCRIPT.is_file():
        return ""
    with SCRIPT.open(encoding="utf-8") as script:
        return script.readline().removeprefix(FIRST_LINE).strip()


def fingerprint() -> str:
    """A hash over the source of every migration that is installed, those of libraries too, and the SQL that lies beside them."""
    sources: dict[str, Path] = {}
    for (app, name), migration in MigrationLoader(None, ignore_no_migrations=True).disk_migrations.items():
        path = Path(str(sys.modules[type(migration).__module__].__file__))
        sources[f"{app}/{name}"] = path
        sources |= {f"{app}/sql/{beside.name}": beside for beside in (path.parent / "sql").glob("*.sql")}
    whole = hashlib.sha256()
    for name, path in sorted(sources.items()):
        whole.update(f"{name}\n".encode() + path.read_bytes())
    return whole.hexdigest()
