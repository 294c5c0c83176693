"""/jobs/{id}/recordings: what a job asks to hear, sent with a form."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from bounties.models import Bounty, MicSample
from humans.models import Proficiency, SpeechAttempt
from tests.factories.accounts import given_worker
from tests.factories.market import given_bounty, given_funded_agent, untouched
from tests.factories.voices import reading, wav
from tests.visitor import Visitor

# What is stored is committed before the transaction that refers to it.
pytestmark = pytest.mark.django_db
B1 = {"language": "en", "minimumCefr": "B1"}


def sound(data: bytes) -> dict[str, SimpleUploadedFile]:
    return {"recording": SimpleUploadedFile("recording.wav", data, content_type="audio/wav")}


@pytest.fixture
def visitor() -> Visitor:
    return Visitor(given_worker().account)


def test_a_microphone_sample_is_sent_once_and_opens_the_gate(visitor: Visitor) -> None:
    job = given_bounty(given_funded_agent(), mic_check_required=True)
    page = visitor.open(f"/jobs/{job.public_id}/recordings")
    assert "5 recordings left" in page.text

    sent = visitor.send(page, "mic", files=sound(reading()))
    visitor.send(page, "mic", files=sound(reading()))

    assert "Recorded" in sent.text and "4 recordings left" in sent.text
    assert MicSample.objects.count() == 1


def test_a_language_recording_gives_a_level(visitor: Visitor) -> None:
    job = given_bounty(given_funded_agent(), language_requirement=B1)
    page = visitor.open(f"/jobs/{job.public_id}/recordings")

    sent = visitor.send(page, "language", files=sound(wav(mark="B2")))

    assert "Your level is B2." in sent.text
    assert Proficiency.objects.get().cefr == "B2"
    mine = visitor.open("/profile/recordings")
    assert "B2" in mine.text and "5 of 6 recordings left" in mine.text


@pytest.mark.parametrize(
    ("data", "status"),
    [(None, 400), (b"no wav", 400), (wav(2.0), 400), (wav(6.0, rate=8000), 400), (bytes(4 * 1024 * 1024 + 1), 413)],
)
def test_what_is_no_such_recording_is_refused_and_not_counted(
    visitor: Visitor, data: bytes | None, status: int
) -> None:
    job = given_bounty(given_funded_agent(), language_requirement=B1)
    page = visitor.open(f"/jobs/{job.public_id}/recordings")

    with untouched():
        refused = visitor.send(page, "language", files=sound(data) if data is not None else {})

    assert refused.status == status and 'role="alert"' in refused.html
    assert not SpeechAttempt.objects.exists()


def test_a_job_that_asks_for_none_says_so_and_a_hidden_one_is_404(visitor: Visitor) -> None:
    job = given_bounty(given_funded_agent())
    page = visitor.open(f"/jobs/{job.public_id}/recordings")
    assert "asks for no recording" in page.text and not [form for form in page.forms if form.act in ("mic", "language")]

    Bounty.objects.filter(pk=job.pk).update(is_private=True)

    assert visitor.open(f"/jobs/{job.public_id}/recordings").status == 404
    assert Visitor().open(f"/jobs/{job.public_id}/recordings").path.startswith("/account/login")
