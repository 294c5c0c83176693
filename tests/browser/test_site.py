"""The site by the keyboard alone, and with text as large and as spread out as a reader may set it."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.test import Client
from playwright.sync_api import Browser, Page, expect

from bounties.models import Application, Submission
from marketplace.models import Call
from marketplace.services import keys
from tests.api import Api
from tests.browser.visits import ODD
from tests.factories.accounts import given_connection, given_worker
from tests.factories.approvals import asks_above, posting
from tests.factories.conversations import given_talk
from tests.factories.market import (
    given_application,
    given_bounty,
    given_confirmed,
    given_delivered,
    given_funded_agent,
    given_hired,
    given_money,
    given_payouts,
    given_released,
    given_review,
)

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
SIZES = {"phone": (360, 740), "desktop": (1440, 900)}
# What has the focus: its words, whether that can be seen, and whether it lies under something else.
FOCUS = """() => {
  const it = document.activeElement;
  if (!it || it === document.body) return null;
  const box = it.getBoundingClientRect(), look = getComputedStyle(it);
  const labels = [...(it.labels || [])];
  const at = document.elementFromPoint(box.x + box.width / 2, box.y + Math.min(box.height / 2, 20));
  return {
    words: (labels.length ? labels[0].innerText : it.innerText || it.getAttribute("aria-label") || it.name || it.tagName).trim(),
    shows: look.outlineStyle !== "none" && parseFloat(look.outlineWidth) >= 2,
    covered: !at || ![it, ...labels].some((one) => one.contains(at) || at.contains(one)),
  };
}"""
# WCAG 1.4.12: what readers may set, and nothing may be lost by it.
SPACED = """() => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync("* { line-height: 1.5 !important; letter-spacing: .12em !important; word-spacing: .16em !important }"
    + "p { margin-bottom: 2em !important }");
  document.adoptedStyleSheets = [sheet];
}"""
CUT_OFF = """() => [...document.querySelectorAll("body *")].filter((it) => {
  const look = getComputedStyle(it), box = it.getBoundingClientRect();
  if (!(it.innerText || "").trim() || box.width <= 1) return false;
  if (it.closest(".hidden, [hidden], svg, select, textarea")) return false;
  const hides = (value) => value === "hidden" || value === "clip";
  const ends = look.textOverflow === "ellipsis" || it.matches(".photos .file");
  const wide = hides(look.overflowX) && it.scrollWidth > it.clientWidth + 1;
  return !ends && (wide || hides(look.overflowY) && it.scrollHeight > it.clientHeight + 1);
}).map((it) => it.outerHTML.slice(0, 120))"""


WIDEST = """() => [...document.querySelectorAll("body *")].filter((it) => it.getBoundingClientRect().right > innerWidth + 1)
  .slice(-2).map((it) => it.outerHTML.slice(0, 160))"""


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
    given_money(worker, 1000)
    key, raw = keys.issue(worker.account, ODD[:50])
    program = Api(account=worker.account, headers={"X-API-Key": raw})
    asks_above(worker, 100)
    asked = posting(program, title=f"An errand {ODD}"[:200], description=ODD)
    hook = {"url": "http://127.0.0.1:9/hook", "events": ["*"], "description": ODD[:100]}
    endpoint = program.post("/api/webhooks/endpoints", hook)["endpoint"]["id"]
    delivery = program.post(f"/api/webhooks/endpoints/{endpoint}/test")["deliveryId"]
    call = Call.objects.filter(key=key).latest("pk").public_id
    return [
        *(
            "/owner/keys",
            f"/owner/keys/{key.public_id}",
            f"/owner/programs/{given_connection(worker.account).public_id}",
            "/owner/webhooks",
            f"/owner/webhooks/{endpoint}",
            "/owner/runs",
        ),
        *(f"/owner/webhooks/deliveries/{delivery}", "/owner/events", f"/owner/events/{call}"),
        *("/", "/jobs", "/jobs?q=nothing-like-it", "/people", f"/people/{worker.account.public_profile_id}", "/terms"),
        *("/docs", "/docs/tools", "/docs/frameworks/langchain", "/status"),
        *(f"/jobs/{job.public_id}", f"/jobs/{job.public_id}/apply", "/today", "/earnings", "/earnings/withdraw"),
        *(f"/work/{application.public_id}" for application in (waiting, *(seat.application for seat in seats))),
        *("/owner/approvals", f"/owner/approvals/{asked['approvalId']}"),
        *("/messages", f"/messages/{talk.row.public_id}", f"/disputes/{opened['dispute']['id']}"),
        *("/owner/messages", f"/owner/disputes/{opened['dispute']['id']}"),
        *(
            "/profile",
            "/profile/services",
            "/profile/reviews",
            "/settings",
            "/owner/members",
            "/settings/devices",
            "/support",
            "/sandbox",
            "/owner/jobs/new",
            "/owner/jobs/import",
            "/owner/appointments",
            "/offline",
            "/no-such-page",
        ),
    ]


@pytest.fixture
def open_as(chromium: Browser, live_server: Any) -> Iterator[Callable[..., Page]]:
    contexts = []

    def make(person: Api) -> Page:
        width, height = SIZES["phone"]
        context = chromium.new_context(
            base_url=live_server.url,
            viewport={"width": width, "height": height},
            is_mobile=True,
            locale="en-GB",
            timezone_id="Europe/Lisbon",
        )
        contexts.append(context)
        client = Client()
        client.force_login(person.account, backend="django.contrib.auth.backends.ModelBackend")
        value = client.cookies["sessionid"].value
        context.add_cookies([{"name": "sessionid", "value": value, "url": live_server.url}])
        return context.new_page()

    yield make
    for context in contexts:
        context.close()


def tab_to(page: Page, words: str) -> None:
    """Press Tab until this has the focus; everything on the way shows that it has it."""
    for _ in range(80):
        page.keyboard.press("Tab")
        found: dict[str, Any] | None = page.evaluate(FOCUS)
        if found is None:
            continue
        assert found["shows"], f"{page.url}: one can't see that {found['words']!r} has the focus"
        assert not found["covered"], f"{page.url}: {found['words']!r} has the focus beneath something else"
        if found["words"].startswith(words):
            return
    raise AssertionError(f"{page.url}: the keyboard never comes to {words!r}")


def test_from_finding_to_handing_in_by_keyboard_alone(open_as: Callable[..., Page], worker: Api) -> None:
    agent = given_funded_agent()
    job = given_bounty(agent, title="Write what the sign says", evidence_types=["text"])
    page = open_as(worker)
    page.emulate_media(reduced_motion="reduce")  # else the page is still on its way when it is looked at
    page.goto("/jobs")

    tab_to(page, "Skip to the content")
    page.keyboard.press("Enter")
    tab_to(page, "What, or where")
    page.keyboard.type("sign")
    page.keyboard.press("Enter")
    page.wait_for_url("**q=sign**")
    tab_to(page, "Write what the sign says")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1, name="Write what the sign says")).to_be_visible()
    tab_to(page, "Apply")
    page.keyboard.press("Enter")
    page.wait_for_url("**/apply")
    tab_to(page, "Why you?")
    page.keyboard.type("I can read.")
    tab_to(page, "Add more")
    page.keyboard.press("Space")
    tab_to(page, "When you have time")
    page.keyboard.type("Today")
    tab_to(page, "Send my application")
    page.keyboard.press("Space")
    expect(page.get_by_role("heading", name="They decide about your application")).to_be_visible()

    made = Application.objects.get(bounty_id=job.pk)
    assert made.availability == "Today"
    path = f"/api/bounties/{job.public_id}/applications/{made.public_id}"
    assert agent.patch(path, {"action": "accept"}).status == 200
    page.goto("/today")
    tab_to(page, "Confirm your place")
    page.keyboard.press("Enter")
    page.wait_for_url("**/work/**")
    tab_to(page, "To the evidence")
    page.keyboard.press("Enter")
    tab_to(page, "What you did, in words")
    tab_to(page, "Send my evidence")
    page.keyboard.press("Enter")
    expect(page.locator("#evidence .alert")).to_be_visible()
    tab_to(page, "What you did, in words")
    page.keyboard.type("Open 7 to 19.")
    tab_to(page, "Send my evidence")
    page.keyboard.press("Enter")
    expect(page.get_by_text("Being looked at").first).to_be_visible()
    assert Submission.objects.get().text_evidence == "Open 7 to 19."


def test_the_first_page_that_a_browser_opens_is_in_its_own_zone(chromium: Browser, live_server: Any) -> None:
    job = f"/jobs/{given_bounty(given_funded_agent()).public_id}"
    for scripts, zone in ((True, "JST"), (False, "UTC")):
        context = chromium.new_context(
            base_url=live_server.url, locale="en-GB", timezone_id="Asia/Tokyo", java_script_enabled=scripts
        )
        page = context.new_page()
        page.goto(job)

        expect(page.locator("dd time.until")).to_contain_text(zone)
        expect(page.locator("dd time.until .left")).to_contain_text("in ")
        context.close()


def test_nothing_is_cut_off_at_400_percent_with_text_spread_out(
    open_as: Callable[..., Page],
    worker: Api,
    addresses: list[str],
) -> None:
    page, wrong = open_as(worker), []
    page.set_viewport_size({"width": 320, "height": 640})
    for address in addresses:
        page.goto(address)
        page.evaluate(SPACED)
        assert page.evaluate("getComputedStyle(document.body).letterSpacing") != "normal"
        if page.evaluate("document.documentElement.scrollWidth") > 320:
            wrong.append(f"{address}: too wide: {page.evaluate(WIDEST)}")
        wrong += [f"{address}: cut off: {html}" for html in page.evaluate(CUT_OFF)]
    assert not wrong, "\n".join(wrong)
