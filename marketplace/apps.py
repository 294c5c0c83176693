"""System checks: a wrong configuration is an error at start, not at the first request that needs it."""

import ipaddress
from typing import Any

from django.apps import AppConfig
from django.conf import settings
from django.core.checks import CheckMessage, Error, Info, register

from marketplace.rules import native_scheme


class MarketplaceApp(AppConfig):
    name = "marketplace"
    verbose_name = "Accounts and access"

    def ready(self) -> None:
        from allauth.account.signals import email_confirmed
        from django.contrib.auth.signals import user_logged_in, user_logged_out

        from marketplace import plugs
        from marketplace.services import devices, sessions

        plugs.plug()

        email_confirmed.connect(sessions.address_confirmed, dispatch_uid="marketplace.address_confirmed")
        user_logged_in.connect(devices.signed_in, dispatch_uid="marketplace.device_signed_in")
        user_logged_in.connect(sessions.staff_signed_in, dispatch_uid="marketplace.staff_signed_in")
        user_logged_out.connect(devices.signed_out, dispatch_uid="marketplace.device_signed_out")


@register
def sandbox_is_not_live(**_: Any) -> list[CheckMessage]:
    """A sandbox with live payment keys, or reachable from the network without SANDBOX_OPEN, is an error."""
    found: list[CheckMessage] = []
    if not settings.SANDBOX:
        return found
    if settings.STRIPE_API_KEY.startswith(("sk_live_", "rk_live_")):
        found.append(
            Error(
                "SANDBOX=1 beside a live Stripe key.",
                hint="Set SANDBOX=0 for real money, or use a test key.",
                id="marketplace.E001",
            )
        )
    if not _loopback(settings.HOST) and not settings.SANDBOX_OPEN:
        found.append(
            Error(
                f"SANDBOX=1 on HOST={settings.HOST}: everybody who reaches this address could mint play money.",
                hint="Use HOST=127.0.0.1, or set SANDBOX_OPEN=1 if that is what you want.",
                id="marketplace.E002",
            )
        )
    return found


@register
def networks_are_networks(**_: Any) -> list[CheckMessage]:
    found: list[CheckMessage] = []
    for name in ("TRUSTED_PROXIES", "WEBHOOK_ALLOW_NETWORKS"):
        for text in getattr(settings, name):
            try:
                ipaddress.ip_network(text, strict=False)
            except ValueError:
                found.append(
                    Error(
                        f"{name} holds {text!r}, which is no network.",
                        hint="Write it like 10.0.0.0/8.",
                        id="marketplace.E003",
                    )
                )
    return found


@register
def schemes_are_harmless(**_: Any) -> list[CheckMessage]:
    """OAuth consent may redirect to an installed app, never to a scheme that a browser would execute or render."""
    return [
        Error(
            f"OAUTH_NATIVE_SCHEMES holds {text!r}, which is not the scheme of a program.",
            hint="Write it without a colon, like cursor,vscode.",
            id="marketplace.E006",
        )
        for text in settings.OAUTH_NATIVE_SCHEMES
        if not native_scheme(text)
    ]


@register(deploy=True)
def production_is_named(**_: Any) -> list[CheckMessage]:
    found: list[CheckMessage] = []
    if not settings.BASE_URL.startswith("https://"):
        found.append(Error("BASE_URL must be the public https address.", id="marketplace.E004"))
    if not settings.EMAIL_URL:
        found.append(
            Error(
                "EMAIL_URL is not set: nobody would get a sign-up code.",
                hint="Set it, for example smtp+tls://user:password@mail.example.org:587.",
                id="marketplace.E005",
            )
        )
    if settings.SUPPORT_EMAIL.endswith("@localhost.localdomain"):
        found.append(
            Error(
                "SUPPORT_EMAIL is not set: support reports would reach nobody.",
                hint="Set it to an address that your staff reads.",
                id="marketplace.E009",
            )
        )
    return found


@register(deploy=True)
def pushes_have_a_key(**_: Any) -> list[CheckMessage]:
    if settings.VAPID_PRIVATE_KEYS:
        return []
    hint = (
        "Set it to what `manage.py make_push_key` prints, and keep it; docs/operations.md (Keys) says how to change it."
    )
    words = "VAPID_PRIVATE_KEY is not set: people can't switch on notices on their devices."
    return [Info(words, hint=hint, id="marketplace.I001")]


@register(deploy=True)
def object_store_has_credentials(**_: Any) -> list[CheckMessage]:
    """The object store needs credentials: in STORAGE_URL, or where AWS clients look for them."""
    options = settings.STORAGES["default"].get("OPTIONS", {})
    if "bucket_name" not in options or "access_key" in options:
        return []
    from boto3 import Session  # a large import, needed only here

    if Session().get_credentials() is not None:
        return []
    return [
        Error(
            f"STORAGE_URL names the bucket {options['bucket_name']}, and nobody gave credentials for it.",
            hint="Write them into it (s3://key:secret@bucket), or set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.",
            id="marketplace.E007",
        )
    ]


def _loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
