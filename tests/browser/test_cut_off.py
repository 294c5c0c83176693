"""The network is cut while evidence is on its way: the server has none of it, a part of it, or all of it and its answer is lost."""

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from PIL import Image
from playwright.sync_api import Page, expect

from bounties.models import Application, Bounty, Submission
from marketplace.models import File
from tests.api import Api
from tests.browser.network import Network, between
from tests.browser.test_what_waits import seat  # noqa: F401
from tests.browser.test_worker_site import market, phone  # noqa: F401
from tests.factories.market import violations

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
Phone = Callable[..., Page]
KEPT = "No network: what you sent is kept in this browser (3 files)"


def photo(folder: Path, number: int) -> Path:
    """Of some 100 kB, as it does not go out in one piece."""
    file = folder / f"photo-{number}.jpg"
    Image.frombytes("RGB", (400, 300), os.urandom(360_000)).save(file, quality=80)
    return file


@pytest.fixture
def network(live_server: Any) -> Iterator[Network]:
    with between(live_server.url) as found:
        yield found


@pytest.fixture
def filled(
    phone: Phone,  # noqa: F811
    market: tuple[Api, Bounty, Api],  # noqa: F811
    seat: Application,  # noqa: F811
    network: Network,
    tmp_path: Path,
) -> Page:
    """The worker's form with three photos, filled in over this network."""
    page = phone(market[2].account)
    cookies = [cookie for cookie in page.context.cookies() if cookie["name"] == "sessionid"]
    page.context.add_cookies([{"name": "sessionid", "value": cookies[0]["value"], "url": network.url}])
    page.goto(f"{network.url}/work/{seat.public_id}")
    page.get_by_label("Photos and files").set_input_files([photo(tmp_path, number) for number in range(3)])
    page.get_by_label("What you did, in words").fill("Three photos.")
    return page


def sent_once(worker: Api) -> None:
    sent = Submission.objects.get()
    assert (sent.files.count(), sent.text_evidence) == (3, "Three photos.")
    assert File.objects.filter(owner=worker.account).count() == 3
    assert violations() == []


@pytest.mark.main
def test_an_answer_that_is_lost_makes_nothing_twice(
    filled: Page,
    market: tuple[Api, Bounty, Api],  # noqa: F811
    network: Network,
) -> None:
    # given evidence that has arrived, whose answer has not
    page, worker = filled, market[2]
    network.lose_answer = True
    page.get_by_role("button", name="Send my evidence").click()
    expect(page.get_by_text(KEPT)).to_be_visible()
    sent_once(worker)

    # when there is a network again
    network.mend()
    page.get_by_role("button", name="Send it now").click()

    # then the page says that they have it, once
    expect(page.get_by_text("Being looked at").first).to_be_visible()
    expect(page.locator("#sent .photos img")).to_have_count(3)
    expect(page.locator("#waiting > *")).to_have_count(0)
    sent_once(worker)
    page.goto(f"{network.url}/today")
    expect(page.locator("#waiting > *")).to_have_count(0)


def test_a_network_cut_within_the_photos_leaves_nothing_at_the_server_and_all_of_them_in_the_browser(
    filled: Page,
    market: tuple[Api, Bounty, Api],  # noqa: F811
    seat: Application,  # noqa: F811
    network: Network,
    tmp_path: Path,
) -> None:
    # given that the network ends within the second photo
    page, worker = filled, market[2]
    network.cut_after = int(1.5 * (tmp_path / "photo-0.jpg").stat().st_size)
    page.get_by_role("button", name="Send my evidence").click()

    # then the page says that it keeps all three, and the server has none
    expect(page.get_by_text(KEPT)).to_be_visible()
    page.wait_for_timeout(1_000)  # the server has come to the end of what it got
    assert network.passed > (tmp_path / "photo-0.jpg").stat().st_size
    assert (Submission.objects.count(), File.objects.filter(owner=worker.account).count()) == (0, 0)

    # and with a network all of it goes out from any page, once
    network.mend()
    page.goto(f"{network.url}/today")
    expect(page.get_by_text("It is sent.")).to_be_visible()
    sent_once(worker)
    page.goto(f"{network.url}/work/{seat.public_id}")
    expect(page.locator("#sent .photos img")).to_have_count(3)
    expect(page.locator("#waiting > *")).to_have_count(0)
