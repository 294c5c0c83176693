"""Sign-up of agents by a mailed code: what is asked for, what a code is good for, and that it opens one account."""

import re
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.conf import settings

from marketplace.core import clock
from marketplace.models import Account, ApiKey, Mail, SignupCode
from tests.api import Answer, Api
from tests.factories.accounts import AccountFactory

pytestmark = pytest.mark.django_db
WHO: dict[str, Any] = {"email": "scout@example.com", "acceptTerms": True, "country": "US", "city": "Boston"}


def code_of(email: str = "scout@example.com") -> str:
    mail = Mail.objects.filter(to=email).order_by("-id").first()
    assert mail
    found = re.search(r"\b\d{6}\b", mail.text)
    assert found
    return found[0]


def asked(**changed: Any) -> Answer:
    return Api().post("/api/agents/signup", {**WHO, **changed})


def verify(code: str, **more: Any) -> Answer:
    return Api().post("/api/agents/signup/verify", {"email": WHO["email"], "code": code, **more})


def wrong(code: str) -> str:
    return f"{(int(code) + 1) % 1_000_000:06d}"


def nothing_opened() -> bool:
    return not Account.objects.exists() and not ApiKey.objects.exists()


def test_a_code_is_mailed_and_opens_an_account_with_a_key() -> None:
    answer = asked(agentName="Scout", region="MA")

    assert (answer.status, answer["status"], answer["expiresInSeconds"]) == (200, "code_sent", 900)
    assert answer["terms"].startswith(settings.BASE_URL)
    opened = verify(code_of())
    assert (opened.status, opened["status"]) == (200, "account_created")
    me = Api(headers={"X-API-Key": opened["apiKey"]}).get("/api/account")["account"]
    assert (me["agentUserId"], me["profileId"]) == (opened["agentUserId"], opened["profileId"])
    assert (me["name"], me["email"], me["verification"]["email"]) == ("Scout", "scout@example.com", True)
    assert opened["apiKey"].startswith(opened["keyPrefix"])
    account = Account.objects.get()
    assert (account.signup_country, account.signup_region, account.signup_city) == ("US", "MA", "Boston")
    assert (account.terms_version, account.privacy_version) == (settings.TERMS_VERSION, settings.PRIVACY_VERSION)
    assert account.terms_accepted_at is not None
    assert opened.headers["Cache-Control"] == "private, no-store"


@pytest.mark.parametrize(
    ("changed", "code"),
    [
        ({"acceptTerms": False}, "terms_not_accepted"),
        ({"acceptTerms": "true"}, "terms_not_accepted"),
        ({"acceptTerms": 1}, "terms_not_accepted"),
        ({"acceptTerms": None}, "terms_not_accepted"),
        ({"country": ""}, "country_required"),
        ({"country": "  "}, "country_required"),
        ({"country": None}, "country_required"),
        ({"country": 5}, "country_required"),
        ({"country": "ZZ"}, "invalid_country"),
        ({"country": "Atlantis"}, "invalid_country"),
        ({"city": ""}, "city_required"),
        ({"city": "B"}, "city_required"),
        ({"city": None}, "city_required"),
        ({"email": "no address"}, "validation_error"),
        ({"agentName": "x"}, "validation_error"),
        ({"city": "c" * 101}, "validation_error"),
    ],
)
def test_what_is_missing_has_its_own_code_and_sends_no_mail(changed: dict[str, Any], code: str) -> None:
    answer = asked(**changed)

    assert (answer.status, answer.code) == (400, code)
    assert not Mail.objects.exists()
    assert not SignupCode.objects.exists()


NAMES = {"us": "US", "USA": "US", "United States": "US", "Germany": "DE", "uk": "GB", " deu ": "DE", "Kosovo": "XK"}


@pytest.mark.parametrize(("said", "stored"), NAMES.items())
def test_a_country_is_known_by_code_or_name(said: str, stored: str) -> None:
    assert asked(country=said).status == 200
    assert SignupCode.objects.get().country == stored


def test_an_address_with_an_account_gets_the_same_answer_and_a_pointer_instead_of_a_code() -> None:
    fresh = asked()
    AccountFactory(email="known@example.com")

    known = asked(email="Known@Example.com")

    assert known.status == fresh.status == 200
    assert set(known.body) == set(fresh.body)
    assert {**known.body, "email": ""} == {**fresh.body, "email": ""}
    mail = Mail.objects.get(to="known@example.com")
    assert not re.search(r"\b\d{6}\b", mail.text + mail.subject)
    assert f"{settings.BASE_URL}/owner/keys" in mail.text and "/api/" not in mail.text
    tried = [
        Api().post("/api/agents/signup/verify", {"email": "known@example.com", "code": "000000"}) for _ in range(5)
    ]
    assert [answer.code for answer in tried] == ["invalid_code"] * 4 + ["too_many_attempts"], "as for a fresh address"
    assert [answer["attemptsRemaining"] for answer in tried[:4]] == [4, 3, 2, 1]


def test_a_wrong_code_is_counted_down_and_the_fifth_burns_the_right_one() -> None:
    asked()
    code = code_of()

    answers = [verify(wrong(code)) for _ in range(5)]

    assert [answer.code for answer in answers] == ["invalid_code"] * 4 + ["too_many_attempts"]
    assert [answer["attemptsRemaining"] for answer in answers[:4]] == [4, 3, 2, 1]
    assert answers[4].status == 429
    assert "new one" in answers[4]["error"] and "retryAfterSeconds" not in answers[4].body
    assert (verify(code).status, verify(code).code) == (429, "too_many_attempts")
    assert nothing_opened()


def test_a_burnt_code_says_until_when_it_is_refused_as_such(at: Callable[[str], datetime]) -> None:
    at("2026-12-01T12:00:00Z")
    asked()
    code = code_of()
    at("2026-12-01T12:05:00Z")

    burnt = [verify(wrong(code)) for _ in range(5)][-1]

    assert burnt.headers["Retry-After"] == "600"
    at("2026-12-01T12:14:59.500Z")
    assert (verify(code).code, verify(code).headers["Retry-After"]) == ("too_many_attempts", "1")
    at("2026-12-01T12:15:00Z")
    assert (verify(code).status, verify(code).code) == (400, "code_expired")
    assert nothing_opened()


def test_a_new_request_replaces_a_burnt_code_and_an_older_one() -> None:
    asked()
    old = code_of()
    for _ in range(5):
        verify(wrong(old))
    asked()
    new = code_of()

    if old != new:
        assert verify(old).code == "invalid_code"
    assert verify(new).status == 200
    assert Account.objects.count() == 1


def test_a_code_is_good_for_900_seconds_of_business_time(at: Callable[[str], datetime]) -> None:
    begun = at("2026-05-01T12:00:00Z")
    asked()
    code = code_of()

    clock.freeze(begun + timedelta(seconds=900))
    late = verify(code)
    assert (late.status, late.code) == (400, "code_expired")
    assert nothing_opened()

    clock.freeze(begun + timedelta(seconds=899, milliseconds=999))
    assert verify(code).status == 200


def test_a_code_is_spent_once() -> None:
    asked()
    code = code_of()
    assert verify(code).status == 200

    again = verify(code)

    assert (again.status, again.code) == (409, "account_exists")
    assert (Account.objects.count(), ApiKey.objects.count()) == (1, 1)


def test_a_code_of_one_address_opens_no_other() -> None:
    asked()
    asked(email="other@example.com")
    mine, theirs = code_of(), code_of("other@example.com")

    if mine != theirs:
        assert verify(theirs).code == "invalid_code"
    assert Api().post("/api/agents/signup/verify", {"email": "third@example.com", "code": mine}).code == "invalid_code"
    assert nothing_opened()


def test_the_address_is_taken_in_any_case() -> None:
    asked(email="Scout@Example.COM")

    opened = verify(code_of())

    assert opened.status == 200
    assert Account.objects.get().email == "scout@example.com"
    assert (
        Api().post("/api/agents/signup/verify", {"email": "SCOUT@example.com", "code": code_of()}).code
        == "account_exists"
    )


def test_the_code_is_not_in_the_database_and_not_in_the_answer() -> None:
    answer = asked()
    code, row = code_of(), SignupCode.objects.get()

    assert code not in str(answer.body)
    assert code.encode() not in bytes(row.digest)
    assert len(bytes(row.digest)) == 32


def test_the_name_given_with_the_code_wins() -> None:
    asked(agentName="First name")

    verify(code_of(), agentName="Second name")

    assert Account.objects.get().name == "Second name"


def test_an_account_of_a_key_signs_in_by_a_mailed_code() -> None:
    asked()
    verify(code_of())
    caller = Api()
    asked_for = caller.post("/api/auth/app/v1/auth/code/request", {"email": WHO["email"]})
    pending = {"X-Session-Token": asked_for["meta"]["session_token"]}
    confirmed = caller.post("/api/auth/app/v1/auth/code/confirm", {"code": code_of()}, **pending)

    assert (asked_for.status, confirmed.status) == (401, 200)
    token = confirmed["meta"]["session_token"]
    made = Api(headers={"X-Session-Token": token}).post("/api/keys", {"name": "second"})
    assert made.status == 200
    assert Account.objects.count() == 1


def test_a_stranger_who_signed_up_with_the_address_first_gains_nothing_and_locks_nobody_out() -> None:
    stranger, password = Api(), "a long enough password"
    stranger.post("/api/auth/app/v1/auth/signup", {"email": WHO["email"], "password": password})

    asked()
    opened = verify(code_of())

    assert opened.status == 200
    tried = stranger.post("/api/auth/app/v1/auth/login", {"email": WHO["email"], "password": password})
    assert tried.status == 400
    assert Account.objects.count() == 1


def test_a_login_code_ends_the_password_of_whoever_never_confirmed_the_address() -> None:
    stranger, owner, password = Api(), Api(), "a long enough password"
    stranger.post("/api/auth/app/v1/auth/signup", {"email": WHO["email"], "password": password})
    asked_for = owner.post("/api/auth/app/v1/auth/code/request", {"email": WHO["email"]})
    pending = {"X-Session-Token": asked_for["meta"]["session_token"]}
    confirmed = owner.post("/api/auth/app/v1/auth/code/confirm", {"code": code_of()}, **pending)

    assert confirmed.status == 200
    assert Account.objects.get().email_verified_at is not None
    tried = stranger.post("/api/auth/app/v1/auth/login", {"email": WHO["email"], "password": password})
    assert tried.status == 400


def test_nobody_learns_at_verify_who_has_an_account() -> None:
    asked()
    verify(code_of())

    known = Api().post("/api/agents/signup/verify", {"email": WHO["email"], "code": "123456"})
    unknown = Api().post("/api/agents/signup/verify", {"email": "nobody@example.com", "code": "123456"})

    assert (known.status, known.code) == (unknown.status, unknown.code) == (400, "invalid_code")
