"""A case in Chromium: decided by keyboard, read on a phone, looked at light and dark; words survive, pictures turn."""

import os
import re
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from config.demo.scenes import Services
from escrow.models import Case, CaseFinding, CaseRequest, DisputeDecision
from marketplace.core import clock
from tests.bounties.test_contests import given_sent_back
from tests.browser.test_back_office import Enter, address, enter, fits, is_clean, staff  # noqa: F401
from tests.factories.desks import given_case
from tests.factories.market import Seat, acting, given_funded_agent, given_hired
from tests.factories.pictures import scene
from wallet import ledger

pytestmark = [
    pytest.mark.browser,
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("house_accounts"),
]
TABS = ("contract", "evidence", "timeline", "dialogue", "money", "parties", "alike")
RULES = {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"]}
SHOTS = os.environ.get("SHOTS", "")  # a folder for pictures of each page, for who wants to look
CRITERIA = "- The shop's sign is readable.\n- Taken by daylight."
WIDE = {"width": 1440, "height": 900}


@pytest.fixture
def case(db: None) -> Case:
    """With two pictures of the same scene, and one of another."""
    given: dict[str, Any] = {"evidence_types": ["photo"], "completion_criteria": CRITERIA}
    seat: Seat = given_hired(agent=given_funded_agent(590), until="confirm", **given)
    shots = [scene(1), scene(1, size=(320, 240), quality=60), scene(2)]
    Services(acting(seat.worker)).deliver(seat.bounty.public_id, "Done.", shots, live=True)
    return given_case(seat.fresh())[1]


def keys(page: Page, *pressed: str) -> None:
    for key in pressed:
        page.keyboard.press(key)
        page.wait_for_load_state("networkidle")


def looked_at(page: Page, name: str) -> None:
    if SHOTS:
        page.screenshot(path=str(Path(SHOTS) / f"{name}.png"), full_page=False)


def box(page: Page) -> str:
    text: str = page.inner_text("#decision")
    return text


def test_a_full_case_by_keyboard(enter: Enter, case: Case) -> None:  # noqa: F811
    """Take it, read the evidence, find each line, ask, note, decide to the cent: no pointer is touched."""
    staff("sam")
    page = enter("sam", address(case))
    page.set_viewport_size(WIDE)
    page.get_by_role("button", name="Take it").first.focus()
    with page.expect_navigation():
        keys(page, "Enter")

    keys(page, "2")
    assert page.locator('[data-tab="evidence"]').get_attribute("aria-current") == "page"
    assert page.locator("figure").get_attribute("data-piece") == "1"
    keys(page, "j")
    page.wait_for_selector('figure[data-piece="2"]')
    keys(page, "k")
    page.wait_for_selector('figure[data-piece="1"]')

    keys(page, "1", "j")
    page.wait_for_selector("[data-line].at")
    for line, finding in enumerate(("met", "not_met", "met")):
        page.locator("[data-line]").nth(line).locator(f'input[value="{finding}"]').focus()
        keys(page, "Space")
    page.get_by_role("button", name="Keep the findings").focus()
    with page.expect_navigation():
        keys(page, "Enter")
    assert sorted(CaseFinding.objects.values_list("finding", flat=True)) == ["met", "met", "not_met"]

    keys(page, "r")
    page.wait_for_selector("#w-words:focus")
    page.locator("#a-items").focus()
    page.keyboard.type("A photo by daylight")
    page.get_by_role("button", name="Ask", exact=True).focus()
    with page.expect_navigation():
        keys(page, "Enter")
    assert CaseRequest.objects.get().items == ["A photo by daylight"]

    keys(page, "d")
    page.locator('[name=outcome][value="split"]').focus()
    keys(page, "Space")
    page.locator("#d-worker").focus()
    page.keyboard.type("2.17")
    assert "0.39 USD our fee" in box(page)
    page.locator("#d-code").focus()
    page.locator("#d-code").select_option("partly-done")
    page.get_by_role("button", name="Preview").focus()
    with page.expect_navigation():
        keys(page, "Enter")
    assert "3.34 USD" in box(page) and "A part of what was agreed" in box(page)
    page.get_by_role("button", name=re.compile("^Decide: 2.17")).focus()
    with page.expect_navigation():
        keys(page, "Enter")

    assert ledger.balance(ledger.earnings(case.worker_id)) == 217
    assert "Decided: split" in box(page)
    page.go_back(wait_until="networkidle")
    assert "Decided: split" in box(page), "back asks for nothing and shows what holds"
    assert is_clean(page)


def test_typed_words_survive_a_tab_a_reload_and_a_signed_out_session(enter: Enter, case: Case) -> None:  # noqa: F811
    staff("sam")
    page = enter("sam", address(case))
    page.get_by_role("button", name="Take it").first.click()
    page.wait_for_load_state("networkidle")
    page.fill("#d-reason", "Long thought over.")
    page.get_by_role("link", name=re.compile("Money")).click()
    page.wait_for_selector("text=Why this number")
    assert page.input_value("#d-reason") == "Long thought over."
    page.reload(wait_until="networkidle")
    assert page.input_value("#d-reason") == "Long thought over."

    page.context.clear_cookies(name="sessionid")
    page.check('[name=outcome][value="refund"]')
    with page.expect_navigation():
        page.get_by_role("button", name="Preview").click()
    assert DisputeDecision.objects.count() == 0
    page.go_back(wait_until="networkidle")
    assert "Long thought over." in page.content() or "login" in page.url
    assert page.foreign == []


def test_a_picture_turns_and_grows_without_a_new_page(enter: Enter, case: Case) -> None:  # noqa: F811
    staff("sam")
    page = enter("sam", f"{address(case)}?tab=evidence")
    shown = page.locator("[data-shown]")
    page.get_by_role("link", name="Rotate").click()
    page.get_by_role("link", name="4×").click()
    assert shown.get_attribute("style") == "transform: rotate(90deg) scale(4)"
    page.get_by_role("link", name="side by side").first.click()
    page.wait_for_selector(".viewer.two")
    assert page.locator("figure").count() == 2
    assert is_clean(page)


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("width", [1440, 390, 360])
def test_every_tab_fits_and_is_clean_for_whoever_reads_it_by_ear(
    enter: Enter,  # noqa: F811
    live_server: Any,
    case: Case,
    width: int,
    dark: bool,
) -> None:
    staff("sam")
    page = enter("sam", address(case), "desktop" if width == 1440 else "phone", dark=dark)
    page.set_viewport_size({"width": width, "height": 900 if width == 1440 else 800})
    page.get_by_role("button", name="Take it").first.click()
    page.wait_for_load_state("networkidle")
    axe, wrong = Axe(), []
    for tab in TABS:
        page.goto(f"{live_server.url}/admin/{address(case)}?tab={tab}", wait_until="networkidle")
        looked_at(page, f"{tab}-{width}-{'dark' if dark else 'light'}")
        assert fits(page), tab
        if width == 1440:
            assert page.evaluate("document.documentElement.scrollHeight <= window.innerHeight"), f"{tab}: one screen"
        found = axe.run(page, context=".case", options={"runOnly": RULES})
        wrong += [(tab, row["id"], row["nodes"][0]["target"]) for row in found.response["violations"]]
    page.check('[name=outcome][value="split"]')
    page.fill("#d-worker", "2.17")
    page.fill("#d-reason", "A part.")
    page.get_by_role("button", name="Preview").click()
    page.wait_for_load_state("networkidle")
    looked_at(page, f"preview-{width}-{'dark' if dark else 'light'}")
    assert fits(page)
    found = axe.run(page, context=".case", options={"runOnly": RULES})
    wrong += [("preview", row["id"], row["nodes"][0]["target"]) for row in found.response["violations"]]
    assert not wrong, "\n".join(map(str, wrong))
    assert is_clean(page)


# Trusted clicks of a pointer, and pages that were loaded: what a walk costs.
COUNTING = """
addEventListener("click", (event) => {
  if (event.isTrusted && event.detail > 0) sessionStorage.clicks = Number(sessionStorage.clicks || 0) + 1;
}, true);
addEventListener("load", () => { sessionStorage.loads = Number(sessionStorage.loads || 0) + 1; });
"""


def walked(page: Page) -> tuple[int, int]:
    counted = page.evaluate("[Number(sessionStorage.clicks || 0), Number(sessionStorage.loads || 0)]")
    return counted[0], counted[1]


def click(page: Page, name: str) -> None:
    with page.expect_navigation():
        page.get_by_role("button", name=name, exact=True).first.click()
    page.wait_for_load_state("networkidle")


@pytest.fixture
def two_cases(db: None) -> tuple[Case, Case]:
    """Both wait for staff; the first is due first."""
    made = [given_case()[1] for _ in range(2)]
    for hours, one in enumerate(made, 1):
        Case.objects.filter(pk=one.pk).update(stage="decision", due_at=clock.now() + timedelta(hours=hours))
    return made[0], made[1]


@pytest.mark.parametrize("first_press", ["Take next", "Take and open"])
def test_a_plain_split_takes_three_clicks_and_three_loads_with_the_next_case(
    enter: Enter,  # noqa: F811
    two_cases: tuple[Case, Case],
    first_press: str,
) -> None:
    """From the queue; the amount and the reason are typed. The last press opens the case after it."""
    first, second = two_cases
    staff("sam")
    page = enter("sam", "escrow/case/")
    page.add_init_script(COUNTING)

    click(page, first_press if first_press == "Take next" else f"{first_press} {first.public_id}")
    assert page.url.endswith(address(first))
    keys(page, "d", "ArrowDown", "Tab", "Tab")
    page.keyboard.type("2.17")
    keys(page, "Tab")
    page.keyboard.type("partly")
    click(page, "Preview")
    click(page, "Decide and next")

    assert page.url.endswith(address(second))
    assert walked(page) == (2, 3), "the first click was before the count began"
    assert ledger.balance(ledger.earnings(first.worker_id)) == 217
    second.refresh_from_db()
    assert second.assignee is not None and second.assignee.username == "sam"
    assert is_clean(page)


def test_a_contested_seat_takes_as_many(enter: Enter, live_server: Any, two_cases: tuple[Case, Case]) -> None:  # noqa: F811
    """And words that were typed are there again after "No, change it"."""
    seat = given_sent_back()
    path = f"/api/work/{seat.application.public_id}/contest"
    assert seat.worker.post(path, {"reason": "The shelf is there."}).status == 200
    contested = Case.objects.get(kind="contest")
    Case.objects.filter(pk=contested.pk).update(due_at=clock.now())
    staff("sam")
    page = enter("sam", "escrow/case/")
    page.add_init_script(COUNTING)

    click(page, "Take next")
    assert page.url.endswith(address(contested))
    keys(page, "d")
    page.keyboard.type("The shelf is there, as agreed.")
    click(page, "Pay the worker…")
    page.get_by_role("link", name="No, change it").click()
    page.wait_for_selector("#c-reason")
    assert page.input_value("#c-reason") == "The shelf is there, as agreed."
    before = walked(page)
    click(page, "Pay the worker…")
    click(page, "Yes, and next case")

    assert page.url.endswith(address(two_cases[0]))
    clicks, loads = walked(page)
    assert (clicks - before[0], loads - before[1]) == (2, 2)
    assert seat.fresh().escrow.status == "released"
    assert is_clean(page)


def test_only_reasons_for_the_chosen_outcome_are_offered(enter: Enter, two_cases: tuple[Case, Case]) -> None:  # noqa: F811
    staff("sam")
    page = enter("sam", address(two_cases[0]))
    click(page, "Take it")
    offered = "[...document.querySelectorAll('#d-code option')].filter((one) => !one.hidden).map((one) => one.value)"
    assert {"partly-done", "never-delivered"} <= set(page.evaluate(offered))

    page.fill("#d-worker", "2.17")

    assert "partly-done" in page.evaluate(offered) and "never-delivered" not in page.evaluate(offered)
    page.check("[name=outcome][value=refund]")
    assert "partly-done" not in page.evaluate(offered) and "never-delivered" in page.evaluate(offered)
    assert is_clean(page)


def test_outcome_and_amount_always_say_the_same(enter: Enter, two_cases: list[Case]) -> None:  # noqa: F811
    """An amount chooses the split, another outcome has none; a draft is kept so, too, and the hint is about what stands there."""
    staff("sam")
    page = enter("sam", address(two_cases[0]))
    click(page, "Take it")
    hint = page.inner_text("#d-parts")
    page.fill("#d-worker", "2.17")
    assert page.is_checked("[name=outcome][value=split]") and "2.17 USD for the worker" in page.inner_text("#d-parts")

    page.check("[name=outcome][value=refund]")

    assert (page.input_value("#d-worker"), page.inner_text("#d-parts")) == ("", hint)
    page.check("[name=outcome][value=split]")
    assert page.input_value("#d-worker") == "2.17", "not lost"
    page.check("[name=outcome][value=release]")
    page.reload(wait_until="networkidle")
    assert page.is_checked("[name=outcome][value=release]") and page.input_value("#d-worker") == ""
    page.fill("#d-reason", "Seen.")
    click(page, "Preview")
    assert "Preview: pay the worker" in box(page)
    assert is_clean(page)
