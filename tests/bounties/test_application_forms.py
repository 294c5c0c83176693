"""What a bounty asks of its applicants: links, answers, acknowledgments, files, uploads of their own."""

import io
import json
import zipfile
from datetime import timedelta
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from PIL import Image

from bounties.models import Application, Bounty
from marketplace.core import clock
from tests.api import Answer, Api
from tests.factories.market import given_bounty, given_funded_agent, untouched

pytestmark = pytest.mark.django_db
TERMS = {"consentText": "I allow the use of these files.", "confirmationMessage": "Thank you for what you sent."}
UPLOAD = {"consent": "true", "kinds": ["upload"]}


def picture(width: int = 64, height: int = 48, name: str = "a.png") -> SimpleUploadedFile:
    content = io.BytesIO()
    image = Image.new("RGB", (width, height))
    image.putpixel((0, 0), (250, 10, width % 256))
    image.save(content, "PNG")
    return SimpleUploadedFile(name, content.getvalue(), content_type="image/png")


def video(name: str = "a.mp4") -> SimpleUploadedFile:
    return SimpleUploadedFile(name, b"\x00\x00\x00\x18ftypisom" + b"\x00" * 64, content_type="video/mp4")


def docx() -> SimpleUploadedFile:
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w") as archive:
        archive.writestr("[Content_Types].xml", "<Types/>")
        archive.writestr("word/document.xml", "<document/>")
    return SimpleUploadedFile("a.docx", content.getvalue())


def text() -> SimpleUploadedFile:
    return SimpleUploadedFile("a.txt", b"Plain words.", content_type="text/plain")


def url(bounty: Bounty) -> str:
    return f"/api/bounties/{bounty.public_id}/applications"


def send(worker: Api, bounty: Bounty, **fields: Any) -> Answer:
    """As a form; lists of dictionaries go as JSON texts."""
    form = {name: json.dumps(value) if name in ("links", "answers") else value for name, value in fields.items()}
    return worker.upload(url(bounty), form)


def wrong(worker: Api, bounty: Bounty, **fields: Any) -> list[str]:
    """The names of the fields that a refusal finds fault with; nothing was kept."""
    with untouched():
        answer = send(worker, bounty, **fields)
    assert (answer.status, answer.code) == (400, "validation_error"), answer.body
    return sorted(answer["fields"])


def asking(**fields: Any) -> Bounty:
    return given_bounty(given_funded_agent(), **fields)


def posted(fields: dict[str, Any]) -> Bounty:
    """The same by the fields of the wire."""
    task = {"title": "Files", "description": "Send some.", "price": 5, "estimatedHours": 1}
    assert given_funded_agent().post("/api/bounties", task | fields).status == 200
    return Bounty.objects.get()


def test_every_required_link_is_sent_and_more_are_welcome(worker: Api) -> None:
    bounty = asking(required_links=[{"type": "github"}, {"type": "custom", "label": "Your blog"}])
    github, blog = {"type": "github", "url": "https://github.com/me"}, {"type": "custom", "url": "https://me.example"}

    assert wrong(worker, bounty, links=[]) == wrong(worker, bounty, links=[github]) == ["links"]
    assert wrong(worker, bounty, links=[{"type": "github", "url": "javascript:alert(1)"}, blog]) != []
    more = {"type": "portfolio", "url": "https://work.example"}
    assert send(worker, bounty, links=[github, blog, more])["application"]["links"] == [github, blog, more]


def test_texts_are_answered_and_acknowledgments_confirmed(worker: Api) -> None:
    bounty = asking(
        application_details=[
            {"id": "d1", "type": "text", "label": "Which camera?", "required": True},
            {"id": "d2", "type": "checkbox", "label": "I can lift 20 kg.", "required": True},
            {"id": "d3", "type": "text", "label": "Anything else?", "required": False},
        ]
    )
    camera, lifts = {"questionId": "d1", "value": "A phone"}, {"questionId": "d2", "value": True}

    assert wrong(worker, bounty, answers=[]) == ["answers.d1", "answers.d2"]
    assert wrong(worker, bounty, answers=[{"questionId": "d1", "value": " "}, lifts]) == ["answers.d1"]
    assert wrong(worker, bounty, answers=[{"questionId": "d1", "value": True}, lifts]) == ["answers.d1"]
    for no in (False, "true"):
        assert wrong(worker, bounty, answers=[camera, {"questionId": "d2", "value": no}]) == ["answers.d2"]
    assert wrong(worker, bounty, answers=[camera, lifts, {"questionId": "d9", "value": "x"}]) == ["answers"]
    assert send(worker, bounty, answers=[camera, lifts])["application"]["answers"] == [camera, lifts]


def test_a_detail_takes_one_file_of_its_kind(worker: Api) -> None:
    bounty = asking(
        application_details=[
            {"id": "d1", "type": "file_upload", "label": "Licence", "required": True, "fileType": "image"},
            {"id": "d2", "type": "file_upload", "label": "Letter", "required": False, "fileType": "docx"},
            {"id": "d3", "type": "file_upload", "label": "Either", "required": False},
        ]
    )

    assert wrong(worker, bounty) == ["files.d1"]
    assert wrong(worker, bounty, files=[docx()], kinds=["d1"]) == ["files.d1"]
    assert wrong(worker, bounty, files=[picture(), picture()], kinds=["d1", "d2"]) == ["files.d2"]
    assert wrong(worker, bounty, files=[picture(), text()], kinds=["d1", "d3"]) == ["files.d3"]
    assert wrong(worker, bounty, files=[picture(), picture()], kinds=["d1", "d1"]) == ["files.d1"]
    assert wrong(worker, bounty, files=[picture(), picture()], kinds=["d1", "d9"]) == ["files"]
    assert wrong(worker, bounty, files=[picture()], kinds=[]) == ["kinds"]
    assert "d1, d2, d3" in send(worker, bounty, files=[picture()], kinds=[])["fields"]["kinds"][0]
    odd = send(worker, bounty, files=[picture(), picture()], kinds=["d1", "selfie"])
    assert odd["fields"]["files"] == [
        "No file of the kind selfie is asked for. Give one of: d1, d2, d3, resume, portfolio."
    ]
    sent = send(worker, bounty, files=[picture(), docx(), picture(9, 9)], kinds=["d1", "d2", "d3"])
    assert sent.status == 200
    assert sorted(Application.objects.get().file_kinds.values()) == ["d1", "d2", "d3"]


def test_a_live_video_is_recorded_by_the_camera_now(worker: Api) -> None:
    bounty = asking(application_details=[{"id": "d1", "type": "live_video", "label": "Say hello", "required": True}])

    assert wrong(worker, bounty) == ["files.d1"]
    assert wrong(worker, bounty, files=[picture()], kinds=["d1"]) == ["files.d1"]
    assert wrong(worker, bounty, files=[video()], kinds=["d1"]) == ["files.d1"], "nobody says how it was taken"
    old = (clock.wall() - timedelta(minutes=11)).isoformat()
    assert wrong(worker, bounty, files=[video()], kinds=["d1"], capturedLive=["true"], capturedAt=[old]) == ["files.d1"]
    now = clock.wall().isoformat()
    assert wrong(worker, bounty, files=[video()], kinds=["d1"], capturedLive=["false"], capturedAt=[now]) == [
        "files.d1"
    ]
    assert wrong(worker, bounty, files=[video()], kinds=["d1"], capturedLive=["true"] * 2) == ["capturedLive"]
    assert send(worker, bounty, files=[video()], kinds=["d1"], capturedLive=["true"], capturedAt=[now]).status == 200


def test_an_upload_bounty_needs_the_consent_and_one_to_so_many_files(worker: Api) -> None:
    bounty = asking(submission_mode="photo_upload", upload_settings={"maxImages": 2, **TERMS})

    assert wrong(worker, bounty, files=[picture()], kinds=["upload"]) == ["consent"]
    odd = send(worker, bounty, consent="true", files=[picture(), picture()], kinds=["upload", "photo"])
    assert odd["fields"]["files"] == ["No file of the kind photo is asked for. Give one of: upload, resume, portfolio."]
    assert wrong(worker, bounty, consent="true") == ["files"]
    assert wrong(worker, bounty, consent="true", files=[picture(n, n) for n in (7, 8, 9)], kinds=["upload"] * 3) == [
        "files"
    ]
    sent = send(worker, bounty, consent="true", files=[picture(8, 8), picture()], kinds=["upload"] * 2)
    assert sent.status == 200
    kept = Application.objects.get()
    assert kept.consented_at is not None and list(kept.file_kinds.values()) == ["upload"] * 2


@pytest.mark.parametrize(
    ("mode", "settings", "fits", "not_"),
    [
        ("photo_upload", {"photoSubmission": {"maxImages": 1, **TERMS}}, picture, video),
        ("video_upload", {"videoSubmission": {"maxVideos": 1, **TERMS}}, video, picture),
        ("document_upload", {"documentSubmission": {"maxDocuments": 1, **TERMS}}, docx, picture),
        ("document_upload", {"documentSubmission": {"maxDocuments": 1, **TERMS}}, text, video),
    ],
)
def test_an_upload_bounty_takes_files_of_its_own_kind(
    worker: Api, mode: str, settings: dict[str, Any], fits: Any, not_: Any
) -> None:
    bounty = posted({"submissionMode": mode} | settings)

    assert wrong(worker, bounty, files=[not_()], **UPLOAD) == ["files"]
    assert send(worker, bounty, files=[fits()], **UPLOAD).status == 200


def test_the_shorter_side_of_a_picture_has_the_pixels_asked_for(worker: Api) -> None:
    settings = {"maxImages": 1, "minimumResolutionPx": 48, **TERMS}
    bounty = posted({"submissionMode": "photo_upload", "photoSubmission": settings})

    assert wrong(worker, bounty, files=[picture(64, 47)], **UPLOAD) == ["files"]
    assert send(worker, bounty, files=[picture(64, 48)], **UPLOAD).status == 200


def test_a_bounty_without_uploads_takes_none(worker: Api) -> None:
    bounty = asking()

    assert wrong(worker, bounty, files=[picture()], kinds=["upload"]) == ["files"]
    assert send(worker, bounty, files=[text()], kinds=["resume"]).status == 200
