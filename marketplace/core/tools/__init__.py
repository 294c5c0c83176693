"""Tools for agents, as data: what a tool is called, what it takes, which REST call it is and what it does to the world.

Every app keeps its own in its `tools.py` (or package `tools/`), beside what they are about. Both doors read them: the endpoint
`/api/mcp`, in this process, and the local tool server `ahm-mcp`, which has no Django. So nothing here imports any.
"""

from marketplace.core.tools.checking import check, failure
from marketplace.core.tools.parts import (
    APPLICATION,
    BOUNTY,
    CURSOR,
    ESCROW,
    HUMAN,
    KEY,
    an_id,
    cents,
    choice,
    dollars,
    flag,
    limit,
    many,
    moment,
    number,
    or_null,
    record,
    text,
    whole,
)
from marketplace.core.tools.registry import ANSWERS, APPS, answers, catalog, offered
from marketplace.core.tools.running import NOTICE, UNTRUSTED, about_photos, steps, to_call, to_result
from marketplace.core.tools.tool import FREE, READS, TOOLSETS, Answer, Call, Tool

__all__ = [
    "ANSWERS",
    "APPLICATION",
    "APPS",
    "BOUNTY",
    "CURSOR",
    "ESCROW",
    "FREE",
    "HUMAN",
    "KEY",
    "NOTICE",
    "READS",
    "TOOLSETS",
    "UNTRUSTED",
    "Answer",
    "Call",
    "Tool",
    "about_photos",
    "an_id",
    "answers",
    "catalog",
    "cents",
    "check",
    "choice",
    "dollars",
    "failure",
    "flag",
    "limit",
    "many",
    "moment",
    "number",
    "offered",
    "or_null",
    "record",
    "steps",
    "text",
    "to_call",
    "to_result",
    "whole",
]
