"""`manage.py doctor`: each fault that an operator can have is planted, found, and comes with what to do; nothing secret is said."""

import datetime
import json
import shutil
import socket
import ssl
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
import trustme
from django.core import checks
from django.core.files.storage import default_storage
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from django.db import OperationalError, connection, connections
from django.db.migrations.recorder import MigrationRecorder

from config.doctor import examination, installation, state
from config.doctor.findings import Finding, masked
from marketplace.core import clock, redis_clients
from marketplace.models import File, Mail
from marketplace.selectors import health
from tests.api import Api
from tests.factories.files import given_file
from tests.factories.market import given_funded_agent
from wallet.models import Discrepancy

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def sound(monkeypatch: pytest.MonkeyPatch, settings: Any, tmp_path: Path) -> Iterator[None]:
    """An instance that runs: its workers answer, its beat was heard, its folder is its own."""
    monkeypatch.setattr(state, "consumed_queues", lambda: {"celery", "speech", "reviews"})
    settings.MEDIA_ROOT = tmp_path / "files"
    with redis_clients.of_queue(seconds=1) as client:
        client.delete("celery", "speech", "reviews")
        client.set(health.HEARTBEAT, f"{clock.wall().timestamp():.3f}")
        yield
        client.delete(health.HEARTBEAT)


def examined(*parts: str) -> list[Finding]:
    return list(examination.examine([*parts]))


def the_fault(*parts: str, level: str = "fault") -> Finding:
    """The one finding of this level; every such finding says what to do."""
    found = [one for one in examined(*parts) if one.level == level]
    assert len(found) == 1, found
    assert found[0].advice
    return found[0]


def run(*arguments: str) -> tuple[int, str]:
    out = StringIO()
    try:
        call_command("doctor", *arguments, stdout=out)
    except SystemExit as end:
        return int(end.code or 0), out.getvalue()
    return 0, out.getvalue()


def test_a_sound_instance_has_no_fault_and_nothing_is_left_behind(settings: Any) -> None:
    code, text = run("database", "migrations", "redis", "queues", "books", "files", "keys", "clock", "python")

    assert code == 0, text
    assert "doctor: 0 faults, 0 warnings" in text
    assert [path for path in Path(settings.MEDIA_ROOT).rglob("*") if path.is_file()] == []


@pytest.mark.main
def test_every_part_is_looked_at_and_told_as_json() -> None:
    code, text = run("--json")

    told = json.loads(text)
    assert {one["part"] for one in told["findings"]} == set(examination.PARTS)
    assert told["isSound"] is (code != 2)


def test_a_part_that_does_not_exist_is_refused_by_its_name() -> None:
    with pytest.raises(SystemExit) as end:
        call_command("doctor", "bookz", stderr=StringIO())
    assert end.value.code == 2


def test_settings_that_contradict_each_other(settings: Any) -> None:
    settings.CARD_PROVIDER = "stripe"
    settings.STRIPE_API_KEY, settings.STRIPE_WEBHOOK_SECRET = "sk_test_of_this_instance", ""

    found = the_fault("settings")

    assert "STRIPE_WEBHOOK_SECRET" in found.words
    assert "Add the webhook" in found.advice
    assert run("settings")[0] == 2


def test_a_warning_of_the_settings_is_a_warning(monkeypatch: pytest.MonkeyPatch) -> None:
    planted = checks.Warning("This may be wrong.", hint="Look at it.", id="x.W001")
    monkeypatch.setattr(checks, "run_checks", lambda **_: [planted])

    assert the_fault("settings", level="warning").advice == "Look at it."
    assert run("settings")[0] == 1


def test_outside_a_sandbox_the_checks_of_a_deployment_run(settings: Any) -> None:
    settings.SANDBOX, settings.CARD_PROVIDER, settings.EMAIL_URL = False, "none", ""

    assert any("marketplace.E005" in one.words for one in examined("settings") if one.level == "fault")


def test_programs_that_are_too_old(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(installation, "OLDEST_PYTHON", (9, 0))
    monkeypatch.setattr(installation, "OLDEST_POSTGRES", 99)
    monkeypatch.setattr(installation, "OLDEST_REDIS", (1, 0))

    assert "Python 3.11 or newer" in the_fault("python").advice
    assert "too old" in the_fault("database").words
    assert [one.level for one in examined("redis")] == ["ok"]


def test_a_queue_that_forgets_when_it_is_full(monkeypatch: pytest.MonkeyPatch) -> None:
    with redis_clients.of_queue(seconds=1) as client:
        told = dict(client.info())
    forgetful = told | {"maxmemory": 10**8, "maxmemory_policy": "allkeys-lru"}
    monkeypatch.setattr("redis.Redis.info", lambda *_, **__: forgetful)

    found = the_fault("redis")

    assert "allkeys-lru" in found.words
    assert "noeviction" in found.advice


def test_few_connections_are_left(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(installation, "CONNECTIONS_USED", 0.0)

    assert "DATABASE_POOL" in the_fault("database", level="warning").advice


def test_a_migration_that_is_missing_and_what_follows_is_left_out() -> None:
    MigrationRecorder.Migration.objects.filter(app="qa").delete()

    found = examined("migrations", "books", "files")

    assert [one.level for one in found] == ["fault", "skipped", "skipped"]
    assert "qa.0001" in found[0].words
    assert "migrate" in found[0].advice


def test_a_program_that_is_older_than_its_database() -> None:
    MigrationRecorder.Migration.objects.create(app="qa", name="9999_of_the_next_release")

    assert "qa.9999_of_the_next_release" in the_fault("migrations", level="warning").words


def test_a_database_that_is_away_is_one_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    def away(*_: Any, **__: Any) -> Any:
        raise OperationalError("connection refused")

    monkeypatch.setattr(connections["default"], "cursor", away)

    found = examined("database", "migrations", "books", "clock")

    assert [one.level for one in found] == ["fault", "skipped", "skipped", "skipped"]
    assert "DATABASE_URL" in found[0].advice


def test_a_redis_that_is_away_is_one_fault(settings: Any) -> None:
    settings.REDIS_URL = "redis://:a-password-of-redis@127.0.0.1:1/0"

    found = examined("redis", "queues")

    assert [one.level for one in found] == ["fault", "skipped"]
    assert "REDIS_URL" in found[0].advice


def test_a_violation_of_the_books() -> None:
    agent = given_funded_agent(10_000)
    with connection.cursor() as cursor:
        cursor.execute("set local session_replication_role = replica")
        cursor.execute(
            "update ledger_account set balance = balance + 1 where code = %s", [f"wallet:{agent.account.pk}"]
        )
        assert cursor.rowcount == 1
        cursor.execute("set local session_replication_role = origin")

    found = the_fault("books")

    assert str(agent.account.pk) in found.words
    assert "check_ledger" in found.advice


def test_a_difference_that_staff_have_not_explained() -> None:
    Discrepancy.objects.create(provider="stripe", fault="unknown_payout", subject="po_1", seen_at=clock.now())

    assert "Discrepancies" in the_fault("books", level="warning").advice


def test_books_too_large_for_a_quick_check_are_left_to_their_command(monkeypatch: pytest.MonkeyPatch) -> None:
    def slow() -> None:
        with connection.cursor() as cursor:
            cursor.execute("set local statement_timeout = 20")
            cursor.execute("select pg_sleep(5)")

    monkeypatch.setattr("wallet.services.books.violations", slow)

    found = examined("books")

    assert [one.level for one in found] == ["skipped"]
    assert "check_ledger" in found[0].words


def test_a_store_that_can_not_be_written_to(monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: Any) -> Any:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(type(default_storage._wrapped), "save", full)  # type: ignore[attr-defined]

    assert "No space left" in the_fault("files").words


@pytest.mark.parametrize(("harm", "words"), [("gone", "is missing"), ("changed", "has other bytes")])
def test_a_file_that_is_not_as_its_row_says(harm: str, words: str, agent: Api, settings: Any) -> None:
    file: File = given_file(agent.account, SimpleUploadedFile("a.txt", b"what was uploaded"))
    path = Path(settings.MEDIA_ROOT) / file.storage_key
    path.unlink() if harm == "gone" else path.write_bytes(b"something else")

    found = the_fault("files")

    assert f"{file.public_id} {words}" in found.words
    assert "check_files" in found.advice


def test_texts_that_no_key_opens_and_texts_under_an_old_one(agent: Api, settings: Any) -> None:
    agent.post("/api/webhooks/endpoints", {"url": "http://127.0.0.1:9/hook", "events": ["*"]})
    before = settings.SECRET_KEY

    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "another key" * 5, [before]
    assert "rekey" in the_fault("keys", level="warning").advice

    settings.SECRET_KEY_FALLBACKS = []
    found = the_fault("keys")
    assert "webhooks.endpoint" in found.words
    assert "SECRET_KEY_FALLBACKS" in found.advice


@pytest.mark.parametrize("last", [None, 3600.0])
def test_a_beat_that_is_not_heard(last: float | None) -> None:
    with redis_clients.of_queue(seconds=1) as client:
        client.delete(health.HEARTBEAT)
        if last is not None:
            client.set(health.HEARTBEAT, f"{clock.wall().timestamp() - last:.3f}")

    assert "`worker` and `beat`" in the_fault("queues").advice


def test_a_queue_that_nobody_takes_from(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(state, "consumed_queues", lambda: {"celery", "reviews"})

    found = the_fault("queues")

    assert (found.words, "start speech" in found.advice) == ("no worker takes from the queue speech", True)


def test_a_queue_that_grows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(state, "QUEUE_LONG", 2)
    with redis_clients.of_queue(seconds=1) as client:
        client.rpush("speech", "1", "2", "3")
        found = the_fault("queues", level="warning")
        client.delete("speech")

    assert found.words == "3 tasks wait in the queue speech"


def test_a_timer_that_is_late() -> None:
    long_ago = clock.now() - datetime.timedelta(hours=2)
    Mail.objects.create(to="a@example.org", subject="x", text="x", next_attempt_at=long_ago)

    found = the_fault("queues")

    assert "marketplace.send_mails" in found.words


@pytest.mark.parametrize(("seconds", "level"), [(60, "fault"), (2, "warning"), (0, "ok")])
def test_a_clock_that_is_wrong(monkeypatch: pytest.MonkeyPatch, seconds: int, level: str) -> None:
    right = clock.wall
    monkeypatch.setattr(clock, "wall", lambda: right() + datetime.timedelta(seconds=seconds))

    first = examined("clock")[0]

    assert first.level == level
    assert ("NTP" in first.advice) is (level != "ok")


def test_a_sandbox_says_how_far_its_clock_was_moved(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clock, "offset_seconds", lambda: 3 * 86_400.0)

    assert "3.0 days ahead" in examined("clock")[-1].words


@pytest.mark.parametrize(("free", "level"), [(10**9, "fault"), (5 * 10**9, "warning"), (50 * 10**9, "ok")])
def test_a_disk_that_fills_up(monkeypatch: pytest.MonkeyPatch, free: int, level: str) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda _: (100 * 10**9, 0, free))

    levels = {one.level for one in examined("disk")}

    assert levels == {level}


def test_an_address_without_tls_has_no_certificate(settings: Any) -> None:
    settings.BASE_URL = "http://127.0.0.1:8000"

    assert [one.level for one in examined("certificate")] == ["skipped"]


@pytest.mark.parametrize(
    ("days", "name", "level", "words"),
    [
        (80, "localhost", "ok", "ends on"),
        (10, "localhost", "warning", "ends on"),
        (1, "localhost", "fault", "ends on"),
        (-1, "localhost", "fault", "expired"),
        (80, "other.example.org", "fault", "Hostname mismatch"),
    ],
)
def test_a_certificate_that_ends_or_is_wrong(
    settings: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, days: int, name: str, level: str, words: str
) -> None:
    with a_tls_server(days, name, tmp_path / "ca.pem") as port:
        monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "ca.pem"))
        settings.BASE_URL = f"https://localhost:{port}"
        found = examined("certificate")

    assert [one.level for one in found] == [level]
    assert words in found[0].words
    assert bool(found[0].advice) is (level != "ok")


@contextmanager
def a_tls_server(days: int, name: str, ca_file: Path) -> Iterator[int]:
    """Does one handshake on 127.0.0.1 with a certificate that ends in so many days."""
    ca = trustme.CA()
    ca.cert_pem.write_to_path(str(ca_file))
    ends = datetime.datetime.now(datetime.UTC) + datetime.timedelta(days=days, hours=1)
    begins = ends - datetime.timedelta(days=90)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    ca.issue_cert(name, not_before=begins, not_after=ends).configure_cert(context)
    with socket.create_server(("127.0.0.1", 0)) as listening:

        def answer() -> None:
            with listening.accept()[0] as plain, suppress(OSError), context.wrap_socket(plain, True) as secure:
                secure.recv(1)

        thread = threading.Thread(target=answer, daemon=True)
        thread.start()
        yield listening.getsockname()[1]
        thread.join(5)


def test_an_address_that_does_not_answer(settings: Any) -> None:
    settings.BASE_URL = "https://127.0.0.1:1"

    assert "proxy" in the_fault("certificate", level="warning").advice


def test_no_secret_is_ever_said(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.REDIS_URL = "redis://:pass%2Fword-of-redis@127.0.0.1:1/0"
    settings.STRIPE_API_KEY = "sk_test_of_this_instance"
    quoted = f"{settings.REDIS_URL} pass/word-of-redis {settings.SECRET_KEY} {settings.STRIPE_API_KEY}"
    monkeypatch.setitem(examination.PARTS, "disk", lambda: iter([Finding("fault", quoted, quoted)]))

    found = the_fault("disk")

    for text in (found.words, found.advice):
        assert text == "redis://:***@127.0.0.1:1/0 *** *** ***"
    assert masked("an ordinary sentence about Redis") == "an ordinary sentence about Redis"
