"""The key that signs pushes is changed: two keys overlap, each browser gets what is signed by the one it subscribed with, and
subscribes anew at its owner's next visit (tests/browser/test_pushes.py)."""

from typing import Any

import pytest
from django.core.exceptions import ImproperlyConfigured

from config.devstack import locations
from config.settings import reading
from marketplace.models import Account, Device, Push
from marketplace.providers import push_service
from marketplace.rules import PUSH_FAILURES
from marketplace.services import mail_templates, pushes
from tests.factories.accounts import AccountFactory
from tests.factories.devices import Phone, PushService, given_device, given_phone
from tests.factories.market import untouched
from tests.visitor import Visitor

pytestmark = pytest.mark.django_db
PATH = "/settings/devices"


@pytest.fixture
def ada() -> Account:
    return AccountFactory(name="Ada")


@pytest.fixture
def service(monkeypatch: pytest.MonkeyPatch) -> PushService:
    return PushService(monkeypatch)


def tell(account: Account) -> None:
    account.refresh_from_db()
    mail_templates.send(account, "nudge", title="Shop front", work_url="http://127.0.0.1:8000/work/app_1")


def signers(service: PushService) -> list[str]:
    """The public key that each push names, by RFC 8292."""
    return [one.headers["authorization"].rpartition("k=")[2] for one in service.taken]


def rotated(settings: Any, *, overlap: bool) -> tuple[str, str]:
    """A new key first; the old one beside it or not. Returns the public ones, old and new."""
    old, keys = push_service.public_key(), list(settings.VAPID_PRIVATE_KEYS)
    settings.VAPID_PRIVATE_KEYS = [locations.new_push_key(), *(keys if overlap else [])]
    assert push_service.public_key() != old
    return old, push_service.public_key()


def test_during_an_overlap_each_browser_gets_what_its_own_key_signed(
    ada: Account, service: PushService, settings: Any
) -> None:
    before = given_phone(ada)
    old, new = rotated(settings, overlap=True)
    after = given_phone(ada)
    tell(ada)

    pushes.send_due()

    assert dict(zip([one.url for one in service.taken], signers(service), strict=True)) == {
        before.endpoint: old,
        after.endpoint: new,
    }
    assert set(Push.objects.values_list("outcome", flat=True)) == {"sent"}


def test_a_device_from_before_its_key_was_kept_gets_what_the_oldest_signs(
    ada: Account, service: PushService, settings: Any
) -> None:
    given_phone(ada)
    Device.objects.update(key="")
    old, _ = rotated(settings, overlap=True)
    tell(ada)

    pushes.send_due()

    assert signers(service) == [old]


def test_without_an_overlap_nothing_is_sent_in_vain_and_no_device_is_lost_by_it(
    ada: Account, service: PushService, settings: Any
) -> None:
    phone = given_phone(ada)
    rotated(settings, overlap=False)
    for _ in range(PUSH_FAILURES + 1):
        tell(ada)

    pushes.send_due()

    assert service.taken == []
    assert set(Push.objects.values_list("outcome", "last_error")) == {
        ("failed", "it subscribed with a key that we have no more")
    }
    device = Device.objects.get()
    assert device.failures == 0
    given_device(ada, phone)
    tell(ada)
    pushes.send_due()
    assert Push.objects.filter(outcome="sent").count() == 1, "subscribed anew"


def test_the_page_says_with_which_key_a_browser_subscribes_and_it_is_kept(ada: Account, settings: Any) -> None:
    old, new = rotated(settings, overlap=True)
    visitor = Visitor(ada)
    page = visitor.open(PATH)
    assert page.form("subscribe").data["key"] == [new]

    visitor.send(page, "subscribe", **Phone().form, key=old)

    assert Device.objects.get().key == old, "of a page from before"


def test_a_page_from_before_the_change_is_refused_with_what_to_do(ada: Account, settings: Any) -> None:
    visitor = Visitor(ada)
    page = visitor.open(PATH)
    rotated(settings, overlap=False)

    with untouched():
        answer = visitor.send(page, "subscribe", **Phone().form)

    assert "Load it again." in answer.text and not Device.objects.exists()


def test_several_keys_are_read_and_one_wrong_among_them_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    keys = [locations.new_push_key() for _ in range(2)]
    monkeypatch.setenv("VAPID_PRIVATE_KEY", f"{keys[0]}, {keys[1]}")
    assert reading.p256_keys("VAPID_PRIVATE_KEY") == keys

    for wrong in (f"{keys[0]},", f"{keys[0]},x"):
        monkeypatch.setenv("VAPID_PRIVATE_KEY", wrong)
        with pytest.raises(ImproperlyConfigured, match="make_push_key"):
            reading.p256_keys("VAPID_PRIVATE_KEY")
