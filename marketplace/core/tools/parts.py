"""Fragments of input schemas that no operation defines."""

from typing import Final

AN_ID: Final = {
    "type": "string",
    "pattern": "^[A-Za-z0-9_-]{1,64}$",
}  # never free text: it becomes part of a URL path
MOMENT: Final = "ISO 8601 with a zone, such as 2026-11-30T18:00:00Z."
KEY: Final = {
    "type": "string",
    "pattern": "^[A-Za-z0-9._:-]{8,128}$",
    "description": "A name of your own for this call. Repeating it with the same input within 24 hours is done once.",
}
FULL: Final = {"type": "boolean", "description": "true: all fields; without it those that say the most."}
FIELDS: Final = {
    "type": ["array", "string"],
    "items": {"type": "string"},
    "description": "Names of fields to show besides: a list, or one text with commas.",
}
ACKNOWLEDGEMENT: Final = {
    "type": "string",
    "pattern": "^[0-9a-f]{16}$",
    "description": "As a call without it answered: does just what was named there.",
}
DRY: Final = {"type": "boolean", "description": "true: only say what would change."}
SOURCE: Final = "withSource"  # the field by which somebody asks for the text that they sent themselves
FILE_ID: Final = AN_ID | {"description": "Of a file: only this document's text is read."}
TEXT_FROM: Final = {
    "type": "integer",
    "minimum": 0,
    "default": 0,
    "description": "Reads on in a long text: textNextFrom of the answer before.",
}
# Operations whose key counts as a header only, not as a field of the body.
KEY_IN_HEADER: Final = frozenset({"requestPicture"})
KEY_HEADER: Final = "Idempotency-Key"
