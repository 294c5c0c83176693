"""Ed25519 key pairs of agents, signing as the tool server does."""

import base64
from datetime import datetime, timedelta
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from marketplace.api.fields import timestamp
from marketplace.core import clock, signing


class Signer:
    """An identity and its private key; `age` makes the signatures that much older."""

    def __init__(self, seed: bytes | None = None) -> None:
        self.private = Ed25519PrivateKey.from_private_bytes(seed) if seed else Ed25519PrivateKey.generate()
        self.der = self.private.public_key().public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)
        self.agent_id = signing.agent_id(self.der)

    def sign(self, action: str, *, age: float = 0, at: datetime | None = None) -> dict[str, str]:
        """agentId, publicKey, signature, timestamp."""
        moment = timestamp((at or clock.wall()) - timedelta(seconds=age))
        assert moment
        signature = self.private.sign(f"{moment}:{self.agent_id}:{action}".encode())
        return {
            "agentId": self.agent_id,
            "publicKey": base64.b64encode(self.der).decode(),
            "signature": base64.b64encode(signature).decode(),
            "timestamp": moment,
        }

    def registration(self, **how: Any) -> dict[str, str]:
        return self.sign("register_identity", **how)


def in_headers(signed: dict[str, str]) -> dict[str, str]:
    """As reads carry it."""
    return {
        "X-Agent-Id": signed["agentId"],
        "X-Agent-PublicKey": signed["publicKey"],
        "X-Agent-Timestamp": signed["timestamp"],
        "X-Agent-Signature": signed["signature"],
    }


def in_body(signed: dict[str, str]) -> dict[str, Any]:
    """As writes carry it."""
    return {"agentId": signed["agentId"], "agentVerification": signed}
