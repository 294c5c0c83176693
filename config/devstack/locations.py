"""Paths and addresses: one folder per instance, and everything that follows from it.

Settings import this module, so it needs neither Django nor a database driver, and it changes nothing on disk except where a
function's name says so.
"""

import base64
import hashlib
import os
import pwd
import secrets
import stat
import tempfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from urllib.parse import quote

APP = "ahm"
# The checkout, or the folder that the packages are installed in.
ROOT = Path(__file__).resolve().parent.parent.parent
IS_CHECKOUT = (ROOT / "manage.py").is_file()
# The folders that are no packages, such as `templates`: a wheel has them below `config` (setup.py).
SHIPPED = ROOT if IS_CHECKOUT else ROOT / "config" / "shipped"
# Short, present on every system, and accessible to the servers' user; TMPDIR may be none of these.
TEMPORARY = Path("/tmp")
# sockaddr_un has 104 bytes on macOS and 108 on Linux, including the final zero.
LONGEST_SOCKET_PATH = 103
POSTGRES_PORT = 5432
LOCK = "owner.lock"  # in the instance's folder
P256_ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551  # private keys are below it
INSTANCE = "instance"  # in the runtime folder: the path of the instance's folder


class DevstackError(RuntimeError):
    """A problem that the user can fix; the message says how."""


def data_dir() -> Path:
    """The instance's folder: DATA_DIR, or `var` in the checkout, or the user's `.local/share/ahm` for an installation.

    A relative path is relative to the checkout, or to the working directory of the command of an installation.
    """
    named = os.environ.get("DATA_DIR", "").strip()
    if IS_CHECKOUT:
        return (ROOT / Path(named or "var").expanduser()).resolve()
    return Path(named or f"~/.local/share/{APP}").expanduser().resolve()


def server_user() -> pwd.struct_passwd | None:
    """The user to run the servers as, if not ourselves: PostgreSQL refuses to run as root."""
    if os.geteuid() != 0:
        return None
    try:
        return pwd.getpwnam("nobody")
    except KeyError:
        raise DevstackError(
            "PostgreSQL refuses to run as root and this system has no user `nobody` to run it as: start as an ordinary "
            "user, or set DATABASE_URL and REDIS_URL"
        )


def reachable(path: Path, user: pwd.struct_passwd | None) -> bool:
    """May `user` traverse the folders down to `path`? None is ourselves."""
    if user is None:
        return True
    for folder in (path, *path.parents):
        try:
            status = folder.stat()
        except FileNotFoundError:
            continue  # does not exist yet: it will be ours, and accessible
        if not status.st_mode & stat.S_IXOTH and status.st_uid != user.pw_uid:
            return False
    return True


def is_closed(data_dir: Path) -> bool:
    """Do the servers run as a user who can't traverse the path to the instance's folder, such as one below /root?

    Their data is in it all the same: they are started in their own folders there, and need no other path.
    """
    user = server_user()
    return user is not None and not reachable(data_dir.parent, user)


def runtime_dir(data_dir: Path) -> Path:
    """The only place outside the instance's folder: for sockets and programs that can't be in it, while it runs."""
    return TEMPORARY / f"{APP}-{os.geteuid()}-{_fingerprint(data_dir)}"


def needs_runtime_dir(data_dir: Path) -> bool:
    return socket_dir(data_dir).is_relative_to(runtime_dir(data_dir))


def socket_dir(data_dir: Path) -> Path:
    """The private folder with both sockets: access to it is access to the servers, which have no password and no network."""
    inside = data_dir / "run"
    longest = os.fsencode(inside / f".s.PGSQL.{POSTGRES_PORT}")
    if len(longest) <= LONGEST_SOCKET_PATH and not is_closed(data_dir):
        return inside
    return runtime_dir(data_dir) / "run"


def program_dir(data_dir: Path) -> Path:
    """For copies of programs that the servers' user can't reach where they are installed."""
    return (runtime_dir(data_dir) if is_closed(data_dir) else data_dir) / "programs"


def log_dir(data_dir: Path) -> Path:
    return data_dir / "log"


def database_url(data_dir: Path, dbname: str = APP) -> str:
    """As the role that owns the product's databases (config/devstack/ownership.py)."""
    return _server_url(data_dir, APP, dbname)


def superuser_url(data_dir: Path, dbname: str = "postgres") -> str:
    """To prepare the server only: the product never connects so."""
    return _server_url(data_dir, "postgres", dbname)


def _server_url(data_dir: Path, user: str, dbname: str) -> str:
    # The port is explicit because PGPORT in the caller's environment would select another socket.
    return f"postgresql://{user}@/{dbname}?host={quote(str(socket_dir(data_dir)))}&port={POSTGRES_PORT}"


def redis_url(data_dir: Path) -> str:
    return f"unix://{quote(str(socket_dir(data_dir) / 'redis.sock'))}?db=0"


def service_host(host: str) -> str:
    """The host to connect to for a web server that listens on `host`: a wildcard address can't be connected to."""
    return {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)


def service_address(host: str, port: int) -> str:
    host = service_host(host)
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def make_folder(path: Path, *, mode: int, owner: pwd.struct_passwd | None = None) -> Path:
    """Create the folder with exactly this mode, whatever the umask; fails if another user has created it."""
    try:
        for parent in reversed(path.parents):
            if not parent.exists():
                parent.mkdir(exist_ok=True)
                parent.chmod(0o755)
        path.mkdir(mode=0o700, exist_ok=True)
    except OSError as error:
        raise DevstackError(f"{path} cannot be made ({error.strerror}): choose a DATA_DIR that this user may write to")
    found = path.lstat()
    expected = {os.geteuid()} | ({owner.pw_uid} if owner else set())
    if not stat.S_ISDIR(found.st_mode) or found.st_uid not in expected:
        holder = _name_of(found.st_uid)
        raise DevstackError(
            f"{path} belongs to {holder}, so it is not safe to use: run as {holder}, or choose another DATA_DIR"
        )
    if owner:
        os.chown(path, owner.pw_uid, owner.pw_gid)
    path.chmod(mode)
    return path


def make_runtime_dir(data_dir: Path) -> Path:
    """Create the runtime folder. It has the path of its instance, so that a later start can tell whether it is in use."""
    path = make_folder(runtime_dir(data_dir), mode=0o711)
    (path / INSTANCE).write_bytes(os.fsencode(data_dir))
    return path


def make_data_dir(data_dir: Path) -> Path:
    """Create the instance's folder, private unless it exists with another mode.

    As root, `nobody` must be able to traverse it to the servers' own folders.
    """
    try:
        if data_dir.exists() and not data_dir.is_dir():
            raise DevstackError(f"DATA_DIR={data_dir} is a file: choose a folder")
        mode = stat.S_IMODE(data_dir.stat().st_mode) if data_dir.exists() else 0o700
        make_folder(data_dir, mode=mode | stat.S_IXOTH if server_user() else mode)
        with tempfile.TemporaryFile(dir=data_dir):
            return data_dir
    except OSError as error:
        raise DevstackError(
            f"DATA_DIR={data_dir} cannot be used ({error.strerror}): choose a folder that this user may write to"
        )


def secret_key(data_dir: Path) -> str:
    """The instance's secret key, created on first use. Concurrent first uses get the same one."""
    return _made_once(data_dir, "secret_key", lambda: secrets.token_urlsafe(48))


def push_key(data_dir: Path) -> str:
    """The private key that signs the instance's pushes, likewise."""
    return _made_once(data_dir, "push_key", new_push_key)


def new_push_key() -> str:
    """A private key on the curve P-256: base64url of 32 bytes."""
    return base64.urlsafe_b64encode((1 + secrets.randbelow(P256_ORDER - 1)).to_bytes(32, "big")).decode().rstrip("=")


def _made_once(data_dir: Path, name: str, make: Callable[[], str]) -> str:
    path = data_dir / name
    if not path.exists():
        make_data_dir(data_dir)
        with tempfile.NamedTemporaryFile("w", prefix=f".{name}-", dir=data_dir) as fresh:  # mode 0600
            fresh.write(make() + "\n")
            fresh.flush()
            os.fsync(fresh.fileno())
            with suppress(FileExistsError):  # another process was faster: use its key
                os.link(fresh.name, path)
    try:
        return path.read_text().strip()
    except PermissionError:
        holder = _name_of(path.stat().st_uid)
        raise DevstackError(f"{path} belongs to {holder}: run as {holder}, or choose another DATA_DIR")


def _fingerprint(path: Path) -> str:
    return hashlib.sha256(os.fsencode(path)).hexdigest()[:10]


def _name_of(uid: int) -> str:
    try:
        return f"user {pwd.getpwuid(uid).pw_name!r}"
    except KeyError:
        return f"user id {uid}"
