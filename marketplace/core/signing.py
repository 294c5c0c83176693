"""Signed identities of agents: Ed25519 over `<timestamp>:<agentId>:<action>`. Pure, without Django: both ends use it."""

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
FIRST: Final = 50  # characters of a message that its signature covers
_PREFIX: Final = bytes.fromhex("302a300506032b6570032100")  # SPKI of an Ed25519 key, before its 32 bytes
_KEY_BYTES: Final = 32
_SIGNATURE_BYTES: Final = 64


def agent_id(der: bytes) -> str:
    """`agent_` and the first 16 hexadecimal digits of the SHA-256 of the public key, SPKI in DER."""
    return f"agent_{hashlib.sha256(der).hexdigest()[:16]}"


def message(timestamp: str, agent: str, action: str) -> bytes:
    """What is signed. The timestamp is the text as it is sent."""
    return f"{timestamp}:{agent}:{action}".encode()


def read_public_key(text: str) -> bytes:
    """base64 of an Ed25519 key's SPKI -> the DER. Raises ValueError for anything else."""
    der = _bytes(text)
    if len(der) != len(_PREFIX) + _KEY_BYTES or not der.startswith(_PREFIX):
        raise ValueError("publicKey is not the base64 of an Ed25519 public key (SPKI, DER)")
    return der


def read_signature(text: str) -> bytes:
    """base64 -> 64 bytes. Raises ValueError for anything else."""
    signature = _bytes(text)
    if len(signature) != _SIGNATURE_BYTES:
        raise ValueError("signature is not the base64 of an Ed25519 signature (64 bytes)")
    return signature


def fits(der: bytes, signature: bytes, signed: bytes) -> bool:
    """Did the holder of this key sign exactly that?"""
    try:
        Ed25519PublicKey.from_public_bytes(der[len(_PREFIX) :]).verify(signature, signed)
    except (InvalidSignature, ValueError):
        return False
    return True


def beginnings(content: str) -> list[str]:
    """The first 50 characters as languages count them: code points, or UTF-16 units. A pair that the cut tears is sent
    as U+FFFD, as every encoder to UTF-8 writes half of one."""
    points = content[:FIRST]
    units = content.encode("utf-16-le", "surrogatepass")[: 2 * FIRST].decode("utf-16-le", "replace")
    return [points] if points == units else [points, units]


def _bytes(text: str) -> bytes:
    try:
        return base64.b64decode(text.encode("ascii"), validate=True)
    except (UnicodeEncodeError, binascii.Error):
        raise ValueError("publicKey and signature are base64, with the usual alphabet and padding")
