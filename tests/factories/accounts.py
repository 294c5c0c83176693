"""Accounts with their credentials, and people with a complete profile."""

import secrets
from datetime import timedelta
from typing import Any

import factory
from allauth.headless.internal import sessionkit
from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from oauth2_provider.models import AccessToken, Application, set_token_value

from config.demo import scenes
from humans.models import Profile
from humans.services import profiles
from marketplace.core import clock
from marketplace.models import Account, Connector
from marketplace.services import keys, oauth
from marketplace.services.sessions import OF_API
from tests.api import Api

PASSWORD = "a long enough password"


class AccountFactory(factory.django.DjangoModelFactory):
    class Meta:
        model = Account

    email = factory.Sequence(lambda n: f"person{n}@example.com")
    name = factory.Sequence(lambda n: f"Person {n}")
    last_active_at = factory.LazyFunction(clock.now)
    password = PASSWORD

    @classmethod
    def _create(cls, model_class: type[Account], *args: object, **fields: Any) -> Account:
        return scenes.account(**fields)


class ProfileFactory(factory.django.DjangoModelFactory):
    class Meta:
        model = Profile

    account = factory.SubFactory(AccountFactory)
    headline = "Careful errands"
    bio = "Ten years of courier work."
    skills = ["delivery", "photography"]
    city = "Lisbon"
    country = "PT"
    hourly_rate_cents = 2500
    timezone = "Europe/Lisbon"
    is_complete = True

    @classmethod
    def _create(cls, model_class: type[Profile], *args: object, **fields: Any) -> Profile:
        profile = model_class(**fields)
        profiles.index(profile, profile.account)
        profile.save(force_insert=True)
        return profile


def given_agent(**fields: object) -> Api:
    """An account that calls with an API key."""
    account = AccountFactory(**fields)
    key, raw = keys.issue(account, "test")
    api = Api(account, {"X-API-Key": raw})
    api.key = key
    return api


def given_worker(**fields: object) -> Api:
    """A person with a complete profile who calls with a session."""
    account = AccountFactory(**fields)
    ProfileFactory(account=account)
    return Api(account, {"X-Session-Token": session_token(account)})


def session_token(account: Account) -> str:
    session = sessionkit.new_session()
    session[SESSION_KEY] = str(account.pk)
    session[BACKEND_SESSION_KEY] = "django.contrib.auth.backends.ModelBackend"
    session[HASH_SESSION_KEY] = account.get_session_auth_hash()
    session[OF_API] = True
    session.save()
    return session.session_key


def given_connection(account: Account) -> Connector:
    """A program that this account has connected."""
    oauth_token(account)  # which makes its row, as the consent page does
    return oauth.connector_of(account, Application.objects.get(client_id="connector"))


def oauth_token(account: Account) -> str:
    """What a connected program sends."""
    client, _ = Application.objects.get_or_create(
        client_id="connector",
        defaults={
            "client_type": "public",
            "authorization_grant_type": "authorization-code",
            "redirect_uris": "https://connector.example.org/callback",
            "name": "Connector",
        },
    )
    oauth.connector_of(account, client)
    raw = secrets.token_urlsafe(24)
    token = AccessToken(user=account, application=client, scope="tools", resource=[settings.MCP_URL])
    token.expires = clock.wall() + timedelta(hours=1)
    set_token_value(token, raw)
    token.save()
    return raw
