"""Hires, cases and notes of a person, for their page in the back office."""

from django.utils.html import format_html
from django.utils.safestring import SafeString

from escrow.models import Case, DeskNote, Escrow
from escrow.selectors import party as reads
from escrow.selectors import reports
from marketplace.api.backoffice import cells, details, moment, money, table
from marketplace.api.backoffice.party import SHOWN, all_of
from marketplace.models import Account
from marketplace.ports import PartyPart


def sections(account: Account, *, is_revealed: bool) -> list[PartyPart]:
    """A constant number of queries."""
    return [_notes(account), _hires(account), _cases(account)]


def _notes(account: Account) -> PartyPart:
    rows = DeskNote.objects.filter(about=account).select_related("author").order_by("-id")[:SHOWN]
    body = table(
        ("At", "Who", "Note"),
        (
            (moment(row.created_at), row.author.display_name, format_html('<div class="said">{}</div>', row.words))
            for row in rows
        ),
        none="Nobody has noted anything.",
    )
    return PartyPart("notes", "Notes of our staff", body)


def _hires(account: Account) -> PartyPart:
    earned = reports.earnings(account.pk)
    counts = reads.hires(account.pk)
    sums = details(
        {
            "Hired others": f"{counts.hired}, of them paid {counts.hired_paid}, refunded {counts.hired_refunded}",
            "Was hired": f"{counts.worked}, of them paid {counts.worked_paid}, refunded {counts.worked_refunded}",
            "In escrow as a funder": money(reports.held(account.pk)),
            "In escrow as a worker": money(earned.held),
            "Frozen by disputes": money(earned.disputed),
        }
    )
    seats = Escrow.objects.filter(kind="seat").select_related("owner", "worker").order_by("-id")
    return PartyPart(
        "hires",
        "Hires",
        format_html(
            "{}<h3>Hired others</h3>{}<h3>Was hired</h3>{}{}",
            sums,
            _seats(list(seats.filter(owner=account)[:SHOWN]), "worker"),
            _seats(list(seats.filter(worker=account)[:SHOWN]), "owner"),
            all_of("escrow_escrow", account),
        ),
    )


def _seats(rows: list[Escrow], other: str) -> SafeString:
    return table(
        ("Seat", "With", "For", "Amount", "Status", "At"),
        (
            (
                cells.row_link("esc", row.pk),
                cells.link(getattr(row, other)),
                cells.row_link("bty", row.bounty_id) if row.bounty_id else cells.row_link("sbk", row.booking_id),
                money(row.amount_cents),
                row.status,
                moment(row.created_at),
            )
            for row in rows
        ),
        none="None.",
    )


def _cases(account: Account) -> PartyPart:
    tallies = reads.outcomes(account.pk)
    sums = table(
        ("As", "Cases", "Open", "Won", "Lost", "Split", "Settled", "Withdrawn", "Overturned"),
        ((role, *tally) for role, tally in tallies.items()),
    )
    rows = Case.objects.filter(pk__in=reads.latest_cases(account.pk, SHOWN)).select_related("owner", "worker")
    latest = table(
        ("Case", "As", "With", "About", "Amount", "Stage", "Opened"),
        (
            (
                cells.row_link("cas", row.pk),
                "funder" if row.owner_id == account.pk else "worker",
                cells.link(row.worker if row.owner_id == account.pk else row.owner),
                row.title,
                money(row.amount_cents),
                row.stage,
                moment(row.created_at),
            )
            for row in rows.order_by("-id")
        ),
        none="None.",
    )
    body = format_html("{}<h3>The latest</h3>{}{}", sums, latest, all_of("escrow_case", account))
    return PartyPart("cases", "Disputes and cases", body)
