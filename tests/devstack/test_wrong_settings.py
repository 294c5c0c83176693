"""Each wrong setting ends in one sentence that names it, its value and the way out; no secret, no traceback.

The settings are read anew in this process for each; that a program says the sentence and ends is shown once.
"""

import importlib
import os
import subprocess
import sys
from unittest.mock import patch

import pytest

from config.devstack import gates, locations, readiness
from config.devstack.embedded import EmbeddedServers
from config.devstack.guard import Guard
from config.devstack.locations import DevstackError
from config.settings import reading

NOWHERE = "127.0.0.1:1"
WRONG = [
    ({"PORT": "abc"}, "PORT=abc is not a number from 1 to 65535"),
    ({"PORT": "80000"}, "PORT=80000 is not a number from 1 to 65535"),
    ({"PORT": "-1"}, "PORT=-1 is not a number from 1 to 65535"),
    ({"WAITING_PORT": "abc"}, "WAITING_PORT=abc is not a number from 0 to 65535"),
    ({"BASE_URL": "example.org"}, "BASE_URL=example.org is not an address that begins with http:// or https://"),
    ({"BASE_URL": "https://"}, "BASE_URL=https:// is not an address"),
    ({"BASE_URL": "https://market. example.org"}, "BASE_URL=https://market. example.org is not an address"),
    ({"API_KEY_PREFIX": "a b"}, "API_KEY_PREFIX=a b is not a word: give letters and digits only"),
    ({"EMAIL_URL": "nonsense"}, "EMAIL_URL=nonsense cannot be used: give an address like smtp+tls://"),
    ({"EMAIL_URL": "mail://me:s3cret@example.org"}, "EMAIL_URL=mail://… cannot be used"),
    ({"RATE_LIMIT_SCALE": "x"}, "RATE_LIMIT_SCALE=x is not a number above 0"),
    ({"RATE_LIMIT_SCALE": "nan"}, "RATE_LIMIT_SCALE=nan is not a number above 0"),
    ({"SANDBOX": "perhaps"}, "SANDBOX=perhaps is neither yes nor no: give 1 or 0"),
    ({"STAFF_SECOND_FACTOR": "totp"}, "STAFF_SECOND_FACTOR=totp is neither yes nor no: give 1 or 0"),
    ({"ACCESS_LOG": "perhaps"}, "ACCESS_LOG=perhaps is neither yes nor no: give 1 or 0"),
    ({"SLOW_REQUEST_MS": "1s"}, "SLOW_REQUEST_MS=1s is not a number from 0 to 600000"),
    ({"SLOW_STATEMENT_MS": "-1"}, "SLOW_STATEMENT_MS=-1 is not a number from 0 to 600000"),
    ({"METRICS_TOKEN": "s3cret"}, "METRICS_TOKEN is too short: give at least 16 letters and digits"),
    ({"OTLP_ENDPOINT": "collector"}, "OTLP_ENDPOINT=collector is not an address"),
    ({"SENTRY_DSN": "ftp://s3cret@x.example.org/1"}, "SENTRY_DSN=ftp://… cannot be used"),
    ({"LOG_LEVEL": "loud"}, "LOG_LEVEL=loud is none of the choices: give DEBUG, INFO, WARNING or ERROR"),
    ({"APPLICATION_REVIEWER": "me"}, "APPLICATION_REVIEWER=me is none of the choices: give rules, http or none"),
    ({"APPLICATION_REVIEWER": "http"}, "give its address as APPLICATION_REVIEWER_URL"),
    ({"APPLICATION_REVIEWER_URL": "reviewer"}, "APPLICATION_REVIEWER_URL=reviewer is not an address"),
    (
        {"APPLICATION_REVIEWER_URL": "http://reviewer.example.org/?key=s3cret", "SANDBOX": "0"},
        "APPLICATION_REVIEWER_URL=http://… is not an address that begins with https://",
    ),
    ({"LANGUAGE_SCORER": "me"}, "LANGUAGE_SCORER=me is none of the choices: give http, local, sandbox or none"),
    ({"LANGUAGE_SCORER": "http"}, "give its address as LANGUAGE_SCORER_URL"),
    ({"DETECTOR": "http"}, "give its address as DETECTOR_URL"),
    ({"DETECTOR": "sandbox", "SANDBOX": "0"}, "DETECTOR=sandbox is none of the choices: give http or none"),
    ({"X402_CHAIN": "sandbox", "SANDBOX": "0"}, "X402_CHAIN=sandbox is none of the choices: give node"),
    ({"DATABASE_REPLICA_URL": "mysql://me:s3cret@example.org/x"}, "DATABASE_REPLICA_URL=mysql://… cannot be used"),
    ({"DATABASE_POOLER": "session"}, "DATABASE_POOLER=session is none of the choices: give none or transaction"),
    ({"DATABASE_URL": "mysql://me:s3cret@example.org/x"}, "DATABASE_URL=mysql://… cannot be used"),
    ({"DATABASE_URL": "postgresql://me:s3cret@example.org:port/x"}, "DATABASE_URL=postgresql://… cannot be used"),
    ({"STORAGE_URL": "s3://me:s3cret/x@bucket"}, "STORAGE_URL=s3://… cannot be used: it is malformed"),
    (
        {"STORAGE_URL": "minio:9000/bucket"},
        "STORAGE_URL=minio:9000/bucket cannot be used: it does not begin with s3://",
    ),
    ({"VAPID_PRIVATE_KEY": "s3cret"}, "VAPID_PRIVATE_KEY is not a key: give what `manage.py make_push_key` prints"),
    ({"REDIS_URL": "localhost:6379"}, "REDIS_URL=localhost:6379 cannot be used: give an address like redis://"),
    (
        {"REDIS_URL": "redis+cluster://:s3cret@one.example.org:7000"},
        "REDIS_URL=redis+cluster://… cannot be used: the queue can't live in a cluster; name one server or its sentinels",
    ),
    (
        {"REDIS_URL": "sentinel://:s3cret@one.example.org/0"},
        "REDIS_URL=sentinel://… cannot be used: it names no master",
    ),
    (
        {"LIMITS_REDIS_URL": "sentinel://one.example.org:port/0?master=ahm"},
        "LIMITS_REDIS_URL=sentinel://… cannot be used: each sentinel is a host, or host:port",
    ),
    ({"LIMITS_REDIS_URL": "http://one"}, "LIMITS_REDIS_URL=http://one cannot be used: give an address like redis://"),
    ({"DATA_DIR": "/proc/x"}, "/proc/x cannot be made (No such file or directory): choose a DATA_DIR"),
    ({"DATA_DIR": "/etc/passwd"}, "DATA_DIR=/etc/passwd is a file: choose a folder"),
]


def read_settings(name, variables):
    """The settings of this environment, read as a program would."""
    environment = gates.without_configuration(os.environ, gates.configuration_names()) | variables
    with patch.dict(os.environ, environment, clear=True), patch.dict(sys.modules):
        for module in ("base", "dev", "prod", "watching"):
            sys.modules.pop(f"config.settings.{module}", None)
        return importlib.import_module(f"config.settings.{name}")


def serve(folder, port, variables):
    environment = gates.without_configuration(os.environ, gates.configuration_names())
    environment |= {"DATA_DIR": str(folder), "PORT": str(port)} | variables
    done = subprocess.run(
        [sys.executable, locations.ROOT / "manage.py", "serve"],
        env=environment,
        cwd="/",
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 1, done.stdout
    assert not (folder / "postgres").exists()  # nothing was started for it
    return done.stdout.splitlines()


@pytest.mark.parametrize(
    ("variables", "sentence"), WRONG, ids=[",".join(map("=".join, row[0].items())) for row in WRONG]
)
def test_a_wrong_setting_is_told_in_one_sentence(folder, variables, sentence):
    with pytest.raises((reading.BadSetting, DevstackError)) as refused:
        read_settings("dev", {"DATA_DIR": str(folder)} | variables)

    said = str(refused.value)
    assert sentence in said
    assert "\n" not in said and "s3cret" not in said


def test_without_a_wrong_setting_nothing_is_told(folder):
    read_settings("dev", {"DATA_DIR": str(folder)})
    read_settings("prod", gates.PRODUCTION | {"SECRET_KEY": "x" * 50})


def test_serve_says_the_sentence_and_ends(folder, free_ports):
    (said,) = serve(folder, free_ports[0], {"PORT": "abc"})

    assert said.startswith("serve: PORT=abc is not a number from 1 to 65535")


def test_a_database_that_does_not_answer_is_waited_for_and_then_named(folder, free_ports):
    waiting, end = serve(folder, free_ports[0], {"DATABASE_URL": f"postgresql://me:s3cret@{NOWHERE}/x"})

    assert waiting.startswith("serve    | DATABASE_URL does not answer yet (") and waiting.endswith(
        "waiting up to 10 s"
    )
    assert end.startswith("serve: DATABASE_URL cannot be used (") and "s3cret" not in waiting + end
    assert "refused" in end and end.endswith("start that server, or give another address")


def test_a_redis_that_does_not_answer_is_waited_for_and_then_named(monkeypatch, settings):
    monkeypatch.delenv("DATABASE_URL", raising=False)
    settings.REDIS_URL = f"redis://:s3cret@{NOWHERE}/0"
    monkeypatch.setenv("REDIS_URL", settings.REDIS_URL)
    said = []

    with pytest.raises(DevstackError, match=r"^REDIS_URL cannot be used \(.*refused.*\): start that server") as refused:
        readiness.check_named_servers(said.append, patience=0.1)

    (waiting,) = said
    assert waiting.startswith("REDIS_URL does not answer yet (")
    assert "s3cret" not in waiting + str(refused.value)


@pytest.mark.parametrize(("name", "missing"), [("POSTGRES_BINDIR", "/nope/postgres"), ("REDIS_SERVER", "/nope")])
def test_a_program_that_is_not_there_is_named_before_anything_starts(folder, monkeypatch, name, missing):
    for server in ("DATABASE_URL", "REDIS_URL"):
        monkeypatch.delenv(server, raising=False)
    monkeypatch.setenv(name, "/nope")
    guard = Guard()
    servers = EmbeddedServers(folder, guard)

    with pytest.raises(DevstackError, match=f"{name}=/nope cannot be used: {missing} is not a program"):
        servers.start()

    assert servers.running == [] and not (folder / "postgres").exists()
    guard.close()


@pytest.mark.parametrize("missing", ["SECRET_KEY", "DATABASE_URL", "REDIS_URL"])
def test_production_names_what_is_not_set(missing):
    variables = gates.PRODUCTION | {"SECRET_KEY": "x" * 50}
    del variables[missing]

    with pytest.raises(reading.BadSetting, match=rf"^{missing} is not set: [^\n]+$"):
        read_settings("prod", variables)


def test_production_leads_from_http_to_its_own_address():
    found = read_settings("prod", gates.PRODUCTION | {"SECRET_KEY": "x" * 50})

    assert (found.SECURE_SSL_REDIRECT, found.SECURE_SSL_HOST) == (True, "market.example.org")


@pytest.mark.parametrize("empty", ["", "  "])
def test_an_empty_variable_counts_as_not_set(monkeypatch, empty):
    monkeypatch.setenv("X", empty)
    assert reading.whole_number("X", 8000, lowest=1, highest=65535) == 8000
    assert reading.factor("X", 1.0) == 1.0
    assert reading.flag("X", default=True) is True
    assert reading.choice("X", "rules", ["rules", "none"]) == "rules"
    assert reading.word("X", "ahm") == "ahm"
    assert reading.web_address("X", "http://a", example="") == "http://a"
    assert reading.server_address("X", schemes=["redis"], example="") == ""


@pytest.mark.parametrize(("value", "meant"), [("1", True), ("True", True), ("yes", True), ("0", False), ("off", False)])
def test_flags_are_written_in_many_ways(monkeypatch, value, meant):
    monkeypatch.setenv("X", value)
    assert reading.flag("X", default=not meant) is meant
