"""What a macro may say and do: a text with fields, and steps. None of them moves money (desk, section 4)."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from escrow.rules.cases import ASK_HOURS_MAX, ASK_ITEM_MAX, ASK_ITEMS_MAX, SIDES
from escrow.rules.desk import SNOOZE_MAX, TAG_LENGTH, is_tag

FIELDS: Final = ("title", "funder", "worker", "due", "me")
ASK_WORDS_MAX: Final = 2000
SNOOZE_HOURS_MAX: Final = int(SNOOZE_MAX.total_seconds() // 3600)
STEPS_MAX: Final = 10
ASSIGNEES: Final = ("me", "nobody")
_FIELD: Final = re.compile(r"\{([^{}]*)\}")
# What each step has besides `do`: name -> is it required?
_PARTS: Final = {
    "send": {"to": True},
    "ask": {"of": True, "items": True, "hours": False},
    "tag": {"tag": True},
    "snooze": {"hours": True, "why": False},
    "assign": {"to": True},
}


@dataclass(frozen=True, slots=True)
class Problem:
    where: str  # text or steps
    words: str


def problems(text: str, steps: Any) -> list[Problem]:
    """Why this can't be a macro; nothing when it can."""
    found = [Problem("text", words) for words in _in_text(text)]
    if not isinstance(steps, list) or not all(isinstance(step, dict) for step in steps):
        return [*found, Problem("steps", 'Steps are a list, such as [{"do": "tag", "tag": "waits"}].')]
    if len(steps) > STEPS_MAX:
        found.append(Problem("steps", f"At most {STEPS_MAX} steps."))
    for number, step in enumerate(steps, 1):
        found += [Problem("steps", f"Step {number}: {words}") for words in _in_step(step)]
    if any(step.get("do") == "send" for step in steps) and not text.strip():
        found.append(Problem("text", "A step sends it: write what is sent."))
    asks_only = any(step.get("do") == "ask" for step in steps) and not any(step.get("do") == "send" for step in steps)
    if asks_only and len(text) > ASK_WORDS_MAX:
        found.append(Problem("text", f"What goes with a request has at most {ASK_WORDS_MAX:,} characters."))
    return found


def _in_text(text: str) -> list[str]:
    known = ", ".join(f"{{{name}}}" for name in FIELDS)
    unknown = sorted({name for name in _FIELD.findall(text) if name not in FIELDS})
    found = [f"There is no field {{{name}}}. Fields are {known}." for name in unknown]
    if re.search(r"[{}]", _FIELD.sub("", text)):
        found.append(f"A brace stands alone. Fields are written {known}.")
    return found


def _in_step(step: Mapping[str, Any]) -> list[str]:
    do = step.get("do")
    if do not in _PARTS:
        return [f"`do` is one of {', '.join(_PARTS)}. Money is moved by decisions only."]
    parts = _PARTS[do]
    found = [f"`{name}` is missing." for name, needed in parts.items() if needed and name not in step]
    found += [f"`{name}` is no part of {do}." for name in step if name != "do" and name not in parts]
    return found or _in_values(do, step)


def _in_values(do: str, step: Mapping[str, Any]) -> list[str]:
    found = []
    if do == "send" and step["to"] not in SIDES:
        found.append(f"`to` is one of {', '.join(SIDES)}.")
    if do == "ask":
        if step["of"] not in SIDES[:2]:
            found.append("`of` is funder or worker.")
        items = step["items"]
        if not isinstance(items, list) or not 1 <= len(items) <= ASK_ITEMS_MAX or not all(map(_is_item, items)):
            found.append(f"`items` are 1 to {ASK_ITEMS_MAX} texts of at most {ASK_ITEM_MAX} characters.")
        found += _in_hours(step.get("hours", 1), ASK_HOURS_MAX)
    if do == "tag" and not is_tag(step["tag"]):
        found.append(f"`tag` is one word of at most {TAG_LENGTH} small letters, digits and hyphens.")
    if do == "snooze":
        found += _in_hours(step["hours"], SNOOZE_HOURS_MAX)
        if not isinstance(step.get("why", ""), str) or len(step.get("why", "")) > 300:
            found.append("`why` is a text of at most 300 characters.")
    if do == "assign" and step["to"] not in ASSIGNEES:
        found.append(f"`to` is one of {', '.join(ASSIGNEES)}.")
    return found


def _in_hours(hours: Any, most: int) -> list[str]:
    good = isinstance(hours, int) and not isinstance(hours, bool) and 1 <= hours <= most
    return [] if good else [f"`hours` are a whole number, 1 to {most}."]


def _is_item(item: Any) -> bool:
    return isinstance(item, str) and 0 < len(item.strip()) <= ASK_ITEM_MAX


def in_words(step: Mapping[str, Any]) -> str:
    """What a step does, for who is about to press the button."""
    do, hours = step["do"], step.get("hours")
    if do == "send":
        return f"send the text to {'both sides' if step['to'] == 'both' else 'the ' + step['to']}"
    if do == "ask":
        within = f", within {hours} h" if hours else ""
        return f"ask the {step['of']} for {'; '.join(step['items'])}{within}"
    if do == "tag":
        return f"tag it {step['tag']}"
    if do == "snooze":
        return f"let it rest for {hours} h"
    return "assign it to you" if step["to"] == "me" else "give it back"


def fill(text: str, values: Mapping[str, str]) -> str:
    """The text with its fields filled; what is filled in is not read for fields again."""
    return _FIELD.sub(lambda found: values[found[1]], text)
