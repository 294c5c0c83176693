"""Rendering of values for staff: ids as the API writes them and linked to their row, money in dollars, times in UTC."""

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from datetime import datetime
from itertools import zip_longest
from typing import Any
from uuid import UUID

from django.contrib import admin
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.urls import NoReverseMatch, reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

from marketplace.core import ids
from marketplace.core.masking import Kind, masked
from marketplace.core.money import format_usd
from marketplace.models import Account

NOTHING = "-"
_LABEL_LENGTH = 48
# Ids of rows of upper apps: columns without a foreign key, recognised by name.
NAMED = {
    "profile_id": "prf",
    "bounty_id": "bty",
    "application_id": "app",
    "booking_id": "sbk",
    "escrow_id": "esc",
    "photo_ids": "fil",
    "excluded_source_ids": "bty",
}
_CREDENTIALS = {"key": "by key", "session": "signed in", "member": "a member, signed in", "staff": "our staff"}
Cell = Callable[[Any], Any]


def pages() -> dict[str, type[models.Model]]:
    """Prefix of a public id -> the model whose admin page shows such rows."""
    return {model.PREFIX: model for model in admin.site._registry if hasattr(model, "PREFIX")}


def page_of(row: models.Model) -> str | None:
    """URL of this row's admin page; None for a model without one."""
    if type(row) not in admin.site._registry:
        return None
    return reverse(f"admin:{row._meta.app_label}_{row._meta.model_name}_change", args=[row.pk])


def row_link(prefix: str, key: UUID | None) -> SafeString | str:
    """`bty_…`, linked to the row if its model has a page."""
    if key is None:
        return NOTHING
    text, model = id_text(prefix, key), pages().get(prefix)
    if model is None:
        return text
    address = reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_change", args=[key])
    return format_html('<a class="public-id" href="{}">{}</a>', address, text)


def named_link(public_id: str) -> SafeString | str:
    """A public id that a column holds as text, linked to its row if its model has a page; any other text as it is."""
    prefix = public_id.partition("_")[0]
    try:
        return row_link(prefix, ids.decode(prefix, public_id))
    except ValueError:
        return public_id or NOTHING


def found_in(page: str, public_id: str, words: str) -> SafeString | str:
    """A link to the list of this page (`escrow_case`), which may be of an upper step, searched for this id."""
    try:
        address = reverse(f"admin:{page}_changelist")
    except NoReverseMatch:
        return NOTHING
    return format_html('<a href="{}?q={}">{}</a>', address, public_id, words)


def id_text(prefix: str, key: UUID) -> SafeString:
    return format_html('<span class="public-id">{}</span>', ids.encode(prefix, key))


def link(row: models.Model | None, *, full: bool = False) -> SafeString | str:
    """A row by its name (`full`: and its public id), linked to its page."""
    if row is None:
        return NOTHING
    public_id, address = getattr(row, "public_id", ""), page_of(row)
    name = str(getattr(row, "display_name", "") or getattr(row, "title", "") or row)
    short = name if full or len(name) <= _LABEL_LENGTH else f"{name[: _LABEL_LENGTH - 1]}…"
    shown = format_html('<a href="{}" title="{}">{}</a>', address, public_id, short) if address else short
    if full and public_id and public_id != name:
        return format_html('{} <span class="public-id">{}</span>', shown, public_id)
    return shown


def moment(at: datetime | None) -> SafeString | str:
    if at is None:
        return NOTHING
    return format_html('<time datetime="{}">{}</time>', at.isoformat(), f"{at:%Y-%m-%d %H:%M}")


def money(cents: int | None) -> SafeString | str:
    return NOTHING if cents is None else format_html('<span class="money">{}</span>', format_usd(cents))


def actor_names(labels: Iterable[str]) -> dict[str, str]:
    """Actor label of the audit log (`key:prf_…`) -> the person's name and the credential (`Scout, by key`). One query for all."""
    wanted = {label: label.partition(":") for label in labels}
    keys: dict[str, UUID] = {}
    for label, (_, _, profile) in wanted.items():
        with suppress(ValueError):
            keys[label] = ids.decode("prf", profile)
    names = {row.profile_id: row.display_name for row in Account.objects.filter(profile_id__in=keys.values())}
    return {
        label: f"{names[keys[label]]}, {_CREDENTIALS[via]}"
        if via in _CREDENTIALS and keys.get(label) in names
        else label
        for label, (via, _, _) in wanted.items()
    }


def lines(texts: Iterable[str]) -> SafeString:
    """One paragraph per text."""
    return format_html_join("", "<p>{}</p>", ((text,) for text in texts))


def structure(value: Any) -> SafeString | str:
    if value in (None, {}, [], ""):
        return NOTHING
    return format_html("<pre>{}</pre>", json.dumps(value, indent=2, ensure_ascii=False, default=str))


def table(heads: Sequence[str], rows: Iterable[Sequence[Any]], *, none: str = "Nothing.") -> SafeString:
    """A small table inside a page; shows `none` when there is no row. On a phone each row is a card, its cells named by `heads`."""
    lines = format_html_join(
        "",
        "<tr>{}</tr>",
        (
            (
                format_html_join(
                    "",
                    '<td data-label="{}">{}</td>',
                    ((head, NOTHING if v in (None, "") else v) for head, v in zip_longest(heads, row, fillvalue="")),
                ),
            )
            for row in rows
        ),
    )
    if not lines:
        return format_html('<span class="quiet">{}</span>', none)
    head = format_html_join("", "<th>{}</th>", ((text,) for text in heads))
    # What is wider than the page is scrolled by keys, too: by a link inside, else by the table itself.
    focus = "" if "<a " in lines else mark_safe(' tabindex="0" role="group" aria-label="Table"')
    return format_html(
        '<div class="inner-table cards"{}><table><thead><tr>{}</tr></thead><tbody>{}</tbody></table></div>',
        focus,
        head,
        lines,
    )


def details(pairs_by_name: Mapping[str, Any]) -> SafeString:
    """Name and value pairs, one per line."""
    pairs = ((name, NOTHING if value in (None, "") else value) for name, value in pairs_by_name.items())
    return format_html('<dl class="details">{}</dl>', format_html_join("", "<dt>{}</dt><dd>{}</dd>", pairs))


def cell_of(field: Any, prefix: str | None, *, full: bool) -> Cell | None:
    """How this column is rendered; None where Django's default is used. `full` is for a row's own page."""
    name = field.attname
    read: Callable[[Any], Any] = lambda row: getattr(row, field.name)  # noqa: E731
    if isinstance(field, models.ForeignKey):
        return lambda row: link(read(row), full=full)
    if isinstance(field, models.UUIDField) and prefix is not None:
        return (lambda row: id_text(prefix, row.pk)) if field.primary_key else lambda row: row_link(prefix, read(row))
    if isinstance(field, ArrayField):
        if prefix is not None:
            return lambda row: format_html_join(" ", "{}", ((row_link(prefix, key),) for key in read(row))) or NOTHING
        # Without a value a column of this kind restricts nothing (models/keys.py); an empty list allows nothing.
        return lambda row: "everything" if read(row) is None else ", ".join(map(str, read(row))) or NOTHING
    if isinstance(field, models.DateTimeField):
        return lambda row: moment(read(row))
    if isinstance(field, models.JSONField):
        return lambda row: structure(read(row))
    if name.endswith("cents") and isinstance(field, models.IntegerField):
        return lambda row: money(read(row))
    return None


def masked_cell(name: str, kind: Kind) -> Cell:
    """A column of personal data, which staff uncover on the person's page."""
    return lambda row: masked(getattr(row, name), kind) or NOTHING


def as_column(field: Any, cell: Cell) -> Cell:
    """The cell as a column that Django can name and sort by."""
    words = field.verbose_name.removesuffix(" cents").removesuffix(" id").strip()
    title = (
        "ID" if field.primary_key and isinstance(field, models.UUIDField) else "amount" if words == "cents" else words
    )
    shown: Cell = admin.display(description=title, ordering=field.name)(lambda row: cell(row))
    return shown
