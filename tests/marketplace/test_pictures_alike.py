"""The same picture elsewhere, and when a picture was taken."""

import io
from datetime import UTC, datetime
from random import Random

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from PIL import Image

from marketplace.models import File
from marketplace.selectors import pictures
from marketplace.services.pictures import is_similar
from tests.factories.accounts import given_worker
from tests.factories.files import given_file, picture
from tests.factories.pictures import scene

pytestmark = pytest.mark.django_db


def test_the_same_bytes_and_a_smaller_copy_are_found_whoever_sent_them_and_another_picture_is_not() -> None:
    ana, ben = given_worker().account, given_worker().account
    mine = given_file(ana, scene(1), "submission")
    copy = given_file(ben, scene(1), "submission")
    smaller = given_file(ben, scene(1, size=(320, 240), quality=60), "dispute")
    given_file(ben, scene(2), "submission")

    found = pictures.alike([mine])

    assert [(one.file.pk, one.is_same) for one in found[mine.pk]] == [(copy.pk, True), (smaller.pk, False)]
    assert found[mine.pk][0].file.owner == ben


def test_blank_pictures_and_files_of_other_kinds_are_like_nothing() -> None:
    ana = given_worker().account
    blank = given_file(ana, picture(size=(64, 64)), "submission")
    given_file(ana, picture(size=(80, 80)), "submission")
    mine = given_file(ana, scene(1), "submission")
    given_file(ana, scene(1), "résumé")

    assert pictures.alike([blank, mine]) == {}
    assert pictures.alike([]) == {}


def test_whatever_five_bits_differ_the_index_finds_it_and_never_what_differs_in_more() -> None:
    """The bands by which it is looked up lose nothing."""
    ana, random = given_worker().account, Random(18)
    mine = given_file(ana, scene(1), "submission")
    assert mine.perceptual_hash is not None
    near = []
    for number in range(60):
        bits = random.sample(range(64), 5 if number < 50 else 6)
        changed = (mine.perceptual_hash & (2**64 - 1)) ^ sum(1 << bit for bit in bits)
        hash_ = changed - 2**64 if changed >= 2**63 else changed
        row = File.objects.create(
            owner=ana,
            name="x.jpg",
            content_type="image/jpeg",
            size=1,
            sha256=f"{number:064}",
            storage_key=f"x/{number}",
            purpose="submission",
            perceptual_hash=hash_,
        )
        assert is_similar(hash_, mine.perceptual_hash) is (number < 50)
        near += [row.pk] if number < 50 else []

    with connection.cursor() as cursor:  # all of them: the page shows a dozen
        cursor.execute(
            "select id from marketplace_file where marketplace_picture_bands(perceptual_hash) && "
            "marketplace_picture_bands(%s) and bit_count((perceptual_hash # %s)::bit(64)) <= 5 and id <> %s",
            [mine.perceptual_hash, mine.perceptual_hash, mine.pk],
        )
        assert {key for (key,) in cursor.fetchall()} == set(near)
    assert len(pictures.alike([mine])[mine.pk]) == 12
    assert {one.file.pk for one in pictures.alike([mine])[mine.pk]} <= set(near)


@pytest.mark.parametrize(
    ("zone", "at", "by"),
    [
        ("+02:00", datetime(2026, 3, 1, 10, 0, tzinfo=UTC), "exif"),
        (None, datetime(2026, 3, 1, 12, 0, tzinfo=UTC), "exif_local"),
    ],
)
def test_a_picture_says_when_it_was_taken_and_without_a_zone_less_surely(
    zone: str | None, at: datetime, by: str
) -> None:
    exif = Image.Exif()
    exif[0x8769] = {0x9003: "2026:03:01 12:00:00"} | ({0x9011: zone} if zone else {})

    kept = given_file(given_worker().account, scene(1, exif=exif))

    assert (kept.captured_at, kept.captured_by) == (at, by)


@pytest.mark.parametrize("said", ["", "yesterday", "2026:13:41 12:00:00"])
def test_a_picture_that_says_nothing_or_nonsense_about_its_time_has_none(said: str) -> None:
    exif = Image.Exif()
    exif[0x8769] = {0x9003: said}

    kept = given_file(given_worker().account, scene(1, exif=exif))

    assert (kept.captured_at, kept.captured_by) == (None, "")


def test_what_is_no_picture_has_no_time() -> None:
    kept = given_file(given_worker().account, SimpleUploadedFile("a.txt", io.BytesIO(b"Words.").read()))

    assert (kept.captured_at, kept.perceptual_hash) == (None, None)
