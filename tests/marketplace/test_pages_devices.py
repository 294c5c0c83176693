"""/settings/devices: switching pushes on and off for each device, what they are about, and what a stranger's browser may claim."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from marketplace.models import Account, Device
from marketplace.providers import push_service
from marketplace.services import devices
from tests.factories.accounts import AccountFactory
from tests.factories.devices import Phone, given_device, given_phone
from tests.factories.market import untouched
from tests.visitor import Visitor

pytestmark = pytest.mark.django_db
PATH = "/settings/devices"
ANDROID = "Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/130.0 Mobile Safari/537.36"


@pytest.fixture
def ada() -> Account:
    return AccountFactory(name="Ada")


@pytest.fixture
def visitor(ada: Account) -> Visitor:
    return Visitor(ada)


def test_a_device_is_switched_on_named_after_its_browser_and_removed(ada: Account, visitor: Visitor) -> None:
    visitor.client.defaults["HTTP_USER_AGENT"] = ANDROID
    page = visitor.open(PATH)
    assert "None yet." in page.text and push_service.public_key() in page.html
    phone = Phone()

    page = visitor.send(page, "subscribe", **phone.form)

    assert "Switched on: this device gets your notices." in page.text
    assert "Chrome on Android This one" in page.text and "no notice yet" in page.text
    assert devices.browser_of(Device.objects.get()) == phone.browser
    assert "On" in visitor.open("/settings").text

    page = visitor.send(page, "remove")
    assert "Switched off there." in page.text and "None yet." in page.text
    assert not Device.objects.exists()


def test_a_form_that_comes_twice_makes_one_device(ada: Account, visitor: Visitor) -> None:
    page = visitor.open(PATH)
    form = Phone().form
    visitor.send(page, "subscribe", **form)
    page = visitor.send(page, "subscribe", **form)
    assert page.status == 200 and Device.objects.count() == 1


def test_a_browser_with_a_new_address_takes_the_place_of_what_it_was(ada: Account, visitor: Visitor) -> None:
    first, second = Phone(), Phone()
    visitor.send(visitor.open(PATH), "subscribe", **first.form)
    visitor.send(visitor.open(PATH), "subscribe", **second.form)
    assert devices.browser_of(Device.objects.get()) == second.browser


@pytest.mark.parametrize(
    "endpoint",
    [
        "http://push.example.com/x",
        "https://127.0.0.1/x",
        "https://localhost/x",
        "https://10.1.2.3/x",
        "https://[::1]/x",
        "https://user:word@push.example.com/x",
        "https://push.internal/x",
        "javascript:alert(1)",
        "",
        "https://push.example.com/" + "x" * 1000,
    ],
)
def test_an_address_that_is_no_push_services_is_refused(visitor: Visitor, endpoint: str) -> None:
    page = visitor.open(PATH)
    with untouched():
        assert visitor.send(page, "subscribe", **Phone().form | {"endpoint": endpoint}).status == 400


@pytest.mark.parametrize(
    "wrong", [{"p256dh": "x"}, {"p256dh": "BA" + "A" * 85}, {"p256dh": ""}, {"auth": "AAAA"}, {"auth": "<b>" * 8}]
)
def test_keys_that_are_none_are_refused(visitor: Visitor, wrong: dict[str, str]) -> None:
    page = visitor.open(PATH)
    with untouched():
        page = visitor.send(page, "subscribe", **Phone().form | wrong)
    assert page.status == 400 and "<b><b>" not in page.html


def test_an_eleventh_device_is_refused_with_what_to_do(ada: Account, visitor: Visitor) -> None:
    for _ in range(devices.MOST):
        given_phone(ada)
    page = visitor.open(PATH)
    with untouched():
        page = visitor.send(page, "subscribe", **Phone().form)
    assert page.status == 409 and "Remove one that you no longer use." in page.text


def test_nobody_removes_or_sees_the_device_of_another(ada: Account, visitor: Visitor) -> None:
    bo = AccountFactory(name="Bo")
    given_phone(ada)
    theirs = given_device(bo, Phone(), name="Opera on Windows")

    page = visitor.open(PATH)
    assert "Opera on Windows" not in page.html
    with untouched():
        assert visitor.send(page, "remove", device=theirs.public_id).status == 404


def test_a_stranger_is_led_to_sign_in_and_a_foreign_site_can_switch_nothing_on(ada: Account) -> None:
    assert Visitor().open(PATH).path.startswith("/account/login")
    client = Client(enforce_csrf_checks=True)
    client.force_login(ada, backend="django.contrib.auth.backends.ModelBackend")
    body = Phone().form | {"act": "subscribe", "form": "abc"}
    assert client.post(PATH, body).status_code == 403
    assert not Device.objects.exists()


def test_what_is_pushed_is_set_apart_from_what_is_mailed(ada: Account, visitor: Visitor) -> None:
    page = visitor.send(visitor.open(PATH), "notices", pushWork=None, pushMessages="true", pushApplications="true")
    assert "Saved what you are told." in page.text
    ada.refresh_from_db()
    assert (ada.push_applications, ada.push_work, ada.push_messages) == (True, False, True)
    assert (ada.mail_applications, ada.mail_work, ada.mail_messages) == (True, True, True)


def test_without_a_key_pushes_are_not_offered(visitor: Visitor, settings: Any) -> None:
    page = visitor.open(PATH)
    settings.VAPID_PRIVATE_KEYS = []

    with untouched():
        assert visitor.send(page, "subscribe", **Phone().form).status == 404
    assert "sends no notices to devices" in visitor.open(PATH).text
    assert PATH not in visitor.open("/settings").links


def test_without_scripts_the_page_says_that_a_device_needs_them(visitor: Visitor) -> None:
    page = visitor.open(PATH)
    assert "<noscript>" in page.html and "Your browser runs no scripts here." in page.text
    assert re.findall(r"<script(?![^>]*\bsrc=)", page.html) == []


def test_hostile_names_are_shown_as_text(ada: Account, visitor: Visitor) -> None:
    given_device(ada, Phone(), name="<script>alert(1)</script>")
    page = visitor.open(PATH)
    assert "<script>alert" not in page.html and "&lt;script&gt;" in page.html


def test_as_many_queries_for_ten_devices_as_for_one(
    ada: Account, visitor: Visitor, django_assert_max_num_queries: Callable[..., Any]
) -> None:
    given_phone(ada)
    visitor.open(PATH)
    with django_assert_max_num_queries(15) as one:
        visitor.open(PATH)
    for _ in range(5):
        given_phone(ada)
    with django_assert_max_num_queries(len(one)):
        visitor.open(PATH)


def test_the_worker_in_the_browser_opens_pages_of_this_site_only_and_knows_the_key() -> None:
    answer = Client().get("/service-worker.js")
    source = answer.content.decode()
    assert push_service.public_key() in source
    assert "url.origin === location.origin" in source
    assert "default-src 'none'" in answer["Content-Security-Policy"]
