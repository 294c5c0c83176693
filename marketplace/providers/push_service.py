"""Web push (RFC 8030): a message for one browser, encrypted so that only it can read it (RFC 8291) and signed by this installation
(RFC 8292). The library encrypts and signs; our own HTTP client sends, because the address comes from whoever subscribed.
"""

import base64
from dataclasses import dataclass, replace
from functools import lru_cache

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat, PublicFormat
from django.conf import settings

from marketplace.core import http

SECONDS = 5.0  # for a whole call: nobody's push waits long behind an address that hangs
ANSWER_MOST = 1024  # bytes; nobody reads them


@dataclass(frozen=True, slots=True)
class Browser:
    """Where a browser is reached: its address at a push service, its public key and its secret, both in base64url."""

    endpoint: str
    p256dh: str
    auth: str


def is_offered() -> bool:
    """Has the installation a key to sign with?"""
    return bool(settings.VAPID_PRIVATE_KEYS)


def public_key() -> str:
    """The key that browsers subscribe with: base64url of the uncompressed point; empty without a key."""
    return _pair(settings.VAPID_PRIVATE_KEYS[0])[2] if is_offered() else ""


def can_sign_for(public: str) -> bool:
    """Can we sign what goes to a browser that subscribed with this public key? `public` may be empty: not known."""
    return is_offered() and (not public or public in _pairs())


def rules() -> http.Policy:
    """Where pushes may go: as webhooks, but by https only, also in a sandbox."""
    return replace(http.policy(timeout=SECONDS, longest=ANSWER_MOST), plain_http=False)


def send(browser: Browser, message: bytes, *, key: str, ttl: int, urgency: str, topic: str) -> int:
    """Hand a message to the browser's push service; returns the status that it answers.

    message: at most 3,900 bytes. key: the public key that the browser subscribed with, one of ours (`can_sign_for`); empty, as of
    devices from before it was kept: our last one. ttl: seconds that the service keeps it. topic: at most 32 characters of
    base64url, or empty.
    Raises Blocked, CallFailed (`marketplace.core.http`), ValueError for keys that are none.
    """
    from webpush import WebPush, WebPushSubscription  # brings pydantic: only who sends pushes waits for its import

    private, public, _ = _pairs()[key] if key else _pair(settings.VAPID_PRIVATE_KEYS[-1])
    # A new one for each: the library's object keeps the arguments of its last call.
    sealed = WebPush(private, public, subscriber=settings.SUPPORT_EMAIL, ttl=max(ttl, 1)).get(
        message,
        WebPushSubscription(
            endpoint=browser.endpoint,
            keys={"p256dh": browser.p256dh, "auth": browser.auth},
        ),
    )
    headers = {**sealed.headers, "urgency": urgency, "content-type": "application/octet-stream"}
    if topic:
        headers["topic"] = topic
    return http.post(browser.endpoint, body=sealed.encrypted, headers=headers, rules=rules()).status


def _pairs() -> dict[str, tuple[bytes, bytes, str]]:
    """Of each of our keys, by the public one as browsers take it."""
    return {pair[2]: pair for pair in map(_pair, settings.VAPID_PRIVATE_KEYS)}


@lru_cache(maxsize=4)
def _pair(text: str) -> tuple[bytes, bytes, str]:
    """Private and public key as PEM, and the public one as browsers take it."""
    number = int.from_bytes(base64.urlsafe_b64decode(text + "=" * (-len(text) % 4)), "big")
    key = ec.derive_private_key(number, ec.SECP256R1())
    point = key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    return (
        key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()),
        key.public_key().public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo),
        base64.urlsafe_b64encode(point).decode().rstrip("="),
    )
