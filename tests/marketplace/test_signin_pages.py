"""The pages of sign-in: cookies, forged forms, mails, sessions, limits. tests/browser/ looks at them."""

import re

import pytest
from allauth.usersessions.models import UserSession
from django.contrib.sessions.models import Session
from pytest_django import Settings

from marketplace.api.routes import classes
from marketplace.models import Account
from marketplace.rules import device
from marketplace.services import keys, upkeep
from tests.api import Api
from tests.factories.accounts import PASSWORD, AccountFactory
from tests.factories.mailbox import mailbox
from tests.marketplace.test_sessions import mailed_code
from tests.oauth_client import Browser, given_person

pytestmark = pytest.mark.django_db
EMAIL = "ada@example.com"


def test_the_session_is_a_cookie_that_no_script_and_no_other_site_gets(settings: Settings) -> None:
    person = given_person()

    cookie = person.client.cookies["sessionid"]

    assert cookie["httponly"] and cookie["samesite"] == "Lax"
    assert person.client.cookies["csrftoken"]["httponly"]
    assert Api(headers={"Cookie": f"sessionid={cookie.value}"}).get("/api/account").status == 401


def test_production_sends_cookies_over_https_only() -> None:
    from pathlib import Path

    prod = Path("config/settings/prod.py").read_text()
    assert "SESSION_COOKIE_SECURE = True" in prod and "CSRF_COOKIE_SECURE = True" in prod


@pytest.mark.parametrize("path", ["/account/login", "/join", "/account/password/reset", "/account/login/code"])
def test_every_page_runs_no_script_and_is_kept_by_no_cache(path: str) -> None:
    page = Browser().open(path)

    assert page.status_code == 200
    policy = page.headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy and "form-action 'self'" in policy and "script" not in policy
    assert page.headers["Cache-Control"] == "no-store"
    assert page.headers["X-Frame-Options"] == "DENY"
    assert b"<script" not in page.content and b"style=" not in page.content


@pytest.mark.parametrize(
    "path",
    [
        "/account/login",
        "/join",
        "/account/logout",
        "/account/sessions/end",
        "/account/connections/1/disconnect",
    ],
)
def test_a_forged_form_does_nothing(path: str) -> None:
    person = given_person()

    refused = person.client.post(path, {"login": EMAIL, "session": "others"})

    assert refused.status_code == 403
    assert b"Please try again" in refused.content
    assert person.open("/settings").status_code == 200


@pytest.mark.parametrize(
    "path", ["/settings", "/account/password/change", "/account/second-factor/app", "/account/second-factor/codes"]
)
def test_who_is_not_signed_in_is_led_to_sign_in(path: str) -> None:
    page = Browser().open(path)

    assert page.status_code == 302
    assert page.headers["Location"].replace("%2F", "/").startswith(f"/account/login?next={path}")


def test_who_answers_for_an_agent_begins_on_the_owners_pages() -> None:
    keys.issue(AccountFactory(email=EMAIL), "night shift")
    person = Browser()
    person.open("/account/login")

    person.send(login=EMAIL, password=PASSWORD)

    assert person.last.headers["Location"] == "/owner"


@pytest.mark.parametrize("where", ["https://evil.example.org/", "//evil.example.org/", "javascript:alert(1)"])
def test_sign_in_leads_to_no_other_site(where: str) -> None:
    AccountFactory(email=EMAIL)
    person = Browser()
    person.open(f"/account/login?next={where}")

    person.send(login=EMAIL, password=PASSWORD, next=where)

    assert person.last.headers["Location"] == "/today"


def test_mails_of_the_pages_speak_of_pages(settings: Settings) -> None:
    person = Browser()
    person.open("/join?next=/owner")
    person.send(email=EMAIL, country="PT", password1=PASSWORD)
    (mail,) = mailbox(EMAIL)
    assert "Enter it where you were asked for it." in " ".join(mail["text"].split()) and "POST" not in mail["text"]
    person.follow()
    person.send(code=mailed_code())
    made = Account.objects.get()
    assert made.email_verified_at is not None
    assert (made.terms_version, made.privacy_version) == (settings.TERMS_VERSION, settings.PRIVACY_VERSION)
    assert made.terms_accepted_at is not None

    other = Browser()
    other.open("/join?next=/owner")
    other.send(email=EMAIL, country="PT", password1=PASSWORD)
    known = mailbox(EMAIL)[-1]
    assert "/account/login" in known["text"] and "POST" not in known["text"]
    assert not re.search(r"\b\d{6}\b", known["text"])
    other = Browser()
    other.open("/account/login/code")
    other.send(email="nobody@example.com")
    assert "/join" in mailbox("nobody@example.com")[-1]["text"]


def test_a_page_that_waits_for_a_code_mails_another_one_twice() -> None:
    AccountFactory(email=EMAIL)
    person = Browser()
    person.open("/account/login/code?next=/oauth/authorize")
    person.send(email=EMAIL)
    person.follow()
    for number in (2, 3):
        assert 'value="resend"' in person.text
        person.send(action="resend")
        assert len(mailbox(EMAIL)) == number
        person.follow()

    assert 'value="resend"' not in person.text
    person.send(code=mailed_code())
    assert person.last.headers["Location"] == "/oauth/authorize"


@pytest.mark.parametrize("where", ["sign-up", "sign-in", "password"])
def test_after_a_wrong_code_there_is_a_page_to_come_back_to(where: str) -> None:
    person = Browser()
    if where != "sign-up":
        AccountFactory(email=EMAIL)
    person.open({"sign-up": "/join", "sign-in": "/account/login/code", "password": "/account/password/reset"}[where])
    person.send(email=EMAIL, country="PT")
    person.follow()
    code = mailed_code()

    wrong = person.send(code="000000" if code != "000000" else "111111")
    assert wrong.status_code == 302, "the answer to the form is no page, which Back would ask to send again"
    person.follow()
    assert (
        person.last.status_code == 200 and 'aria-invalid="true"' in person.text and 'id="id_code_error"' in person.text
    )
    here = person.last.request["PATH_INFO"]
    assert 'aria-invalid="true"' not in person.open(here).content.decode(), "said once"

    person.send(code=code)
    assert person.last.status_code == 302 and person.last.headers["Location"].split("?")[0] != here


def test_a_closed_account_gets_in_nowhere() -> None:
    AccountFactory(email=EMAIL, is_active=False)
    person = Browser()
    person.open("/account/login")

    person.send(login=EMAIL, password=PASSWORD)

    assert person.open("/settings").status_code == 302


def test_a_person_sees_where_he_is_signed_in_and_ends_it() -> None:
    here = given_person(email=EMAIL)
    there = Browser()
    there.open("/account/login")
    there.send(login=EMAIL, password=PASSWORD)
    token = Api().post("/api/auth/app/v1/auth/login", {"email": EMAIL, "password": PASSWORD})["meta"]["session_token"]
    assert UserSession.objects.count() == 3
    here.open("/settings")
    assert here.address in here.text and there.address in here.text

    stranger = given_person()
    stranger.open("/settings")
    stranger.send("/account/sessions/end", session=str(UserSession.objects.get(ip=there.address).pk))
    assert there.open("/settings").status_code == 200, "nobody ends another's"

    here.open("/settings")
    here.send("/account/sessions/end", session=str(UserSession.objects.get(ip=there.address).pk))
    assert there.open("/settings").status_code == 302
    here.open("/settings")
    here.send("/account/sessions/end", session="others")
    assert Api(headers={"X-Session-Token": token}).get("/api/account").status == 401
    assert here.open("/settings").status_code == 200


def test_what_was_noted_of_a_session_goes_with_it() -> None:
    given_person()
    Session.objects.all().delete()

    upkeep.delete_expired()

    assert not UserSession.objects.exists()


def test_a_person_without_a_password_sets_one() -> None:
    account = AccountFactory(email=EMAIL)
    account.set_unusable_password()
    account.save()
    person = Browser()
    person.open("/account/login/code")
    person.send(email=EMAIL)
    person.follow()
    person.send(code=mailed_code())
    person.open("/account/password/set")

    person.send(password1="another long password", password2="another long password")

    account.refresh_from_db()
    assert account.check_password("another long password")
    assert person.open("/settings").status_code == 200, "and stays signed in"


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("/account/login", "login"),
        ("/account/login/code/confirm", "login"),
        ("/account/password/reset", "login"),
        ("/account/password/reset/confirm", "login"),
        ("/account/second-factor", "login"),
        ("/account/reauthenticate", "login"),
        ("/join", "signup"),
        ("/account/verify", "signup.verify"),
        ("/account/logout", "write"),
        ("/oauth/authorize", "write"),
        ("/oauth/token", "write"),
        ("/oauth/revoke", "write"),
        ("/oauth/register", "oauth.register"),
        ("/api/mcp", "mcp"),
        ("/api/auth/app/v1/auth/2fa/authenticate", "login"),
    ],
)
def test_each_form_counts_in_the_class_of_its_route(path: str, name: str) -> None:
    assert classes("POST", path, signed_in=False, with_key=False) == [name]
    assert classes("GET", path, signed_in=False, with_key=False) == ["read"]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36", "Chrome on Linux"),
        ("Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605 Version/18.0 Safari/604", "Safari on iPhone"),
        ("Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:130.0) Gecko/20100101 Firefox/130.0", "Firefox on Windows"),
        ("python-httpx/0.28.1", "python-httpx"),
        ("", "Unknown"),
    ],
)  # fmt: skip
def test_a_browser_is_named_as_a_person_would(words: str, said: str) -> None:
    assert device(words) == said


def test_a_person_who_tried_too_often_reads_a_page_about_it() -> None:
    person = Browser()
    for _ in range(11):
        person.open("/account/login")
        person.send(login=EMAIL, password="not the password")
    assert person.last.status_code == 429
    assert person.last.headers["Content-Type"] == "application/json", "a program reads our failure body"

    page = person.client.post("/account/login", {}, REMOTE_ADDR=person.address, headers={"Accept": "text/html,*/*"})

    assert page.status_code == 429 and "Retry-After" in page.headers
    assert b"Too many tries" in page.content
    lost = person.client.get("/account/nowhere", headers={"Accept": "text/html"})
    assert lost.status_code == 404 and b"There is nothing here" in lost.content
    assert person.client.get("/api/nowhere", headers={"Accept": "text/html"}).json()["error_code"] == "not_found"
