"""JSON: strict parsing, fast rendering."""

import re
from collections.abc import Mapping
from typing import Any, Final

import orjson
from rest_framework.negotiation import BaseContentNegotiation
from rest_framework.parsers import BaseParser
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request

from marketplace.core.errors import BadRequest

MAX_DEPTH = 100  # levels of nesting: more than any of our bodies has, less than what breaks a parser
_NUL: Final = re.compile(rb"(?<!\\)(?:\\\\)*\\u0000")  # the escape sequence, not an escaped backslash followed by u0000


def dumps(data: Any) -> bytes:
    """Encode as JSON."""
    return orjson.dumps(data)


def loads(raw: bytes) -> Any:
    """Decode strict JSON: UTF-8, no NaN, no lone surrogates, no NUL, bounded nesting. Raises BadRequest (400) `invalid_json`."""
    try:
        data = orjson.loads(raw)
    except orjson.JSONDecodeError as error:
        raise BadRequest(f"The body is not valid JSON: {error}.", code="invalid_json")
    if raw.count(b"[") + raw.count(b"{") > MAX_DEPTH and _depth(data) > MAX_DEPTH:
        raise BadRequest(f"The body is nested more than {MAX_DEPTH} levels deep.", code="invalid_json")
    if _NUL.search(raw):
        raise BadRequest("The body holds a NUL character (\\u0000), which no text field takes.", code="invalid_json")
    return data


def _depth(data: Any) -> int:
    """Nesting depth, computed without recursion."""
    deepest, waiting = 0, [(data, 1)]
    while waiting:
        value, level = waiting.pop()
        if isinstance(value, dict | list):
            deepest = max(deepest, level)
            waiting += [(inner, level + 1) for inner in (value.values() if isinstance(value, dict) else value)]
    return deepest


class JsonParser(BaseParser):
    media_type = "application/json"

    def parse(self, stream: Any, media_type: str | None = None, parser_context: Mapping[str, Any] | None = None) -> Any:
        return loads(stream.read())


class JsonRenderer(BaseRenderer):
    media_type = "application/json"
    format = "json"
    charset = None
    render_style = "binary"

    def render(
        self, data: Any, accepted_media_type: str | None = None, renderer_context: Mapping[str, Any] | None = None
    ) -> bytes:
        return b"" if data is None else dumps(data)


class AlwaysJson(BaseContentNegotiation):
    """JSON is the only representation; an Accept header for another one gets JSON instead of a 406."""

    def select_parser(self, request: Request, parsers: Any) -> Any:
        content_type = (request.content_type or "").split(";")[0].strip().lower()
        return next((parser for parser in parsers if content_type in _types(parser)), None)

    def select_renderer(self, request: Request, renderers: Any, format_suffix: str | None = None) -> Any:
        return renderers[0], renderers[0].media_type


def _types(parser: Any) -> tuple[str, ...]:
    return getattr(parser, "media_types", None) or (parser.media_type,)
