"""/owner/jobs/{id}/people/{applicationId}/photos/{fileId}: a photo of evidence, large, with the way to the others and what it is
judged by. No script is needed, and nobody sees more than before."""

import re

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test.utils import CaptureQueriesContext

from marketplace.models import File
from tests.factories.files import given_file, picture
from tests.factories.market import Seat, given_application, given_bounty, given_delivered, given_funded_agent, untouched
from tests.factories.members import given_member
from tests.visitor import HTML, Visitor

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("sound_books")]
CRITERIA = "- The sign is readable\n- The door is shut"


def given_photos(*names: str) -> tuple[Seat, list[File]]:
    """Work with these photos and a text file between them."""
    seat = given_delivered(completion_criteria=CRITERIA)
    sent, kept = seat.application.submissions.get(), []
    for name in names:
        kept.append(given_file(seat.worker.account, picture(name=name, size=(60, 40))))
    other = given_file(seat.worker.account, SimpleUploadedFile("notes.txt", b"It was open."))
    sent.files.add(*kept, other)
    return seat, kept


def person(seat: Seat) -> str:
    return f"/owner/jobs/{seat.bounty.public_id}/people/{seat.application.public_id}"


def photo(seat: Seat, file: File) -> str:
    return f"{person(seat)}/photos/{file.public_id}"


@pytest.mark.main
def test_photos_open_large_one_after_the_other_beside_the_criteria() -> None:
    seat, files = given_photos("a.jpg", "b.jpg", "c.jpg")
    owner = Visitor(seat.agent.account)

    grid = owner.open(person(seat))
    opened = [link for link in grid.links if "/photos/" in link]
    assert opened == [f"{photo(seat, file)}#photo" for file in files]
    first = owner.open(opened[0])
    second = owner.open(f"{photo(seat, files[1])}")

    for page, number in ((first, 1), (second, 2)):
        assert f"{number} of 3" in page.text
        assert "How it is judged The sign is readable The door is shut" in page.text
        assert re.search(r'<img class="large" src="/files/fil_\w+/640\?expires=\d+&amp;sig=', page.html)
    assert f"{photo(seat, files[1])}#photo" in first.links and 'rel="prev"' not in first.html
    turned = [link for link in second.links if link.startswith(person(seat)) and link.endswith("#photo")]
    assert turned == [f"{photo(seat, files[0])}#photo", f"{photo(seat, files[2])}#photo"]
    assert 'rel="next"' not in owner.open(photo(seat, files[2])).html
    assert f"{person(seat)}#judge" in second.links


def test_the_large_photo_is_our_copy_and_the_original_is_only_downloaded() -> None:
    seat, [file] = given_photos("a.jpg")
    page = Visitor(seat.agent.account).open(photo(seat, file))

    [alone] = [link for link in page.links if "/1280?" in link]
    [original] = [link for link in page.links if link.startswith(f"/files/{file.public_id}?")]
    shown, kept = Visitor().client.get(alone), Visitor().client.get(original)

    assert (shown.status_code, shown["Content-Type"]) == (200, "image/jpeg")
    assert (kept.status_code, kept["Content-Disposition"]) == (200, 'attachment; filename="a.jpg"')
    for answer in (shown, kept):
        assert answer["Content-Security-Policy"] == "default-src 'none'; sandbox"
        assert answer["X-Content-Type-Options"] == "nosniff"


def test_the_gallery_of_a_job_and_the_photos_of_an_application_lead_there_too() -> None:
    seat, [file] = given_photos("a.jpg")
    agent = seat.agent
    worker, applied = given_application(given_bounty(agent))
    cover = given_file(worker.account, picture(name="cover.jpg"))
    applied.files.add(cover)
    owner = Visitor(agent.account)

    gallery = owner.open(f"/owner/jobs/{seat.bounty.public_id}/evidence")
    href = f"/owner/jobs/{applied.bounty.public_id}/people/{applied.public_id}"
    page = owner.open(f"{href}/photos/{cover.public_id}")

    assert f"{photo(seat, file)}#photo" in gallery.links
    assert f"{href}/photos/{cover.public_id}#photo" in owner.open(href).links
    assert "1 of 1" in page.text and f"{href}#application" in page.links and "How it is judged" not in page.text


def test_a_file_that_is_no_picture_is_downloaded_and_has_no_page() -> None:
    seat, _files = given_photos("a.jpg")
    text = File.objects.get(name="notes.txt")
    owner = Visitor(seat.agent.account)

    assert any(link.startswith(f"/files/{text.public_id}?") for link in owner.open(person(seat)).links)
    assert owner.open(photo(seat, text)).status == 404


def test_what_the_checks_found_about_a_photo_stands_below_it() -> None:
    seat, files = given_photos("a.jpg", "b.jpg")
    sent = seat.application.submissions.get()
    sent.checks = sent.checks | {"findings": [{"code": "blank_image", "fileId": files[0].public_id}]}
    sent.save(update_fields=["checks"])
    owner = Visitor(seat.agent.account)

    assert "A picture is blank" in owner.open(photo(seat, files[0])).text
    assert "A picture is blank" not in owner.open(photo(seat, files[1])).text


def test_nobody_sees_a_photo_who_may_not_see_the_evidence() -> None:
    seat, [file] = given_photos("a.jpg")
    other = given_delivered(agent=given_funded_agent())
    strange = given_file(other.worker.account, picture(name="strange.jpg"))
    other.application.submissions.get().files.add(strange)
    owner = Visitor(seat.agent.account)

    with untouched():
        assert Visitor().client.get(photo(seat, file), headers=HTML).status_code == 302
        for who in (seat.worker, other.agent, other.worker):
            assert Visitor(who.account).open(photo(seat, file)).status in (403, 404)
        # by the address of one's own person: photos of other people, and what is no id
        for name in (strange.public_id, "fil_nonsense", "nonsense", seat.bounty.public_id):
            assert owner.open(f"{person(seat)}/photos/{name}").status == 404
        assert owner.open(f"{person(other)}/photos/{strange.public_id}").status in (403, 404)


def test_a_member_who_may_only_look_looks() -> None:
    seat, [file] = given_photos("a.jpg")
    viewer = Visitor(given_member(seat.agent, "viewer").account)

    viewer.send(viewer.open("/owner/members"), "switch", account=seat.agent.account.public_id)

    assert "1 of 1" in viewer.open(photo(seat, file)).text


def test_twelve_photos_take_no_more_queries_than_one() -> None:
    seat, [one] = given_photos("a.jpg")
    many, files = given_photos(*(f"{number}.jpg" for number in range(12)))

    def count(which: Seat, file: File) -> int:
        visitor = Visitor(which.agent.account)
        visitor.open(photo(which, file))
        with CaptureQueriesContext(
            connection,
        ) as seen:
            visitor.open(photo(which, file))
        return len(seen)

    assert count(seat, one) == count(many, files[5])
