"""Tools for agents (MCP), as data: name, input schema, the REST call behind it, and its effects.

Each app describes its tools in its `tools.py` or package `tools/`. `manage.py tools_catalogue` completes them from the OpenAPI
operations that they call, and writes `core/data/tools.json`. Two servers read that file: `/api/mcp` in this process, and the
local tool server `ahm-mcp`, which runs without Django. So nothing in this package imports Django.
"""

from marketplace.core.tools.checking import check, failure
from marketplace.core.tools.parts import AN_ID, DRY, KEY, MOMENT
from marketplace.core.tools.registry import CATALOGUE, catalog, offered
from marketplace.core.tools.running import NOTICE, UNTRUSTED, about_photos, steps, to_call, to_result
from marketplace.core.tools.tool import FREE, READS, TOOLSETS, Answer, Call, Tool

__all__ = [
    "AN_ID",
    "CATALOGUE",
    "DRY",
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
