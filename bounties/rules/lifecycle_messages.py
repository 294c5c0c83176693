"""The variables of lifecycle messages."""

import re
from typing import Final

VARIABLES: Final = ("name", "bountyTitle", "deadline", "reason")
_VARIABLE: Final = re.compile(r"\{\{\s*(.*?)\s*\}\}")


def unknown_variable(text: str) -> str:
    """The error text for an unknown variable in a template, shown to its owner; empty when there is none."""
    unknown = [name for name in _VARIABLE.findall(text) if name not in VARIABLES]
    return f"Unknown variable {unknown[0][:40]}; known: {', '.join(VARIABLES)}." if unknown else ""
