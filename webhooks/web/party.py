"""Webhook endpoints of a person, for their page in the back office."""

from django.utils.html import format_html

from marketplace.api.backoffice import cells, moment, table
from marketplace.api.backoffice.party import SHOWN, all_of
from marketplace.models import Account
from marketplace.ports import PartyPart
from webhooks.models import Endpoint


def sections(account: Account, *, is_revealed: bool) -> list[PartyPart]:
    """One query."""
    rows = Endpoint.objects.filter(account=account, deleted_at=None).order_by("-id")[:SHOWN]
    body = table(
        ("Endpoint", "Address", "Failures in a row", "Disabled", "Why"),
        (
            (
                cells.row_link("whe", row.pk),
                row.url,
                row.consecutive_failures,
                moment(row.disabled_at),
                row.disabled_reason.replace("_", " "),
            )
            for row in rows
        ),
        none="No endpoint.",
    )
    return [PartyPart("webhooks", "Webhooks", format_html("{}{}", body, all_of("webhooks_endpoint", account)))]
