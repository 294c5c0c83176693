"""Ed25519 identities stored on this machine: `<name>.json` in a folder that only its owner can read."""

import base64
import json
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat, PublicFormat

from marketplace.core import signing
from marketplace.toolserver.config import moment


@dataclass(frozen=True, slots=True)
class Identity:
    name: str
    private: Ed25519PrivateKey
    created_at: str

    @property
    def public_key(self) -> bytes:
        """SPKI, DER."""
        return self.private.public_key().public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)

    @property
    def agent_id(self) -> str:
        return signing.agent_id(self.public_key)

    def shown(self) -> dict[str, Any]:
        """The public part."""
        return {
            "name": self.name,
            "agentId": self.agent_id,
            "publicKey": base64.b64encode(self.public_key).decode(),
            "createdAt": self.created_at,
        }

    def sign(self, action: str) -> dict[str, str]:
        """The fields agentId, publicKey, signature and timestamp of a signed request."""
        at = moment()
        signature = self.private.sign(signing.message(at, self.agent_id, action))
        return {
            "agentId": self.agent_id,
            "publicKey": base64.b64encode(self.public_key).decode(),
            "signature": base64.b64encode(signature).decode(),
            "timestamp": at,
        }


class Store:
    """The folder of identities. The name of the active one is in a file of its own, so that it outlives this process."""

    def __init__(self, home: Path) -> None:
        self.folder = home / "identities"
        self.chosen = home / "identity"

    def all(self) -> list[Identity]:
        return [found for path in sorted(self.folder.glob("*.json")) if (found := self.get(path.stem)) is not None]

    def get(self, name: str) -> Identity | None:
        try:
            stored = json.loads((self.folder / f"{name}.json").read_text())
            private = Ed25519PrivateKey.from_private_bytes(base64.b64decode(stored["privateKey"]))
        except (OSError, ValueError, KeyError, TypeError):
            return None
        return Identity(name, private, str(stored.get("createdAt", "")))

    def active(self) -> Identity | None:
        try:
            return self.get(self.chosen.read_text().strip())
        except OSError:
            return None

    def create(self, name: str) -> Identity:
        """Create an identity; `choose` activates it. Raises FileExistsError for a name that is taken."""
        identity = Identity(name, Ed25519PrivateKey.generate(), moment())
        raw = identity.private.private_bytes(Encoding.Raw, PrivateFormat.Raw, NoEncryption())
        stored = {
            "agentId": identity.agent_id,
            "privateKey": base64.b64encode(raw).decode(),
            "createdAt": identity.created_at,
        }
        self._make_folder()
        # Private from the first moment, and never overwriting an existing file.
        handle = os.open(self.folder / f"{name}.json", os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(handle, "w") as file:
            json.dump(stored, file)
        return identity

    def choose(self, name: str) -> None:
        self._make_folder()
        temporary = self.chosen.with_name("identity.new")
        handle = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(handle, "w") as file:
            file.write(name)
        os.replace(temporary, self.chosen)

    def delete(self, name: str) -> None:
        """Delete an identity. Raises FileNotFoundError."""
        active = self.active()
        (self.folder / f"{name}.json").unlink()
        if active is not None and active.name == name:
            self.chosen.unlink(missing_ok=True)

    def _make_folder(self) -> None:
        self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        self.folder.chmod(0o700)  # also a folder that was created by hand
