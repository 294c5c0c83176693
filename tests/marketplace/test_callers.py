"""Who calls is asked for every request by one prepared statement: it finds what the models would, and never what was so a
moment ago."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from allauth.usersessions.models import UserSession
from django.contrib.sessions.models import Session
from django.db import connection
from pytest_django import DjangoAssertNumQueries, Settings

from marketplace.core import clock, crypto
from marketplace.models import Account, ApiKey, RateTier
from marketplace.selectors import callers
from marketplace.services import keys, sessions
from tests.api import Api
from tests.factories.accounts import PASSWORD, AccountFactory, given_agent, session_token
from tests.marketplace.test_sessions import post, token_of

pytestmark = pytest.mark.django_db


def given_signed_in() -> tuple[Account, str]:
    """By the door that everybody takes, so that allauth has noted the session."""
    account: Any = AccountFactory(email="ada@example.com")
    token = token_of(post("auth/login", {"email": account.email, "password": PASSWORD}))
    assert UserSession.objects.filter(user=account, session_key=token).exists()
    return account, token


def everything(row: Any) -> dict[str, Any]:
    return {field.attname: getattr(row, field.attname) for field in row._meta.concrete_fields}


def test_a_key_comes_with_its_account_and_tier_in_one_query(
    agent: Api, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    ApiKey.objects.filter(pk=agent.key.pk).update(tier=RateTier.objects.get(name="automated"))
    expected = ApiKey.objects.select_related("account", "tier").get(pk=agent.key.pk)

    with django_assert_num_queries(1):
        found = keys.find_valid(agent.headers["X-API-Key"])
        assert found and found.tier
        assert everything(found.tier) == everything(expected.tier)
        assert everything(found.account) == everything(expected.account)
    assert {**everything(found), "digest": None} == {**everything(expected), "digest": None}
    assert bytes(found.digest) == bytes(expected.digest)


def test_a_key_without_a_tier_asks_for_none(agent: Api, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    with django_assert_num_queries(1):
        found = keys.find_valid(agent.headers["X-API-Key"])
        assert found and found.tier is None and found.account.public_id == agent.account.public_id


def test_what_is_found_can_be_written_like_any_row(agent: Api) -> None:
    found = keys.find_valid(agent.headers["X-API-Key"])
    assert found
    found.account.name = "Renamed"
    found.account.save()
    found.name = "renamed"
    found.save()

    assert Account.objects.get(pk=agent.account.pk).name == "Renamed"
    assert ApiKey.objects.get(pk=agent.key.pk).name == "renamed"


@pytest.mark.parametrize(
    "ends",
    [
        lambda agent: ApiKey.objects.filter(pk=agent.key.pk).update(revoked_at=clock.now()),
        lambda agent: Account.objects.filter(pk=agent.account.pk).update(is_active=False),
        lambda agent: ApiKey.objects.filter(pk=agent.key.pk).update(digest=crypto.digest("another")),
    ],
)
def test_a_key_ends_between_two_requests_of_one_connection(agent: Api, ends: Callable[[Api], Any]) -> None:
    # More often than PostgreSQL tries before it keeps one plan.
    for _ in range(8):
        assert agent.get("/api/account").status == 200

    ends(agent)

    assert agent.get("/api/account").status == 401


def test_a_session_is_found_with_its_account_in_one_query(django_assert_num_queries: DjangoAssertNumQueries) -> None:
    account, token = given_signed_in()

    with django_assert_num_queries(1):
        found = sessions.find_account(token)
    assert found
    assert everything(found) == everything(Account.objects.get(pk=account.pk))


def test_what_is_signed_says_whose_session_it_is_and_not_the_note() -> None:
    account, token = given_signed_in()
    UserSession.objects.update(user=AccountFactory())

    assert sessions.find_account(token) == account

    UserSession.objects.all().delete()
    assert sessions.find_account(token) == account


@pytest.mark.parametrize(
    "ends",
    [
        lambda account: Session.objects.all().delete(),
        lambda account: Session.objects.update(expire_date=clock.wall() - timedelta(seconds=1)),
        lambda account: Session.objects.update(session_data="forged"),
        lambda account: Account.objects.update(is_active=False),
        lambda account: Account.objects.update(password="another"),
        lambda account: Account.objects.all().delete(),
    ],
)
@pytest.mark.parametrize("noted", [True, False])
def test_a_session_ends_between_two_requests_of_one_connection(noted: bool, ends: Callable[[Account], Any]) -> None:
    account, token = given_signed_in()
    if not noted:
        UserSession.objects.all().delete()
    caller = Api(headers={"X-Session-Token": token})
    for _ in range(8):
        assert caller.get("/api/account").status == 200

    ends(account)

    assert caller.get("/api/account").status == 401


def test_sessions_of_a_backend_that_is_no_more_are_over(settings: Settings) -> None:
    _, token = given_signed_in()
    settings.AUTHENTICATION_BACKENDS = ["somewhere.Else"]

    assert sessions.find_account(token) is None


def test_sessions_outlive_a_change_of_the_secret_key(settings: Settings) -> None:
    account = given_agent().account
    token = session_token(account)
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "another" * 10, [settings.SECRET_KEY]

    assert sessions.find_account(token) == account
    assert sessions.find_account(token) == account, "its token stays the same"

    settings.SECRET_KEY_FALLBACKS = []
    assert sessions.find_account(token) is None


@pytest.mark.parametrize("token", ["", "nonsense", "a\x00b", "é" * 200, "'; drop table django_session"])
def test_a_guess_is_nobodys(token: str) -> None:
    assert sessions.find_account(token) is None


def test_nothing_else_is_prepared(agent: Api) -> None:
    """Other requests of this connection may have prepared theirs before: `bounties.selectors.locks`, `webhooks.outbox`."""

    def prepared() -> set[str]:
        with connection.cursor() as cursor:
            cursor.execute("select statement from pg_prepared_statements")
            return {row[0] for row in cursor.fetchall()}

    before = prepared()
    agent.get("/api/account")
    agent.get("/api/keys")

    asked = prepared() - before
    assert all(statement.startswith("select ") and "_account a" in statement for statement in asked)
    assert any("_account a" in statement for statement in before | asked)


def test_a_statement_in_a_broken_transaction_fails_as_django_says() -> None:
    from django.db import DatabaseError, transaction

    with pytest.raises(DatabaseError), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("select 1/0")
    assert callers.by_key(b"none") is None
