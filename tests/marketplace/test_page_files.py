"""Forms with files on pages for people: long ones only of those who are signed in, and only where a page takes files."""

import pytest
from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile

from bounties.models import Submission
from tests.factories.market import given_confirmed, untouched
from tests.visitor import HTML, Visitor

pytestmark = pytest.mark.django_db


def long() -> SimpleUploadedFile:
    content = b"\x00\x00\x00\x18ftypisom" + b"\x00" * settings.JSON_BODY_LIMIT
    return SimpleUploadedFile("long.mp4", content, content_type="video/mp4")


def test_a_page_takes_long_files_of_who_is_signed_in() -> None:
    seat = given_confirmed()
    me = Visitor(seat.worker.account)

    answer = me.send(me.open(f"/work/{seat.application.public_id}"), "evidence", {"files": [long()]})

    assert "It is sent." in answer.text and Submission.objects.get().files.count() == 1


def test_a_strangers_long_form_is_not_read_and_leads_to_signing_in() -> None:
    seat = given_confirmed()
    path = f"/work/{seat.application.public_id}"

    with untouched():
        answer = Visitor().client.post(path, {"act": "evidence", "files": long()}, headers=HTML)

    assert (answer.status_code, answer["Location"]) == (302, f"/account/login?next={path}")


def test_a_page_without_files_takes_no_long_form() -> None:
    seat = given_confirmed()
    me = Visitor(seat.worker.account)

    with untouched():
        assert me.client.post("/today", {"act": "confirm", "files": long()}, headers=HTML).status_code == 413
        assert me.client.post("/nothing", {"files": long()}, headers=HTML).status_code == 413
