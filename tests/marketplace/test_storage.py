"""What is promised of stored files wherever they lie: in the folder and in an object store, spoken to over HTTP."""

import hashlib
from datetime import timedelta

import pytest
from django.core.files.storage import default_storage
from django.core.files.uploadedfile import SimpleUploadedFile

from marketplace.core import clock
from marketplace.core.errors import Invalid
from marketplace.core.transactions import allow_nested_commits, unit
from marketplace.errors import StorageUnavailable
from marketplace.models import File, OrphanedFile
from marketplace.services import files, orphaned_files
from tests.api import Answer, Api
from tests.contract.scenario import check_failure
from tests.factories.accounts import AccountFactory
from tests.factories.files import given_file, picture
from tests.factories.stores import lying

FIELDS = ("RateLimit", "RateLimit-Policy")

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("anywhere")]


def text(name: str = "a.txt", content: bytes = b"hello") -> SimpleUploadedFile:
    return SimpleUploadedFile(name, content, content_type="text/html")


def read(file: File) -> Answer:
    return Api().get(files.signed_url(file).removeprefix("http://127.0.0.1:8000"))


def in_hours(monkeypatch: pytest.MonkeyPatch, hours: float) -> None:
    moment = clock.wall() + timedelta(hours=hours)
    monkeypatch.setattr(clock, "wall", lambda: moment)


def test_what_was_kept_and_entered_is_read_by_its_signed_address_with_our_headers() -> None:
    kept = given_file(AccountFactory(), text("Grüße.txt"))

    answer = read(kept)

    assert (answer.status, answer.body) == (200, b"hello")
    assert (kept.size, kept.sha256) == (5, hashlib.sha256(b"hello").hexdigest())
    for noise in ("X-Request-Id", "X-RateLimit-Limit", "X-RateLimit-Remaining", "X-RateLimit-Reset", *FIELDS):
        answer.headers.pop(noise, None)
    assert answer.headers == {
        "Content-Type": "text/plain",
        "Content-Length": "5",
        "Content-Disposition": "attachment; filename*=utf-8''Gr%C3%BC%C3%9Fe.txt",
        "Cache-Control": "private, no-store",
        "Content-Security-Policy": "default-src 'none'; sandbox",
        "X-Content-Type-Options": "nosniff",
        "X-Frame-Options": "DENY",
        "Referrer-Policy": "same-origin",
        "Cross-Origin-Opener-Policy": "same-origin",
    }
    assert not OrphanedFile.objects.exists()


def test_an_address_that_was_changed_or_has_ended_opens_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    kept = given_file(AccountFactory(), text())
    link = files.signed_url(kept).removeprefix("http://127.0.0.1:8000")

    check_failure(Api().get(link[:-1]), 404, "not_found")
    check_failure(Api().get(f"/files/{kept.public_id}"), 404, "not_found")
    in_hours(monkeypatch, 1.01)
    check_failure(Api().get(link), 404, "not_found")


def test_a_photo_is_public_and_shown_in_the_page() -> None:
    photo = given_file(AccountFactory(), picture(), "photo")

    answer = Api().get(f"/files/photos/{photo.public_id}")

    assert (answer.status, len(answer.body)) == (200, photo.size)
    assert answer.headers["Content-Type"] == "image/jpeg"
    assert answer.headers["Cache-Control"] == "public, max-age=3600"
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert "attachment" not in answer.headers.get("Content-Disposition", "")


def test_bytes_that_are_gone_are_a_404() -> None:
    kept = given_file(AccountFactory(), text())
    default_storage.delete(kept.storage_key)

    check_failure(read(kept), 404, "not_found")


def test_of_several_files_none_is_stored_when_one_is_refused() -> None:
    with pytest.raises(Invalid):
        files.store(AccountFactory(), [text(), text("b.exe", b"MZ\x90\x00" + b"\0" * 60)], purpose="test")

    assert (lying(), OrphanedFile.objects.count(), File.objects.count()) == (set(), 0, 0)


def test_a_file_whose_damage_shows_late_leaves_orphaned_files_and_no_row(monkeypatch: pytest.MonkeyPatch) -> None:
    broken = SimpleUploadedFile("a.png", picture("PNG", (60, 60)).read()[:60])

    with pytest.raises(Invalid):
        files.store(AccountFactory(), [text(), broken], purpose="test")

    assert (len(lying()), OrphanedFile.objects.count(), File.objects.count()) == (1, 2, 0)
    in_hours(monkeypatch, 3)
    assert (orphaned_files.delete_due(), lying(), OrphanedFile.objects.count()) == (2, set(), 0)


def test_nothing_is_stored_inside_a_transaction() -> None:
    with pytest.raises(RuntimeError):
        unit(lambda: files.store(AccountFactory(), [text()], purpose="test"))

    assert lying() == set()
    with allow_nested_commits():  # but while the demo is made, nobody else waits for a lock
        assert unit(lambda: len(files.store(AccountFactory(), [text()], purpose="test"))) == 1


# ------------------------------------------------------------------ orphaned files


def test_what_nobody_entered_is_deleted_after_two_hours_and_not_before(monkeypatch: pytest.MonkeyPatch) -> None:
    entered = given_file(AccountFactory(), text())
    files.store(AccountFactory(), [text(), text("b.txt", b"more")], purpose="test")  # and then the process died

    in_hours(monkeypatch, 1.9)
    assert (orphaned_files.delete_due(), len(lying())) == (0, 3)
    in_hours(monkeypatch, 0.2)
    assert (orphaned_files.delete_due(), lying()) == (2, {entered.storage_key})
    assert orphaned_files.delete_due() == 0 and not OrphanedFile.objects.exists()


def test_a_look_deletes_so_many_at_most_and_the_next_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    files.store(AccountFactory(), [text() for _ in range(3)], purpose="test")
    in_hours(monkeypatch, 3)

    assert (orphaned_files.delete_due(batch=2), len(lying())) == (2, 1)
    assert (orphaned_files.delete_due(batch=2), len(lying())) == (1, 0)


def test_files_that_were_given_up_can_not_be_entered(monkeypatch: pytest.MonkeyPatch) -> None:
    kept = files.store(AccountFactory(), [text(), text()], purpose="test")
    in_hours(monkeypatch, 3)
    assert orphaned_files.delete_due(batch=1) == 1

    with pytest.raises(StorageUnavailable) as refused:
        unit(lambda: files.insert_rows(kept))

    assert (refused.value.status, refused.value.code) == (503, "storage_unavailable")
    assert not File.objects.exists()
    assert orphaned_files.delete_due() == 1 and lying() == set()


def test_one_that_is_being_deleted_can_not_be_entered_either(monkeypatch: pytest.MonkeyPatch) -> None:
    kept = files.store(AccountFactory(), [text()], purpose="test")
    in_hours(monkeypatch, 3)
    assert orphaned_files._doom_next() is not None  # and then the worker died, before or after it deleted the bytes

    with pytest.raises(StorageUnavailable):
        unit(lambda: files.insert_rows(kept))

    in_hours(monkeypatch, 1)
    assert (orphaned_files.delete_due(), lying(), File.objects.count()) == (1, set(), 0)


def test_a_discarded_file_is_unreadable_at_once_and_its_bytes_go_with_the_next_look() -> None:
    kept = given_file(AccountFactory(), text())

    unit(lambda: files.delete(File.objects.get()))

    assert read(kept).status == 404
    assert lying() == {kept.storage_key}
    assert (orphaned_files.delete_due(), lying(), OrphanedFile.objects.count()) == (1, set(), 0)


def test_a_discard_that_is_rolled_back_keeps_the_bytes() -> None:
    kept = given_file(AccountFactory(), text())

    def work() -> None:
        files.delete(File.objects.get(pk=kept.pk))
        raise Invalid({})

    with pytest.raises(Invalid):
        unit(work)

    assert (orphaned_files.delete_due(), read(kept).body) == (0, b"hello")
