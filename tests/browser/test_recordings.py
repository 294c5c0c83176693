"""A recording is made in the browser: 16 kHz, one channel, 16 bits, and sent with the form."""

import io
from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client
from playwright.sync_api import Browser

from humans.models import SpeechAttempt
from marketplace.core.wav import inspect
from tests.browser.conftest import CHROMIUM
from tests.factories.accounts import given_worker
from tests.factories.market import given_bounty, given_funded_agent

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("house_accounts")]
B1 = {"language": "en", "minimumCefr": "B1"}
READ = """async () => {
  const file = document.querySelector("[name=recording]").files[0];
  return [...new Uint8Array(await file.arrayBuffer())];
}"""


@pytest.fixture
def with_microphone(chromium: Browser) -> Iterator[Browser]:
    """A browser whose microphone beeps."""
    flags = ["--no-sandbox", "--disable-gpu", "--use-fake-ui-for-media-stream", "--use-fake-device-for-media-stream"]
    browser = chromium.browser_type.launch(executable_path=CHROMIUM, args=flags)
    yield browser
    browser.close()


def test_what_is_recorded_is_a_wav_that_the_check_takes(live_server: Any, with_microphone: Browser) -> None:
    worker = given_worker()
    job = given_bounty(given_funded_agent(), language_requirement=B1)
    client = Client()
    client.force_login(worker.account, backend="django.contrib.auth.backends.ModelBackend")
    context = with_microphone.new_context(permissions=["microphone"], service_workers="block")
    context.add_cookies([{"name": "sessionid", "value": client.cookies["sessionid"].value, "url": live_server.url}])
    page = context.new_page()
    faults: list[str] = []
    page.on("console", lambda message: faults.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.goto(f"{live_server.url}/jobs/{job.public_id}/recordings")

    page.click("[data-start]")
    page.wait_for_function("() => document.querySelector('[data-time]').textContent.startsWith('6')", timeout=30_000)
    page.click("[data-stop]")
    page.wait_for_selector("audio:not([hidden])")

    data = bytes(page.evaluate(READ))
    sound = inspect(io.BytesIO(data), len(data))
    assert (sound.rate, sound.channels, sound.bits) == (16_000, 1, 16) and 5.5 < sound.seconds < 12
    with page.expect_navigation():
        page.click("text=Send it")

    assert SpeechAttempt.objects.get().seconds > 5
    assert faults == []
    context.close()
