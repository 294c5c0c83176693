"""What people type, as the API's bodies have it: a form knows texts only. What can't be read stays a text, so that the shape of
the body says what is wrong with it."""

import re
from typing import Any

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


def words(text: str) -> list[str]:
    """A list typed into one field, separated by commas, semicolons or lines."""
    return [part for raw in re.split(r"[,;\n]", text) if (part := raw.strip())]


def flag(text: str | None) -> bool:
    """A checkbox: it is sent only when it is ticked."""
    return text is not None and text not in ("", "false")
