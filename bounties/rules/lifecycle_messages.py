"""The variables of an owner's messages to people."""

import re
from typing import Final

VARIABLES: Final = ("name", "bountyTitle", "deadline", "reason")
_VARIABLE: Final = re.compile(r"\{\{\s*(.*?)\s*\}\}")


def strange_variable(text: str) -> str:
    """What is wrong with a message: a variable that nothing fills in. Empty when nothing is."""
    strange = [name for name in _VARIABLE.findall(text) if name not in VARIABLES]
    return f"Unknown variable {strange[0][:40]}; known: {', '.join(VARIABLES)}." if strange else ""
