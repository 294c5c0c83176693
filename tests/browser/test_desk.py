"""Staff at their desk: the first page and the queue, by keyboard, on a desk and on a phone, in both themes, without violations."""

import os
from datetime import timedelta
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe

from escrow.models import Case, DeskNote
from marketplace.core import clock
from tests.browser.test_back_office import Enter, address, enter, fits, is_clean, staff
from tests.factories.desk import given_case, given_copies

__all__ = ("enter",)  # a fixture
pytestmark = [
    pytest.mark.browser,
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("house_accounts"),
]
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"]
SHOTS = os.environ.get("SHOTS", "")  # a folder for pictures of the pages


def given_queue() -> list[Case]:
    now = clock.now()
    base = given_case(due_at=now + timedelta(hours=3), title="Photograph the lighthouse front", tags=["photos"])
    long = "Count every tram that passes the corner of Market Street and Van Ness Avenue on a rainy Tuesday"
    return [
        base,
        given_case(due_at=now - timedelta(hours=30), with_lead_at=now, title=long),  # whose page is opened
        *given_copies(base, 3, due_at=now + timedelta(days=2), round=2),
        *given_copies(base, 1, stage="evidence", due_at=now + timedelta(days=2)),
    ]


@pytest.mark.parametrize("size", ["desktop", "phone"])
@pytest.mark.parametrize("dark", [False, True])
def test_the_first_page_and_the_queue_fit_and_have_no_violations(
    enter: Enter, live_server: Any, size: str, dark: bool
) -> None:
    given_queue()
    staff("olga", operator=True)

    page, wrong = enter("olga", size=size, dark=dark), []
    for path in ("", "escrow/case/", "escrow/case/?tab=mine", "escrow/case/?q=nothing-like-it"):
        page.goto(f"{live_server.url}/admin/{path}", wait_until="networkidle")
        page.evaluate("document.querySelectorAll('.queue-page details').forEach(part => { part.open = true })")
        if SHOTS:
            name = "".join(letter if letter.isalnum() else "-" for letter in path) or "my-desk"
            page.screenshot(path=f"{SHOTS}/{name}-{size}{'-dark' if dark else ''}.png", full_page=True)
        assert fits(page), path
        found = Axe().run(page, ".my-desk, .queue-page", options={"runOnly": RULES})
        wrong += [(path, one["id"], one["nodes"][0]["html"][:200]) for one in found.response["violations"]]
    assert wrong == []
    assert is_clean(page)


@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_a_case_is_taken_noted_and_rested_by_keyboard(enter: Enter, size: str) -> None:
    soon, late, *_ = given_queue()
    sam = staff("sam")

    page = enter("sam", size=size)
    page.get_by_role("button", name="Take next").focus()
    with page.expect_navigation():
        page.keyboard.press("Enter")
    assert page.url.endswith(address(late))
    page.goto(page.url.partition("/admin/")[0] + "/admin/escrow/case/", wait_until="networkidle")
    row = page.locator("tr.more").nth(1)
    row.locator("summary").focus()
    page.keyboard.press("Enter")
    row.get_by_label("Note, never sent").fill("They never met.")
    row.get_by_role("button", name="Write it").focus()
    with page.expect_navigation():
        page.keyboard.press("Enter")

    assert (DeskNote.objects.get().case, DeskNote.objects.get().author) == (soon, sam.account)
    late.refresh_from_db()
    assert late.assignee_id == sam.account.pk
    assert is_clean(page)


@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_the_red_edge_of_a_late_row_goes_down_to_its_more_and_a_phone_has_no_empty_flags(
    enter: Enter, size: str
) -> None:
    given_queue()
    staff("sam")

    page = enter("sam", "escrow/case/", size)

    def edge(selector: str) -> str:
        shown: str = page.eval_on_selector(selector, "it => getComputedStyle(it).boxShadow")
        return shown

    whole = ("tr.late", "tr.late + .more") if size == "phone" else ("tr.late > :first-child", "tr.late + .more > td")
    assert edge(whole[0]) == edge(whole[1]) != "none"
    assert edge("tr:not(.late) + .more") == "none"
    empty = page.locator("td.flags:not(:has(.flag, .tag))")
    assert empty.count() and {cell.is_visible() for cell in empty.all()} == {size != "phone"}
    assert page.locator("td.flags:has(.tag)").first.is_visible()
