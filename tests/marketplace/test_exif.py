"""A kept photo or video tells no place, looks the same, and still knows its orientation and when it was taken."""

import hashlib
import io
import struct
import threading
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from PIL import Image
from PIL.PngImagePlugin import PngInfo
from pytest_django import Settings

from marketplace.core.errors import Invalid
from marketplace.models import File
from marketplace.services import exif, videos
from tests.factories.accounts import AccountFactory
from tests.factories.files import given_file, hostile_png

GPS, EXIF, ORIENTATION, TAKEN = 0x8825, 0x8769, 0x0112, 0x9003
XMP = b'<x:xmpmeta xmlns:x="adobe:ns:meta/"><exif:GPSLatitude>38,42.5N</exif:GPSLatitude></x:xmpmeta>'
TELLING = (b"GPSLatitude", b"Lisbon", b"+38.7", struct.pack(">II", 38, 1), struct.pack("<II", 38, 1))
KINDS = {"JPEG": "image/jpeg", "PNG": "image/png", "WEBP": "image/webp"}


def photo(kind: str, **more: Any) -> bytes:
    """A picture of noise, taken in Lisbon, as Pillow writes it."""
    told = Image.Exif()
    told[ORIENTATION] = 6
    told[0x010E] = "Lisbon, the shop"
    told.get_ifd(EXIF)[TAKEN] = "2026:11:20 09:30:00"
    told.get_ifd(GPS).update({1: "N", 2: (38.0, 42.0, 30.0), 3: "W", 4: (9.0, 8.0, 0.0)})
    out = io.BytesIO()
    Image.effect_noise((64, 48), 80).convert("RGB").save(out, kind, exif=told, **more)
    return out.getvalue()


def cleaned(data: bytes, kind: str) -> bytes:
    return exif.strip_location(io.BytesIO(data), kind).read()


def pixels(data: bytes) -> bytes:
    return Image.open(io.BytesIO(data)).convert("RGB").tobytes()


@pytest.mark.parametrize(
    ("kind", "more"),
    [
        ("JPEG", {"xmp": XMP}),
        ("JPEG", {"progressive": True, "xmp": XMP}),
        ("PNG", {}),
        ("WEBP", {"xmp": XMP}),
        ("WEBP", {"lossless": True, "xmp": XMP}),
    ],
)
def test_place_data_is_gone_and_the_picture_is_the_same(kind: str, more: dict[str, Any]) -> None:
    given = photo(kind, **more)
    assert any(told in given for told in TELLING)

    kept = cleaned(given, KINDS[kind])

    assert not [told for told in TELLING if told in kept]
    assert pixels(kept) == pixels(given)
    shown = Image.open(io.BytesIO(kept))
    assert dict(shown.getexif().get_ifd(GPS)) == {}
    assert shown.getexif()[ORIENTATION] == 6
    assert shown.getexif().get_ifd(EXIF) == {TAKEN: "2026:11:20 09:30:00"}
    assert "xmp" not in shown.info
    assert cleaned(kept, KINDS[kind]) == kept, "nothing more to take away"


@pytest.mark.parametrize("kind", KINDS)
def test_a_picture_that_tells_nothing_is_kept_byte_for_byte(kind: str) -> None:
    out = io.BytesIO()
    Image.effect_noise((64, 48), 80).convert("RGB").save(out, kind, dpi=(300, 300), icc_profile=b"profile" * 9)

    assert cleaned(out.getvalue(), KINDS[kind]) == out.getvalue()


def test_place_data_in_text_chunks_of_a_png_is_gone_and_other_words_stay() -> None:
    words = PngInfo()
    words.add_itxt("XML:com.adobe.xmp", XMP.decode())
    words.add_text("Raw profile type exif", "Lisbon", zip=False)
    words.add_text("Title", "A shop front")

    kept = cleaned(photo("PNG", pnginfo=words) + b"GPSLatitude behind the end", "image/png")

    assert not [told for told in TELLING if told in kept]
    assert Image.open(io.BytesIO(kept)).info["Title"] == "A shop front"


def test_what_hangs_behind_a_jpeg_or_stands_in_its_iptc_is_gone() -> None:
    given = photo("JPEG")
    iptc = b"\xff\xed" + struct.pack(">H", 20) + b"Photoshop Lisbon 3"
    second = photo("JPEG")

    kept = cleaned(given[:2] + iptc + given[2:] + second, "image/jpeg")

    assert not [told for told in TELLING if told in kept]
    assert kept.endswith(b"\xff\xd9")
    assert len(kept) < len(given)


@pytest.mark.parametrize("kind", KINDS)
def test_a_file_cut_anywhere_is_cleaned_or_refused_and_never_a_crash(kind: str) -> None:
    given = photo(kind)

    for length in range(12, len(given), 7):
        try:
            kept = cleaned(given[:length], KINDS[kind])
        except exif.Damaged:
            continue
        assert not [told for told in TELLING if told in kept], length


def test_a_broken_exif_block_is_dropped() -> None:
    given = photo("JPEG")
    at = given.index(b"Exif\0\0")

    kept = cleaned(given[: at + 6] + b"\xff" * 8 + given[at + 14 :], "image/jpeg")

    assert not [told for told in TELLING if told in kept]
    assert pixels(kept) == pixels(given)


# ------------------------------------------------------------------ GIF


def animation(**more: Any) -> bytes:
    out = io.BytesIO()
    frames = [Image.effect_noise((64, 48), sigma).convert("P") for sigma in (10, 50, 90)]
    frames[0].save(out, "GIF", save_all=True, append_images=frames[1:], duration=90, loop=3, **more)
    return out.getvalue()


def frames(data: bytes) -> list[bytes]:
    with Image.open(io.BytesIO(data)) as shown:
        return [shown.seek(number) or shown.convert("RGB").tobytes() for number in range(shown.n_frames)]


def test_comments_and_xmp_of_a_gif_are_gone_and_it_moves_as_before() -> None:
    given = animation(comment=b"Lisbon")
    at = 13 + (3 << (given[10] % 8 + 1))  # behind the colours
    magic = b"\x01" + bytes(range(0xFF, -1, -1)) + b"\0"
    xmp = b"\x21\xff\x0bXMP DataXMP" + XMP + magic
    given = given[:at] + xmp + given[at:] + b"GPSLatitude behind the end"

    kept = cleaned(given, "image/gif")

    assert not [told for told in TELLING if told in kept]
    assert frames(kept) == frames(given) and len(frames(kept)) == 3
    shown = Image.open(io.BytesIO(kept))
    assert (shown.info["loop"], shown.info["duration"]) == (3, 90)
    assert cleaned(kept, "image/gif") == kept, "nothing more to take away"


def test_a_gif_that_tells_nothing_is_kept_byte_for_byte() -> None:
    given = animation()

    assert cleaned(given, "image/gif") == given


def test_a_gif_cut_anywhere_is_cleaned_or_refused_and_never_a_crash() -> None:
    given = animation(comment=b"Lisbon, the shop")

    for length in range(6, len(given), 13):
        try:
            kept = cleaned(given[:length], "image/gif")
        except exif.Damaged:
            continue
        assert b"Lisbon" not in kept, length


# ------------------------------------------------------------------ videos


def box(kind: bytes, *parts: bytes) -> bytes:
    body = b"".join(parts)
    return struct.pack(">I", len(body) + 8) + kind + body


PLACE = b"\0\x12\x15\xc7+38.7083-009.1369/"


def video(*, brand: bytes = b"mp42") -> bytes:
    keys = [b"com.apple.quicktime.make", b"com.apple.quicktime.location.ISO6709"]
    table = struct.pack(">II", 0, len(keys)) + b"".join(box(b"mdta", key) for key in keys)
    items = box(b"\0\0\0\1", box(b"data", b"\0" * 8, b"Phone")) + box(b"\0\0\0\2", box(b"data", b"\0" * 8, PLACE))
    meta = box(b"meta", box(b"hdlr", b"\0" * 24), box(b"keys", table), box(b"ilst", items))
    full = box(b"meta", b"\0" * 4, box(b"hdlr", b"\0" * 24), box(b"ilst", box(b"\xa9xyz", box(b"data", PLACE))))
    udta = box(b"udta", box(b"\xa9xyz", PLACE), box(b"loci", b"\0" * 4 + b"Lisbon\0"), full)
    moov = box(b"moov", box(b"mvhd", b"\0" * 100), udta, meta, box(b"trak", box(b"udta", box(b"\xa9xyz", PLACE))))
    return box(b"ftyp", brand + b"\0" * 8) + moov + box(b"mdat", b"+38.7 is only picture here" * 50)


@pytest.mark.parametrize("kind", ["video/mp4", "video/quicktime"])
def test_places_of_a_video_become_free_space_and_nothing_moves(kind: str) -> None:
    given = video()

    kept = cleaned(given, kind)

    assert len(kept) == len(given)
    assert PLACE not in kept and b"Lisbon" not in kept
    assert b"Phone" in kept
    assert kept[kept.index(b"mdat") :] == given[given.index(b"mdat") :]
    assert kept.index(b"mdat") == given.index(b"mdat")


def test_a_video_that_tells_nothing_is_not_copied() -> None:
    given = io.BytesIO(box(b"ftyp", b"mp42") + box(b"moov", box(b"mvhd", b"\0" * 100)) + box(b"mdat", b"x" * 500))

    assert exif.strip_location(given, "video/mp4") is given
    assert given.tell() == 0


def test_a_video_with_odd_boxes_is_followed_as_far_as_it_goes() -> None:
    given = video()

    for length in range(8, len(given), 11):
        assert b"+38.7083" not in cleaned(given[:length], "video/mp4"), length
    cleaned(struct.pack(">I4sQ", 1, b"moov", 2**63) + b"x" * 40, "video/mp4")
    cleaned(struct.pack(">I4sQ", 1, b"moov", 3) + b"x" * 40, "video/mp4")


# ------------------------------------------------------------------ files made to fill the memory

MANY = videos.MAX_PARTS + 1
HOSTILE = {
    "image/jpeg": b"\xff\xd8" + b"\xff\xfe\0\2" * MANY + b"\xff\xd9",
    "image/png": b"\x89PNG\r\n\x1a\n" + b"\0\0\0\0junk\0\0\0\0" * MANY,
    "image/webp": b"RIFF\xff\xff\xff\xffWEBP" + b"junk\0\0\0\0" * MANY,
    "image/gif": b"GIF89a" + b"\0" * 7 + b"\x21\x01\0" * MANY,
    "video/mp4": box(b"ftyp", b"mp42") + box(b"free") * MANY,
    "video/quicktime": box(b"moov", box(b"udta", box(b"XMP_") * (MANY // 2 + 1))) * 2,
}


@pytest.mark.parametrize("kind", HOSTILE)
def test_a_file_of_countless_tiny_parts_is_refused(kind: str) -> None:
    with pytest.raises(exif.Damaged, match="parts"):
        cleaned(HOSTILE[kind], kind)


def test_a_process_holds_two_pictures_in_memory_and_keeps_what_it_made_of_them_on_disk() -> None:
    given, kept = photo("PNG"), []
    third = threading.Thread(target=lambda: kept.append(exif.strip_location(io.BytesIO(given), "image/png")))
    with exif._in_memory, exif._in_memory:
        third.start()
        third.join(0.1)
        assert third.is_alive() and not kept

    third.join()
    assert not isinstance(kept[0], io.BytesIO)
    assert kept[0].read() == cleaned(given, "image/png") != given


# ------------------------------------------------------------------ the store


@pytest.mark.django_db
def test_what_is_stored_is_what_size_and_hash_say(settings: Settings) -> None:
    given = photo("JPEG")

    kept = given_file(AccountFactory(), SimpleUploadedFile("a.jpg", given))

    stored = (Path(settings.MEDIA_ROOT) / kept.storage_key).read_bytes()
    assert (kept.size, kept.sha256) == (len(stored), hashlib.sha256(stored).hexdigest())
    assert not [told for told in TELLING if told in stored]
    assert kept.perceptual_hash is not None


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("name", "content", "says"),
    [
        ("a.heic", b"\0\0\0\x18ftypheic" + b"\0" * 40, "JPEG"),
        ("a.avif", b"\0\0\0\x18ftypavif" + b"\0" * 40, "JPEG, PNG, WebP or GIF"),
        ("a.cr3", b"\0\0\0\x18ftypcrx " + b"\0" * 40, "JPEG, PNG, WebP or GIF"),
        ("a.zip", b"PK\x03\x04" + b"\0" * 60, "MP4, MOV or WebM videos"),
        ("a.jpg", photo("JPEG")[:2] + b"\xff\xe0\x00\x04ab" + b"\x00" * 40, "damaged"),
        ("a.gif", HOSTILE["image/gif"], "damaged"),
        ("a.png", hostile_png().read(), "damaged"),
        ("a.mp4", HOSTILE["video/mp4"], "damaged"),
    ],
)
def test_what_cannot_be_cleaned_is_refused_with_a_way_out(name: str, content: bytes, says: str) -> None:
    with pytest.raises(Invalid) as refused:
        given_file(AccountFactory(), SimpleUploadedFile(name, content))

    assert says in refused.value.extra["fields"]["files"][0]
    assert not File.objects.exists()
