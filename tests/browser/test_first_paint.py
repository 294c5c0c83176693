"""The first look at a page on a phone: nothing moves after it was painted, nothing but the style sheet holds the painting up, and
photos come small."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client
from playwright.sync_api import Browser, BrowserContext

from tests.api import Api
from tests.factories.accounts import given_worker
from tests.factories.files import given_file, picture
from tests.factories.market import given_bounty, given_confirmed, given_delivered, given_funded_agent

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
MOVED = """() => new Promise((done) => {
  let sum = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) sum += entry.value;
  }).observe({ type: "layout-shift", buffered: true });
  setTimeout(() => done(sum), 400);
})"""
BLOCKING = """() => performance.getEntriesByType("resource")
  .filter((one) => one.renderBlockingStatus === "blocking").map((one) => new URL(one.name).pathname)"""


@pytest.fixture
def worker(house_accounts: None) -> Api:
    return given_worker()


@pytest.fixture
def phone(chromium: Browser, live_server: Any, worker: Api) -> Iterator[BrowserContext]:
    context = chromium.new_context(
        base_url=live_server.url, viewport={"width": 360, "height": 740}, is_mobile=True, device_scale_factor=2
    )
    client = Client()
    client.force_login(worker.account, backend="django.contrib.auth.backends.ModelBackend")
    value = client.cookies["sessionid"].value
    context.add_cookies([{"name": "sessionid", "value": value, "url": live_server.url}])
    yield context
    context.close()


def test_nothing_moves_and_nothing_but_the_style_holds_it_up(phone: BrowserContext, worker: Api) -> None:
    agent = given_funded_agent()
    for _ in range(3):
        given_bounty(agent)
        given_confirmed(agent=agent, worker=worker)

    for path in ("/jobs", "/today"):
        page = phone.new_page()
        page.goto(path, wait_until="networkidle")
        assert page.evaluate(MOVED) <= 0.01, path
        blocking = page.evaluate(BLOCKING)
        assert [name.rpartition("/")[2].partition(".")[0] for name in blocking] == ["site"], (path, blocking)
        assert blocking[0].endswith(".css")
        page.close()


def test_photos_come_small_and_move_nothing(phone: BrowserContext, worker: Api) -> None:
    row = given_delivered(worker=worker).application
    files = [given_file(worker.account, picture(size=(3000, 2000))) for _ in range(3)]
    row.submissions.get().files.add(*files)
    page = phone.new_page()
    loaded: list[str] = []
    page.on("requestfinished", lambda request: loaded.append(request.url) if "/files/" in request.url else None)

    page.goto(f"/work/{row.public_id}", wait_until="networkidle")
    page.locator("#sent .photos").scroll_into_view_if_needed()
    page.wait_for_load_state("networkidle")
    page.wait_for_function(
        "() => [...document.querySelectorAll('.photos img')].every((one) => one.complete && one.naturalWidth)"
    )

    widths = page.eval_on_selector_all(".photos img", "all => all.map((one) => one.naturalWidth)")
    assert len(widths) == 3 and len(loaded) == 3
    assert all("/320?" in url or "/640?" in url for url in loaded), loaded
    assert page.evaluate(MOVED) <= 0.01
