"""Real Chromium on pages served by a live Django server. Without a browser these tests are left out, saying so."""

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Request, sync_playwright

from tests import families

os.environ.setdefault("DJANGO_ALLOW_ASYNC_UNSAFE", "true")  # playwright runs an event loop in this thread
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
SIZES = {"desktop": (1280, 900), "phone": (390, 844)}


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    here = Path(__file__).parent
    mine = [item for item in items if here in Path(item.fspath).parents]
    if CHROMIUM or not mine:
        return
    if os.environ.get("CI") == "true":
        pytest.exit("browser tests need Chromium, and under CI they are not left out", returncode=1)
    families.tell(config, "browser tests are left out: there is no Chromium on PATH")
    items[:] = [item for item in items if item not in mine]


@pytest.fixture(scope="package")
def chromium() -> Iterator[Browser]:
    """Ends with these tests: while playwright's loop runs in this thread, Django keeps other connections for it, and a
    forked process, which has no such loop, would find its parent's."""
    with sync_playwright() as play:
        browser = play.chromium.launch(
            executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu", "--disable-quic"]
        )
        yield browser
        browser.close()


@pytest.fixture
def open_page(chromium: Browser) -> Iterator[Callable[..., Page]]:
    """`open_page(url, "phone")`: a fresh page of that size; every console error and outgoing request is collected."""
    contexts = []

    def make(url: str, size: str = "desktop", *, dark: bool = False) -> Page:
        width, height = SIZES[size]
        context = chromium.new_context(
            viewport={"width": width, "height": height},
            color_scheme="dark" if dark else "light",
            is_mobile=size == "phone",
        )
        contexts.append(context)
        page = context.new_page()
        page.foreign = []
        page.faults = []
        host = url.split("/")[2]
        # What the page's own policy refuses never leaves the browser; everything else that is foreign is a leak.
        page.on("requestfinished", lambda request: note(page, host, request))
        page.on("requestfailed", lambda request: None if request.failure == "csp" else note(page, host, request))
        page.on("console", lambda message: page.faults.append(message.text) if message.type == "error" else None)
        page.on("pageerror", lambda error: page.faults.append(str(error)))
        page.goto(url, wait_until="networkidle")
        return page

    yield make
    for context in contexts:
        context.close()


def note(page: Page, host: str, request: Request) -> None:
    if request.url.split("/")[2:3] != [host] and not request.url.startswith(("data:", "blob:")):
        page.foreign.append(f"{request.url} {request.failure}")
