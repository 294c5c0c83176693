"""What is handed in with a form: each bad file is a clear refusal, by its field, and nothing of it is kept."""

import io
import zipfile
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from bounties.models import Application, Humanization, Rewrite
from marketplace.models import File, OrphanedFile
from marketplace.services import files
from tests.api import Api
from tests.factories.accounts import given_worker
from tests.factories.files import picture
from tests.factories.humanizations import (
    PATH,
    docx,
    given_assigned,
    given_humanization,
    hand_in,
    mp4,
    plain,
    read,
    sample,
    webm,
)
from tests.factories.market import untouched

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("sound_books")]
PDF = b"%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n"


@pytest.fixture
def row() -> Humanization:
    return given_humanization()[1]


def pdf() -> SimpleUploadedFile:
    return SimpleUploadedFile("cv.pdf", PDF)


def zip_called_docx() -> SimpleUploadedFile:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr("holiday.jpg", b"\xff\xd8")
    return SimpleUploadedFile("text.docx", out.getvalue())


def bomb() -> SimpleUploadedFile:
    start = b'<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>'
    return docx(body=start + b"<w:p/>" * 6_000_000)


BAD = [
    ("document", zip_called_docx, 400), ("document", pdf, 400), ("document", picture, 400), ("document", mp4, 400),
    ("document", lambda: docx(body=b"<w:document"), 400), ("document", lambda: docx("  "), 400), ("document", bomb, 413),
    ("document", lambda: plain("x" * 400_001), 413), ("document", lambda: SimpleUploadedFile("t.txt", b""), 400),
    ("document", lambda: SimpleUploadedFile("t.txt", "Grüße".encode("latin-1")), 400),
    ("document", lambda: SimpleUploadedFile("t.txt", b"x" * 11_000_000), 413), ("document", lambda: "words", 400),
    ("document", lambda: None, 400),
    ("recording", lambda: mp4(7200), 400), ("recording", lambda: webm(7200), 400), ("recording", lambda: None, 400),
    ("recording", lambda: webm(7200, as_browsers_do=True), 400), ("recording", picture, 400), ("recording", docx, 400),
    ("attestation", lambda: "false", 400), ("attestation", lambda: None, 400), ("attestation", lambda: "perhaps", 400),
    ("resume", picture, 400), ("resume", lambda: mp4(), 400),
]  # fmt: skip


@pytest.mark.parametrize(("field", "make", "status"), BAD, ids=[f"{f}-{n}" for n, (f, _, _) in enumerate(BAD)])
def test_a_bad_file_is_refused_by_its_field_and_nothing_is_kept(
    row: Humanization, field: str, make: Any, status: int
) -> None:
    worker = given_worker()
    with untouched():
        refused = worker.upload(f"{PATH}/{row.public_id}/applications", sample(**{field: make()}))
    assert refused.status == status, refused.body
    if status == 400:
        assert list(refused["fields"]) == [field], refused.body
    else:
        assert refused.code == "body_too_large"
    assert (File.objects.count(), OrphanedFile.objects.count(), Rewrite.objects.count()) == (0, 0, 0)


@pytest.mark.parametrize("field", ["document", "resume"])
def test_a_document_that_is_too_long_is_not_even_opened(
    row: Humanization, field: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[object] = []
    monkeypatch.setattr(files, "sniff", opened.append)
    worker, large = given_worker(), SimpleUploadedFile("t.docx", b"PK\x03\x04" + b"x" * 10_485_760)

    with untouched():
        refused = hand_in(worker, row, **{field: large})

    assert (refused.status, refused.code, opened) == (413, "body_too_large", [])


@pytest.mark.parametrize("make", [mp4, lambda: mp4(brand=b"qt  "), webm, lambda: mp4(5400)])
def test_recordings_of_each_kind_and_of_ninety_minutes_are_taken(row: Humanization, make: Any) -> None:
    assert hand_in(given_worker(), row, recording=make()).status == 200


def test_a_recording_that_is_a_little_too_long_is_told_by_how_much(row: Humanization) -> None:
    worker = given_worker()
    with untouched():
        refused = hand_in(worker, row, recording=mp4(5401))
    assert refused["fields"] == {"recording": ["It is 5,401 seconds long; send up to 5,400 seconds (90 minutes)."]}


def test_whoever_never_applied_hears_of_the_route_that_takes_applications(row: Humanization) -> None:
    form = {"document": docx(), "recording": mp4()}
    refused = given_worker().upload(f"{PATH}/{row.public_id}/submission", form)
    assert (refused.status, refused.code) == (404, "not_found")
    assert "POST /api/v1/humanizations/{id}/applications" in refused["error"]
    assert "/api/bounties/" not in refused["error"]


@pytest.mark.parametrize("make", [docx, plain, lambda: plain("\ufeffWith a mark."), lambda: docx(name="no-ending")])
def test_documents_of_both_kinds_are_taken(row: Humanization, make: Any) -> None:
    assert hand_in(given_worker(), row, document=make()).status == 200


def test_a_resume_is_sent_where_it_is_asked_for_and_only_the_owner_reads_it() -> None:
    owner, row = given_humanization(requireResume=True)
    worker = given_worker()
    with untouched():
        missing = hand_in(worker, row)
    assert (missing.status, list(missing["fields"])) == (400, ["resume"])

    assert hand_in(worker, row, resume=pdf()).status == 200
    [applicant] = read(owner, row)["applicants"]
    shown = Api().get("/" + applicant["resumeUrl"].split("/", 3)[3])
    assert (shown.status, shown.body) == (200, PDF)


def test_what_is_sent_stands_in_the_application_by_its_kind(row: Humanization) -> None:
    hand_in(given_worker(), row, resume=plain("My life."))
    application = Application.objects.get()
    assert sorted(application.file_kinds.values()) == ["document", "recording", "resume"]
    assert application.files.count() == 3


def test_the_final_text_is_looked_at_in_the_same_way() -> None:
    _, worker, row = given_assigned()
    for form in (
        {"document": docx()},
        {"recording": mp4()},
        {"document": docx(), "recording": mp4(7200)},
        {"document": zip_called_docx(), "recording": mp4()},
    ):
        with untouched():
            refused = worker.upload(f"{PATH}/{row.public_id}/submission", form)
        assert refused.status == 400


def test_an_empty_form_and_json_are_refused(row: Humanization) -> None:
    worker = given_worker()
    path = f"{PATH}/{row.public_id}/applications"
    with untouched():
        empty, json = worker.upload(path, {}), worker.post(path, {"attestation": True})
    assert (empty.status, sorted(empty["fields"])) == (400, ["attestation", "document", "recording"])
    assert (json.status, sorted(json["fields"])) == (400, ["document", "recording"])


def test_a_repeated_application_is_one(row: Humanization) -> None:
    worker = given_worker()
    path = f"{PATH}/{row.public_id}/applications"
    first = worker.upload(path, sample(), **{"Idempotency-Key": "apply-once"})
    again = worker.upload(path, sample(), **{"Idempotency-Key": "apply-once"})
    assert again.headers["Idempotency-Replayed"] == "true" and again.body == first.body
    with untouched():
        third = worker.upload(path, sample())
    assert (third.status, third.code) == (409, "already_applied")
