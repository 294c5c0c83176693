"""Parts of input schemas, each with its words for a model."""

from typing import Any, Final


def text(words: str, *, most: int | None = None, least: int | None = None) -> dict[str, Any]:
    bounds = {"minLength": least, "maxLength": most}
    return {"type": "string", **{k: v for k, v in bounds.items() if v is not None}, "description": words}


def an_id(words: str) -> dict[str, Any]:
    """Never a free text: it becomes part of an address."""
    return {"type": "string", "pattern": "^[A-Za-z0-9_-]{1,64}$", "description": words}


def whole(words: str, low: int, high: int, **more: Any) -> dict[str, Any]:
    return {"type": "integer", "minimum": low, "maximum": high, **more, "description": words}


def number(words: str, low: float, high: float | None = None) -> dict[str, Any]:
    return {"type": "number", "minimum": low, **({"maximum": high} if high is not None else {}), "description": words}


def dollars(words: str, low: float = 1, high: float = 10_000) -> dict[str, Any]:
    return number(f"US dollars, at most two decimals. {words}".strip(), low, high)


def cents(words: str, low: int, high: int) -> dict[str, Any]:
    return whole(f"US cents. {words}".strip(), low, high)


def choice(words: str, *options: str) -> dict[str, Any]:
    return {"type": "string", "enum": list(options), "description": words}


def flag(words: str) -> dict[str, Any]:
    return {"type": "boolean", "description": words}


def moment(words: str) -> dict[str, Any]:
    return {"type": "string", "description": f"{words} ISO 8601 with a zone, such as 2026-11-30T18:00:00Z."}


def many(words: str, item: dict[str, Any], most: int, least: int = 0) -> dict[str, Any]:
    return {
        "type": "array",
        "items": item,
        "maxItems": most,
        **({"minItems": least} if least else {}),
        "description": words,
    }


def record(words: str, needed: tuple[str, ...] = (), /, **properties: Any) -> dict[str, Any]:
    schema = {"type": "object", "properties": properties, "additionalProperties": False, "description": words}
    return schema | ({"required": list(needed)} if needed else {})


def or_null(schema: dict[str, Any]) -> dict[str, Any]:
    """The same, or null, which clears it."""
    options = {"enum": [*schema["enum"], None]} if "enum" in schema else {}
    return schema | {"type": [schema["type"], "null"]} | options


def limit(most: int, default: int) -> dict[str, Any]:
    return whole(f"How many, 1 to {most}.", 1, most, default=default)


KEY: Final = {
    "type": "string",
    "pattern": "^[A-Za-z0-9._:-]{8,128}$",
    "description": "A name of your own for this call. Repeating it with the same input within 24 hours is done once.",
}
CURSOR: Final = {"type": "string", "description": "nextCursor of the page before; leave it out for the first."}
HUMAN: Final = an_id("A person's profile id (prf_…) or username.")
BOUNTY: Final = an_id("The bounty (bty_…).")
APPLICATION: Final = an_id("The application (app_…), from get_bounty_applications.")
ESCROW: Final = an_id("The escrow of a seat (esc_…), from accept_application or list_escrows.")
