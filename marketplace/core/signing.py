"""Signed agent identities: Ed25519 over `<timestamp>:<agentId>:<action>`. Pure Python without Django: server and tool server
both use it.
"""

import base64
import binascii
import hashlib
import re
from typing import Final

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

AGENT_ID: Final = re.compile(r"agent_[0-9a-f]{16}")
REGISTER: Final = "register_identity"
MAX_AGE_SECONDS: Final = 300
SIGNED_CHARACTERS: Final = 50  # characters of a message that its signature covers
_PREFIX: Final = bytes.fromhex("302a300506032b6570032100")  # SPKI of an Ed25519 key, before its 32 bytes
_KEY_BYTES: Final = 32
_SIGNATURE_BYTES: Final = 64
_P: Final = 2**255 - 19  # the field of the curve
_OF_ORDER_8: Final = 0x05FC536D880238B13933C6D305ACDFD5F098EFF289F4C345B027B2C28F95E826
# y of the eight points whose order divides 8. Under such a key one signature fits many messages.
_SMALL_ORDER: Final = frozenset({0, 1, _P - 1, _OF_ORDER_8, _P - _OF_ORDER_8})


def agent_id(der: bytes) -> str:
    """`agent_` and the first 16 hex digits of the SHA-256 of the public key (SPKI, DER)."""
    return f"agent_{hashlib.sha256(der).hexdigest()[:16]}"


def message(timestamp: str, agent: str, action: str) -> bytes:
    """The bytes that are signed. `timestamp` is the text exactly as it is sent."""
    return f"{timestamp}:{agent}:{action}".encode()


def read_public_key(text: str) -> bytes:
    """Base64 of an Ed25519 public key (SPKI) -> its DER. Raises ValueError for anything else, and for a point of small order or
    one that is not in its shortest form, which no key generator makes."""
    der = _bytes(text)
    if len(der) != len(_PREFIX) + _KEY_BYTES or not der.startswith(_PREFIX):
        raise ValueError("publicKey is not the base64 of an Ed25519 public key (SPKI, DER)")
    y = int.from_bytes(der[len(_PREFIX) :], "little") % 2**255  # without the sign of x
    if y >= _P or y in _SMALL_ORDER:
        raise ValueError("publicKey is a weak Ed25519 key: generate another one")
    return der


def read_signature(text: str) -> bytes:
    """Base64 -> the 64 bytes of a signature. Raises ValueError for anything else."""
    signature = _bytes(text)
    if len(signature) != _SIGNATURE_BYTES:
        raise ValueError("signature is not the base64 of an Ed25519 signature (64 bytes)")
    return signature


def verify(der: bytes, signature: bytes, signed: bytes) -> bool:
    """Is `signature` this key's signature over `signed`?"""
    try:
        Ed25519PublicKey.from_public_bytes(der[len(_PREFIX) :]).verify(signature, signed)
    except (InvalidSignature, ValueError):
        return False
    return True


def signed_prefixes(content: str) -> list[str]:
    """The first 50 characters of a message, as programming languages count them: in code points, or in UTF-16 units. Half of a
    surrogate pair at the cut becomes U+FFFD, as UTF-8 encoders write it.
    """
    points = content[:SIGNED_CHARACTERS]
    units = content.encode("utf-16-le", "surrogatepass")[: 2 * SIGNED_CHARACTERS].decode("utf-16-le", "replace")
    return [points] if points == units else [points, units]


def _bytes(text: str) -> bytes:
    try:
        return base64.b64decode(text.encode("ascii"), validate=True)
    except (UnicodeEncodeError, binascii.Error):
        raise ValueError("publicKey and signature are base64, with the usual alphabet and padding")
