"""Small copies of pictures: made once, of bounded size, without what the original says besides its pixels, and for nobody who may
not see the original."""

import io
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.core.files.storage import Storage, default_storage
from django.core.files.uploadedfile import SimpleUploadedFile
from PIL import Image
from pytest_django import Settings

from marketplace.core import clock
from marketplace.core.transactions import unit
from marketplace.models import Account, File, OrphanedFile, Thumbnail
from marketplace.services import files, orphaned_files, thumbnails
from tests.api import Answer, Api
from tests.contract.scenario import check_failure
from tests.factories.accounts import AccountFactory
from tests.factories.files import given_file, hostile_png, picture
from tests.factories.stores import lying

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def empty(settings: Settings, tmp_path: Path) -> None:
    """Files lie in an empty folder."""
    settings.MEDIA_ROOT = tmp_path


def address(file: File, side: int = 320) -> str:
    return thumbnails.address(file.public_id).format(side=side)


def see(file: File, side: int = 320, **headers: str) -> Answer:
    return Api().get(address(file, side), **headers)


def opened(answer: Answer) -> Image.Image:
    return Image.open(io.BytesIO(answer.body))


def told(size: tuple[int, int] = (900, 600)) -> SimpleUploadedFile:
    """A photo taken with the camera held on its side, which says where and with what it was taken."""
    exif = Image.Exif()
    exif[0x0112], exif[0x010F] = 6, "Camera of Rui"
    return picture(size=size, exif=exif, comment=b"Rua Augusta 1")


@pytest.mark.usefixtures("anywhere")
def test_a_thumbnail_is_bounded_upright_and_says_nothing_but_its_pixels() -> None:
    file = given_file(AccountFactory(), told())

    answer = see(file)
    image = opened(answer)

    assert (answer.status, image.format, image.size) == (200, "JPEG", (213, 320))
    assert len(image.getexif()) == 0 and not {"exif", "comment", "icc_profile", "xmp"} & set(image.info)
    assert b"Rui" not in answer.body and b"Augusta" not in answer.body
    assert answer.headers["Content-Type"] == "image/jpeg"
    assert answer.headers["Content-Length"] == str(len(answer.body))
    assert answer.headers["Content-Security-Policy"] == "default-src 'none'; sandbox"
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert "attachment" not in answer.headers.get("Content-Disposition", "")


def test_a_picture_is_never_made_larger_and_shows_white_where_it_was_transparent() -> None:
    out = io.BytesIO()
    Image.new("RGBA", (40, 20), (0, 0, 0, 0)).save(out, "PNG")
    file = given_file(AccountFactory(), SimpleUploadedFile("a.png", out.getvalue()))

    image = opened(see(file, 1280))

    assert (image.size, image.getpixel((5, 5))) == ((40, 20), (255, 255, 255))


@pytest.mark.usefixtures("anywhere")
def test_it_is_made_once_and_kept_beside_the_original(monkeypatch: pytest.MonkeyPatch) -> None:
    file = given_file(AccountFactory(), told())
    first = see(file)

    monkeypatch.setattr(Image, "open", lambda *_, **__: pytest.fail("it was made again"))
    again = see(file)

    row = Thumbnail.objects.get()
    assert again.body == first.body
    assert row.storage_key.rpartition("/")[0] == file.storage_key.rpartition("/")[0]
    assert lying() == {file.storage_key, row.storage_key}
    assert not OrphanedFile.objects.exists()


def test_its_address_stays_the_same_for_a_while_and_a_browser_loads_it_once() -> None:
    file = given_file(AccountFactory(), told())
    assert address(file) == address(file)

    answer = see(file)
    etag = answer.headers["ETag"]

    caching = answer.headers["Cache-Control"]
    seconds = int(caching.partition("max-age=")[2].partition(",")[0])
    assert caching.startswith("private, ") and caching.endswith(", immutable")
    assert files.LINK_SECONDS - 900 <= seconds <= files.LINK_SECONDS
    unchanged = see(file, **{"If-None-Match": etag})
    assert (unchanged.status, unchanged.body) == (304, b"")
    assert see(file, 640).headers["ETag"] != etag


def test_nobody_sees_what_they_were_not_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of other people's private files there is no thumbnail, made or not."""
    file, other = given_file(AccountFactory(), told()), given_file(AccountFactory(), picture())
    see(file)
    path, _, query = address(file).partition("?")
    expires, _, tag = query.partition("&sig=")
    later = f"expires={int(expires.removeprefix('expires=')) + 1}"
    original = files.signed_url(file).partition("?")[2]

    for asked in (
        path, f"{path}?{expires}", f"{path}?sig={tag}", f"{path}?{later}&sig={tag}", f"{path}?{query[:-1]}",
        f"{path}?{original}",  # what opens the original for an hour has another end
        f"/files/{other.public_id}/320?{query}", f"/files/{file.public_id}?{query}", f"/files/nonsense/320?{query}",
        f"/files/photos/{file.public_id}/320", f"/files/photos/{file.public_id}/320?{query}",
        f"/files/{file.public_id}/321?{query}", f"/files/{file.public_id}/0?{query}", f"/files/{file.public_id}/-1?{query}",
        f"/files/{file.public_id}/{'9' * 40}?{query}", f"{path}?expires=%00&sig=☃",
    ):  # fmt: skip
        check_failure(Api().get(asked), 404, "not_found")
    assert Thumbnail.objects.count() == 1
    shown = address(file)
    now = clock.wall()
    monkeypatch.setattr(clock, "wall", lambda: now + timedelta(hours=1, seconds=1))
    check_failure(Api().get(shown), 404, "not_found")


def test_the_thumbnail_of_a_profiles_photo_is_public_as_the_photo_is() -> None:
    photo = given_file(AccountFactory(), picture(size=(400, 400)), "photo")

    answer = Api().get(f"/files/photos/{photo.public_id}/96")

    assert (answer.status, opened(answer).size) == (200, (96, 96))
    assert answer.headers["Cache-Control"] == "public, max-age=3600"
    check_failure(Api().get("/files/photos/fil_01h455vb4pex5vsknk084sn02q/96"), 404, "not_found")


def hostile() -> SimpleUploadedFile:
    return SimpleUploadedFile("photo.png", hostile_png().read())


@pytest.fixture
def unseen(monkeypatch: pytest.MonkeyPatch) -> Account:
    """Whose pictures were not looked at when they came, as those of earlier versions of the service."""
    monkeypatch.setattr("marketplace.services.pictures.analyse", lambda *_: None)
    return AccountFactory()


def flat(width: int, height: int) -> SimpleUploadedFile:
    out = io.BytesIO()
    Image.new("L", (width, height), 40).save(out, "PNG")
    return SimpleUploadedFile("flat.png", out.getvalue())


@pytest.mark.parametrize("make", [hostile, lambda: flat(6001, 4000)], ids=["broken", "too large"])
def test_a_picture_that_can_not_be_shown_has_a_placeholder_and_is_not_tried_again(
    unseen: Account, make: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = given_file(unseen, make())

    first = see(file)
    monkeypatch.setattr(Image, "open", lambda *_, **__: pytest.fail("it was tried again"))
    again = see(file)

    for answer in (first, again):
        assert (answer.status, answer.headers["Content-Type"]) == (200, "image/svg+xml")
        assert answer.headers["Content-Security-Policy"] == "default-src 'none'; sandbox"
    assert lying() == {file.storage_key}


def test_what_is_no_picture_has_no_thumbnail() -> None:
    file = given_file(AccountFactory(), SimpleUploadedFile("a.txt", b"hello"))

    check_failure(see(file), 404, "not_found")


@pytest.mark.usefixtures("anywhere")
def test_thumbnails_go_with_their_original() -> None:
    file = given_file(AccountFactory(), told())
    see(file)
    see(file, 640)
    shown = address(file)

    unit(lambda: files.delete(file))

    check_failure(Api().get(shown), 404, "not_found")
    assert not Thumbnail.objects.exists()
    assert (orphaned_files.delete_due(), lying()) == (3, set())


def test_of_a_file_that_goes_while_it_is_copied_nothing_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    file = given_file(AccountFactory(), told())
    shown, save = address(file), Storage.save

    def saved(storage: Storage, key: str, content: Any) -> str:
        files.delete(File.objects.get())
        return save(storage, key, content)

    monkeypatch.setattr(Storage, "save", saved)
    check_failure(Api().get(shown), 404, "not_found")

    now = clock.wall()
    monkeypatch.setattr(clock, "wall", lambda: now + timedelta(hours=3))
    assert (orphaned_files.delete_due(), lying(), Thumbnail.objects.count()) == (2, set(), 0)


def test_of_two_made_at_once_one_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    file = given_file(AccountFactory(), told())
    save, others = Storage.save, [file]

    def saved(storage: Storage, key: str, content: Any) -> str:
        if others:
            assert see(others.pop()).status == 200  # the other one, meanwhile
        return save(storage, key, content)

    monkeypatch.setattr(Storage, "save", saved)

    assert (see(file).status, Thumbnail.objects.count(), len(lying())) == (200, 1, 3)
    now = clock.wall()
    monkeypatch.setattr(clock, "wall", lambda: now + timedelta(hours=3))
    assert (orphaned_files.delete_due(), len(lying())) == (1, 2)


def test_bytes_that_are_gone_are_made_again() -> None:
    file = given_file(AccountFactory(), told())
    first = see(file).body
    default_storage.delete(Thumbnail.objects.get().storage_key)

    assert see(file).body == first
    assert Thumbnail.objects.count() == 1


@pytest.mark.usefixtures("anywhere")
def test_a_look_through_the_storage_knows_thumbnails() -> None:
    file = given_file(AccountFactory(), told())
    see(file)

    found = orphaned_files.scan(after="", limit=100)

    assert (found.seen, found.orphaned, found.foreign, list(orphaned_files.missing())) == (2, {}, [], [])
