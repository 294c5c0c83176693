"""A wrong configuration is an error before the first request."""

from typing import Any

import pytest
from django.core import checks
from django.core.management import call_command
from pytest_django import Settings

from marketplace import apps


def ids_of(found: list[Any]) -> list[str]:
    return [message.id for message in found]


def test_the_configuration_of_the_tests_is_sound() -> None:
    call_command("check", fail_level="WARNING")


@pytest.mark.parametrize("key", ["sk_live_123", "rk_live_123"])
def test_a_sandbox_beside_live_keys_is_refused(settings: Settings, key: str) -> None:
    settings.STRIPE_API_KEY = key

    assert ids_of(apps.sandbox_is_not_live()) == ["marketplace.E001"]
    settings.STRIPE_API_KEY = "sk_test_123"
    assert apps.sandbox_is_not_live() == []
    settings.SANDBOX, settings.STRIPE_API_KEY = False, key
    assert apps.sandbox_is_not_live() == []


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.168.1.5", "203.0.113.7", "example.com", ""])
def test_a_sandbox_open_to_the_network_is_refused_unless_asked_for(settings: Settings, host: str) -> None:
    settings.HOST = host

    assert ids_of(apps.sandbox_is_not_live()) == ["marketplace.E002"]
    settings.SANDBOX_OPEN = True
    assert apps.sandbox_is_not_live() == []
    settings.SANDBOX_OPEN, settings.SANDBOX = False, False
    assert apps.sandbox_is_not_live() == []


@pytest.mark.parametrize("host", ["127.0.0.1", "127.0.0.5", "::1", "localhost"])
def test_a_sandbox_on_loopback_is_taken(settings: Settings, host: str) -> None:
    settings.HOST = host

    assert apps.sandbox_is_not_live() == []


@pytest.mark.parametrize("name", ["TRUSTED_PROXIES", "WEBHOOK_ALLOW_NETWORKS"])
def test_what_is_no_network_is_named(settings: Settings, name: str) -> None:
    setattr(settings, name, ["10.0.0.0/8", "proxy.example.com", "10.0.0.0/99"])

    found = apps.networks_are_networks()

    assert ids_of(found) == ["marketplace.E003"] * 2
    assert all(name in message.msg for message in found)


@pytest.mark.parametrize("scheme", ["javascript", "https", "cursor:", "", "Cursor"])
def test_what_is_no_scheme_of_a_program_is_named(settings: Settings, scheme: str) -> None:
    settings.OAUTH_NATIVE_SCHEMES = ["cursor", scheme]

    assert ids_of(apps.schemes_are_harmless()) == ["marketplace.E006"]


def test_production_needs_its_public_address_a_mail_server_and_a_support_address(settings: Settings) -> None:
    settings.BASE_URL, settings.EMAIL_URL = "http://10.0.0.1:8000", ""
    assert ids_of(apps.production_is_named()) == ["marketplace.E004", "marketplace.E005", "marketplace.E009"]

    settings.SUPPORT_EMAIL = "support@example.com"
    settings.BASE_URL, settings.EMAIL_URL = "https://market.example.com", "smtp://mail.example.com"
    assert apps.production_is_named() == []


def test_the_checks_are_registered(settings: Settings) -> None:
    settings.HOST = "0.0.0.0"

    assert "marketplace.E002" in ids_of(checks.run_checks())
