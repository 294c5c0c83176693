"""Tools for agents (MCP), as data: name, input schema, the REST call behind it, and its effects.

Each app describes its tools in its `tools.py` or package `tools/`. `manage.py tools_catalogue` completes them from the OpenAPI
operations that they call, and writes `core/data/tools.json`. Two servers read that file: `/api/mcp` in this process, and the
local tool server `ahm-mcp`, which runs without Django. So nothing in this package imports Django.
"""

from marketplace.core.tools.attachments import (
    PHOTO_SIDE,
    PHOTOS_AT_MOST,
    about_photos,
    documents_in,
    files_in,
    photos_in,
    put_text,
)
from marketplace.core.tools.checking import check, failure
from marketplace.core.tools.finding import find, nearest, ranked
from marketplace.core.tools.listing import listed, refusal_of, short, whole
from marketplace.core.tools.parts import ACKNOWLEDGEMENT, AN_ID, DRY, FIELDS, FULL, KEY, MOMENT
from marketplace.core.tools.registry import CATALOGUE, catalog, offered
from marketplace.core.tools.repairs import located
from marketplace.core.tools.running import NOTICE, UNTRUSTED, result, steps, to_call, to_result
from marketplace.core.tools.serving import CALL_TOOL, FIND_TOOLS, Refused, chosen, found, named_like
from marketplace.core.tools.shaping import INLINE, output_schema
from marketplace.core.tools.tool import DEFAULT, FREE, READS, TOOLSETS, Answer, Call, Tool

__all__ = [
    "ACKNOWLEDGEMENT",
    "AN_ID",
    "CALL_TOOL",
    "CATALOGUE",
    "DEFAULT",
    "DRY",
    "FIELDS",
    "FIND_TOOLS",
    "FREE",
    "FULL",
    "INLINE",
    "KEY",
    "MOMENT",
    "NOTICE",
    "PHOTOS_AT_MOST",
    "PHOTO_SIDE",
    "READS",
    "TOOLSETS",
    "UNTRUSTED",
    "Answer",
    "Call",
    "Refused",
    "Tool",
    "about_photos",
    "catalog",
    "check",
    "chosen",
    "documents_in",
    "failure",
    "files_in",
    "find",
    "found",
    "listed",
    "located",
    "named_like",
    "nearest",
    "offered",
    "output_schema",
    "photos_in",
    "put_text",
    "ranked",
    "refusal_of",
    "result",
    "short",
    "steps",
    "to_call",
    "to_result",
    "whole",
]
