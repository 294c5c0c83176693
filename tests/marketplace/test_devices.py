"""Devices of a person: one owner for each browser, a bounded number, nothing readable in the table, and none left after signing
out."""

import contextlib
import http.server
import ssl
import threading
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
import trustme
from allauth.usersessions.models import UserSession
from django.core.exceptions import ImproperlyConfigured
from django.db import connection

from config.devstack import locations
from config.settings import reading
from marketplace.core import http as client
from marketplace.core.actor import Actor
from marketplace.core.errors import NotFound
from marketplace.core.networks import parse
from marketplace.core.states import InvalidState
from marketplace.models import Account, Device, Push
from marketplace.providers import push_service
from marketplace.services import accounts, devices, mail_templates, pushes
from tests.factories.accounts import AccountFactory
from tests.factories.devices import Phone, PushService, given_device, given_phone
from tests.factories.market import untouched
from tests.visitor import Visitor

pytestmark = pytest.mark.django_db
WORK = "http://127.0.0.1:8000/work/app_1"


@pytest.fixture
def ada() -> Account:
    return AccountFactory(name="Ada")


@pytest.fixture
def bo() -> Account:
    return AccountFactory(name="Bo")


def acting(account: Account) -> Actor:
    return Actor(account=account, via="session")


def tell(account: Account) -> None:
    account.refresh_from_db()
    mail_templates.send(account, "nudge", title="Shop front", work_url=WORK)


# ------------------------------------------------------------------ the table


def test_a_browser_that_subscribes_twice_is_one_device(ada: Account) -> None:
    phone = given_phone(ada)
    again = replace(phone, auth=b"0123456789abcdef")
    given_device(ada, again, name="Firefox on Android")

    device = Device.objects.get()
    assert devices.browser_of(device) == again.browser, "its newest keys"
    assert (device.name, device.host) == ("Firefox on Android", "push.example.test")


def test_a_browser_in_which_somebody_else_subscribes_is_theirs_with_nothing_of_the_first(
    ada: Account, bo: Account, monkeypatch: pytest.MonkeyPatch
) -> None:
    service, phone = PushService(monkeypatch), given_phone(ada)
    tell(ada)
    given_device(bo, phone)
    tell(ada)
    tell(bo)

    pushes.send_due()

    assert Device.objects.get().account_id == bo.pk
    assert sorted(Push.objects.values_list("account", "outcome")) == sorted([(ada.pk, "gone"), (bo.pk, "sent")]), (
        "what waited for the first never came, and later nothing was written"
    )
    assert len(service.taken) == 1


def test_ten_devices_are_enough_and_one_that_is_known_may_come_again(ada: Account) -> None:
    phones = [given_phone(ada) for _ in range(devices.MOST)]
    given_device(ada, phones[0])

    with untouched(), pytest.raises(InvalidState, match="10 devices already"):
        given_device(ada, Phone())

    devices.subscribe(acting(ada), Phone().browser, name="x", instead_of=ada.devices.all()[0].pk)
    assert ada.devices.count() == devices.MOST


def test_nobody_removes_the_device_of_another_or_what_is_none(ada: Account, bo: Account) -> None:
    given_phone(ada)
    device = Device.objects.get()

    for actor, named in ((acting(bo), device.public_id), (acting(ada), ada.public_id), (acting(ada), "x")):
        with untouched(), pytest.raises(NotFound):
            devices.remove(actor, named)

    devices.forget(bo.pk, [device.pk])
    devices.remove(acting(ada), device.public_id)
    ada.refresh_from_db()
    assert not Device.objects.exists() and not ada.has_devices


def test_who_has_a_device_left_goes_on_getting_pushes(ada: Account) -> None:
    given_phone(ada)
    given_phone(ada)
    devices.remove(acting(ada), ada.devices.all()[0].public_id)
    ada.refresh_from_db()
    assert ada.has_devices
    tell(ada)
    assert Push.objects.count() == 1


def test_the_table_holds_no_address_and_no_key_that_can_be_read(ada: Account) -> None:
    phone = given_phone(ada)
    with connection.cursor() as cursor:
        cursor.execute("select d::text from marketplace_device d")
        row = cursor.fetchone()[0]
    for secret in (phone.secret_path, phone.browser.auth, phone.browser.p256dh):
        assert secret not in row


def test_a_closed_account_gets_nothing_also_of_what_waits(ada: Account, monkeypatch: pytest.MonkeyPatch) -> None:
    service = PushService(monkeypatch)
    given_phone(ada)
    tell(ada)
    accounts.update_columns(ada.pk, is_active=False)
    tell(ada)

    pushes.send_due()

    assert [row.outcome for row in Push.objects.all()] == ["gone"] and service.taken == []


# ------------------------------------------------------------------ sessions


def switched_on(account: Account, phone: Phone | None = None) -> Visitor:
    """They signed in with a browser and switched pushes on in it."""
    visitor = Visitor(account)
    page = visitor.open("/settings/devices")
    assert visitor.send(page, "subscribe", **(phone or Phone()).form).status == 200
    return visitor


def sign_out(visitor: Visitor) -> None:
    page = visitor.open("/account/logout")
    form = next(form for form in page.forms if form.method == "post" and "logout" in form.action)
    visitor.client.post(form.action, form.data)


def test_signing_out_ends_the_pushes_of_that_browser_only(ada: Account) -> None:
    first, second = switched_on(ada), switched_on(ada)
    assert ada.devices.count() == 2

    sign_out(first)

    assert ada.devices.count() == 1
    assert "This one" in second.open("/settings/devices").text
    assert "This one" not in Visitor(ada).open("/settings/devices").text


def test_signing_out_elsewhere_ends_the_pushes_there(ada: Account) -> None:
    lost, here = switched_on(ada), switched_on(ada)
    key = lost.client.session.session_key
    session = UserSession.objects.create(user=ada, ip="127.0.0.1", session_key=key, user_agent="Chrome/130.0")
    page = here.open("/settings")
    token = page.form("notices").data["csrfmiddlewaretoken"]

    here.client.post("/account/sessions/end", {"csrfmiddlewaretoken": token, "session": session.pk})

    assert ada.devices.count() == 1 and "This one" in here.open("/settings/devices").text


def test_a_new_password_ends_the_pushes_of_all_others(ada: Account) -> None:
    ada.set_password("the old one 8264")
    ada.save()
    here = switched_on(ada)
    given_phone(ada)
    given_phone(ada)
    page = here.open("/account/password/change")
    form = next(form for form in page.forms if "oldpassword" in form.data)
    new = {"oldpassword": "the old one 8264", "password1": "a newer one 9137", "password2": "a newer one 9137"}

    answer = here.client.post("/account/password/change", form.data | new)

    assert answer.status_code == 302
    assert ada.devices.count() == 1 and "This one" in here.open("/settings/devices").text


def test_a_browser_whose_session_ran_out_is_nobodys_once_somebody_else_signs_in(ada: Account, bo: Account) -> None:
    visitor = switched_on(ada)
    run_out(visitor)
    assert ada.devices.count() == 1, "they did not sign out"

    visitor.client.force_login(bo, backend="django.contrib.auth.backends.ModelBackend")
    signed_in_with_cookie(visitor, bo)

    ada.refresh_from_db()
    assert ada.devices.count() == 0 and not ada.has_devices


def test_who_comes_back_to_their_browser_still_has_it(ada: Account) -> None:
    visitor = switched_on(ada)
    run_out(visitor)

    signed_in_with_cookie(visitor, ada)

    assert ada.devices.count() == 1
    assert "This one" in visitor.open("/settings/devices").text
    sign_out(visitor)
    assert ada.devices.count() == 0


def test_a_forged_cookie_ends_no_device_of_others(ada: Account, bo: Account) -> None:
    given_phone(ada)
    visitor = Visitor()
    visitor.client.cookies["device"] = str(Device.objects.get().pk)

    signed_in_with_cookie(visitor, bo)

    assert ada.devices.count() == 1


def run_out(visitor: Visitor) -> None:
    visitor.client.session.delete()
    del visitor.client.cookies["sessionid"]


def signed_in_with_cookie(visitor: Visitor, account: Account) -> None:
    """By the page, as a browser does, with the cookies that it has."""
    account.set_password("the old one 8264")
    account.save()
    page = visitor.open("/account/login")
    form = next(form for form in page.forms if "password" in form.data)
    known = {"login": account.email, "password": "the old one 8264"}
    answer = visitor.client.post("/account/login", form.data | known)
    assert answer.status_code == 302, answer.content


# ------------------------------------------------------------------ the way out


class _Receiver(http.server.BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.server.seen.append((self.path, body, dict(self.headers)))  # type: ignore[attr-defined]
        self.send_response(201)
        self.end_headers()
        with contextlib.suppress(OSError):
            self.wfile.write(b"x" * 100_000)

    def log_message(self, *args: object) -> None:
        pass


@pytest.fixture
def receiver(tmp_path: Any) -> Iterator[Any]:
    """A push service at 127.0.0.1 with a certificate; `ca` is its authority's file."""
    authority = trustme.CA()
    authority.cert_pem.write_to_path(tmp_path / "ca.pem")
    tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    authority.issue_cert("127.0.0.1").configure_cert(tls)
    server: Any = http.server.ThreadingHTTPServer(("127.0.0.1", 0), _Receiver)
    server.seen, server.ca = [], str(tmp_path / "ca.pem")
    server.socket = tls.wrap_socket(server.socket, server_side=True)
    threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
    yield server
    server.shutdown()
    server.server_close()


def test_a_push_leaves_by_the_guarded_client_and_its_answer_is_bounded(
    ada: Account, receiver: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    phone = given_phone(ada, host=f"127.0.0.1:{receiver.server_port}")
    rules = push_service.rules()
    assert (rules.plain_http, rules.longest, rules.timeout) == (False, 1024, 5.0)
    monkeypatch.setattr(push_service, "rules", lambda: replace(rules, ca_file=receiver.ca))
    tell(ada)

    pushes.send_due()

    assert Push.objects.get().outcome == "sent"
    (seen,) = receiver.seen
    assert seen[0] == f"/send/{phone.secret_path}"
    assert phone.read(seen[1])["path"] == "/work/app_1"
    assert {"Ttl", "Urgency", "Authorization"} <= {name.title() for name in seen[2]}


@pytest.mark.parametrize(
    "host", ["127.0.0.1", "10.0.0.8", "[::1]", "169.254.169.254", "192.168.1.1", "0.0.0.0", "[::ffff:10.0.0.1]"]
)
def test_no_push_goes_to_a_private_address(
    ada: Account, host: str, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever stood in the table, or the name resolves to by now."""
    settings.WEBHOOK_ALLOW_NETWORKS, settings.SANDBOX = [], False
    monkeypatch.setattr(client, "exchange", lambda *_: pytest.fail("it was called"))
    given_phone(ada, host=host)
    tell(ada)

    pushes.send_due()

    push = Push.objects.get()
    assert push.outcome == "failed" and "Blocked" in push.last_error
    assert not Device.objects.exists()


def test_plain_http_is_never_called_also_in_a_sandbox(settings: Any) -> None:
    assert settings.SANDBOX and parse("127.0.0.1") in push_service.rules().networks[0]
    with pytest.raises(client.Blocked, match="only https"):
        client.check("http://127.0.0.1/send", push_service.rules())


# ------------------------------------------------------------------ keys


def test_an_installation_makes_its_key_once(tmp_path: Any) -> None:
    made = locations.push_key(tmp_path / "var")

    assert locations.push_key(tmp_path / "var") == made != locations.new_push_key()
    assert ((tmp_path / "var" / "push_key").stat().st_mode & 0o777) == 0o600
    private, public, shown = push_service._pair(made)
    assert b"PRIVATE KEY" in private and b"PUBLIC KEY" in public and len(shown) == 87


@pytest.mark.parametrize("wrong", ["x", "A" * 43, "é" * 43, "_" * 43, "-----BEGIN PRIVATE KEY-----"])
def test_what_is_no_key_is_refused_at_the_start_without_being_printed(wrong: str, monkeypatch: Any) -> None:
    monkeypatch.setenv("VAPID_PRIVATE_KEY", wrong)
    with pytest.raises(ImproperlyConfigured, match="make_push_key") as refused:
        reading.p256_keys("VAPID_PRIVATE_KEY")
    assert wrong not in str(refused.value) or wrong == "x"


def test_a_key_that_was_printed_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    key = locations.new_push_key()
    monkeypatch.setenv("VAPID_PRIVATE_KEY", key)
    assert reading.p256_keys("VAPID_PRIVATE_KEY") == [key]
    monkeypatch.delenv("VAPID_PRIVATE_KEY")
    assert reading.p256_keys("VAPID_PRIVATE_KEY") == []
