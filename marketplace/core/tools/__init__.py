"""Tools for agents (MCP), as data: name, input schema, the REST call behind it, and its effects.

Each app describes its tools in its `tools.py` or package `tools/`. `manage.py tools_catalogue` completes them from the OpenAPI
operations that they call, and writes `core/data/tools.json`. Two servers read that file: `/api/mcp` in this process, and the
local tool server `ahm-mcp`, which runs without Django. So nothing in this package imports Django.
"""

from marketplace.core.tools.attachments import (
    INLINE,
    PHOTO_SIDE,
    PHOTOS_AT_MOST,
    Reading,
    about_photos,
    documents_in,
    files_in,
    photos_in,
    reads_on,
)
from marketplace.core.tools.bare import BARE, read_bare
from marketplace.core.tools.checking import check, failure
from marketplace.core.tools.finding import find, nearest, ranked
from marketplace.core.tools.listing import listed, refusal_of, short, whole
from marketplace.core.tools.parts import (
    ACKNOWLEDGEMENT,
    AN_ID,
    DRY,
    FIELDS,
    FILE_ID,
    FULL,
    KEY,
    MOMENT,
    SOURCE,
    TEXT_FROM,
)
from marketplace.core.tools.registry import CATALOGUE, catalog, offered
from marketplace.core.tools.repairs import located
from marketplace.core.tools.running import NOTICE, UNTRUSTED, result, steps, to_call, to_result
from marketplace.core.tools.serving import CALL_TOOL, FIND_TOOLS, Refused, chosen, found, named_like
from marketplace.core.tools.shaping import output_schema
from marketplace.core.tools.tool import DEFAULT, FREE, READS, TOOLSETS, Answer, Call, Tool

__all__ = [
    "ACKNOWLEDGEMENT",
    "AN_ID",
    "BARE",
    "CALL_TOOL",
    "CATALOGUE",
    "DEFAULT",
    "DRY",
    "FIELDS",
    "FILE_ID",
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
    "SOURCE",
    "TEXT_FROM",
    "TOOLSETS",
    "UNTRUSTED",
    "Answer",
    "Call",
    "Reading",
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
    "ranked",
    "read_bare",
    "reads_on",
    "refusal_of",
    "result",
    "short",
    "steps",
    "to_call",
    "to_result",
    "whole",
]
