"""/sandbox: gone outside a sandbox, gone for other machines, and nobody of the staff can be played."""

import json
import subprocess
import sys
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings as project
from django.test import Client
from pytest_django import Settings

from bounties.models import Application
from marketplace.core import clock
from marketplace.models import Account, Mail
from marketplace.services import mails
from tests.api import Api
from tests.factories.accounts import AccountFactory, given_agent, given_worker
from tests.factories.market import given_hired, untouched
from tests.visitor import HTML, Visitor

pytestmark = pytest.mark.django_db
ELSEWHERE = ["10.0.0.5", "192.0.2.1", "::2", "0.0.0.0", "::ffff:10.0.0.5", "unix:", ""]


@pytest.fixture(autouse=True)
def _own_clock() -> Iterator[None]:
    """What a test adds to business time is taken back: the other tests share this process."""
    before = clock._OFFSET.unpack_from(clock._area())[0]
    yield
    clock._OFFSET.pack_into(clock._area(), 0, before)


@pytest.fixture
def demo() -> dict[str, Api]:
    """A demo with a worker and an agent; staff and a closed account stand in its file, too."""
    people = {"worker": given_worker(name="Inês"), "agent": given_agent(name="Scout"), "other": given_worker()}
    staff = AccountFactory(username="boss", is_staff=True)
    root = AccountFactory(username="root", is_superuser=True)
    gone = AccountFactory(is_active=False)
    told = {
        "workers": [{"email": one.email} for one in (people["worker"].account, staff, root, gone)],
        "agent": {"email": people["agent"].account.email},
    }
    (Path(project.DATA_DIR) / "demo.json").write_text(json.dumps(told))
    return people


@pytest.fixture(autouse=True)
def _no_demo_is_left() -> Iterator[None]:
    yield
    (Path(project.DATA_DIR) / "demo.json").unlink(missing_ok=True)


def forms_of(client: Client, who: str) -> list[dict[str, str]]:
    """Every form of the page, as somebody who knows it would send it."""
    token = {"csrfmiddlewaretoken": client.cookies["csrftoken"].value, "form": "abc"}
    return [
        token | {"act": "advance", "seconds": "600", "offset": f"{clock.offset_seconds():.3f}"},
        token | {"act": "play", "who": who},
        token | {"act": "verify", "identityCountry": "PT", "linkedin": "true", "payouts": "true"},
    ]


def check_gone(client: Client, who: str, **how: Any) -> None:
    before = clock.offset_seconds()
    with untouched():
        assert client.get("/sandbox", headers=HTML, **how).status_code == 404
        assert client.get("/sandbox", **how).json()["error_code"] == "not_found"
        assert client.head("/sandbox", **how).status_code == 404
        for form in forms_of(client, who):
            answer = client.post("/sandbox", form, headers=HTML, **how)
            assert answer.status_code == 404, form
            assert "sessionid" not in answer.cookies
    assert clock.offset_seconds() == before


@pytest.mark.parametrize("address", ELSEWHERE)
@pytest.mark.parametrize("forwarded", [{}, {"HTTP_X_FORWARDED_FOR": "127.0.0.1"}, {"HTTP_FORWARDED": "for=127.0.0.1"}])
@pytest.mark.parametrize("signed_in", [False, True])
def test_other_machines_get_404_whatever_they_claim(
    demo: dict[str, Api], address: str, forwarded: dict[str, str], signed_in: bool
) -> None:
    visitor = Visitor(demo["other"].account if signed_in else None)
    assert visitor.open("/sandbox").status == 200  # gets the token against forgery, from this machine

    check_gone(visitor.client, demo["worker"].account.public_profile_id, REMOTE_ADDR=address, **forwarded)

    if not signed_in:
        assert "_auth_user_id" not in visitor.client.session


@pytest.mark.parametrize("signed_in", [False, True])
def test_outside_a_sandbox_it_is_404_even_where_it_is_routed(
    demo: dict[str, Api], settings: Settings, signed_in: bool
) -> None:
    visitor = Visitor(demo["other"].account if signed_in else None)
    visitor.open("/sandbox")
    settings.SANDBOX = False

    check_gone(visitor.client, demo["worker"].account.public_profile_id)


@pytest.mark.parametrize("is_sandbox", [True, False])
def test_it_is_routed_in_a_sandbox_only(is_sandbox: bool) -> None:
    program = (
        f"import django; from django.conf import settings; django.setup(); settings.SANDBOX = {is_sandbox}\n"
        "from marketplace.urls import urlpatterns\n"
        "print('sandbox' in [str(entry.pattern) for entry in urlpatterns])"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)

    assert done.stdout.strip() == str(is_sandbox)


def test_only_who_sits_at_the_machine_is_led_there() -> None:
    assert "/sandbox" in Visitor().open("/jobs").links
    elsewhere = Visitor().client.get("/jobs", headers=HTML, REMOTE_ADDR="192.0.2.1")
    assert elsewhere.status_code == 200 and b'href="/sandbox"' not in elsewhere.content


def test_somebody_at_the_machine_plays_a_person_with_one_tap(demo: dict[str, Api]) -> None:
    visitor = Visitor()
    page = visitor.open("/sandbox")
    assert "You are a stranger." in page.text and page.text.index("Inês") < page.text.index("Scout")

    played = visitor.send(page, "play", who=demo["worker"].account.public_profile_id)

    assert "You are Inês now." in played.text and played.path == "/today"
    assert visitor.client.session["_auth_user_id"] == str(demo["worker"].account.pk)
    other_side = visitor.send(visitor.open("/sandbox"), "play", who=demo["agent"].account.public_profile_id)
    assert "You are Scout now." in other_side.text and other_side.path == "/owner", "whose agent has a key"
    assert visitor.client.session["_auth_user_id"] == str(demo["agent"].account.pk)


def test_nobody_else_can_be_played_least_of_all_staff(demo: dict[str, Api]) -> None:
    visitor = Visitor()
    page = visitor.open("/sandbox")
    shown = Account.objects.filter(pk__in=[demo["worker"].account.pk, demo["agent"].account.pk])

    for account in Account.objects.exclude(pk__in=shown):
        assert account.public_profile_id not in page.html
        with untouched():
            assert visitor.send(page, "play", who=account.public_profile_id).status == 404
    for name in ("", "nobody", demo["worker"].account.email):
        assert visitor.send(page, "play", who=name).status == 404
    assert "_auth_user_id" not in visitor.client.session


def test_a_forged_form_signs_nobody_in(demo: dict[str, Api]) -> None:
    visitor = Visitor()
    visitor.open("/sandbox")
    sent = {"act": "play", "form": "x", "who": demo["worker"].account.public_profile_id}

    assert visitor.client.post("/sandbox", sent, headers=HTML).status_code == 403
    assert "_auth_user_id" not in visitor.client.session


def test_without_a_demo_or_with_a_broken_file_the_page_still_works() -> None:
    assert "no demo" in Visitor().open("/sandbox").text
    for text in ("{", "[]", "{}", '{"workers": [1], "agent": {}}'):
        (Path(project.DATA_DIR) / "demo.json").write_text(text)
        assert "no demo" in Visitor().open("/sandbox").text


def test_the_clock_moves_once_and_what_is_due_has_run() -> None:
    seat = given_hired()
    visitor, before = Visitor(), clock.offset_seconds()
    page = visitor.open("/sandbox")

    moved = visitor.send(page, "advance", seconds=86_400)
    again = visitor.send(page, "advance", seconds=86_400)

    assert "everything due has run" in moved.text and "has been moved already" in again.text
    assert timedelta(seconds=clock.offset_seconds() - before) == timedelta(days=1)
    assert Application.objects.get(pk=seat.application.pk).status != "accepted"


@pytest.mark.parametrize("minutes", ["-5", "abc", "", "1.5", "9999999999999", str(400 * 24 * 60 + 1)])
def test_time_takes_whole_minutes_and_never_goes_back(minutes: str) -> None:
    visitor, before = Visitor(), clock.offset_seconds()
    page = visitor.open("/sandbox")
    [form] = [form for form in page.forms if "minutes" in form.data]

    answer = visitor.client.post("/sandbox", form.data | {"minutes": minutes}, headers=HTML)

    assert answer.status_code == 400 and b"Give whole minutes" in answer.content
    assert clock.offset_seconds() == before


def test_the_mailbox_shows_mails_as_text_with_links_that_can_be_followed() -> None:
    for number in range(12):
        text = f"Number {number}: http://127.0.0.1/jobs/{number}, <script>alert(1)</script>"
        mails.write(to=f"p{number % 2}@example.com", subject=f"Subject {number} <b>", text=text)
    visitor = Visitor()

    page = visitor.open("/sandbox")
    [more] = [link for link in page.links if "cursor=" in link]

    assert page.text.index("Subject 11") < page.text.index("Subject 2")
    assert "Subject 1 <b>" not in page.text and "Subject 1 <b>" in visitor.open(more).text
    assert "http://127.0.0.1/jobs/11" in page.links and "<script>alert" not in page.html
    filtered = visitor.open("/sandbox?to=P1@example.com")
    assert "Subject 11" in filtered.text and "Subject 10" not in filtered.text
    assert Mail.objects.count() == 12


def test_the_signed_in_person_is_verified_as_the_providers_would() -> None:
    worker = given_worker()
    visitor = Visitor(worker.account)

    saved = visitor.send(visitor.open("/sandbox"), "verify", identityCountry="PT", linkedin="true", payouts="true")

    worker.account.refresh_from_db()
    assert "would say so now" in saved.text
    assert (worker.account.identity_country, worker.account.linkedin_verified_at is None) == ("PT", False)
    assert worker.account.payouts_onboarded_at is not None
    undone = visitor.send(saved, "verify", identityCountry="", linkedin=None, payouts=None)
    worker.account.refresh_from_db()
    assert undone.status == 200 and worker.account.identity_verified_at is None
    back = visitor.send(visitor.open("/sandbox?next=/terms"), "verify", identityCountry="PT")
    assert back.path == "/terms", "back to where it was asked for"
    evil = visitor.send(visitor.open("/sandbox?next=//evil.example"), "verify", identityCountry="PT")
    assert evil.path == "/sandbox" and 'name="next"' not in evil.html
    with untouched():
        refused = visitor.send(visitor.open("/sandbox"), "verify", identityCountry="Atlantis")
    assert refused.status == 400 and "ISO 3166" in refused.text


@pytest.mark.parametrize(
    ("came", "back"),
    [
        ("http://testserver/account/verify?next=/jobs#x", "/account/verify?next=/jobs"),
        ("http://testserver/sandbox?to=a@b.c", ""),
        ("https://elsewhere.example/account/verify", ""),
        ("http://testserver//elsewhere.example/", ""),
        ("nonsense", ""),
        ("", ""),
    ],
)
def test_whoever_came_from_a_page_of_this_site_finds_back(came: str, back: str) -> None:
    page = Visitor().open("/sandbox", Referer=came)

    assert page.status == 200 and ("Back to where I was" in page.text) is bool(back)
    assert not back or back in page.links
    assert "elsewhere" not in page.html
