"""Characters that nobody sees, and those that change how the rest is shown."""

import re
from typing import Final

# Control characters other than white space: never typed on purpose, and some control a terminal.
CONTROL: Final = re.compile(r"[\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f]")
# For single lines also line breaks, bidirectional controls and characters without width: all that Unicode calls default ignorable.
# Rejected instead of removed, because texts are returned byte for byte. Those that scripts and emoji are written with stay
# (_WITH_OTHERS).
HIDDEN: Final = re.compile(
    "[\\x00-\\x1f\\x7f-\\x9f\\u2028\\u2029\\u202a-\\u202e\\u2066-\\u2069\\u200b\\u2060-\\u2065\\u206a-\\u206f\\ufeff"
    "\\u00ad\\u034f\\u115f\\u1160\\u17b4\\u17b5\\u180e\\u3164\\uffa0\\ufff0-\\ufffb"
    "\\U0001bca0-\\U0001bca3\\U0001d173-\\U0001d17a\\U000e0000-\\U000e00ff\\U000e01f0-\\U000e0fff]"
)
# Joiners, marks and variation selectors: Persian, Hebrew, Indic scripts, Mongolian, names in Kanji and emoji need them.
_WITH_OTHERS: Final = "\\u061c\\u200c-\\u200f\\u180b-\\u180d\\u180f\\ufe00-\\ufe0f\\U000e0100-\\U000e01ef"
_UNSEEN: Final = re.compile(f"[{_WITH_OTHERS}\\u2800]|{HIDDEN.pattern}")
# The flags of England, Scotland, Wales, Texas: a black flag, letters that are not seen, and their end.
_FLAG: Final = re.compile("\\U0001f3f4[\\U000e0030-\\U000e0039\\U000e0061-\\U000e007a]{2,6}\\U000e007f")


def find(text: str, forbidden: re.Pattern[str]) -> re.Match[str] | None:
    """The first forbidden character; `start()` is its place. Those of a flag are not meant."""
    return forbidden.search(_FLAG.sub(lambda flag: "x" * len(flag[0]), text))


def is_blank(text: str) -> bool:
    """Is nothing of this text seen?"""
    return not _UNSEEN.sub("", text).strip()


def for_spreadsheet(words: str) -> str:
    """A text that a spreadsheet does not take for a formula, in one line."""
    plain = " ".join(words.split())
    return f"'{plain}" if plain.startswith(("=", "+", "-", "@")) else plain
