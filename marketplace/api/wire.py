"""JSON: strict parsing, fast rendering."""

from collections.abc import Mapping
from typing import Any

from rest_framework.negotiation import BaseContentNegotiation
from rest_framework.parsers import BaseParser
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request

from marketplace.core import strict_json
from marketplace.core.errors import BadRequest


def dumps(data: Any) -> bytes:
    """Encode as JSON."""
    return strict_json.dumps(data)


def loads(raw: bytes) -> Any:
    """Decode strict JSON (`core/strict_json.py`): UTF-8, each field once, no NaN, no NUL, bounded nesting. A number with more
    digits than a double holds keeps them. Raises BadRequest (400) `invalid_json`."""
    try:
        return strict_json.loads(raw)
    except strict_json.InvalidJson as error:
        raise BadRequest(f"The body {error}.", code="invalid_json")


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
