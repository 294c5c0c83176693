"""Cells of a person's page that several apps use: personal data, and the list behind a section."""

from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from marketplace.core.masking import Kind, masked
from marketplace.models import Account

SHOWN = 10  # latest rows of a section; the list behind it has all


def personal(value: str | None, kind: Kind, *, is_revealed: bool) -> str:
    """Personal data as it may be seen now."""
    return (value or "") if is_revealed else masked(value, kind)


def all_of(page: str, account: Account) -> SafeString:
    """A link to everything of this person in a list, such as `escrow_escrow`."""
    address = reverse(f"admin:{page}_changelist")
    return format_html('<p><a href="{}?q={}">All of them</a></p>', address, account.public_id)
