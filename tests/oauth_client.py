"""A program that connects by OAuth, and the person who lets it in with a browser: all over HTTP."""

import base64
import hashlib
import itertools
import re
import secrets
from typing import Any
from urllib.parse import parse_qsl, urlencode, urlsplit

from django.conf import settings
from django.http import HttpResponse
from django.test import Client

from tests.api import Answer, Api
from tests.factories.accounts import PASSWORD, AccountFactory

CALLBACK = "http://127.0.0.1:33418/callback"
_addresses = itertools.count(1)


class Browser:
    """Cookies, forms with their CSRF token, an address of its own. `last` is the page one is on."""

    def __init__(self) -> None:
        self.client = Client(raise_request_exception=False, enforce_csrf_checks=True)
        self.address = f"10.9.{next(_addresses) // 256 % 256}.{next(_addresses) % 256}"
        self.last: Any = None

    def open(self, path: str) -> HttpResponse:
        self.last = self.client.get(path, REMOTE_ADDR=self.address)
        return self.last

    def send(self, path: str | None = None, **fields: str) -> HttpResponse:
        """The form of the page one is on, with these values."""
        found = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', self.text)
        sent = {"csrfmiddlewaretoken": found[1] if found else ""} | fields
        if hidden := re.search(r'type="hidden" name="next" value="([^"]+)"', self.text):
            sent = {"next": hidden[1].replace("&amp;", "&")} | sent
        here = self.last.request["PATH_INFO"] + "?" + self.last.request["QUERY_STRING"]
        self.last = self.client.post(path or here, sent, REMOTE_ADDR=self.address)
        return self.last

    def follow(self) -> HttpResponse:
        return self.open(self.last.headers["Location"])

    @property
    def text(self) -> str:
        return str(self.last.content.decode())


def given_person(**fields: Any) -> Browser:
    """Somebody who has signed in with a password."""
    account = AccountFactory(**fields)
    browser = Browser()
    browser.open("/account/login")
    assert browser.send(login=account.email, password=PASSWORD).status_code == 302, browser.text
    browser.account = account  # type: ignore[attr-defined]
    return browser


class Program:
    """A registered client with one verifier per consent."""

    def __init__(self, name: str = "Proto", redirect: str = CALLBACK, **metadata: Any) -> None:
        self.api = Api()
        self.api.client.handler.enforce_csrf_checks = True  # as outside of tests: a program has no cookie
        self.redirect = redirect
        asked = {
            "client_name": name,
            "redirect_uris": [redirect],
            "token_endpoint_auth_method": "none",
            "grant_types": ["authorization_code", "refresh_token"],
            "response_types": ["code"],
        } | metadata
        self.registered = self.api.post("/oauth/register", asked)
        assert self.registered.status == 201, self.registered.body
        self.client_id: str = self.registered["client_id"]
        self.verifier = secrets.token_urlsafe(48)

    def asks(self, **changes: Any) -> str:
        """The address of the consent page; a change to None leaves that parameter out."""
        proof = base64.urlsafe_b64encode(hashlib.sha256(self.verifier.encode()).digest()).decode().rstrip("=")
        asked = {
            "response_type": "code",
            "client_id": self.client_id,
            "redirect_uri": self.redirect,
            "scope": "tools",
            "state": "st4te",
            "code_challenge": proof,
            "code_challenge_method": "S256",
            "resource": settings.MCP_URL,
        } | changes
        return "/oauth/authorize?" + urlencode({name: value for name, value in asked.items() if value is not None})

    def trade(self, **changes: Any) -> Answer:
        """A code for tokens."""
        asked = {
            "grant_type": "authorization_code",
            "client_id": self.client_id,
            "redirect_uri": self.redirect,
            "code_verifier": self.verifier,
            "resource": settings.MCP_URL,
        } | changes
        return form(self.api, "/oauth/token", asked)

    def renew(self, token: str, **changes: Any) -> Answer:
        asked = {"grant_type": "refresh_token", "client_id": self.client_id, "refresh_token": token} | changes
        return form(self.api, "/oauth/token", asked)

    def connected(self, person: Browser) -> Answer:
        """The whole way: consent page, allow, code, tokens."""
        person.open(self.asks())
        person.send(decision="allow")
        answer = self.trade(code=returned(person)["code"])
        assert answer.status == 200, answer.body
        return answer


def form(api: Api, path: str, fields: dict[str, Any], **headers: str) -> Answer:
    raw = urlencode({name: value for name, value in fields.items() if value is not None}).encode()
    return api.call("POST", path, raw=raw, Content_Type="application/x-www-form-urlencoded", **headers)


def returned(person: Browser) -> dict[str, str]:
    """What the program finds in its callback."""
    return dict(parse_qsl(urlsplit(person.last.headers["Location"]).query))
