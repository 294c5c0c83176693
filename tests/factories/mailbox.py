"""A mailbox as its owner sees it: through the sandbox's own route."""

import re
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.urls import resolve

from tests.api import Api

CALL = re.compile(r"^(?:(GET|POST|PATCH|DELETE) )?(https?:\S+)", re.M)  # without a method: a link, to be opened


def mailbox(person: Api | str) -> list[dict[str, Any]]:
    """The mails of a caller or an address, the oldest first; every call that they name is one that exists."""
    reader = Api()
    reader.address = "127.0.0.1"
    address = person if isinstance(person, str) else person.account.email
    mails = reader.get(f"/api/sandbox/mail?limit=100&to={address}")["mails"][::-1]
    for mail in mails:
        check_calls(mail)
    return mails


def subjects(person: Api | str) -> list[str]:
    return [mail["subject"] for mail in mailbox(person)]


def check_calls(mail: dict[str, Any]) -> None:
    for method, address in CALL.findall(mail["text"]):
        if address == settings.BASE_URL:
            continue
        if not method:  # a page, never a route of the API
            assert not address.startswith(f"{settings.BASE_URL}/api/"), address
            resolve(urlsplit(address).path)
            continue
        assert address.startswith(f"{settings.BASE_URL}/api/"), address
        actions = getattr(resolve(urlsplit(address).path).func, "actions", None)
        assert actions is None or (method or "get").lower() in actions, f"{method} {address}"  # none: allauth's own
