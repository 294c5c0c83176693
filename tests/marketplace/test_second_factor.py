"""An authenticator app besides the password: set up, asked at each sign-in, replaced by recovery codes, removed."""

import re
import time
from types import SimpleNamespace

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal import auth
from django.test import Client

from marketplace.core.actor import Actor
from marketplace.core.states import InvalidState
from marketplace.errors import OperatorRequired
from marketplace.services import sessions
from tests.api import Answer, Api
from tests.factories.accounts import PASSWORD, AccountFactory
from tests.factories.authenticator import shows, wrong_for
from tests.marketplace.test_sessions import AUTH, account, mailed_code, post, token_of
from tests.oauth_client import Browser

pytestmark = pytest.mark.django_db
EMAIL = "ada@example.com"
APP, CODES = f"{AUTH}/account/authenticators/totp", f"{AUTH}/account/authenticators/recovery-codes"


def sign_in() -> Answer:
    return post("auth/login", {"email": EMAIL, "password": PASSWORD})


@pytest.fixture(autouse=True)
def one_period(monkeypatch: pytest.MonkeyPatch) -> None:
    """The app's clock stands still, lest a code be typed in the second in which the next one appears."""
    now = time.time()
    monkeypatch.setattr(auth, "time", SimpleNamespace(time=lambda: now))


def given_app() -> tuple[Api, str]:
    """Somebody who is signed in and has set up an app; and its secret."""
    AccountFactory(email=EMAIL)
    person = Api(headers={"X-Session-Token": token_of(sign_in())})
    assert person.post(f"{AUTH}/auth/reauthenticate", {"password": PASSWORD}).status == 200
    asked = person.get(APP)
    assert asked.status == 404, "none so far, and what to set one up with"
    secret = asked["meta"]["secret"]
    assert secret in asked["meta"]["totp_url"]
    assert person.post(APP, {"code": wrong_for(secret)}).status == 400
    assert not Authenticator.objects.exists()
    assert person.post(APP, {"code": shows(secret)}).status == 200
    return person, secret


def steps(answer: Answer) -> list[str]:
    assert answer.status == 401, answer.body
    return [flow["id"] for flow in answer["data"]["flows"] if flow.get("is_pending")]


def pending(answer: Answer) -> str:
    assert steps(answer) == ["mfa_authenticate"]
    return token_of(answer)


def test_the_password_alone_is_one_more_step_then() -> None:
    _, secret = given_app()

    token = pending(sign_in())

    refused = account(**{"X-Session-Token": token})
    assert refused.status == 401
    assert "POST /api/auth/app/v1/auth/2fa/authenticate" in refused["error"]
    assert post("auth/2fa/authenticate", {"code": wrong_for(secret)}, token).status == 400
    confirmed = post("auth/2fa/authenticate", {"code": shows(secret)}, token)
    assert confirmed.status == 200
    assert account(**{"X-Session-Token": token_of(confirmed)}).status == 200


def test_a_mailed_code_is_one_more_step_too() -> None:
    given_app()
    asked = post("auth/code/request", {"email": EMAIL})

    answer = post("auth/code/confirm", {"code": mailed_code()}, token_of(asked))

    assert steps(answer) == ["mfa_authenticate"]
    assert account(**{"X-Session-Token": token_of(asked)}).status == 401


@pytest.mark.parametrize(("periods", "status"), [(-2, 400), (-1, 200), (1, 200), (2, 400)])
def test_a_code_holds_half_a_minute_longer_for_slow_fingers_and_clocks_a_little_off(periods: int, status: int) -> None:
    _, secret = given_app()

    answer = post("auth/2fa/authenticate", {"code": shows(secret, periods=periods)}, pending(sign_in()))

    assert answer.status == status


def test_a_code_counts_once() -> None:
    _, secret = given_app()
    first, second = pending(sign_in()), pending(sign_in())
    code = shows(secret)
    assert post("auth/2fa/authenticate", {"code": code}, first).status == 200

    assert post("auth/2fa/authenticate", {"code": code}, second).status == 400


def test_a_recovery_code_opens_once() -> None:
    person, _ = given_app()
    codes = person.get(CODES)["data"]["unused_codes"]
    assert len(codes) == 10

    assert post("auth/2fa/authenticate", {"code": codes[0]}, pending(sign_in())).status == 200
    assert post("auth/2fa/authenticate", {"code": codes[0]}, pending(sign_in())).status == 400
    assert codes[0] not in person.get(CODES)["data"]["unused_codes"]
    assert not set(person.post(CODES)["data"]["unused_codes"]) & set(codes), "new ones end the old"


def test_guesses_are_counted_by_account_from_wherever_they_come() -> None:
    _, secret = given_app()
    token = pending(sign_in())
    wrong = [post("auth/2fa/authenticate", {"code": wrong_for(secret)}, token) for _ in range(10)]
    assert {answer["errors"][0]["code"] for answer in wrong} == {"incorrect_code"}

    late = post("auth/2fa/authenticate", {"code": shows(secret)}, pending(sign_in()))

    assert (late.status, late["errors"][0]["code"]) == (400, "too_many_login_attempts")


def test_wrong_passwords_shut_nobody_out() -> None:
    AccountFactory(email=EMAIL)
    for _ in range(20):
        assert post("auth/login", {"email": EMAIL, "password": "not the password"}).status == 400

    assert sign_in().status == 200


def test_what_protects_the_account_is_changed_by_who_gives_the_password_again() -> None:
    given_app()
    fresh = Api(headers={"X-Session-Token": token_of(sign_in())})
    assert fresh.get(APP).status == 401
    Authenticator.objects.all().delete()
    lately = Api(headers={"X-Session-Token": token_of(sign_in())})

    refused = lately.call("POST", APP, {"code": "123456"})

    assert refused.status in (400, 401)
    assert not Authenticator.objects.exists()


def test_it_is_removed_with_its_codes() -> None:
    person, _ = given_app()

    assert person.delete(APP).status == 200

    assert not Authenticator.objects.exists()
    assert sign_in().status == 200


def test_secrets_are_stored_encrypted() -> None:
    person, secret = given_app()
    codes = person.get(CODES)["data"]["unused_codes"]
    stored = str(list(Authenticator.objects.values_list("data", flat=True)))

    assert secret not in stored
    assert not any(code in stored for code in codes)


def test_the_back_office_does_not_let_in_by_a_password_who_has_a_second_factor() -> None:
    _, secret = given_app()
    staff = AccountFactory(email="op@example.com", username="operator", is_staff=True, is_superuser=True)
    Authenticator.objects.filter(type="totp").update(user=staff)
    browser = Client(raise_request_exception=False)

    refused = browser.post("/admin/login/", {"username": "operator", "password": PASSWORD})

    assert refused.status_code == 200 and b"authenticator app" in refused.content
    assert browser.get("/admin/").status_code == 302
    page = Browser()
    page.open("/account/login?next=/admin/")
    page.send(login="op@example.com", password=PASSWORD)
    page.follow()
    page.send(code=shows(secret))
    assert page.last.headers["Location"] == "/admin/"
    assert page.follow().status_code == 200


def test_an_operator_removes_it_for_who_has_lost_everything(operator: Api, support: Api) -> None:
    given_app()
    pk = Authenticator.objects.first().user_id  # type: ignore[union-attr]
    with pytest.raises(OperatorRequired):
        sessions.remove_second_factor(Actor.staff(support.account), pk)
    assert Authenticator.objects.exists()

    sessions.remove_second_factor(Actor.staff(operator.account), pk)

    assert not Authenticator.objects.exists()
    assert sign_in().status == 200
    with pytest.raises(InvalidState):
        sessions.remove_second_factor(Actor.staff(operator.account), pk)


def test_the_qr_code_is_drawn_here() -> None:
    AccountFactory(email=EMAIL)
    page = Browser()
    page.open("/account/login")
    page.send(login=EMAIL, password=PASSWORD)
    page.open("/account/second-factor/app")
    page.follow()
    page.send(password=PASSWORD)
    page.follow()

    assert re.search(r'<img src="data:image/svg\+xml;base64,', page.text)
    assert "http" not in re.sub(r'href="/[^"]*"', "", page.text.split("<main")[1].replace("http://www.w3.org", ""))
