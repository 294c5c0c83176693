"""A contested seat above the limit of whoever decides it, in Chromium: proposed by one, approved by another; light and dark, on a
desk and on a phone."""

from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from escrow.models import Case
from marketplace.models import StaffLimit
from tests.bounties.test_contests import given_sent_back
from tests.browser.test_back_office import Enter, address, enter, fits, is_clean, staff
from tests.browser.test_case import RULES, click, looked_at

__all__ = ("enter",)  # a fixture
pytestmark = [
    pytest.mark.browser,
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("house_accounts"),
]


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_one_proposes_and_another_approves(enter: Enter, live_server: Any, size: str, dark: bool) -> None:
    seat = given_sent_back()
    path = f"/api/work/{seat.application.public_id}/contest"
    assert seat.worker.post(path, {"reason": "The shelf is there."}).status == 200
    case = Case.objects.get(kind="contest")
    staff("sam"), staff("olga")
    StaffLimit.objects.create(role="support", case_cents=1)
    axe, wrong = Axe(), []

    def look(page: Page, name: str) -> None:
        page.set_viewport_size({"width": 1440, "height": 900} if size == "desktop" else {"width": 360, "height": 740})
        looked_at(page, f"contested-{name}-{size}-{'dark' if dark else 'light'}")
        assert fits(page), name
        found = axe.run(page, context="#main", options={"runOnly": RULES})
        wrong.extend((name, row["id"], row["nodes"][0]["target"]) for row in found.response["violations"])

    page = enter("sam", address(case), size, dark=dark)
    click(page, "Take it")
    page.locator("#decision").scroll_into_view_if_needed()
    look(page, "box")
    page.fill("#c-reason", "The shelf is there, as agreed.")
    click(page, "Pay the worker…")
    assert page.url.partition("?")[0].endswith(address(case)), "asked beside the evidence"
    page.locator("#decision").scroll_into_view_if_needed()
    look(page, "asked")
    click(page, "Yes: Pay the worker")
    page.locator("#decision").scroll_into_view_if_needed()
    look(page, "own-proposal")
    assert "A colleague approves it" in page.inner_text("#decision")
    assert is_clean(page)

    StaffLimit.objects.all().delete()
    other = enter("olga", address(case), size, dark=dark)
    other.locator("#decision").scroll_into_view_if_needed()
    look(other, "proposal")
    click(other, "Approve: 5.00 USD for the worker")

    assert seat.fresh().escrow.status == "released"
    assert is_clean(other)
    assert not wrong, "\n".join(map(str, wrong))
