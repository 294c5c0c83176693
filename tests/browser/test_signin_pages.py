"""A person signs up, signs in, sets up a second factor, lets a program in and takes that back: in a browser, with keys."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from pytest_django import Settings

from marketplace.models import Account
from tests.factories.accounts import PASSWORD, AccountFactory
from tests.factories.authenticator import shows
from tests.marketplace.test_sessions import mailed_code
from tests.oauth_client import Program

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("house_accounts")]
EMAIL = "ada@example.com"
SHOTS = os.environ.get("SHOTS")


def look(page: Any, name: str, size: str) -> None:
    """What holds for every page: it fits, says what it is, asks nobody else, and the browser has nothing to complain of."""
    if SHOTS:
        page.screenshot(path=str(Path(SHOTS) / f"{name}-{size}.png"), full_page=True)
    assert page.locator("h1").count() == 1, name
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth"), f"{name} is cut off at the side"
    unnamed = page.locator("input:not([type=hidden])").evaluate_all("all => all.filter(i => !i.labels.length).length")
    assert unnamed == 0, f"{name}: a field without a label"
    assert page.foreign == [] and page.faults == [], name


def enter(page: Any) -> None:
    """The key, and the page that follows."""
    with page.expect_navigation(wait_until="networkidle"):
        page.keyboard.press("Enter")


def press(page: Any, what: str) -> None:
    with page.expect_navigation(wait_until="networkidle"):
        page.click(what)


def sign_in(page: Any) -> None:
    page.fill("#id_login", EMAIL)
    page.fill("#id_password", PASSWORD)
    enter(page)


@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_a_person_opens_an_account_and_comes_back(live_server: Any, open_page: Callable[..., Any], size: str) -> None:
    page = open_page(f"{live_server.url}/join?next=/owner", size)
    look(page, "signup", size)
    page.select_option("#id_country", "PT")
    page.fill("#id_email", EMAIL)
    page.fill("#id_password1", "12345")
    enter(page)
    look(page, "signup-wrong", size)
    page.fill("#id_password1", PASSWORD)
    enter(page)
    look(page, "verify", size)
    page.fill("#id_code", "000000")
    enter(page)
    look(page, "verify-wrong", size)
    page.fill("#id_code", mailed_code(EMAIL))
    enter(page)
    look(page, "account-new", size)
    assert page.url == f"{live_server.url}/owner"
    assert Account.objects.get().email_verified_at is not None

    page.goto(f"{live_server.url}/settings", wait_until="networkidle")
    press(page, "text=Sign out here")
    look(page, "login", size)
    press(page, "text=Mail me a code instead")
    look(page, "login-code", size)
    page.fill("#id_email", EMAIL)
    enter(page)
    look(page, "login-code-confirm", size)
    page.fill("#id_code", mailed_code(EMAIL))
    enter(page)
    assert page.url.endswith("/today")

    page.goto(f"{live_server.url}/account/logout")
    look(page, "logout", size)
    press(page, "button:has-text('Sign out')")
    press(page, "text=Forgot your password?")
    look(page, "reset", size)
    page.fill("#id_email", EMAIL)
    enter(page)
    look(page, "reset-confirm", size)
    page.fill("#id_code", mailed_code(EMAIL))
    enter(page)
    look(page, "reset-complete", size)
    for field in ("#id_password1", "#id_password2"):
        page.fill(field, "another long password")
    enter(page)
    look(page, "reset-done", size)


@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_a_second_factor_is_set_up_used_and_removed(live_server: Any, open_page: Callable[..., Any], size: str) -> None:
    AccountFactory(email=EMAIL, name="Ada")
    page = open_page(f"{live_server.url}/account/login", size)
    page.fill("#id_login", EMAIL)
    page.fill("#id_password", "not the password")
    enter(page)
    look(page, "login-wrong", size)
    sign_in(page)
    page.goto(f"{live_server.url}/settings", wait_until="networkidle")
    press(page, "li:has-text('Authenticator app') >> text=Set up")
    look(page, "reauthenticate", size)
    page.fill("#id_password", PASSWORD)
    enter(page)
    look(page, "second-factor-app", size)
    page.fill("#id_code", shows(page.locator(".key").inner_text()))
    enter(page)
    look(page, "recovery-codes", size)
    codes = page.locator(".codes li").all_inner_texts()
    assert len(codes) == 10
    press(page, "text=I have kept them")
    look(page, "account-second-factor", size)

    press(page, "text=Sign out here")
    sign_in(page)
    look(page, "second-factor", size)
    assert "/second-factor" in page.url
    page.fill("#id_code", codes[0])
    enter(page)
    assert page.url.endswith("/today")
    page.goto(f"{live_server.url}/settings", wait_until="networkidle")
    assert "9 left" in page.inner_text("main")

    press(page, "text=Remove")
    press(page, "text=Use authenticator app or code")
    look(page, "reauthenticate-app", size)
    page.fill("#id_code", codes[1])
    enter(page)
    look(page, "second-factor-remove", size)
    press(page, "text=Remove it")
    assert page.url.endswith("/settings")
    assert not Authenticator.objects.exists()


@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_a_program_is_let_in_seen_and_disconnected(
    live_server: Any, open_page: Callable[..., Any], settings: Settings, size: str
) -> None:
    AccountFactory(email=EMAIL, name="Ada")
    program = Program("Travel planner " * 6, redirect=f"{live_server.url.replace('localhost', '127.0.0.1')}/terms")
    page = open_page(live_server.url + program.asks(), size)
    sign_in(page)
    look(page, "consent", size)

    press(page, "text=Deny")
    assert "/terms?error=access_denied" in page.url

    page.goto(live_server.url + program.asks(), wait_until="networkidle")
    press(page, "button:has-text('Allow')")
    assert "/terms?code=" in page.url
    code = page.url.split("code=")[1].split("&")[0]
    assert program.trade(code=code).status == 200

    page.goto(f"{live_server.url}/settings", wait_until="networkidle")
    page.foreign.clear()  # the program's own address, and its icon
    look(page, "account", size)
    press(page, "button:has-text('Disconnect')")
    assert "None. A program" in page.inner_text("main")

    page.goto(live_server.url + program.asks(redirect_uri="https://evil.example.org/"))
    page.faults.clear()  # the status 400 of this page is one for the browser
    look(page, "refused", size)


def test_the_pages_have_a_dark_side(live_server: Any, open_page: Callable[..., Any]) -> None:
    AccountFactory(email=EMAIL, name="Ada")
    page = open_page(live_server.url + Program().asks(), dark=True)
    look(page, "login-dark", "desktop")
    sign_in(page)
    look(page, "consent-dark", "desktop")
    page.goto(f"{live_server.url}/settings")
    look(page, "account-dark", "desktop")


def focused(page: Any) -> str:
    return str(
        page.evaluate("document.activeElement.id || document.activeElement.className || document.activeElement.tagName")
    )


def test_the_keyboard_is_where_one_goes_on(live_server: Any, open_page: Callable[..., Any]) -> None:
    AccountFactory(email=EMAIL)
    for path, first in (
        ("login", "id_login"),
        ("signup", "id_email"),
        ("login/code", "id_email"),
        ("password/reset", "id_email"),
    ):
        page = open_page(f"{live_server.url}/account/{path}")
        assert focused(page) == first, f"{path}, fresh"
        enter(page)
        assert focused(page) == first, f"{path}, sent empty"

    page = open_page(f"{live_server.url}/account/login")
    page.keyboard.type(EMAIL)
    enter(page)
    assert focused(page) == "id_password", "the address was right"
    page.keyboard.type("not the password")
    enter(page)
    assert focused(page) == "alert", "what was wrong is read first"
    assert page.input_value("#id_login") == EMAIL
    sign_in(page)

    page.goto(f"{live_server.url}/account/password/change")
    assert focused(page) == "id_oldpassword"
    page.fill("#id_oldpassword", PASSWORD)
    page.fill("#id_password1", "short")
    enter(page)
    assert focused(page) == "id_password1"
