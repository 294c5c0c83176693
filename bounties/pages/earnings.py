"""/earnings: what a person earned, what is held for them, and how it gets to their bank."""

from collections.abc import Iterable, Iterator
from typing import Any
from uuid import UUID

from django.http import HttpResponse
from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from rest_framework.request import Request

from bounties.selectors import earned
from escrow.models import Escrow
from escrow.selectors import reports, years
from escrow.serializers.reports import EarningsOut
from marketplace.api.pagination import page as keyset_page
from marketplace.core.errors import NotFound
from marketplace.web import tables
from marketplace.web.drafts import Refused
from marketplace.web.page import Page
from wallet import ledger
from wallet.rules.outflows import WITHDRAWAL_MIN_CENTS
from wallet.selectors import balances, chargebacks
from wallet.serializers.wallet import LineOut
from wallet.web.withdrawing import WithdrawPage, is_onboarded, own_withdrawals, to_onboarding, withdrawal

PER_PAGE = 25
BLOCK = 500  # lines of the statement that are read at once for the file
_HELD_SHOWN = 50
# By the kind of the ledger's transaction; the API's words where one is not listed.
_KINDS = {
    "release": gettext_lazy("Pay"),
    "attendance": gettext_lazy("Pay for being there"),
    "decision": gettext_lazy("Pay, as our staff decided"),
    "correction": gettext_lazy("Put right after an appeal, as our staff decided"),
    "transfer": gettext_lazy("Tip, or money you had laid out"),
    "bulk_transfer": gettext_lazy("Tip, or money you had laid out"),
    "earnings": gettext_lazy("Withdrawal to your bank"),
    "earnings_failed": gettext_lazy("Withdrawal that could not be paid out, back here"),
    "earnings_returned": gettext_lazy("Withdrawal that your bank sent back"),
}

_SETTLEMENT = gettext_lazy("Pay, as you both agreed in a dispute")  # a `decision`, too, but none of our staff's


class Earnings(Page):
    """The sums, the pay that is held, and the statement."""

    template = "bounties/earnings.html"

    def show(self) -> dict[str, Any]:
        me = self.actor.id
        seats = list(earned.held(me).order_by("-id")[: _HELD_SHOWN + 1])
        work = earned.of_seats(me, seats)
        found = keyset_page(
            balances.earned_lines(me),
            Request(self.request),
            scope=f"pages:earnings:{me}",
            default=PER_PAGE,
            order=("-move_id",),
        )
        return {
            "sums": EarningsOut.render(reports.earnings(me)),
            "held": [_seat(seat, work.get(seat.pk)) for seat in seats[:_HELD_SHOWN]],
            "more_held": len(seats) > _HELD_SHOWN,
            "lines": _lines(me, found.rows),
            "next_url": self.next_url(found.next_cursor),
            "is_first_page": not self.request.GET.get("cursor"),
            "owed": chargebacks.owed_cents(me),
            "withdrawals": [withdrawal(row) for row in own_withdrawals(self, "earnings")[:3]],
            "onboarded": is_onboarded(self),
            "least": WITHDRAWAL_MIN_CENTS,
            "years": years.years(ledger.earnings(me)),
        }

    def act_payouts(self) -> HttpResponse:
        return to_onboarding(self, "/earnings")


class Withdraw(WithdrawPage):
    template = "bounties/withdraw.html"
    source = "earnings"
    listed_at = "/earnings/withdrawals"
    home = "/earnings"

    def available(self) -> int:
        return reports.earnings(self.actor.id).available


class Withdrawals(Page):
    """Everything that was withdrawn from the earnings, and how it stands."""

    template = "bounties/withdrawals.html"

    def show(self) -> dict[str, Any]:
        found = keyset_page(
            own_withdrawals(self, "earnings"),
            Request(self.request),
            scope=f"pages:withdrawals:{self.actor.id}",
            default=PER_PAGE,
        )
        return {"withdrawals": [withdrawal(row) for row in found.rows], "next_url": self.next_url(found.next_cursor)}


class EarningsReceipt(Page):
    """One entry of the statement, to be printed."""

    template = "bounties/earnings_receipt.html"

    def show(self, transaction_id: str) -> dict[str, Any]:
        rows = earned.lines_of(self.actor.id, transaction_id)
        if not rows:
            raise NotFound("There is no such entry in your statement.")
        lines = _lines(self.actor.id, rows)
        return {
            "lines": lines,
            "id": transaction_id,
            "total": sum(row.cents for row in rows),
            "at": rows[0].created_at,
            "payer": earned.payer(self.actor.id, rows),
        }


class Statement(Earnings):
    """The statement as a table for a spreadsheet, sent block by block: a long one is never in memory as a whole. `year` (UTC)
    leaves only that one's entries; one that can't be meant is 404."""

    def render(self, ids: dict[str, str], *, refused: Refused | None = None, status: int = 200) -> HttpResponse:
        head = ["date", "what", "job", "usd", "balance_after_usd", "id"]
        asked = self.request.GET.get("year")
        year = years.read(asked) if asked else None
        if asked and year is None:
            raise NotFound("There is no such year.")
        name = f"earnings-{year}.csv" if year else "earnings.csv"
        return tables.download(name, head, _blocks(self.actor.id, translation.get_language(), year))


def _blocks(worker_id: UUID, language: str, year: int | None) -> Iterator[list[list[str]]]:
    """The rows of the file, the latest entry first. It runs after the page has answered, so it sets its own language."""
    lines = balances.earned_lines(worker_id).order_by("-move_id")
    if year is not None:
        start, end = years.bounds(year)
        lines = lines.filter(created_at__gte=start, created_at__lt=end)
    rows = list(lines[:BLOCK])
    while rows:
        with translation.override(language):
            work = earned.of_lines(worker_id, rows)
            block = [_cells(row, work.get(row.move_id)) for row in rows]
        yield block
        rows = list(lines.filter(move_id__lt=rows[-1].move_id)[:BLOCK]) if len(rows) == BLOCK else []


def _cells(row: Any, about: earned.Work | None) -> list[str]:
    sums = [tables.dollars(cents) for cents in (row.cents, row.balance_after or 0)]
    title = tables.text(about.title) if about else ""
    return [tables.moment(row.created_at), tables.text(_kind(row)), title, *sums, LineOut.render(row)["id"]]


def _lines(worker_id: Any, rows: Iterable[Any]) -> list[dict[str, Any]]:
    rows = list(rows)
    work = earned.of_lines(worker_id, rows)
    return [
        LineOut.render(row) | {"what": _kind(row), "work": work.get(row.move_id), "cents": row.cents} for row in rows
    ]


def _kind(row: Any) -> str:
    return str(_SETTLEMENT if row.is_settlement else _KINDS.get(row.transaction.kind) or row.description)


def _seat(seat: Escrow, work: earned.Work | None) -> dict[str, Any]:
    """A seat whose pay is held, with what happens next."""
    nexts = {
        "delivered": (_("until"), work.review_until(seat) if work else seat.review_due_at),
        "warranty_hold": (_("until"), seat.warranty_ends_at),
        "completed": (_("at the latest"), seat.auto_release_at),
    }
    words, at = nexts.get(seat.status, ("", None))
    return {"work": work, "cents": seat.human_payout_cents, "status": _STATES[seat.status], "next": words, "at": at}


# A seat's state, as the words of pages have it.
_STATES = {
    "locked": "in_progress",
    "delivered": "evidence_in_review",
    "warranty_hold": "approved_awaiting_release",
    "completed": "approved_awaiting_release",
    "disputed": "disputed",
}
