"""A phone that gets pushes: it has the keys of a browser's subscription and reads what was encrypted for it, as RFC 8291 says. And
a push service that notes what it is handed.
"""

import base64
import json
import os
from dataclasses import dataclass, field
from typing import Any

import pytest
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from marketplace.core import http
from marketplace.core.actor import Actor
from marketplace.models import Account, Device
from marketplace.providers.push_service import Browser
from marketplace.services import devices


def encoded(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).decode().rstrip("=")


def decoded(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def point(key: ec.EllipticCurvePublicKey) -> bytes:
    return key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


@dataclass
class Phone:
    """`key` and `auth` never leave a browser."""

    host: str = "push.example.test"
    key: ec.EllipticCurvePrivateKey = field(default_factory=lambda: ec.generate_private_key(ec.SECP256R1()))
    auth: bytes = field(default_factory=lambda: os.urandom(16))
    secret_path: str = field(default_factory=lambda: encoded(os.urandom(24)))

    @property
    def endpoint(self) -> str:
        return f"https://{self.host}/send/{self.secret_path}"

    @property
    def browser(self) -> Browser:
        return Browser(self.endpoint, encoded(point(self.key.public_key())), encoded(self.auth))

    @property
    def form(self) -> dict[str, str]:
        return {"endpoint": self.endpoint, "p256dh": self.browser.p256dh, "auth": self.browser.auth}

    def decrypt(self, body: bytes) -> bytes:
        """RFC 8291, section 3.4, and RFC 8188, section 2.1, of one record."""
        salt, size, length = body[:16], int.from_bytes(body[16:20], "big"), body[20]
        sender, sealed = body[21 : 21 + length], body[21 + length :]
        assert len(sealed) <= size
        shared = self.key.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), sender))
        info = b"WebPush: info\0" + point(self.key.public_key()) + sender
        secret = _derive(shared, self.auth, info, 32)
        key = _derive(secret, salt, b"Content-Encoding: aes128gcm\0", 16)
        nonce = _derive(secret, salt, b"Content-Encoding: nonce\0", 12)
        plain, mark, padding = AESGCM(key).decrypt(nonce, sealed, None).rpartition(b"\x02")
        assert mark and not padding.strip(b"\0"), "the last record ends with 2 and zeros"
        return plain

    def read(self, body: bytes) -> dict[str, Any]:
        said: dict[str, Any] = json.loads(self.decrypt(body))
        return said


def _derive(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(algorithm=hashes.SHA256(), length=length, salt=salt, info=info).derive(secret)


def given_phone(account: Account, **more: Any) -> Phone:
    """A phone of theirs, switched on; the account knows of it."""
    phone = Phone(**more)
    given_device(account, phone)
    return phone


def given_device(account: Account, phone: Phone, *, name: str = "Chrome on Android", key: str = "") -> Device:
    device = devices.subscribe(Actor(account=account, via="session"), phone.browser, name=name, key=key)
    account.refresh_from_db()
    return device


@dataclass
class Taken:
    url: str
    body: bytes
    headers: dict[str, str]


class PushService:
    """Stands in for the services of browsers: answers `status`, or raises `fails`."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.status = 201
        self.fails: Exception | None = None
        self.taken: list[Taken] = []
        monkeypatch.setattr(http, "post", self._post)

    def _post(self, url: str, *, body: bytes, headers: dict[str, str], rules: http.Policy) -> http.Reply:
        if self.fails is not None:
            raise self.fails
        self.taken.append(Taken(url, body, headers))
        return http.Reply(self.status, b"ignored")

    def read(self, phone: Phone) -> list[dict[str, Any]]:
        """What this phone shows."""
        return [phone.read(one.body) for one in self.taken if one.url == phone.endpoint]
