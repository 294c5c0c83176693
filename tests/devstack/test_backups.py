"""A backup is whole or none; it comes back into an empty database only, with its key; nothing is sent before somebody says so."""

import json
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.files.storage import default_storage
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import connection, connections
from django.db.utils import load_backend

from config.backups import manifest, outgoing, programs, saving
from marketplace.core import clock, crypto, ids
from marketplace.models import Account, File, Mail
from tests.factories.accounts import given_agent
from tests.factories.files import given_file
from tests.factories.market import given_funded_agent, given_hired, given_released
from wallet.models import MppCharge, Outflow, TopUp
from wallet.services import books
from webhooks.models import Delivery, DueEndpoint, Restoration
from webhooks.services import fan_out

pytestmark = pytest.mark.django_db(transaction=True)


@contextmanager
def empty_database() -> Iterator[str]:
    """This thread's queries go to a database that was just made; dropped at the end."""
    name = f"test_restore_{ids.new().hex[:8]}"
    ours = connections["default"]
    with ours.cursor() as cursor:
        cursor.execute(f'create database "{name}" template template0')
    settings = ours.settings_dict | {"NAME": name, "OPTIONS": ours.settings_dict["OPTIONS"] | {"dbname": name}}
    settings["OPTIONS"] = {key: value for key, value in settings["OPTIONS"].items() if key != "dbname"}
    connections["default"] = theirs = load_backend(settings["ENGINE"]).DatabaseWrapper(settings, "default")
    try:
        yield name
    finally:
        theirs.close()
        connections["default"] = ours
        with ours.cursor() as cursor:
            cursor.execute(f'drop database "{name}" with (force)')


def run(name: str, *arguments: Any, **options: Any) -> str:
    out = StringIO()
    call_command(name, *arguments, stdout=out, **options)
    return out.getvalue()


def whole(to: Path) -> Path:
    [found] = [path for path in to.iterdir() if not path.name.startswith(".")]
    return found


@pytest.fixture
def files(settings: Any, tmp_path: Path) -> Path:
    settings.MEDIA_ROOT = tmp_path / "files"
    return tmp_path / "files"


def given_what_is_due(agent: Any) -> None:
    """One of everything that a restored database would send."""
    agent.post("/api/webhooks/endpoints", {"url": "http://127.0.0.1:9/hook", "events": ["*"]})
    soon = clock.now() + timedelta(minutes=1)
    Mail.objects.create(to="a@example.org", subject="x", text="x", next_attempt_at=soon)
    fields = {"account_id": agent.account.pk, "amount_cents": 500, "next_attempt_at": soon}
    TopUp.objects.create(**fields)


@pytest.mark.main
def test_a_backup_comes_back_whole_and_sends_nothing(house_accounts: None, files: Path, tmp_path: Path) -> None:
    agent = given_funded_agent(10_000)
    given_what_is_due(agent)
    given_hired(agent=agent)
    given_released(agent=agent)
    file = given_file(agent.account, SimpleUploadedFile("a.txt", b"what was uploaded"))
    assert fan_out.catch_up(set())
    done = Delivery.objects.order_by("id").first()
    assert done is not None
    Delivery.objects.filter(pk=done.pk).update(status="delivered", next_attempt_at=None, delivered_at=clock.now())
    before = set(Delivery.objects.values_list("pk", "status"))

    said = run("backup", tmp_path / "backups")

    folder = whole(tmp_path / "backups")
    assert str(folder) in said and "SECRET_KEY" in said
    given_agent()  # after the backup: undone
    shutil.rmtree(files)
    with empty_database():
        said = run("restore", folder)
        assert "resume_sending" in said
        assert manifest.figures() == manifest.read(folder).figures
        assert books.violations() == []
        assert default_storage.open(File.objects.get(pk=file.pk).storage_key).read() == b"what was uploaded"
        run("check_files")

        assert Restoration.objects.count() == 1
        assert set(Delivery.objects.values_list("pk", "status")) == before, "with the ids that they had"
        due = Delivery.objects.exclude(pk=done.pk)
        assert due.count() and set(due.values_list("next_attempt_at", flat=True)) == {outgoing.HELD}
        assert set(Mail.objects.exclude(next_attempt_at=None).values_list("next_attempt_at", flat=True)) == {
            outgoing.HELD
        }
        assert TopUp.objects.get().status == "attention", "no card is charged twice"

        run("resume_sending", "webhooks")
        assert not Delivery.objects.filter(next_attempt_at__gt=clock.now()).exists()
        assert Delivery.objects.get(pk=done.pk).status == "delivered"
        first = DueEndpoint.objects.order_by("due_at").first()
        assert first is not None and first.due_at is not None and first.due_at <= clock.now(), "the sender finds it"
        run("resume_sending", "mails", "--drop")
        assert not Mail.objects.exclude(next_attempt_at=None).exists()
        assert set(outgoing.held().values()) == {0}


def test_a_database_with_anything_in_it_is_refused(house_accounts: None, files: Path, tmp_path: Path) -> None:
    run("backup", tmp_path / "backups")
    accounts = Account.objects.count()

    with pytest.raises(CommandError, match="not empty"):
        run("restore", whole(tmp_path / "backups"))

    assert (Account.objects.count(), Restoration.objects.count()) == (accounts, 0)


@pytest.mark.parametrize(
    ("harm", "words"),
    [
        ("dump", "not as it was written"),
        ("listing", "not as it was written"),
        ("file", "not as it was uploaded"),
        ("manifest", "no whole backup"),
        ("newer", "of a newer program"),
        ("key", "SECRET_KEY is not the key"),
    ],
)
def test_a_backup_that_is_damaged_or_foreign_is_refused_before_anything_is_written(
    house_accounts: None, files: Path, tmp_path: Path, settings: Any, harm: str, words: str
) -> None:
    given_file(given_agent().account, SimpleUploadedFile("a.txt", b"what was uploaded"))
    run("backup", tmp_path / "backups")
    folder = whole(tmp_path / "backups")
    told = json.loads((folder / manifest.NAME).read_text())
    if harm == "dump":
        with (folder / manifest.DUMP).open("r+b") as dump:
            dump.seek(2000)
            dump.write(b"harm")
    elif harm == "listing":
        (folder / manifest.LISTING).write_text("")
    elif harm == "file":
        next(path for path in (folder / manifest.FOLDER).rglob("*") if path.is_file()).write_bytes(b"something else!!!")
    elif harm == "manifest":
        (folder / manifest.NAME).unlink()
    elif harm == "newer":
        (folder / manifest.NAME).write_text(json.dumps(told | {"migrations": told["migrations"] | {"qa": "9999_next"}}))
    else:
        settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "another key" * 5, []

    with empty_database():
        with pytest.raises(CommandError, match=words):
            run("restore", folder)
        with connection.cursor() as cursor:
            cursor.execute("select count(*) from pg_tables where schemaname = 'public'")
            assert cursor.fetchone() == (0,)


def test_the_key_is_not_in_a_backup_and_an_older_one_among_the_fallbacks_opens_it(
    house_accounts: None, files: Path, tmp_path: Path, settings: Any
) -> None:
    run("backup", tmp_path / "backups")
    folder = whole(tmp_path / "backups")

    assert not any(settings.SECRET_KEY.encode() in path.read_bytes() for path in folder.rglob("*") if path.is_file())
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "another key" * 5, [settings.SECRET_KEY]
    assert manifest.read(folder).has_this_key()
    settings.SECRET_KEY_FALLBACKS = []
    assert not manifest.read(folder).has_this_key()
    assert not crypto.verify("another moment", manifest.read(folder).key_tag, "backup")


def test_a_backup_that_was_cut_off_has_no_name_and_is_no_backup(
    house_accounts: None, files: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def cut(*_: Any, **__: Any) -> Any:
        raise KeyboardInterrupt

    monkeypatch.setattr(saving, "_keep_files", cut)
    with pytest.raises(KeyboardInterrupt):
        run("backup", tmp_path / "backups")

    [left] = (tmp_path / "backups").iterdir()
    assert left.name.startswith(saving.UNFINISHED)
    with empty_database(), pytest.raises(CommandError, match="no whole backup"):
        run("restore", left)


def test_the_next_backup_links_what_the_one_before_has_and_leaves_out_what_is_gone(
    house_accounts: None, files: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    agent = given_agent()
    first = given_file(agent.account, SimpleUploadedFile("a.txt", b"the first"))
    before, _ = saving.save(tmp_path / "backups")
    second = given_file(agent.account, SimpleUploadedFile("b.txt", b"the second"))
    gone = given_file(agent.account, SimpleUploadedFile("c.txt", b"deleted while it ran"))
    (files / gone.storage_key).unlink()
    later = clock.wall() + timedelta(seconds=5)
    monkeypatch.setattr(clock, "wall", lambda: later)

    after, made = saving.save(tmp_path / "backups")

    assert (after / manifest.FOLDER / first.storage_key).samefile(before / manifest.FOLDER / first.storage_key)
    assert {line["key"] for line in manifest.listed(after)} == {first.storage_key, second.storage_key}
    assert (made.files, made.gone_meanwhile) == (2, 1)


def test_files_of_an_object_store_are_listed_only(house_accounts: None, objects: str, tmp_path: Path) -> None:
    file = given_file(given_agent().account, SimpleUploadedFile("a.txt", b"what was uploaded"))

    folder, made = saving.save(tmp_path / "backups")

    assert made.files_at == "their object store"
    assert [line["key"] for line in manifest.listed(folder)] == [file.storage_key]
    assert not (folder / manifest.FOLDER).exists()


def test_programs_older_than_the_server_are_not_used(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    old = tmp_path / "pg_dump"
    old.write_text("#!/bin/sh\necho 'pg_dump (PostgreSQL) 9.6.1'\n")
    old.chmod(0o755)
    monkeypatch.setattr(programs, "_candidates", lambda name: iter([old]))

    with pytest.raises(CommandError, match="pg_dump is of 9"):
        programs.find("pg_dump")


def test_a_pooler_by_transaction_is_refused(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setitem(connection.settings_dict, "LIMITS_OF_TRANSACTIONS", {"lock_timeout": "5s"})

    with pytest.raises(CommandError, match="DATABASE_URL"):
        run("backup", tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_the_password_is_told_by_the_environment_only(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        type(connections["default"]), "get_connection_params", lambda _: {"dbname": "x", "password": "of-the-role"}
    )
    monkeypatch.setenv("PGHOST", "of.the.caller")

    told = programs._environment()

    assert (told["PGPASSWORD"], told["PGDATABASE"], "PGHOST" in told) == ("of-the-role", "x", False)


@pytest.mark.parametrize("arguments", [["letters"], ["payments", "--drop"], ["webhooks", "--drop"]])
def test_what_can_not_be_resumed_or_dropped_is_refused(arguments: list[str]) -> None:
    with pytest.raises(CommandError):
        run("resume_sending", *arguments)


def test_payments_are_held_and_asked_about_before_anything_is_charged(house_accounts: None) -> None:
    agent = given_funded_agent(10_000)
    outflow = Outflow.objects.create(
        account=agent.account, kind="withdrawal", rail="payout", amount_cents=500, next_attempt_at=clock.now()
    )

    assert "1 payments" in run("hold_sending")
    assert "1 payments" in run("hold_sending"), "twice is as once"

    outflow.refresh_from_db()
    assert (outflow.status, outflow.next_attempt_at) == ("sending", outgoing.HELD)
    assert outgoing.resume("payments") == 1
    outflow.refresh_from_db()
    assert outflow.next_attempt_at <= clock.now()
    assert not MppCharge.objects.exists()
