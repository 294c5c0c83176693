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
DRY: Final = {"type": "boolean", "description": "true: only say what would change."}
