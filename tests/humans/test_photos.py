"""Photos of a profile: taken for pictures only, redrawn without the camera's data, public until they are removed."""

import io
import os
from typing import Any

import pytest
from django.core.files.storage import default_storage
from django.core.files.uploadedfile import SimpleUploadedFile
from PIL import Image

from humans.models import Profile
from humans.rules.people import PHOTO_BYTES_MAX
from marketplace.models import File
from marketplace.services import orphaned_files
from tests.api import Answer, Api
from tests.factories.files import given_file, hostile_png, picture
from tests.factories.market import untouched

pytestmark = pytest.mark.django_db
PATH = "/api/humans/me/photos"


def send(who: Api, *photos: SimpleUploadedFile) -> Answer:
    return who.upload(PATH, {"photos": list(photos)})


def bytes_of(answer: Answer, place: int = 0) -> bytes:
    """What a stranger gets at the address."""
    found = Api().get(answer["photos"][place]["url"].removeprefix("http://127.0.0.1:8000"))
    assert found.status == 200
    content: bytes = found.body
    return content


def test_photos_are_shown_in_order_at_public_addresses(worker: Api, anonymous: Api) -> None:
    first = send(worker, picture(), picture("PNG", (30, 20)))
    second = send(worker, picture("WEBP"))

    urls = [photo["url"] for photo in second["photos"]]
    assert second["photos"][:2] == first["photos"]
    assert anonymous.get(f"/api/humans/{worker.account.public_profile_id}")["human"]["photoUrls"] == urls
    assert worker.get("/api/humans/me")["human"]["photos"] == second["photos"]
    shown = anonymous.get(urls[1].removeprefix("http://127.0.0.1:8000"))
    assert Image.open(io.BytesIO(shown.body)).size == (30, 20)
    assert shown.headers["Content-Type"] == "image/jpeg"
    assert shown.headers["X-Content-Type-Options"] == "nosniff"
    assert shown.headers["Cache-Control"] == "public, max-age=3600"
    assert "attachment" not in shown.headers.get("Content-Disposition", "")
    assert "expires=" not in urls[1]


def test_the_camera_s_data_is_gone_and_the_picture_upright(worker: Api) -> None:
    exif = Image.Exif()
    exif[0x0112] = 6  # lies on its side
    exif[0x010F] = "Secret camera"
    exif.get_ifd(0x8825)[2] = (38.0, 43.0, 0.0)  # place

    kept = bytes_of(send(worker, picture(size=(30, 20), exif=exif)))

    drawn = Image.open(io.BytesIO(kept))
    assert drawn.size == (20, 30)
    assert not drawn.getexif() and b"Secret" not in kept and b"Exif" not in kept


@pytest.mark.parametrize("mode", ["RGBA", "LA", "P", "1", "L", "I;16"])
def test_pictures_of_any_kind_become_plain_ones(worker: Api, mode: str) -> None:
    out = io.BytesIO()
    Image.new(mode, (9, 9)).save(out, "PNG")

    drawn = Image.open(io.BytesIO(bytes_of(send(worker, SimpleUploadedFile("a.png", out.getvalue())))))

    assert (drawn.format, drawn.mode, drawn.size) == ("JPEG", "RGB", (9, 9))
    if mode in ("RGBA", "LA"):
        assert min(drawn.getpixel((4, 4))) > 250, "transparent is white"


def test_cmyk_is_taken_and_large_pictures_are_scaled_down(worker: Api) -> None:
    out = io.BytesIO()
    Image.new("CMYK", (5000, 2500)).save(out, "JPEG")

    drawn = Image.open(io.BytesIO(bytes_of(send(worker, SimpleUploadedFile("a.jpg", out.getvalue())))))

    assert (drawn.mode, drawn.size) == ("RGB", (2048, 1024))


HOSTILE = {
    "text": b"hello",
    "empty": b"",
    "page": b"<!doctype html><script>alert(1)</script>",
    "svg": b'<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
    "pdf": b"%PDF-1.7\n",
    "cut off": picture("PNG", (400, 400)).read()[:60],
    "heic": b"\0\0\0\x18ftypheic" + b"\0" * 40,
    "tiff": picture("TIFF").read(),
    "profile": hostile_png().read(),
}


@pytest.mark.parametrize("kind", HOSTILE)
def test_what_is_no_picture_is_refused_whatever_its_name(worker: Api, kind: str) -> None:
    with untouched():
        refused = send(worker, picture(), SimpleUploadedFile("photo.jpg", HOSTILE[kind], content_type="image/jpeg"))

    assert (refused.status, refused.code, list(refused["fields"])) == (400, "validation_error", ["photos"])


def test_a_picture_that_unpacks_to_too_many_pixels_is_refused(worker: Api) -> None:
    for size, kind in (((6000, 5000), "PNG"), ((15000, 15000), "PNG"), ((6001, 4000), "JPEG")):
        out = io.BytesIO()
        Image.new("1", size).save(out, kind, progressive=True)
        with untouched():
            refused = send(worker, SimpleUploadedFile("bomb", out.getvalue()))
        assert (refused.status, list(refused["fields"])) == (400, ["photos"])


def test_ten_megabytes_are_the_limit_of_a_photo(worker: Api) -> None:
    content = picture().read()
    exact = content + os.urandom(PHOTO_BYTES_MAX - len(content))

    assert send(worker, SimpleUploadedFile("a.jpg", exact)).status == 200
    with untouched():
        refused = send(worker, SimpleUploadedFile("a.jpg", exact + b"x"))
    assert (refused.status, refused.code, refused["maxBytes"]) == (413, "body_too_large", PHOTO_BYTES_MAX)


def test_six_photos_are_the_limit_of_a_profile(worker: Api) -> None:
    assert len(send(worker, *[picture() for _ in range(5)])["photos"]) == 5

    with untouched():
        refused = send(worker, picture(), picture())
        seven = send(worker, *[picture() for _ in range(7)])
        none = worker.upload(PATH, {})

    assert (refused.status, refused.code, refused["maximum"], refused["present"]) == (409, "photo_limit_reached", 6, 5)
    assert (seven.status, none.status) == (400, 400)
    assert len(send(worker, picture())["photos"]) == 6


def test_a_removed_photo_is_gone_with_its_bytes(worker: Api, anonymous: Api) -> None:
    first, second = send(worker, picture(), picture())["photos"]
    key = File.objects.get(purpose="photo", sha256__isnull=False, pk=Profile.objects.get().photo_ids[0]).storage_key

    answer = worker.delete(f"{PATH}/{first['id']}")
    assert orphaned_files.delete_due() == 1

    assert answer.body == {"success": True, "photos": [second]}
    assert anonymous.get(first["url"].removeprefix("http://127.0.0.1:8000")).status == 404
    assert not default_storage.exists(key)
    with untouched():
        assert worker.delete(f"{PATH}/{first['id']}").status == 404


def test_other_people_s_photos_and_other_files_are_not_touched(worker: Api, other_worker: Api) -> None:
    photo = send(worker, picture())["photos"][0]["id"]
    evidence = given_file(worker.account, picture(), "evidence").public_id

    with untouched():
        for who, file_id in ((other_worker, photo), (worker, evidence), (worker, "fil_x")):
            assert who.delete(f"{PATH}/{file_id}").status == 404


def test_only_photos_have_a_public_address(worker: Api, anonymous: Api) -> None:
    evidence = given_file(worker.account, picture(), "evidence")
    photo = send(worker, picture())["photos"][0]["id"]

    assert anonymous.get(f"/files/photos/{evidence.public_id}").status == 404
    assert anonymous.get("/files/photos/fil_x").status == 404
    assert anonymous.get(f"/files/{photo}").status == 404, "without a signature the other route shows nothing"


def test_an_agent_with_a_key_has_photos_too(agent: Api) -> None:
    assert len(send(agent, picture())["photos"]) == 1


def test_the_same_key_adds_photos_once(worker: Api) -> None:
    content = picture().read()

    answers: list[Any] = [
        worker.upload(PATH, {"photos": SimpleUploadedFile("a.jpg", content)}, **{"Idempotency-Key": "k"})
        for _ in range(2)
    ]

    assert answers[0].body == answers[1].body
    assert answers[1].headers["Idempotency-Replayed"] == "true"
    assert File.objects.filter(purpose="photo").count() == 1
