"""Pushes: written with the mail of their matter, encrypted for one browser, sent once, tried again while they are of use, and to
nobody who does not want them."""

import json
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any
from urllib.parse import urlsplit

import jwt
import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from django.conf import settings as project
from django.db import connection, transaction
from pytest_django import DjangoCaptureOnCommitCallbacks

from marketplace.core import clock
from marketplace.core.http import Blocked, CallFailed
from marketplace.models import Account, Device, Mail, Push
from marketplace.providers import push_service
from marketplace.rules import PUSH_ATTEMPTS
from marketplace.services import mail_templates, pushes, upkeep
from tests.contradictions import Pair, is_refused
from tests.factories.accounts import AccountFactory
from tests.factories.devices import Phone, PushService, decoded, given_phone

pytestmark = pytest.mark.django_db
NOON = "2026-11-21T12:00:00+00:00"
WORK = f"{project.BASE_URL}/work/app_1"


@pytest.fixture
def noon(at: Callable[[str], datetime]) -> datetime:
    return at(NOON)


@pytest.fixture
def service(monkeypatch: pytest.MonkeyPatch) -> PushService:
    return PushService(monkeypatch)


@pytest.fixture
def ada(noon: datetime) -> Account:
    return AccountFactory(name="Ada")


@pytest.fixture
def phone(ada: Account) -> Phone:
    return given_phone(ada)


def tell(account: Account, kind: str = "nudge", *, about: str = "", **values: Any) -> None:
    known = {"title": "Shop front", "work_url": WORK, "bounty_url": f"{project.BASE_URL}/jobs/bty_1", "owner": "Bo"}
    mail_templates.send(account, kind, about=about, **(known | values))


def after(noon: datetime, **by: float) -> None:
    clock.freeze(noon + timedelta(**by))


# ------------------------------------------------------------------ what is sent


def test_the_example_of_the_standard_is_read_by_the_phone_of_these_tests() -> None:
    """RFC 8291, appendix A."""
    number = int.from_bytes(decoded("q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94"), "big")
    phone = Phone(key=ec.derive_private_key(number, ec.SECP256R1()), auth=decoded("BTBZMqHH6r4Tts7J_aSIgg"))
    body = (
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95b"
        "Qpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )
    assert phone.decrypt(decoded(body)) == b"When I grow up, I want to be a watermelon"


def test_only_the_phone_can_read_its_push_which_says_what_the_mails_subject_says(
    ada: Account, phone: Phone, service: PushService
) -> None:
    tell(ada, "paid", pay="5.00 USD", reference="esc_1")

    assert pushes.send_due() == 1

    (taken,) = service.taken
    assert taken.url == phone.endpoint
    said = phone.read(taken.body)
    push = Push.objects.get()
    assert said == {
        "title": "You are paid 5.00 USD",
        "text": "Shop front",
        "path": "/earnings",
        "tag": push.public_id,
    }
    assert Mail.objects.get().subject == "You are paid 5.00 USD: Shop front"
    assert b"Shop front" not in taken.body and len(taken.body) < 4096
    with pytest.raises(Exception, match=r"^$|InvalidTag"):
        Phone(auth=phone.auth).decrypt(taken.body)


def test_a_push_is_signed_by_the_key_that_browsers_were_given(ada: Account, phone: Phone, service: PushService) -> None:
    tell(ada)
    pushes.send_due()

    headers = service.taken[0].headers
    scheme, _, rest = headers["authorization"].partition(" ")
    fields = dict(part.strip().split("=", 1) for part in rest.split(","))
    assert scheme == "vapid" and fields["k"] == push_service.public_key()
    key = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decoded(fields["k"]))
    claims = jwt.decode(fields["t"], key, algorithms=["ES256"], audience=f"https://{phone.host}")
    assert claims["sub"] == f"mailto:{project.SUPPORT_EMAIL}"
    assert 0 < claims["exp"] - clock.wall().timestamp() <= 24 * 3600
    assert headers["content-encoding"] == "aes128gcm"


def test_no_words_of_people_but_those_of_the_subject_are_pushed(
    ada: Account, phone: Phone, service: PushService
) -> None:
    words = mail_templates.Words("Your lock code is 4711")
    tell(ada, "sent_back", redo=True, due=clock.now() + timedelta(hours=3), pay="5.00 USD", words=words)
    tell(ada, "messages", count=1, subject="Shop front", sender="Bo", words=words, conversation_url="/messages/cnv_1")
    pushes.send_due()

    seen = json.dumps(service.read(phone))
    assert "4711" not in seen and "Bo" not in seen
    assert "4711" not in "".join(str(row) for row in Push.objects.values_list())


def test_moments_are_told_in_the_persons_zone(ada: Account, phone: Phone, service: PushService) -> None:
    ada.time_zone = "Asia/Tokyo"
    tell(ada, "hired", confirm_by=clock.now() + timedelta(hours=2), pay="5.00 USD")
    pushes.send_due()

    (said,) = service.read(phone)
    assert said["title"] == "Confirm by Sat 21 November, 23:00 JST: you are hired for"
    assert (said["text"], said["path"]) == ("Shop front", "/work/app_1")
    assert "23:00 JST" in Mail.objects.get().subject


@pytest.mark.parametrize(
    ("kind", "values", "ttl", "urgency"),
    [
        ("hired", {"confirm_by": timedelta(hours=2), "pay": "5"}, 7200, "high"),
        ("sent_back", {"due": timedelta(days=3)}, 86_400, "high"),
        ("invitation", {"deadline": timedelta(hours=5)}, 18_000, "low"),
        ("paid", {"pay": "5"}, 86_400, "normal"),
    ],
)
def test_a_push_is_kept_until_it_is_due_and_a_day_at_most(
    ada: Account, phone: Phone, service: PushService, kind: str, values: dict[str, Any], ttl: int, urgency: str
) -> None:
    known = {name: clock.now() + value if isinstance(value, timedelta) else value for name, value in values.items()}
    tell(ada, kind, **known)
    pushes.send_due()

    headers = service.taken[0].headers
    assert (int(headers["ttl"]), headers["urgency"]) == (ttl, urgency)


def test_a_later_notice_of_the_same_matter_takes_the_place_of_one_that_waits(
    ada: Account, phone: Phone, service: PushService
) -> None:
    about = {"subject": "Shop front", "sender": "Bo", "words": ""}
    for number, address in ((1, "cnv_1"), (2, "cnv_1"), (1, "cnv_2")):
        tell(ada, "messages", count=number, conversation_url=f"/messages/{address}", **about)
    tell(ada, "tip", amount="1.00 USD", sender="Bo", reference="a")
    tell(ada, "tip", amount="2.00 USD", sender="Bo", reference="b")
    pushes.send_due()

    topics = [taken.headers.get("topic") for taken in service.taken]
    tags = [said["tag"] for said in service.read(phone)]
    assert topics[0] == topics[1] != topics[2] and topics[3:] == [None, None]
    assert tags[0] == tags[1] and len(set(tags)) == 4, "two tips are two notices"
    assert all(len(topic) <= 32 for topic in topics if topic)


def test_titles_of_any_length_and_script_fit(ada: Account, phone: Phone, service: PushService) -> None:
    title = "<script>alert(1)</script> سوق 🛒 " * 40
    tell(ada, title=title)
    pushes.send_due()

    (said,) = service.read(phone)
    assert len(said["text"]) <= 160 and said["text"].startswith("<script>") and said["text"].endswith("…")
    assert len(service.taken[0].body) < 4096


# ------------------------------------------------------------------ to whom


def test_each_device_gets_it_and_nobody_elses(ada: Account, phone: Phone, service: PushService) -> None:
    second, bo = given_phone(ada), AccountFactory()
    others = given_phone(bo)

    tell(ada)
    pushes.send_due()

    assert [len(service.read(one)) for one in (phone, second, others)] == [1, 1, 0]


def test_who_has_no_device_costs_no_statement(
    ada: Account, django_assert_num_queries: Callable[..., Any], service: PushService
) -> None:
    with django_assert_num_queries(1):
        tell(ada)
    assert not Push.objects.exists()


@pytest.mark.parametrize(
    ("columns", "about", "mailed", "pushed"),
    [
        ({"push_work": False}, "work", 1, 0),
        ({"push_work": False}, "", 1, 1),
        ({"push_messages": False}, "work", 1, 1),
        ({"mail_work": False}, "work", 0, 1),
        ({"mail_work": False, "push_work": False}, "work", 0, 0),
        ({"is_active": False}, "", 0, 0),
        ({"email_verified_at": None}, "", 0, 1),
    ],
)
def test_pushes_have_switches_of_their_own_beside_those_of_mail(
    ada: Account, phone: Phone, columns: dict[str, Any], about: str, mailed: int, pushed: int
) -> None:
    for name, value in columns.items():
        setattr(ada, name, value)

    tell(ada, about=about)

    assert (Mail.objects.count(), Push.objects.count()) == (mailed, pushed)


def test_mails_that_ask_for_nothing_are_not_pushed(ada: Account, phone: Phone) -> None:
    tell(ada, "contest_taken", due=clock.now(), words="")
    tell(ada, "hired", confirm_by=clock.now(), pay="5")

    assert (Mail.objects.count(), Push.objects.count()) == (2, 0), "for owners, and too late"


# ------------------------------------------------------------------ the outbox


def test_a_push_of_a_refused_transaction_never_leaves(ada: Account, phone: Phone, service: PushService) -> None:
    with transaction.atomic():
        tell(ada)
        assert (Mail.objects.count(), Push.objects.count()) == (1, 1)
        transaction.set_rollback(True)

    assert (Mail.objects.count(), Push.objects.count(), pushes.send_due()) == (0, 0, 0)
    assert service.taken == []


def test_the_task_is_queued_on_commit(
    ada: Account,
    phone: Phone,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    queued: list[str] = []
    monkeypatch.setattr("marketplace.core.queue._send", lambda task, *_: queued.append(task))

    with django_capture_on_commit_callbacks(execute=True):
        tell(ada)
        assert queued == []

    assert queued == ["marketplace.send_mails", "marketplace.send_pushes"]


def test_a_push_is_sent_once_and_outside_of_any_transaction(
    ada: Account, phone: Phone, service: PushService, monkeypatch: pytest.MonkeyPatch
) -> None:
    depths: list[int] = []
    send = push_service.send
    monkeypatch.setattr(
        push_service, "send", lambda *a, **k: depths.append(len(connection.savepoint_ids)) or send(*a, **k)
    )
    tell(ada)

    assert (pushes.send_due(), pushes.send_due(), len(service.taken)) == (1, 0, 1)

    push = Push.objects.get()
    assert (push.outcome, push.next_attempt_at, push.attempts, push.last_error) == ("sent", None, 1, "")
    assert Device.objects.get().last_used_at == clock.now()
    assert depths == [0]


@pytest.mark.parametrize("trouble", [429, 500, 503, CallFailed("timed out")])
def test_a_service_that_is_busy_is_asked_again_with_growing_pauses_and_a_bounded_number_of_times(
    noon: datetime, ada: Account, phone: Phone, service: PushService, trouble: Any
) -> None:
    tell(ada)
    service.status, service.fails = (trouble, None) if isinstance(trouble, int) else (201, trouble)
    pauses, now = [], noon

    while True:
        pushes.send_due()
        push = Push.objects.get()
        if push.next_attempt_at is None:
            break
        pauses.append((push.next_attempt_at - now).total_seconds())
        clock.freeze(push.next_attempt_at - timedelta(milliseconds=1))
        assert pushes.send_due() == 0, "not before its time"
        clock.freeze(now := push.next_attempt_at)

    assert pauses == [60, 120, 240, 480]
    assert (push.outcome, push.attempts) == ("failed", PUSH_ATTEMPTS)
    assert Device.objects.get().failures == 1


def test_it_arrives_when_the_service_is_back(noon: datetime, ada: Account, phone: Phone, service: PushService) -> None:
    tell(ada)
    service.fails = CallFailed("connection refused")
    pushes.send_due()
    service.fails = None
    after(noon, minutes=1)
    pushes.send_due()

    assert Push.objects.get().outcome == "sent" and len(service.read(phone)) == 1


def test_what_is_due_before_the_next_attempt_is_given_up_and_never_comes_late(
    noon: datetime, ada: Account, phone: Phone, service: PushService
) -> None:
    tell(ada, "hired", confirm_by=noon + timedelta(seconds=30), pay="5")
    tell(ada, "hired", confirm_by=noon + timedelta(hours=2), pay="5")
    service.fails = CallFailed("timed out")
    pushes.send_due()
    assert sorted(Push.objects.values_list("outcome", flat=True)) == ["", "failed"]

    service.fails = None
    after(noon, hours=2)
    pushes.send_due()
    assert sorted(Push.objects.values_list("outcome", flat=True)) == ["failed", "late"]
    assert service.taken == []


@pytest.mark.parametrize("status", [404, 410])
def test_a_browser_that_is_gone_is_removed(ada: Account, phone: Phone, service: PushService, status: int) -> None:
    service.status = status
    tell(ada)
    tell(ada)
    pushes.send_due()

    ada.refresh_from_db()
    assert not Device.objects.exists() and not ada.has_devices
    assert set(Push.objects.values_list("outcome", flat=True)) == {"gone"}
    assert len(service.taken) == 1, "the second one had nowhere to go"


@pytest.mark.parametrize("status", [301, 400, 401, 403, 413])
def test_a_refusal_is_not_repeated_and_a_device_that_always_refuses_is_removed(
    ada: Account, phone: Phone, service: PushService, status: int
) -> None:
    service.status = status
    for number in range(1, 6):
        tell(ada)
        pushes.send_due()
        assert len(service.taken) == number and Device.objects.exists() == (number < 5)
    assert Push.objects.filter(outcome="failed", last_error=f"status {status}").count() == 5


def test_one_that_comes_through_ends_the_count_of_failures(ada: Account, phone: Phone, service: PushService) -> None:
    for status in (400, 400, 400, 400, 201, 400, 400, 400, 400):
        service.status = status
        tell(ada)
        pushes.send_due()
    assert Device.objects.get().failures == 4


def test_an_address_that_may_never_be_called_is_removed_at_once(
    ada: Account, phone: Phone, service: PushService
) -> None:
    service.fails = Blocked("the host is not on the public internet")
    tell(ada)
    pushes.send_due()

    assert not Device.objects.exists()
    assert Push.objects.get().outcome == "failed"


@pytest.mark.parametrize("changed", [{"outcome": "sent"}, {"next_attempt_at": None}])
def test_a_push_that_has_ended_is_never_due(ada: Account, phone: Phone, changed: dict[str, Any]) -> None:
    is_refused(Pair(lambda: tell(ada), Push, changed, "push_ended_is_not_due"))


def test_pushes_that_ended_are_deleted_after_a_week(
    noon: datetime, ada: Account, phone: Phone, service: PushService
) -> None:
    tell(ada)
    pushes.send_due()
    after(noon, days=7)
    upkeep.delete_expired()
    assert Push.objects.count() == 1
    after(noon, days=7, seconds=1)
    upkeep.delete_expired()
    assert not Push.objects.exists()


def test_the_page_of_a_push_is_on_this_site() -> None:
    for kind, how in pushes.PUSH_KINDS.items():
        assert how.page.startswith(("/", "{")), kind
        assert not urlsplit(how.page).netloc
