"""Lifecycle messages: their variables, and how one is known again."""

import re
from typing import Final

VARIABLES: Final = ("name", "bountyTitle", "deadline", "reason")
_VARIABLE: Final = re.compile(r"\{\{\s*(.*?)\s*\}\}")


def unknown_variable(text: str) -> str:
    """The error text for an unknown variable in a template, shown to its owner; empty when there is none."""
    unknown = [name for name in _VARIABLE.findall(text) if name not in VARIABLES]
    return f"Unknown variable {unknown[0][:40]}; known: {', '.join(VARIABLES)}." if unknown else ""


def without(template: str, text: str) -> str:
    """The text without what was made from this template, whatever its variables were; all of it where nothing was, and for an empty
    template."""
    if not template.strip():
        return text
    *fixed, last = _VARIABLE.split(template)[::2]  # between them are the names of the variables
    # A variable at the end is one word, such as an address: what follows was written by somebody else.
    end = re.escape(last) if last else r"\S*"
    return re.sub(".*?".join([*map(re.escape, fixed), end]), "", text, count=1, flags=re.DOTALL).strip()
