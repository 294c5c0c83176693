"""The folder of an instance that was prepared once: migrated, with its demo data. Live tests start on copies of it, since
the preparation costs more than the start."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from django.db import connections
from django.db.utils import load_backend

from config.devstack import gates, leftovers, locations
from config.settings.base import database


@contextmanager
def prepared() -> Iterator[Path]:
    """The one that the gates made, or one for as long as this lasts."""
    if (named := Path(os.environ.get("PREPARED_INSTANCE", "/nowhere"))).exists():
        yield named
        return
    ownership = leftovers.make_throwaway_folder("a prepared instance")
    data_dir = ownership.data_dir / "data"
    try:
        subprocess.run(
            [sys.executable, locations.ROOT / "manage.py", *gates.PREPARE_INSTANCE],
            env=gates.without_configuration(os.environ, gates.configuration_names())
            | {"DATA_DIR": str(data_dir), "DJANGO_SETTINGS_MODULE": "config.settings.dev"},
            check=True,
            capture_output=True,
        )
        yield data_dir
    finally:
        shutil.rmtree(ownership.data_dir, ignore_errors=True)
        ownership.release()


def copy(prepared: Path, to: Path) -> Path:
    locations.make_data_dir(to)
    subprocess.run(["cp", "-a", f"{prepared}/.", to], check=True)
    return to


@contextmanager
def database_of(data_dir: Path) -> Iterator[None]:
    """Meanwhile this thread's queries go to the database of the instance that runs in this folder."""
    ours = connections["default"]
    settings = ours.settings_dict | database(locations.database_url(data_dir))
    connections["default"] = theirs = load_backend(settings["ENGINE"]).DatabaseWrapper(settings, "default")
    try:
        yield
    finally:
        theirs.close()
        connections["default"] = ours
