"""A server dies at any line of an upload: the same call again ends as if nothing had been, and the bytes that the dead
one left behind are gone after two hours."""

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest
from django.test.utils import override_settings

from marketplace.core import clock
from marketplace.models import File, OrphanedFile
from marketplace.services import files, orphaned_files
from tests.factories.accounts import given_worker
from tests.factories.files import picture
from tests.factories.market import given_confirmed
from tests.factories.stores import lying
from tests.kills import Verb, check_killed_anywhere

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("house_accounts")]
KEY = {"Idempotency-Key": "the same key"}


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    with override_settings(MEDIA_ROOT=tmp_path):
        yield tmp_path


def submit() -> Verb:
    seat = given_confirmed()
    path = f"/api/bounties/{seat.bounty.public_id}/submissions"
    fields = {"textEvidence": "Done."}
    return lambda: seat.worker.upload(path, fields | {"files": [picture(), picture("PNG")]}, **KEY)


def add_photo() -> Verb:
    worker = given_worker()
    worker.get("/api/humans/me")  # the profile is made on first need
    return lambda: worker.upload("/api/humans/me/photos", {"photos": picture()}, **KEY)


def remove_photo() -> Verb:
    worker = given_worker()
    photo = worker.upload("/api/humans/me/photos", {"photos": picture()})["photos"][0]["id"]
    return lambda: worker.delete(f"/api/humans/me/photos/{photo}", **{"Idempotency-Key": "k"})


@pytest.mark.parametrize("given", [submit, add_photo, remove_photo])
def test_killed_at_any_line_no_file_is_lost_and_none_stays_for_ever(
    folder: Path, given: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    check_killed_anywhere(given)  # type: ignore[arg-type]

    moment = clock.wall() + timedelta(hours=3)
    monkeypatch.setattr(clock, "wall", lambda: moment)
    while orphaned_files.delete_due():
        pass
    assert lying() == set(File.objects.values_list("storage_key", flat=True))
    assert not OrphanedFile.objects.exists()


@pytest.mark.parametrize("rounds", range(3))
def test_an_upload_that_is_given_up_at_the_moment_it_is_entered_is_either(
    folder: Path, at_once: object, monkeypatch: pytest.MonkeyPatch, rounds: int
) -> None:
    from marketplace.core.transactions import unit
    from marketplace.errors import StorageUnavailable

    kept = files.store(given_worker().account, [picture() for _ in range(5)], purpose="test")
    moment = clock.wall() + timedelta(hours=3)
    monkeypatch.setattr(clock, "wall", lambda: moment)

    entered, gone = at_once(lambda: unit(lambda: files.insert_rows(kept)), orphaned_files.delete_due)  # type: ignore[operator]

    if isinstance(entered, StorageUnavailable):
        orphaned_files.delete_due()
        assert (File.objects.count(), lying()) == (0, set())
    else:
        assert (entered, gone) == (None, 0)
        assert File.objects.count() == len(lying()) == 5
