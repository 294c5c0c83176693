"""A photo by request as its taker sees it: the job, the form that applies, the camera, and what became of the photo."""

from io import BytesIO

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from PIL import Image

from bounties.models import Application, Bounty, Submission
from marketplace.core import clock
from tests.bounties.test_pictures import ask, given_local, run_timers
from tests.factories.market import given_funded_agent
from tests.visitor import Visitor

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("sound_books")]


def test_a_requested_photo_is_taken_with_the_camera_on_the_page_of_the_seat() -> None:
    agent = given_funded_agent(10_000)
    path = ask(agent).headers["Content-Location"]
    bounty = Bounty.objects.get()
    me = Visitor(given_local().account)
    job = me.open(f"/jobs/{bounty.public_id}")
    assert "The clock tower" in job.text and "Ferry Building" in job.text

    applied = me.send(me.open(f"/jobs/{bounty.public_id}/apply"), "apply", coverLetter="I am near.")
    run_timers()

    page = me.open(applied.path)
    assert applied.path == f"/work/{Application.objects.get().public_id}"
    assert ' capture="environment"' in page.html and 'accept="image/' in page.html
    photo = BytesIO()
    Image.linear_gradient("L").resize((640, 480)).convert("RGB").save(photo, "JPEG")
    notes = {"capturedLive.files.1": "true", "capturedAt.files.1": clock.wall().isoformat()}
    sent = me.send(page, "evidence", {"files.1": SimpleUploadedFile("photo.jpg", photo.getvalue())}, **notes)
    run_timers()

    assert "It is sent." in sent.text and not Submission.objects.get().evidence_flags
    after = me.open(page.path)
    assert not [form for form in after.forms if form.act == "evidence"] and "$16.95" in after.text
    assert agent.get(path).status == 200, "whoever asked has the photo"
