"""What an account's owner is told about its security: each change by mail, when and from where, and what to do about it."""

import re
from typing import Any

import pytest
from django.conf import settings
from pytest_django import DjangoCaptureOnCommitCallbacks

from marketplace.core import context
from marketplace.core.actor import Actor
from marketplace.models import Account, Mail
from marketplace.services import alerts, keys, oauth, sessions
from tests.api import Api
from tests.factories.accounts import PASSWORD, AccountFactory
from tests.factories.identities import Signer
from tests.marketplace.test_second_factor import APP, CODES, EMAIL, given_app
from tests.oauth_client import Program, given_person

pytestmark = pytest.mark.django_db
FIREFOX = {"User-Agent": "Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0"}


def told(account: Account) -> list[str]:
    """The subjects of its alerts, oldest first, without the service's name."""
    rows = Mail.objects.filter(to=account.email, text__contains="- When: ").order_by("id")
    return [row.subject.removeprefix(f"{settings.SERVICE_NAME}: ") for row in rows]


def last_to(account: Account) -> Mail:
    found = Mail.objects.filter(to=account.email).order_by("-id").first()
    assert found
    return found


def test_a_key_that_is_made_and_one_that_is_revoked(agent: Api) -> None:
    made = agent.post("/api/keys", {"name": "Nightly"}, **FIREFOX)

    mail = last_to(agent.account)
    assert re.search(r"- When: [A-Z][a-z]{2} \d+ [A-Z][a-z]+, .+ UTC\n", mail.text)
    assert f"- From: {agent.address}, Firefox on Linux\n" in mail.text
    assert f"- API key: Nightly, {made['key']['keyPrefix']}…" in mail.text
    assert f"- Made with: {agent.key.name}\n- It may: do everything that your account may" in mail.text
    assert made["apiKey"] not in mail.text + mail.html
    assert f"{settings.BASE_URL}/owner/keys" in mail.text
    assert f"{settings.BASE_URL}/account/password/reset" in mail.html
    assert settings.SUPPORT_EMAIL in mail.text

    agent.delete(f"/api/keys/{made['key']['id']}")
    agent.delete(f"/api/keys/{made['key']['id']}")

    assert told(agent.account) == ["an API key was made", "an API key was revoked"], "a repeated call says nothing"


def test_what_is_refused_is_not_told(agent: Api) -> None:
    for number in range(24):
        keys.issue(agent.account, f"key {number}")

    assert agent.post("/api/keys", {"name": "one too many"}).code == "key_limit_reached"
    assert told(agent.account) == []


def test_an_identity_is_told_once(agent: Api) -> None:
    signer = Signer()
    for _ in range(2):
        assert agent.post("/api/keys/register-identity", signer.registration()).status == 200

    assert told(agent.account) == ["an agent identity was registered"]
    assert f"- Identity: {signer.agent_id}\n" in last_to(agent.account).text


def test_a_password_that_is_changed_and_one_that_is_set_anew() -> None:
    person = given_person()
    account = person.account  # type: ignore[attr-defined]
    person.open("/account/password/change")
    person.send(oldpassword=PASSWORD, password1="another long one 7", password2="another long one 7")

    assert told(account) == ["your password was changed"]
    assert f"- From: {person.address}\n" in last_to(account).text, "a browser that says nothing of itself"

    person.open("/account/logout")
    person.send()
    person.open("/account/password/reset")
    person.send(email=account.email)
    person.follow()
    code = re.search(r"\b\d{6}\b", last_to(account).subject)
    assert code
    person.send(code=code[0])
    person.follow()
    person.send(password1="a third long one 8", password2="a third long one 8")

    assert told(account) == ["your password was changed"] * 2


def test_an_authenticator_app_and_its_recovery_codes(
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        person, _ = given_app()
    account = Account.objects.get()

    assert told(account) == ["an authenticator app was added"], "its first codes are part of it"
    with django_capture_on_commit_callbacks(execute=True):
        assert person.post(CODES).status == 200
        assert person.delete(APP).status == 200
    assert set(told(account)[1:]) == {"new recovery codes were made", "the authenticator app was removed"}


def test_a_program_that_is_let_in_and_shut_out() -> None:
    person, program = given_person(), Program("Editor <b>")
    account = person.account  # type: ignore[attr-defined]
    person.open(program.asks())
    person.send(decision="deny")
    assert told(account) == []

    program.connected(person)

    mail = last_to(account)
    assert told(account) == ["a program was connected"]
    assert "- Program: Editor <b>\n- Leads to: a program on this computer" in mail.text
    assert f"- From: {person.address}" in mail.text and "Editor &lt;b&gt;" in mail.html

    client = oauth.Application.objects.get()
    for _ in range(2):
        person.open("/settings")
        person.send(f"/account/connections/{client.pk}/disconnect")
    assert told(account) == ["a program was connected", "a program was disconnected"]


def test_of_our_staff_it_is_told_that_they_did_it_and_not_from_where(operator: Api) -> None:
    given_app()
    account = Account.objects.get(email=EMAIL)
    key, _ = keys.issue(account, "Nightly")
    context.set_caller("198.51.100.7", "Firefox/130.0")

    sessions.remove_second_factor(Actor.staff(operator.account), account.pk)
    keys.revoke_for_owner(Actor.staff(operator.account), key.pk)
    context.end()

    assert told(account) == ["the authenticator app was removed", "an API key was revoked"]
    for mail in Mail.objects.filter(to=account.email).order_by("-id")[:2]:
        assert "- By: our staff\n" in mail.text and "198.51.100.7" not in mail.text
        assert f"write to {settings.SUPPORT_EMAIL}" in mail.text and "Set a new password" not in mail.text


@pytest.mark.parametrize("lacks", [{"email": None}, {"email_verified_at": None}, {"is_active": False}])
def test_only_a_confirmed_address_of_an_active_account_is_told(lacks: dict[str, Any]) -> None:
    account = AccountFactory()
    for name, value in lacks.items():
        setattr(account, name, value)

    alerts.mail_owner(account, "password")

    assert not Mail.objects.exists()


def test_a_task_comes_from_nowhere() -> None:
    account = AccountFactory()

    alerts.mail_owner(account, "password")

    assert "- From:" not in last_to(account).text


def test_one_request_leaves_no_address_behind_for_the_next(agent: Api) -> None:
    agent.get("/api/account")

    assert context.caller() == ("", "")
