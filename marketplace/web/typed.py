"""What people type, as the values that the API's shapes take. A text that is no such value stays a text, so that the shape names
the fault beside the field."""

import re
from decimal import Decimal

_DOLLARS = re.compile(r"\$?\s*(\d{1,3}(?:,\d{3})+|\d{1,12})(?:[.,](\d{1,2}))?\s*(?:\$|USD)?", re.IGNORECASE)


def dollars(text: str) -> Decimal | str:
    """12.50, 12,50, $1,250 -> a number of dollars."""
    found = _DOLLARS.fullmatch(text.strip())
    return Decimal(f"{found[1].replace(',', '')}.{found[2] or 0}") if found else text


def whole(text: str) -> int | str:
    """25 -> 25"""
    text = text.strip()
    return int(text) if text.isascii() and text.isdigit() and len(text) <= 12 else text
