"""Every page of the site, at both sizes and in both themes: nothing foreign, nothing that sticks out, nothing that shuts out who
can't see or use a mouse."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.test import Client
from playwright.sync_api import Browser, Page

from tests.api import Api
from tests.browser.conftest import note
from tests.factories.accounts import given_worker
from tests.factories.conversations import given_talk
from tests.factories.market import (
    given_application,
    given_bounty,
    given_confirmed,
    given_delivered,
    given_funded_agent,
    given_hired,
    given_payouts,
    given_released,
    given_review,
)

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
SIZES = {"phone": (360, 740), "desktop": (1440, 900)}
# A long word, Arabic, and pictures: what people write.
ODD = "Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichen مرحبا بالعالم 🥐🥖"
LOOKS = [
    pytest.param("phone", "light", marks=pytest.mark.main),
    ("phone", "dark"),
    ("desktop", "light"),
    ("desktop", "dark"),
]


@pytest.fixture
def worker(house_accounts: None) -> Api:
    return given_worker(name=f"Inês {ODD[:40]}")


@pytest.fixture
def addresses(worker: Api) -> list[str]:
    """The pages of a worker who has something of everything."""
    agent = given_funded_agent()
    described = {
        "description": f"{ODD}\n\nTake one photo.",
        "completion_criteria": ODD,
        "evidence_types": ["photo", "text"],
    }
    job = given_bounty(agent, title=f"Photograph a shop {ODD}", city="Lisbon", country="PT", **described)
    waiting = given_application(given_bounty(agent, **described), worker)[1]
    seats = [
        make(agent=agent, worker=worker) for make in (given_hired, given_confirmed, given_delivered, given_released)
    ]
    disputed = given_delivered(agent=agent, worker=worker)
    body = {"category": "poor_quality", "description": ODD}
    opened = agent.post(f"/api/escrow/{disputed.escrow.public_id}/dispute", body)
    given_payouts(worker)
    done = seats[-1]
    given_review(
        human=worker.account, author=agent.account, bounty_id=done.bounty.pk, comment=ODD, answer=f"{ODD}\n\n{ODD}"
    )
    given_review(human=worker.account, author=agent.account, comment=ODD)
    tip = {"recipientId": worker.account.public_profile_id, "bountyId": done.bounty.public_id, "amount": 1}
    agent.post("/api/transfers/send", tip | {"description": ODD})
    talk = given_talk(agent, worker)
    talk.by_agent(ODD)
    return [
        *("/", "/jobs", "/jobs?q=nothing-like-it", "/people", f"/people/{worker.account.public_profile_id}", "/terms"),
        *(f"/jobs/{job.public_id}", f"/jobs/{job.public_id}/apply", "/today", "/earnings", "/earnings/withdraw"),
        *(f"/work/{application.public_id}" for application in (waiting, *(seat.application for seat in seats))),
        *("/messages", f"/messages/{talk.row.public_id}", f"/disputes/{opened['dispute']['id']}"),
        *(
            "/profile",
            "/profile/services",
            "/profile/reviews",
            "/settings",
            "/settings/devices",
            "/support",
            "/sandbox",
            "/offline",
            "/no-such-page",
        ),
    ]


@pytest.fixture
def open_as(chromium: Browser, live_server: Any) -> Iterator[Callable[..., Page]]:
    contexts = []

    def make(person: Api | None, size: str, theme: str) -> Page:
        width, height = SIZES[size]
        context = chromium.new_context(
            base_url=live_server.url,
            viewport={"width": width, "height": height},
            color_scheme=theme,
            is_mobile=size == "phone",
            locale="en-GB",
            timezone_id="Europe/Lisbon",
        )
        contexts.append(context)
        if person is not None:
            client = Client()
            client.force_login(person.account, backend="django.contrib.auth.backends.ModelBackend")
            value = client.cookies["sessionid"].value
            context.add_cookies([{"name": "sessionid", "value": value, "url": live_server.url}])
        page = context.new_page()
        page.foreign, page.faults = [], []
        host = live_server.url.split("/")[2]
        page.on("requestfinished", lambda request: note(page, host, request))
        page.on("console", lambda message: page.faults.append(message.text) if message.type == "error" else None)
        page.on("pageerror", lambda error: page.faults.append(str(error)))
        return page

    yield make
    for context in contexts:
        context.close()


@pytest.mark.parametrize(("size", "theme"), LOOKS)
def test_every_page_can_be_used_by_everybody(
    open_as: Callable[..., Page], worker: Api, addresses: list[str], size: str, theme: str
) -> None:
    page, axe, wrong = open_as(worker, size, theme), Axe(), []
    for address in addresses:
        page.goto(address)
        found = axe.run(page, options={"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]})
        for violation in found.response["violations"]:
            nodes = [f"{node['html'][:120]} {node['failureSummary'][:160]}" for node in violation["nodes"][:2]]
            wrong.append(f"{address}: {violation['id']} {nodes}")
        if page.evaluate("document.documentElement.scrollWidth") > SIZES[size][0]:
            wrong.append(f"{address}: wider than the screen")
        if page.locator("h1").count() != 1:
            wrong.append(f"{address}: {page.locator('h1').count()} headings of the first level")
    faults = [fault for fault in page.faults if "404" not in fault]
    assert (wrong, page.foreign, faults) == ([], [], [])


@pytest.mark.parametrize(("size", "theme"), [("phone", "dark"), ("desktop", "light")])
def test_strangers_pages_can_be_used_by_everybody(
    open_as: Callable[..., Page], addresses: list[str], size: str, theme: str
) -> None:
    page, axe, wrong = open_as(None, size, theme), Axe(), []
    for address in ("/", "/jobs", "/people", addresses[4], addresses[6], "/join", "/account/login", "/account/signup"):
        page.goto(address)
        found = axe.run(page, options={"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]})
        wrong += [f"{address}: {one['id']} {one['nodes'][0]['html'][:160]}" for one in found.response["violations"]]
        if page.evaluate("document.documentElement.scrollWidth") > SIZES[size][0]:
            wrong.append(f"{address}: wider than the screen")
    assert (wrong, page.foreign, page.faults) == ([], [], [])
