"""Operators compare files with their rows, and move them between the folder and the object store."""

import io
from pathlib import Path
from typing import Any

import pytest
from django.core.files.storage import default_storage
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import CommandError, call_command
from django.test.utils import override_settings
from pytest_django import Settings

from marketplace.core.transactions import unit
from marketplace.models import File, OrphanedFile
from marketplace.services import files, orphaned_files
from tests.factories import stores
from tests.factories.accounts import AccountFactory
from tests.factories.files import given_file
from tests.factories.stores import lying

pytestmark = pytest.mark.django_db


def run(command: str, *arguments: str) -> tuple[int, list[str]]:
    out = io.StringIO()
    try:
        call_command(command, *arguments, stdout=out)
    except SystemExit as end:
        return int(str(end.code)), out.getvalue().splitlines()
    return 0, out.getvalue().splitlines()


def given(content: bytes = b"hello") -> File:
    return given_file(AccountFactory(), SimpleUploadedFile("a.txt", content))


# ------------------------------------------------------------------ check_files


def test_sound_files_are_only_counted(anywhere: str) -> None:
    assert run("check_files") == (0, ["check_files: 0 keys, 0 orphaned, 0 foreign, 0 missing"])
    given(), given()
    files.store(AccountFactory(), [SimpleUploadedFile("b.txt", b"on its way")], purpose="test")

    assert run("check_files") == (0, ["check_files: 3 keys, 0 orphaned, 0 foreign, 0 missing"])


def test_every_fault_is_named_and_nothing_is_deleted_unasked(anywhere: str) -> None:
    sound, lost, nameless = given(), given(), given()
    File.objects.filter(pk=nameless.pk).delete()  # the database is an older one
    default_storage.delete(lost.storage_key)
    default_storage.save("other/notes.txt", io.BytesIO(b"not ours"))  # type: ignore[arg-type]

    code, said = run("check_files")

    assert code == 1
    assert said == [
        f"ORPHANED {nameless.storage_key}",
        "FOREIGN  other/notes.txt",
        f"MISSING  {lost.storage_key}  {lost.public_id}",
        "check_files: 3 keys, 1 orphaned, 1 foreign, 1 missing",
    ]
    assert orphaned_files.delete_due() == 0
    assert lying() == {sound.storage_key, nameless.storage_key, "other/notes.txt"}


def test_orphaned_files_are_deleted_when_asked_and_what_is_not_ours_never_is(anywhere: str) -> None:
    sound, nameless = given(), given()
    File.objects.filter(pk=nameless.pk).delete()
    default_storage.save("other/notes.txt", io.BytesIO(b"not ours"))  # type: ignore[arg-type]

    run("check_files", "--delete-orphaned")

    assert (orphaned_files.delete_due(), lying()) == (1, {sound.storage_key, "other/notes.txt"})


def test_a_look_ends_at_its_limit_and_the_next_goes_on_there(anywhere: str) -> None:
    for name in ("2026/01/02/a", "2026/01/02/b", "2026/01/10/a", "2027/01/01/a"):
        default_storage.save(name, io.BytesIO(b"not ours"))  # type: ignore[arg-type]

    _, first = run("check_files", "--limit", "2")
    _, second = run("check_files", "--after", "2026/01/02/b")

    assert first == [
        "FOREIGN  2026/01/02/a",
        "FOREIGN  2026/01/02/b",
        "check_files: 2 keys, 0 orphaned, 2 foreign, 0 missing; go on with --after 2026/01/02/b",
    ]
    assert second[:-1] == ["FOREIGN  2026/01/10/a", "FOREIGN  2027/01/01/a"]


# ------------------------------------------------------------------ move_files


@pytest.fixture
def moved(settings: Settings, tmp_path: Path, object_server: str) -> Any:
    """Files that were uploaded into the folder, before there was an object store."""
    settings.MEDIA_ROOT = tmp_path
    rows = [given(b"one"), given(b"two")]
    with stores.stored_at(stores.store_url(object_server, f"bucket-{rows[0].pk.hex}")):
        stores.make_bucket(f"bucket-{rows[0].pk.hex}")
        yield rows


def test_files_are_copied_to_the_store_once_and_back(moved: list[File], tmp_path: Path) -> None:
    assert run("move_files") == (0, ["move_files: 2 copied, 0 there, 0 missing, 0 damaged"])
    assert lying() == {file.storage_key for file in moved}
    assert default_storage.open(moved[1].storage_key).read() == b"two"
    kept = stores.client().get_object(
        Bucket=default_storage.bucket_name,  # type: ignore[attr-defined]
        Key=f"some/prefix/{moved[0].storage_key}",
    )
    assert (kept["ContentType"], kept["ContentDisposition"]) == ("text/plain", "attachment")
    new = given(b"three")

    assert run("move_files", "--back") == (0, ["move_files: 1 copied, 2 there, 0 missing, 0 damaged"])
    assert (tmp_path / new.storage_key).read_bytes() == b"three"
    assert run("move_files") == (0, ["move_files: 0 copied, 3 there, 0 missing, 0 damaged"])


def test_what_is_gone_or_was_changed_is_named_and_not_copied(moved: list[File], tmp_path: Path) -> None:
    (tmp_path / moved[0].storage_key).unlink()
    (tmp_path / moved[1].storage_key).write_bytes(b"tw0")

    code, said = run("move_files")

    assert code == 1
    assert said == [
        f"MISSING  {moved[0].storage_key}  {moved[0].public_id}",
        f"DAMAGED  {moved[1].storage_key}  {moved[1].public_id}",
        "move_files: 0 copied, 0 there, 1 missing, 1 damaged",
    ]
    assert lying() == set()


def test_a_copy_that_broke_off_is_made_again(moved: list[File]) -> None:
    default_storage.save(moved[0].storage_key, io.BytesIO(b"o"))  # type: ignore[arg-type]

    assert run("move_files")[1] == ["move_files: 2 copied, 0 there, 0 missing, 0 damaged"]
    assert default_storage.open(moved[0].storage_key).read() == b"one"


def test_without_an_object_store_or_with_one_that_is_away_it_says_so(moved: list[File]) -> None:
    with stores.refusing() as address, stores.stored_at(stores.store_url(address, "bucket")):
        for command in ("move_files", "check_files"):
            with pytest.raises(CommandError, match="can't be stored or read right now"):
                call_command(command)
    with stores.stored_at(""), pytest.raises(CommandError, match="STORAGE_URL names no object store"):
        call_command("move_files")


def test_a_file_that_is_discarded_meanwhile_is_no_fault(anywhere: str) -> None:
    file = given()
    unit(lambda: files.delete(File.objects.get()))

    assert run("check_files") == (0, ["check_files: 1 keys, 0 orphaned, 0 foreign, 0 missing"])
    assert OrphanedFile.objects.get().pk == file.pk


def test_a_storage_that_nothing_was_put_into_is_empty(tmp_path: Path) -> None:
    with override_settings(MEDIA_ROOT=tmp_path / "nowhere"):
        assert lying() == set()
