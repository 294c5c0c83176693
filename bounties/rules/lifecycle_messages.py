"""Lifecycle messages: their variables, and how one is known again."""

import re
from typing import Final

VARIABLES: Final = ("name", "bountyTitle", "deadline", "reason")
_VARIABLE: Final = re.compile(r"\{\{\s*(.*?)\s*\}\}")


def unknown_variable(text: str) -> str:
    """The error text for an unknown variable in a template, shown to its owner; empty when there is none."""
    unknown = [name for name in _VARIABLE.findall(text) if name not in VARIABLES]
    return f"Unknown variable {unknown[0][:40]}; known: {', '.join(VARIABLES)}." if unknown else ""


def is_made_from(template: str, text: str) -> bool:
    """Whether a message may have been made from this template, whatever its variables were. Never from an empty one."""
    fixed = _VARIABLE.split(template)[::2]  # between them are the names of the variables
    return bool(template.strip()) and re.fullmatch(".*".join(map(re.escape, fixed)), text, re.DOTALL) is not None
