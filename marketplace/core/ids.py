"""Public ids: TypeIDs (`bty_01h2x…`) over native UUID keys. The only module that uses the typeid library."""

import uuid
from datetime import UTC, datetime
from typing import Final

from typeid import TypeID
from typeid.codecs import base32
from uuid_utils import uuid7

FORM: Final = r"[a-z]{3}_[0-7][0-9a-hjkmnp-tv-z]{25}"  # of every public id; whose it is says the PREFIX of a model


def new() -> uuid.UUID:
    """A new time-ordered UUIDv7. All primary keys are made here, so that ordering by key is ordering by creation."""
    return uuid.UUID(int=uuid7().int)


def encode(prefix: str, value: uuid.UUID) -> str:
    """`bty` and a UUID -> `bty_…`."""
    return f"{prefix}_{base32.encode(value.bytes)}"


def made_at(text: str) -> datetime | None:
    """When the row of this public id was made, by the machine's clock. None when the id does not say so."""
    try:
        found = uuid.UUID(int=TypeID.from_string(text).uuid.int)
    except Exception:  # of the library, of whatever kind
        return None
    return datetime.fromtimestamp((found.int >> 80) / 1000, UTC) if found.version == 7 else None


def decode(prefix: str, text: object) -> uuid.UUID:
    """`bty_…` -> the UUID. Raises ValueError for another prefix or a malformed id."""
    if not isinstance(text, str) or len(text) != len(prefix) + 27 or not text.startswith(prefix + "_"):
        raise ValueError(f"not a {prefix}_ id")
    try:
        return uuid.UUID(int=TypeID.from_string(text).uuid.int)
    except Exception as error:
        raise ValueError(f"not a {prefix}_ id") from error
