"""Secrets: digests of secrets that only the caller keeps, encryption of secrets that are needed again in clear, and keyed
signatures over short texts.
"""

import base64
import hashlib
import hmac
import zlib

from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from django.conf import settings

_BASE62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"


def digest(secret: str) -> bytes:
    """SHA-256. Sufficient for secrets with at least 128 random bits, which can't be found by brute force or in a table."""
    return hashlib.sha256(secret.encode()).digest()


def equal(left: str | bytes, right: str | bytes) -> bool:
    """Constant-time comparison."""
    a = left.encode() if isinstance(left, str) else left
    b = right.encode() if isinstance(right, str) else right
    return hmac.compare_digest(a, b)


def checksum(text: str) -> str:
    """Six base-62 characters of CRC-32, so that secret scanners, and we without a query, recognise a mistyped key."""
    value, out = zlib.crc32(text.encode()), ""
    for _ in range(6):
        value, rest = divmod(value, 62)
        out = _BASE62[rest] + out
    return out


def seal(plain: str, purpose: str) -> str:
    """Encrypt `plain` for storage, under a key derived from SECRET_KEY and `purpose` (key separation)."""
    return _fernet(purpose).encrypt(plain.encode()).decode()


def unseal(sealed: str, purpose: str) -> str:
    """Decrypt, also with keys derived from SECRET_KEY_FALLBACKS. Raises ValueError when no key fits."""
    try:
        return _fernet(purpose).decrypt(sealed.encode()).decode()
    except InvalidToken:
        raise ValueError(f"a stored {purpose} secret fits no SECRET_KEY; put the old key into SECRET_KEY_FALLBACKS")


def is_current(sealed: str, purpose: str) -> bool:
    """Was it sealed under SECRET_KEY itself, and not under one of the fallbacks?"""
    try:
        Fernet(_fernet_key(str(settings.SECRET_KEY), purpose)).decrypt(sealed.encode())
    except InvalidToken:
        return False
    return True


def sign(text: str, purpose: str, length: int = 16) -> str:
    """URL-safe HMAC-SHA256 tag over `text`, truncated to `length` bytes, for cursors and links."""
    return signatures(text, purpose, length)[0]


def signatures(text: str, purpose: str, length: int = 16) -> list[str]:
    """The tags of `text` under SECRET_KEY and each of its fallbacks, in this order: what another node may have signed."""
    found = []
    for secret in _secrets():
        mac = hmac.new(_key(secret, "sign:" + purpose), text.encode(), hashlib.sha256).digest()
        found.append(base64.urlsafe_b64encode(mac[:length]).decode().rstrip("="))
    return found


def verify(text: str, tag: str, purpose: str, length: int = 16) -> bool:
    """Is `tag` valid for `text`, under SECRET_KEY or one of its fallbacks?"""
    return any(equal(expected, tag) for expected in signatures(text, purpose, length))


def _secrets() -> list[str]:
    return [str(secret) for secret in (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)]


def _key(secret: str, purpose: str) -> bytes:
    return hmac.new(secret.encode(), f"ahm:{purpose}".encode(), hashlib.sha256).digest()


def _fernet(purpose: str) -> MultiFernet:
    return MultiFernet([Fernet(_fernet_key(secret, purpose)) for secret in _secrets()])


def _fernet_key(secret: str, purpose: str) -> bytes:
    return base64.urlsafe_b64encode(_key(secret, "seal:" + purpose))
