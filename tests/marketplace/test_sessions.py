"""People sign up, confirm their address, sign in and out; their token is a credential from then on, and no longer."""

import re
from typing import Any

import pytest
from django.contrib.auth.hashers import MD5PasswordHasher

from marketplace.models import Account, Mail
from marketplace.services.sessions import AccountAdapter
from tests.api import Answer, Api
from tests.contract.scenario import check_failure
from tests.factories.accounts import PASSWORD, AccountFactory, given_worker
from tests.factories.mailbox import mailbox

pytestmark = pytest.mark.django_db
AUTH = "/api/auth/app/v1"
WHO = {"email": "ada@example.com", "password": "a long enough password"}


def post(path: str, body: Any = None, token: str = "") -> Answer:
    return Api().post(f"{AUTH}/{path}", body, **({"X-Session-Token": token} if token else {}))


def token_of(answer: Answer) -> str:
    token: str = answer["meta"]["session_token"]
    return token


def mailed_code(email: str = "ada@example.com") -> str:
    mail = Mail.objects.filter(to=email).order_by("-id").first()
    assert mail
    found = re.search(r"\b\d{6}\b", mail.text)
    assert found, mail.text
    return found[0]


def account(**headers: str) -> Answer:
    return Api(headers=headers).get("/api/account")


def given_signed_up() -> str:
    pending = token_of(post("auth/signup", WHO))
    return token_of(post("auth/email/verify", {"key": mailed_code()}, pending))


def test_sign_up_confirm_use_sign_out() -> None:
    asked = post("auth/signup", WHO)
    assert asked.status == 401, "one more step"
    pending = token_of(asked)
    assert account(**{"X-Session-Token": pending}).status == 401, "an unconfirmed address is no session yet"

    confirmed = post("auth/email/verify", {"key": mailed_code()}, pending)

    assert confirmed.status == 200
    token = token_of(confirmed)
    me = account(**{"X-Session-Token": token})
    assert me["account"]["verification"]["email"] is True
    assert me["account"]["authenticatedBy"] == "session"
    assert account(Authorization=f"Bearer {token}").status == 200
    assert Api(headers={"X-Session-Token": token}).get(f"{AUTH}/auth/session").status == 200
    assert Api(headers={"Authorization": f"Bearer {token}"}).get(f"{AUTH}/auth/session").status == 200

    out = Api(headers={"X-Session-Token": token}).delete(f"{AUTH}/auth/session")

    assert out.status == 401, "done"
    assert (account(**{"X-Session-Token": token}).status, account(**{"X-Session-Token": token}).code) == (
        401,
        "invalid_credentials",
    )


def test_sign_out_by_a_bearer_token_ends_the_session() -> None:
    token = given_signed_up()

    Api(headers={"Authorization": f"Bearer {token}"}).delete(f"{AUTH}/auth/session")

    assert account(Authorization=f"Bearer {token}").status == 401


def test_sign_in_by_password() -> None:
    AccountFactory(email="ada@example.com")

    wrong = post("auth/login", {"email": "ada@example.com", "password": "not the password"})
    right = post("auth/login", {"email": "ADA@example.com", "password": PASSWORD})

    assert wrong.status == 400
    assert right.status == 200
    assert account(**{"X-Session-Token": token_of(right)}).status == 200


def test_sign_in_by_a_mailed_code() -> None:
    AccountFactory(email="ada@example.com")
    asked = post("auth/code/request", {"email": "ada@example.com"})
    assert asked.status == 401

    wrong = post("auth/code/confirm", {"code": "000000" if mailed_code() != "000000" else "1"}, token_of(asked))
    right = post("auth/code/confirm", {"code": mailed_code()}, token_of(asked))

    assert (wrong.status, right.status) == (400, 200)
    assert account(**{"X-Session-Token": token_of(right)}).status == 200


@pytest.mark.parametrize(
    ("begin", "again", "end", "field"),
    [
        ("auth/signup", "auth/email/verify/resend", "auth/email/verify", "key"),
        ("auth/code/request", "auth/code/resend", "auth/code/confirm", "code"),
    ],
)
def test_another_code_is_mailed_twice_and_only_the_last_one_counts(
    begin: str, again: str, end: str, field: str
) -> None:
    if begin == "auth/code/request":
        AccountFactory(email=WHO["email"])
    token = token_of(post(begin, WHO))
    codes = [mailed_code()]
    for _ in range(2):
        assert post(again, token=token).status == 200
        codes.append(mailed_code())

    assert post(again, token=token).status == 409
    assert Mail.objects.count() == 3
    if codes[0] != codes[2]:
        assert post(end, {field: codes[0]}, token).status == 400
    assert post(end, {field: codes[2]}, token).status == 200


def test_wrong_tries_go_on_to_count_when_another_code_is_mailed() -> None:
    AccountFactory(email=WHO["email"])
    token = token_of(post("auth/code/request", WHO))
    wrong = {"code": "not it"}
    assert [post("auth/code/confirm", wrong, token).status for _ in range(2)] == [400, 400]
    assert post("auth/code/resend", token=token).status == 200

    assert post("auth/code/confirm", wrong, token).status == 400
    assert post("auth/code/confirm", {"code": mailed_code()}, token).status == 409, "the third one has ended it"


def test_asking_for_another_code_tells_nobody_whether_the_address_is_known() -> None:
    unknown = token_of(post("auth/code/request", {"email": "nobody@example.com"}))

    assert post("auth/code/resend", token=unknown).status == 200
    assert Mail.objects.filter(to="nobody@example.com").count() == 1


def test_a_wrong_code_confirms_nothing() -> None:
    pending = token_of(post("auth/signup", WHO))
    code = mailed_code()

    wrong = post("auth/email/verify", {"key": f"{(int(code) + 1) % 1_000_000:06d}"}, pending)

    assert wrong.status == 400
    assert Account.objects.get().email_verified_at is None
    assert account(**{"X-Session-Token": pending}).status == 401
    assert post("auth/email/verify", {"key": code}, pending).status == 200


def test_a_code_of_one_sign_up_confirms_no_other() -> None:
    post("auth/signup", WHO)
    other = token_of(post("auth/signup", WHO | {"email": "bob@example.com"}))
    mine, theirs = mailed_code(), mailed_code("bob@example.com")

    if mine != theirs:
        assert post("auth/email/verify", {"key": mine}, other).status == 400


def test_an_address_with_an_account_gets_the_same_answer_and_no_code() -> None:
    fresh = post("auth/signup", WHO | {"email": "new@example.com"})
    AccountFactory(email="ada@example.com")

    known = post("auth/signup", WHO | {"email": "Ada@example.com"})

    assert (known.status, known["data"]) == (fresh.status, fresh["data"])
    assert not re.search(r"\b\d{6}\b", Mail.objects.get(to="ada@example.com").text)
    assert Account.objects.filter(email__iexact="ada@example.com").count() == 1


@pytest.mark.parametrize("password", ["short", "password123", "1234567890", ""])
def test_a_weak_password_opens_nothing(password: str) -> None:
    assert post("auth/signup", WHO | {"password": password}).status == 400
    assert not Account.objects.exists()
    assert not Mail.objects.exists()


def test_a_password_that_is_lost_is_set_anew_by_a_mailed_code() -> None:
    AccountFactory(email="ada@example.com")
    asked = post("auth/password/request", {"email": "ada@example.com"})
    assert asked.status == 401, asked.body

    reset = post("auth/password/reset", {"key": mailed_code(), "password": "another long password"}, token_of(asked))

    assert reset.status in (200, 401), reset.body
    assert post("auth/login", {"email": "ada@example.com", "password": "another long password"}).status == 200
    assert post("auth/login", {"email": "ada@example.com", "password": PASSWORD}).status == 400


def test_a_changed_password_ends_every_other_session() -> None:
    AccountFactory(email=WHO["email"])
    login = {"email": WHO["email"], "password": PASSWORD}
    here, elsewhere = token_of(post("auth/login", login)), token_of(post("auth/login", login))
    new = {"current_password": PASSWORD, "new_password": "a different long one"}
    assert post("account/password/change", new | {"current_password": "not this"}, here).status == 400
    assert account(**{"X-Session-Token": elsewhere}).status == 200

    changed = post("account/password/change", new, here)

    assert account(**{"X-Session-Token": token_of(changed)}).status == 200
    assert {account(**{"X-Session-Token": token}).status for token in (here, elsewhere)} == {401}
    assert post("auth/login", login).status == 400


def test_asking_for_a_new_password_tells_nobody_whether_the_address_is_known() -> None:
    AccountFactory(email="ada@example.com")

    known = post("auth/password/request", {"email": "ada@example.com"})
    unknown = post("auth/password/request", {"email": "nobody@example.com"})

    assert known.status == unknown.status


def test_a_closed_account_can_not_sign_in() -> None:
    AccountFactory(email="ada@example.com", is_active=False)

    answer = post("auth/login", {"email": "ada@example.com", "password": PASSWORD})

    assert answer.status in (400, 401)
    assert (
        "session_token" not in answer.body.get("meta", {})
        or account(**{"X-Session-Token": token_of(answer)}).status == 401
    )


@pytest.mark.parametrize(
    ("path", "body", "known", "subject", "page"),
    [
        ("auth/signup", WHO, False, "your code is", ""),
        ("auth/signup", WHO, True, "you already have an account", "/account/login"),
        ("auth/code/request", {"email": "ada@example.com"}, True, "your code is", ""),
        ("auth/code/request", {"email": "ada@example.com"}, False, "this address has no account", "/join"),
        ("auth/password/request", {"email": "ada@example.com"}, True, "your code for a new", ""),
        (
            "auth/password/request",
            {"email": "ada@example.com"},
            False,
            "this address has no account",
            "/join",
        ),
    ],
)
def test_mails_of_sign_in_are_in_our_own_words(
    path: str, body: dict[str, str], known: bool, subject: str, page: str, settings: Any
) -> None:
    if known:
        AccountFactory(email="ada@example.com")

    post(path, body)

    (mail,) = mailbox("ada@example.com")
    assert mail["subject"].startswith(f"{settings.SERVICE_NAME}: {subject}")
    assert f"{settings.BASE_URL}{page}" in mail["text"] if page else "where you were asked for it" in mail["text"]
    assert "/api/" not in mail["text"] + mail["html"]
    for foreign in ("browser", "Hello from", "Thank you for using", "example.org"):
        assert foreign not in mail["text"] + mail["html"]
    assert len(set(re.findall(r"\b\d{6}\b", mail["subject"] + mail["text"]))) == ("code" in subject), (
        "one code, or none"
    )
    assert ("valid for 15 minutes" in mail["text"].replace("\n", " ")) == ("code" in subject)


def test_signing_in_before_the_address_is_confirmed_mails_another_code() -> None:
    post("auth/signup", WHO)
    Mail.objects.all().delete()

    post("auth/login", WHO)

    (mail,) = mailbox("ada@example.com")
    assert "confirms the address" in mail["text"] and mailed_code() in mail["subject"]


def test_a_mail_that_nobody_rewrote_is_sent_all_the_same() -> None:
    AccountAdapter().send_mail("account/email/email_changed", "ada@example.com", {"from_email": "a", "to_email": "b"})

    assert "changed from a to b" in Mail.objects.get().text


def test_a_session_of_one_person_is_not_that_of_another() -> None:
    ada, bob = given_worker(), given_worker()

    assert ada.get("/api/account")["account"]["agentUserId"] == ada.account.public_id
    assert bob.get("/api/account")["account"]["agentUserId"] == bob.account.public_id


@pytest.mark.parametrize(
    "path", ["/nowhere", "/auth/", "/auth/login/", "/../v1/auth/login", "/auth/provider/token", "/account/phone"]
)
def test_an_unknown_path_of_sign_in_is_our_failure_body(path: str) -> None:
    check_failure(Api().get(AUTH + path), 404, "not_found")
    check_failure(Api().post(AUTH + path, {}), 404, "not_found")


def test_the_browser_client_is_not_offered() -> None:
    check_failure(Api().post("/api/auth/browser/v1/auth/login", WHO), 404, "not_found")


def test_broken_json_of_sign_in_is_our_failure_body() -> None:
    check_failure(Api().call("POST", f"{AUTH}/auth/login", raw=b"{nope"), 400, "invalid_json")


def test_sign_in_sets_no_cookie() -> None:
    AccountFactory(email="ada@example.com")

    answer = post("auth/login", {"email": "ada@example.com", "password": PASSWORD})

    assert "Set-Cookie" not in answer.headers


@pytest.mark.parametrize("path", ["auth/signup", "auth/login"])
def test_a_known_address_costs_as_many_hashes_as_an_unknown_one(path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    AccountFactory(email="known@example.com")
    hashed: list[str] = []
    encode = MD5PasswordHasher.encode
    monkeypatch.setattr(MD5PasswordHasher, "encode", lambda *told: hashed.append("") or encode(*told))

    known = post(path, {"email": "known@example.com", "password": "not the known one's"})
    of_known, hashed[:] = len(hashed), []
    unknown = post(path, {"email": "unknown@example.com", "password": "not the known one's"})

    assert known.status == unknown.status
    assert of_known == len(hashed) > 0
