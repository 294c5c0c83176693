"""A page on a wide screen goes on on the phone: by a QR code of its address, which lets nobody in."""

import io
import re
from typing import Any
from urllib.parse import urlsplit

import pytest
import segno
from django.test import override_settings

from marketplace.web import qr
from tests.factories.market import given_application, given_bounty, given_confirmed, given_funded_agent
from tests.visitor import Visitor

pytestmark = pytest.mark.django_db
PUBLIC = override_settings(BASE_URL="https://market.example.org")


def shown(html: str) -> str:
    """The address that the page's code stands for, by its own label, and only if it is that code."""
    label = re.search(r'role="img" aria-label="QR code of this page: ([^"]+)">(<svg.*?</svg>)', html, re.DOTALL)
    assert label is not None
    address, svg = label.groups()
    assert svg == segno.make(address, error="m", micro=False).svg_inline(border=4, light="#fff", omitsize=True)
    return address


@PUBLIC
def test_the_page_of_a_seat_is_handed_over_as_its_address_without_a_token() -> None:
    seat = given_confirmed()
    path = f"/work/{seat.application.public_id}"
    page = Visitor(seat.worker.account).open(path + "?from=mail")

    assert "Go on on your phone" in page.text
    assert shown(page.html) == f"https://market.example.org{path}"
    assert Visitor().open(urlsplit(shown(page.html)).path).path.startswith("/account/login"), "it lets nobody in"


@PUBLIC
def test_it_is_not_offered_where_no_phone_is_needed() -> None:
    bounty = given_bounty(given_funded_agent())
    worker, application = given_application(bounty)
    assert 'class="card phone"' not in Visitor(worker.account).open(f"/work/{application.public_id}").html


@PUBLIC
def test_the_page_of_devices_is_handed_over() -> None:
    worker = given_confirmed().worker
    page = Visitor(worker.account).open("/settings/devices")
    assert shown(page.html) == "https://market.example.org/settings/devices"


@pytest.mark.parametrize("base", ["http://127.0.0.1:8000", "http://localhost:8000", "http://[::1]:8000"])
def test_a_machine_that_serves_only_itself_offers_no_phone(base: str, settings: Any) -> None:
    settings.BASE_URL = base
    assert qr.address("/today") == ""
    page = Visitor(given_confirmed().worker.account).open("/settings/devices")
    assert page.status == 200 and "QR code" not in page.html


def test_the_code_has_neither_script_nor_style() -> None:
    svg = str(qr.code("https://market.example.org/work/app_1"))
    assert "<script" not in svg and "style" not in svg and svg.startswith("<svg")
    assert io.StringIO(svg).read().count("<svg") == 1
