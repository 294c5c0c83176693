"""Parts shared by admin pages of several apps: a timeline of events, and uploaded files."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any, Protocol

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

from marketplace.api.backoffice.cells import actor_names, moment, table
from marketplace.core.money import format_usd
from marketplace.models import File
from marketplace.services import files


class ShownEvent(Protocol):
    """An event of the outbox, which is a model of an upper app."""

    pk: Any
    created_at: datetime
    type: str
    actor: str
    note: str
    data: dict[str, Any]


def timeline(rows: Sequence[ShownEvent]) -> SafeString:
    """A timeline: what happened, who did it, and the event's details."""
    names = actor_names(event.actor for event in rows)
    return table(
        ("At", "What", "Who", "Details"),
        ((moment(event.created_at), event.type, names[event.actor], _details(event)) for event in rows),
        none="Nothing was written down.",
    )


def _details(event: ShownEvent) -> str:
    """The event's note and every value of its data that isn't an id."""
    parts = [event.note] if event.note else []
    for name, value in event.data.items():
        if value is not None and not name.endswith("Id"):
            cents = name.endswith("Cents") and isinstance(value, int)
            parts.append(f"{name.removesuffix('Cents')}: {format_usd(value) if cents else value}")
    return ", ".join(parts)


def pictures(rows: Iterable[File]) -> SafeString:
    """Images inline, other files by name; each linked by a signed URL that is valid for an hour."""
    shown = format_html_join(
        "",
        '<a href="{}">{}</a>',
        (
            (
                (address := files.signed_url(file)),
                format_html('<img src="{}" alt="{}" loading="lazy">', address, file.name)
                if file.content_type.startswith("image/")
                else f"{file.name} ({file.content_type}, {file.size:,} bytes)",
            )
            for file in rows
        ),
    )
    return format_html('<div class="evidence-files">{}</div>', shown) if shown else mark_safe("")
