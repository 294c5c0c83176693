"""What people type, as the API's bodies have it: a form knows texts only. What can't be read stays a text, so that the shape of
the body says what is wrong with it."""

import re
from decimal import Decimal
from typing import Any

_DOLLARS = re.compile(r"\$?\s*(\d{1,3}(?:,\d{3})+|\d{1,12})(?:[.,](\d{1,2}))?\s*(?:\$|USD)?", re.ASCII | re.IGNORECASE)
_NUMBER = re.compile(r"-?\d{1,12}([.,]\d{1,6})?", re.ASCII)


def number(text: str) -> Any:
    """12 or 12.50, also with a comma; None for an empty field."""
    plain = text.strip().removeprefix("$").strip()
    if not plain:
        return None
    if not _NUMBER.fullmatch(plain):
        return text
    value = float(plain.replace(",", "."))
    return int(value) if value.is_integer() else value


def dollars(text: str) -> Any:
    """12.50, 12,50, $1,250: money that leaves is read strictly, so that 1,250 is never 1.25."""
    found = _DOLLARS.fullmatch(text.strip())
    return Decimal(f"{found[1].replace(',', '')}.{found[2] or 0}") if found else text


def words(text: str) -> list[str]:
    """A list typed into one field, separated by commas, semicolons or lines."""
    return [part for raw in re.split(r"[,;\n]", text) if (part := raw.strip())]


def flag(text: str | None) -> bool:
    """A checkbox: it is sent only when it is ticked."""
    return text is not None and text not in ("", "false")
