"""Tools for agents, as data: what a tool is called, what it takes, which REST call it is and what it does to the world.

Every app describes its own in its `tools.py`, or package `tools/`, beside what they are about. `manage.py tools_catalogue`
completes them by the operations that they call, and writes `core/data/tools.json`. Both doors read it: `/api/mcp`, in
this process, and the local tool server `ahm-mcp`, which has no Django. So nothing here imports any.
"""

from marketplace.core.tools.checking import check, failure
from marketplace.core.tools.parts import AN_ID, KEY, MOMENT
from marketplace.core.tools.registry import CATALOGUE, catalog, offered
from marketplace.core.tools.running import NOTICE, UNTRUSTED, about_photos, steps, to_call, to_result
from marketplace.core.tools.tool import FREE, READS, TOOLSETS, Answer, Call, Tool

__all__ = [
    "AN_ID",
    "CATALOGUE",
    "FREE",
    "KEY",
    "MOMENT",
    "NOTICE",
    "READS",
    "TOOLSETS",
    "UNTRUSTED",
    "Answer",
    "Call",
    "Tool",
    "about_photos",
    "catalog",
    "check",
    "failure",
    "offered",
    "steps",
    "to_call",
    "to_result",
]
