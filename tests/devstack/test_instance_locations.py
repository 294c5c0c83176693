import os
import pwd
import stat
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import psycopg.conninfo
import pytest
import redis

from config.devstack import locations
from config.devstack.locations import DevstackError

as_root = pytest.mark.skipif(os.geteuid() != 0, reason="only root runs the servers as somebody else")


@pytest.fixture
def closed(folder):
    """A folder that only its owner may enter."""
    path = folder / "closed"
    path.mkdir(mode=0o700)
    return path


def mode(path):
    return stat.S_IMODE(path.stat().st_mode)


def test_data_dir_counts_from_the_checkout(monkeypatch, tmp_path):
    monkeypatch.delenv("DATA_DIR", raising=False)
    assert locations.data_dir() == locations.ROOT / "var"
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DATA_DIR", "second")
    assert locations.data_dir() == locations.ROOT / "second"
    monkeypatch.setenv("DATA_DIR", str(tmp_path / "x"))
    assert locations.data_dir() == tmp_path / "x"


def test_addresses_survive_blanks_and_signs(folder):
    data_dir = folder / "a b%c?d"
    parsed = psycopg.conninfo.conninfo_to_dict(locations.database_url(data_dir))
    assert parsed["host"] == str(locations.socket_dir(data_dir))
    assert (parsed["dbname"], parsed["user"], parsed["port"]) == ("ahm", "ahm", "5432")
    pool = redis.ConnectionPool.from_url(locations.redis_url(data_dir))
    assert pool.connection_kwargs["path"] == str(locations.socket_dir(data_dir) / "redis.sock")


def test_sockets_of_a_deep_folder_move_to_a_short_place(folder):
    deep = folder / ("d" * 90)
    sockets = locations.socket_dir(deep)
    assert not sockets.is_relative_to(deep)
    assert len(os.fsencode(sockets / ".s.PGSQL.5432")) <= locations.LONGEST_SOCKET_PATH
    assert sockets != locations.socket_dir(folder / ("e" * 90))


def test_everybody_gets_the_same_secret_key(folder):
    data_dir = folder / "new"
    with ThreadPoolExecutor(8) as pool:
        keys = set(pool.map(locations.secret_key, [data_dir] * 16))
    assert len(keys) == 1
    assert len(keys.pop()) == 64
    assert mode(data_dir / "secret_key") == 0o600
    assert mode(data_dir) == (0o701 if os.geteuid() == 0 else 0o700)
    assert [path.name for path in data_dir.iterdir()] == ["secret_key"]


def test_modes_do_not_depend_on_the_umask(folder):
    before = os.umask(0o077)
    try:
        locations.make_folder(folder / "parent" / "child", mode=0o711)
    finally:
        os.umask(before)
    assert (mode(folder / "parent"), mode(folder / "parent" / "child")) == (0o755, 0o711)


def test_a_link_in_the_place_of_a_folder_is_refused(folder):
    (folder / "link").symlink_to("/etc")
    with pytest.raises(DevstackError, match="not safe to use"):
        locations.make_folder(folder / "link", mode=0o700)
    assert mode(folder / "link") == 0o755


@as_root
def test_another_users_folder_is_refused(folder):
    theirs = folder / "theirs"
    theirs.mkdir()
    os.chown(theirs, pwd.getpwnam("daemon").pw_uid, -1)
    with pytest.raises(DevstackError, match="run as user 'daemon', or choose another DATA_DIR"):
        locations.secret_key(theirs)


@as_root
def test_only_sockets_and_programs_of_a_closed_folder_are_elsewhere(closed, folder):
    assert locations.socket_dir(folder / "open") == folder / "open" / "run"
    assert locations.program_dir(folder / "open") == folder / "open" / "programs"
    assert not locations.needs_runtime_dir(folder / "open")

    data_dir = closed / "var"
    assert locations.is_closed(data_dir)
    assert locations.log_dir(data_dir) == data_dir / "log"
    for elsewhere in (locations.socket_dir(data_dir), locations.program_dir(data_dir)):
        assert elsewhere.parent == locations.runtime_dir(data_dir)
    assert locations.needs_runtime_dir(data_dir)


def test_an_ordinary_user_keeps_everything_in_one_folder(closed, monkeypatch):
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    assert not locations.needs_runtime_dir(closed / "var")
    assert locations.socket_dir(closed / "var") == closed / "var" / "run"


def test_a_folder_that_cannot_be_is_refused_by_the_name_of_its_setting(folder):
    (folder / "file").touch()
    for impossible in (folder / "file", folder / "file" / "below", Path("/proc/nowhere")):
        with pytest.raises(DevstackError, match="DATA_DIR"):
            locations.make_data_dir(impossible)


@pytest.mark.parametrize(
    ("host", "address"),
    [
        ("127.0.0.1", "http://127.0.0.1:80"),
        ("localhost", "http://localhost:80"),
        ("0.0.0.0", "http://127.0.0.1:80"),
        ("::", "http://[::1]:80"),
        ("::1", "http://[::1]:80"),
    ],
)
def test_the_service_is_asked_for_where_it_listens(host, address):
    assert locations.service_address(host, 80) == address
