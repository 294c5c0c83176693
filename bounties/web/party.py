"""Jobs and applications of a person, for their page in the back office."""

from django.utils.html import format_html

from bounties.models import Application, Bounty
from marketplace.api.backoffice import cells, moment, money, table
from marketplace.api.backoffice.party import SHOWN, all_of
from marketplace.models import Account
from marketplace.ports import PartyPart


def sections(account: Account, *, is_revealed: bool) -> list[PartyPart]:
    """A constant number of queries."""
    posted = Bounty.objects.filter(owner=account).order_by("-id")[:SHOWN]
    jobs = table(
        ("Job", "Status", "Pay of a seat", "Seats", "Applications", "At"),
        (
            (
                cells.link(row),
                row.status,
                money(row.seat_cents),
                f"{row.spots_filled} of {row.spots_available}",
                row.application_count,
                moment(row.created_at),
            )
            for row in posted
        ),
        none="Nothing was posted.",
    )
    sent = Application.objects.filter(human=account).select_related("bounty").order_by("-id")[:SHOWN]
    applications = table(
        ("Application", "Job", "Status", "Ended", "At"),
        (
            (
                cells.row_link("app", row.pk),
                cells.link(row.bounty),
                row.status,
                row.end_reason.replace("_", " "),
                moment(row.created_at),
            )
            for row in sent
        ),
        none="They have applied for nothing.",
    )
    return [
        PartyPart("jobs", "Jobs", format_html("{}{}", jobs, all_of("bounties_bounty", account))),
        PartyPart(
            "applications", "Applications", format_html("{}{}", applications, all_of("bounties_application", account))
        ),
    ]
