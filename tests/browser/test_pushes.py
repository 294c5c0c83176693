"""The worker in the browser with pushes: it shows what was sent, and leads to pages of this site only; the page of devices says
what the state is."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from playwright.sync_api import Browser, BrowserContext, CDPSession, Page

from config.devstack import locations
from marketplace.providers import push_service
from marketplace.services import devices
from tests.api import Api
from tests.factories.accounts import given_worker

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
SHOWN = """navigator.serviceWorker.ready.then((worker) => worker.getNotifications())
    .then((all) => all.map((one) => [one.title, one.body, one.data]))"""


@pytest.fixture
def worker(house_accounts: None) -> Api:
    return given_worker(name="Ada")


@pytest.fixture
def context(chromium: Browser, live_server: Any, worker: Api) -> Any:
    context = chromium.new_context(base_url=live_server.url, permissions=["notifications"])
    client = Client()
    client.force_login(worker.account, backend="django.contrib.auth.backends.ModelBackend")
    context.add_cookies([{"name": "sessionid", "value": client.cookies["sessionid"].value, "url": live_server.url}])
    yield context
    context.close()


class Pushed:
    """Hands pushes to the worker of this site in the browser, as a push service would."""

    def __init__(self, context: BrowserContext, page: Page, origin: str) -> None:
        self.page, self.origin = page, origin
        self.cdp: CDPSession = context.new_cdp_session(page)
        self.ids: list[str] = []
        self.cdp.on("ServiceWorker.workerRegistrationUpdated", self._note)
        self.cdp.send("ServiceWorker.enable")
        page.evaluate("navigator.serviceWorker.ready.then(() => true)")
        page.wait_for_timeout(200)

    def _note(self, event: dict[str, Any]) -> None:
        self.ids += [row["registrationId"] for row in event["registrations"] if row["scopeURL"].startswith(self.origin)]

    def push(self, data: str) -> list[list[str]]:
        sent = {"origin": self.origin, "registrationId": self.ids[-1], "data": data}
        self.cdp.send("ServiceWorker.deliverPushMessage", sent)
        self.page.wait_for_timeout(300)
        shown: list[list[str]] = self.page.evaluate(SHOWN)
        return shown


def test_a_push_is_shown_and_leads_to_a_page_of_this_site_only(context: BrowserContext, live_server: Any) -> None:
    page = context.new_page()
    page.goto("/settings/devices", wait_until="networkidle")
    pushed = Pushed(context, page, live_server.url)

    said = {"title": "You are paid 5.00 USD", "text": "<b>Shop</b>", "path": "/earnings", "tag": "a"}
    assert pushed.push(json.dumps(said)) == [[said["title"], said["text"], f"{live_server.url}/earnings"]]

    for path in ("https://evil.example/", "//evil.example/x", "javascript:alert(1)", 7, None):
        shown = pushed.push(json.dumps(said | {"path": path}))
        assert len(shown) == 1, "a later one takes its place"
        assert shown[0][2].startswith(f"{live_server.url}/"), path
    assert len(pushed.push("no json")) == 2


def test_the_page_says_that_this_device_is_off_and_offers_to_switch_it_on(context: BrowserContext) -> None:
    page = context.new_page()
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.goto("/settings/devices", wait_until="networkidle")

    assert page.locator("[data-enable]").is_visible() and faults == []
    assert page.locator("[data-state]:visible").count() == 2, "the words and the button of one state"


def test_a_browser_without_pushes_is_told_so(chromium: Browser, context: BrowserContext) -> None:
    context.add_init_script("delete window.PushManager")
    page = context.new_page()
    page.goto("/settings/devices", wait_until="networkidle")
    assert "This browser can't do that." in page.inner_text("main")
    assert not page.locator("[data-enable]").is_visible()


def test_a_new_address_of_the_browser_is_told_by_the_form_of_the_page(
    context: BrowserContext, worker: Api, open_devices: Callable[[], list[str]]
) -> None:
    page = context.new_page()
    page.goto("/settings/devices", wait_until="networkidle")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    (in_browser,) = context.service_workers
    in_browser.evaluate(
        """() => renew({ toJSON: () => ({ endpoint: "https://push.example.test/new", keys: {
        p256dh: "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
        auth: "BTBZMqHH6r4Tts7J_aSIgg" } }) })"""
    )
    assert open_devices() == ["push.example.test"]


# What the browser has of a push service, with the key that it was given: headless browsers have none.
_SUBSCRIBED = """(old) => {
  const raw = (text) => Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (one) => one.charCodeAt(0)).buffer;
  const made = (key, path) => ({ options: { applicationServerKey: raw(key) }, unsubscribe: async () => { self.has = null; },
    toJSON: () => ({ endpoint: "https://push.example.test/" + path, keys: {
      p256dh: "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
      auth: "BTBZMqHH6r4Tts7J_aSIgg" } }) });
  self.has = made(old, "old");
  Object.defineProperty(self.registration, "pushManager", { configurable: true, value: {
    getSubscription: async () => self.has,
    subscribe: async ({ applicationServerKey: key }) => (self.has = made(key, "new")),
  } });
}"""

_ACTIVE = """() => new Promise((done) => {
  const look = () => (self.registration.installing || self.registration.waiting ? setTimeout(look, 50) : done());
  look();
})"""


def test_another_key_of_the_site_is_subscribed_with_at_the_next_visit(
    context: BrowserContext, worker: Api, settings: Any
) -> None:
    page = context.new_page()
    old = push_service.public_key()
    page.goto("/settings/devices", wait_until="networkidle")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    (in_browser,) = context.service_workers
    in_browser.evaluate(_SUBSCRIBED, old)
    in_browser.evaluate("() => renew(self.has)")
    first = worker.account.devices.get()
    page.goto("/today", wait_until="networkidle")
    assert in_browser.evaluate("() => keyOf(self.has)") == old and worker.account.devices.get() == first, (
        "nothing to do"
    )

    settings.VAPID_PRIVATE_KEYS = [locations.new_push_key(), *settings.VAPID_PRIVATE_KEYS]
    new = push_service.public_key()
    with context.expect_event("serviceworker") as begun:
        page.evaluate("navigator.serviceWorker.getRegistration().then((worker) => worker.update())")
    changed = begun.value
    changed.evaluate(_ACTIVE)
    changed.evaluate(_SUBSCRIBED, old)
    page.goto("/today", wait_until="networkidle")
    changed.evaluate("async () => { await renewing; }")

    device = worker.account.devices.get()
    assert (device.key, changed.evaluate("() => keyOf(self.has)")) == (new, new)
    assert devices.browser_of(device).endpoint == "https://push.example.test/new", "in the place of the old one"

    devices.forget(worker.account.pk, [device.pk])
    changed.evaluate(_SUBSCRIBED, old)
    page.goto("/today", wait_until="networkidle")
    changed.evaluate("async () => { await renewing; }")
    assert not worker.account.devices.exists(), "what its owner removed elsewhere does not come back"


@pytest.fixture
def open_devices(worker: Api) -> Callable[[], list[str]]:
    return lambda: list(worker.account.devices.values_list("host", flat=True))
