"""The HTML of a mail as a mail program shows it: on a desktop, on a phone, light and dark, and with no network at all."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from bounties.models import Bounty
from bounties.services import owner_mails
from marketplace.core import clock
from marketplace.models import Mail
from tests.factories.market import given_bounty, given_delivered, given_funded_agent, given_hired

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
TITLE = "Photograph the shop fronts of Rua Augusta, " + "Donaudampfschifffahrtsgesellschaft" * 3


@pytest.fixture
def mails(house_accounts: None) -> list[str]:
    """The mail of a hire, and what waits for the owner."""
    agent = given_funded_agent()
    bounty = given_bounty(agent, title=TITLE, spots_available=3, completion_window_hours=5)
    seat = given_hired(agent=agent, bounty=bounty)
    given_delivered(agent=agent, bounty=bounty)
    Bounty.objects.update(owner_mails_due_at=clock.now() - timedelta(seconds=1))
    owner_mails.send_queued()
    found = [Mail.objects.get(to=api.account.email) for api in (seat.worker, agent)]
    return [mail.html for mail in found]


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_a_mail_fits_the_screen_and_needs_nothing_else(
    live_server: Any, open_page: Callable[..., Any], mails: list[str], size: str, dark: bool
) -> None:
    for html in mails:
        page = open_page(live_server.url + "/healthz", size, dark=dark)  # any address without a policy of its own
        page.set_content(html, wait_until="networkidle")

        assert TITLE in page.locator("h1").inner_text()
        assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth"), (
            "nothing is cut off at the side"
        )
        light = page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(245, 247, 251)"
        assert light is not dark
        assert page.locator("script, img, iframe, form, link").count() == 0
        assert page.foreign == []
        assert page.faults == []
