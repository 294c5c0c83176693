"""Keeping times: settings rows with a floor, deletions in batches, an archive before them."""

import gzip
import hashlib
import time
from datetime import timedelta
from typing import Any

import orjson
import pytest
from django.core.files.storage import default_storage
from django.urls import reverse

from marketplace.core import clock
from marketplace.core.keeping import KEEPING
from marketplace.errors import StorageUnavailable
from marketplace.models import Call, IdempotencyRecord, KeepingTime, Mail, Push
from marketplace.ports import keepers
from marketplace.services import archive, keeping, orphaned_files, upkeep
from tests.api import Api
from tests.factories.accounts import AccountFactory
from tests.factories.office import WHY, office

pytestmark = pytest.mark.django_db


def given_calls(count: int, *, days: int) -> list[Any]:
    """Lines of the timeline of so many days ago."""
    person = AccountFactory()
    rows = [
        Call(account=person, via="key", request_id=f"req_{n}", operation="x", method="POST", path="/", status=200)
        for n in range(count)
    ]
    for row in rows:
        row.created_at = clock.now() - timedelta(days=days)
    return [row.pk for row in Call.objects.bulk_create(rows)]


def run() -> int:
    return keeping.delete_old(until=time.monotonic() + 60)


def change(operator: Api, kind: str, **values: Any) -> Any:
    page = reverse("admin:marketplace_keepingtime_change", args=[kind])
    return office(operator).post(page, {"why": WHY, **values})


def test_each_kind_has_its_row_its_keeper_and_a_sound_floor() -> None:
    rows = {row.kind: row.days for row in KeepingTime.objects.all()}

    assert rows == {kind: one.days for kind, one in KEEPING.items()}
    assert {*keeping._OWN, *keepers.names()} == set(KEEPING)
    assert all(1 <= one.floor <= one.days for one in KEEPING.values())


def test_an_operator_keeps_the_timeline_for_longer(operator: Api) -> None:
    given_calls(2, days=100)
    change(operator, "calls", days=365)

    upkeep.delete_expired()

    assert (KeepingTime.objects.get(pk="calls").days, Call.objects.filter(request_id__startswith="req_").count()) == (
        365,
        2,
    )


@pytest.mark.parametrize(("kind", "one"), KEEPING.items(), ids=list(KEEPING))
def test_nobody_keeps_less_than_the_floor(operator: Api, kind: str, one: Any) -> None:
    answer = change(operator, kind, days=one.floor - 1)

    assert "days" in answer.context["adminform"].form.errors
    assert KeepingTime.objects.get(pk=kind).days == one.days
    KeepingTime.objects.filter(pk=kind).update(days=1)
    assert keeping.before(kind, KeepingTime.objects.get(pk=kind)) <= clock.now() - timedelta(days=one.floor)


def test_what_holds_codes_is_never_archived(operator: Api, monkeypatch: Any) -> None:
    answer = change(operator, "mails", days=30, is_archived="on")
    assert "is_archived" in answer.context["adminform"].form.errors
    assert not KeepingTime.objects.get(pk="mails").is_archived

    KeepingTime.objects.update(is_archived=True)
    Mail.objects.create(
        to="a@example.org", subject="Your code", text="123456", created_at=clock.now() - timedelta(days=40)
    )
    monkeypatch.setattr(archive, "write", lambda kind, lines: pytest.fail(kind))
    assert run() == 1


def test_what_is_still_due_stays_however_old() -> None:
    person, old = AccountFactory(), clock.now() - timedelta(days=4000)
    Mail.objects.create(to="a@example.org", subject="s", text="t", created_at=old, next_attempt_at=old)
    push = {"account": person, "device_id": person.pk, "kind": "k", "title": "t", "path": "/", "urgency": "normal"}
    Push.objects.create(**push, created_at=old, next_attempt_at=old, expires_at=old)

    assert run() == 0
    assert (Mail.objects.count(), Push.objects.count()) == (1, 1)


def test_a_key_of_a_payment_outlives_others() -> None:
    person = AccountFactory()
    for key, intent, days in (("new", "", 0), ("old", "", 2), ("paying", "dep_1", 20), ("paid", "dep_1", 31)):
        at = clock.now() - timedelta(days=days)
        IdempotencyRecord.objects.create(
            account=person, operation="o", key=key, fingerprint=b"1", intent=intent, created_at=at
        )

    run()

    assert set(IdempotencyRecord.objects.values_list("key", flat=True)) == {"new", "paying"}


@pytest.mark.main
def test_rows_are_archived_with_a_manifest_before_they_are_deleted(monkeypatch: Any) -> None:
    monkeypatch.setattr(keeping, "BATCH", 2)
    KeepingTime.objects.filter(pk="calls").update(is_archived=True)
    old, young = given_calls(3, days=100), given_calls(1, days=10)
    written: list[str] = []
    write = archive.write

    def noted(kind: str, lines: Any) -> str:
        assert Call.objects.filter(pk__in=[line["id"] for line in lines]).count() == len(lines), "still there"
        written.append(write(kind, lines))
        return written[-1]

    monkeypatch.setattr(archive, "write", noted)

    assert run() == 3

    assert list(Call.objects.filter(pk__in=[*old, *young]).values_list("pk", flat=True)) == young
    kept: list[str] = []
    for key in written:
        manifest = orjson.loads(default_storage.open(key).read())
        packed = default_storage.open(manifest["file"]).read()
        assert (manifest["bytes"], manifest["sha256"]) == (len(packed), hashlib.sha256(packed).hexdigest())
        lines = [orjson.loads(line) for line in gzip.decompress(packed).splitlines()]
        assert (manifest["records"], manifest["kind"]) == (len(lines), "calls")
        assert (manifest["first"], manifest["last"]) == (lines[0]["id"], lines[-1]["id"])
        assert set(manifest["fields"]) == {field.attname for field in Call._meta.concrete_fields}
        kept += [line["id"] for line in lines]
    assert sorted(kept) == sorted(str(pk) for pk in old)
    assert not set(written) & set(orphaned_files.scan(after="archive", limit=10_000).foreign), "check_files knows them"


def test_what_cannot_be_archived_is_not_deleted_and_others_go_on(monkeypatch: Any) -> None:
    KeepingTime.objects.filter(pk="calls").update(is_archived=True)
    given_calls(2, days=100)
    Mail.objects.create(to="a@example.org", subject="s", text="t", created_at=clock.now() - timedelta(days=40))

    def full(*_: Any) -> str:
        raise StorageUnavailable()

    monkeypatch.setattr(default_storage, "save", full)

    assert run() == 1, "the mail"
    assert Call.objects.filter(request_id__startswith="req_").count() == 2


def test_a_run_ends_in_time_and_the_next_goes_on() -> None:
    given_calls(3, days=100)

    assert keeping.delete_old(until=time.monotonic()) == 0
    assert run() == 3
