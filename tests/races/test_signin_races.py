"""Sign-in by many requests at the same moment: tries are counted, a code opens one session, nothing is a server error."""

import copy
import re
from collections import Counter
from collections.abc import Callable
from typing import Any

from allauth.usersessions.models import UserSession
from django.test import Client

from marketplace.models import Account, Mail
from tests.api import Answer, Api
from tests.factories.accounts import PASSWORD, AccountFactory, given_worker
from tests.oauth_client import Browser

AUTH = "/api/auth/app/v1"
EMAIL = "ada@example.com"


def post(path: str, body: object = None, token: str = "") -> Answer:
    return Api().post(f"{AUTH}/{path}", body, **({"X-Session-Token": token} if token else {}))


def mailed_code() -> str:
    mail = Mail.objects.filter(to=EMAIL).order_by("-id").first()
    assert mail
    found = re.search(r"\b\d{6}\b", mail.text)
    assert found
    return found[0]


def wrong_for(code: str) -> str:
    return "000000" if code != "000000" else "000001"


def given_code_asked() -> str:
    """The token of a sign-in that waits for its mailed code."""
    AccountFactory(email=EMAIL)
    return str(post("auth/code/request", {"email": EMAIL})["meta"]["session_token"])


def statuses(answers: list[Answer]) -> Counter[int]:
    assert not [answer for answer in answers if isinstance(answer, Exception)], answers
    return Counter(answer.status for answer in answers)


def test_a_mailed_code_takes_three_wrong_tries_however_many_come_at_once(at_once: Callable[..., list[Any]]) -> None:
    token = given_code_asked()
    code = mailed_code()

    answers = at_once(*[lambda: post("auth/code/confirm", {"code": wrong_for(code)}, token)] * 12)

    assert max(statuses(answers)) < 500
    assert statuses(answers)[400] <= 3, "the others met a sign-in that is over"
    assert post("auth/code/confirm", {"code": code}, token).status != 200
    assert not UserSession.objects.exists()


def test_a_right_code_opens_one_session_however_often_it_is_sent(at_once: Callable[..., list[Any]]) -> None:
    token = given_code_asked()
    code = mailed_code()

    answers = at_once(*[lambda: post("auth/code/confirm", {"code": code}, token)] * 8)

    assert max(statuses(answers)) < 500
    assert (statuses(answers)[200], UserSession.objects.count()) == (1, 1)


def test_one_address_signs_up_once_and_nobody_is_told_a_server_error(at_once: Callable[..., list[Any]]) -> None:
    who = {"email": EMAIL, "password": "a long enough password"}

    answers = at_once(*[lambda: post("auth/signup", who)] * 6)

    assert set(statuses(answers)) == {401}, "one more step, for all"
    assert Account.objects.filter(email=EMAIL).count() == 1


def test_a_code_of_a_sign_up_confirms_once(at_once: Callable[..., list[Any]]) -> None:
    token = str(post("auth/signup", {"email": EMAIL, "password": "a long enough password"})["meta"]["session_token"])
    code = mailed_code()

    answers = at_once(*[lambda: post("auth/email/verify", {"key": code}, token)] * 6)

    assert max(statuses(answers)) < 500
    assert (statuses(answers)[200], UserSession.objects.count()) == (1, 1)


def test_proving_the_password_beside_a_sign_out_is_no_server_error(at_once: Callable[..., list[Any]]) -> None:
    worker = given_worker()
    prove = {"password": PASSWORD}

    answers = at_once(
        *[lambda: worker.post(f"{AUTH}/auth/reauthenticate", prove)] * 3,
        lambda: worker.delete(f"{AUTH}/auth/session"),
        *[lambda: worker.post(f"{AUTH}/auth/reauthenticate", prove)] * 3,
    )

    assert max(statuses(answers)) < 500
    assert worker.get("/api/account").status == 401


def test_the_page_for_a_code_counts_as_well(at_once: Callable[..., list[Any]]) -> None:
    AccountFactory(email=EMAIL)
    person = Browser()
    person.open("/account/login/code")
    person.send(email=EMAIL)
    person.open("/account/login/code/confirm")
    code = mailed_code()

    def wrong() -> int:
        tab = copy.copy(person)
        tab.client = Client(raise_request_exception=False, enforce_csrf_checks=True)
        tab.client.cookies = copy.deepcopy(person.client.cookies)
        return tab.send(code=wrong_for(code)).status_code

    answers = at_once(*[wrong] * 12)

    assert max(answers) < 500, answers
    assert answers.count(200) <= 3, "shown the form again; the others are led away"
    person.send(code=code)
    assert person.open("/settings").status_code == 302, "nobody is signed in"
