"""/earnings: what a person earned, what is held for them, and how it gets to their bank."""

import csv
import io
from collections.abc import Iterable, Iterator
from typing import Any, cast
from uuid import UUID

from django.conf import settings
from django.http import HttpResponse, HttpResponseRedirect, StreamingHttpResponse
from django.shortcuts import render
from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request

from bounties.selectors import earned
from escrow.models import Escrow
from escrow.selectors import reports
from escrow.serializers.reports import EarningsOut
from marketplace.api import handler
from marketplace.api.pagination import page as keyset_page
from marketplace.core.errors import NotFound, Problem
from marketplace.web import formats, inputs
from marketplace.web.drafts import Refused
from marketplace.web.page import POLICY, Page
from marketplace.web.words import reasons, say
from wallet.models import Outflow
from wallet.rules import WITHDRAWAL_MAX_CENTS, WITHDRAWAL_MIN_CENTS, failure_text
from wallet.selectors import access, balances, chargebacks
from wallet.serializers.outflows import WithdrawalOut, WithdrawalSum
from wallet.serializers.wallet import LineOut
from wallet.services import payouts, withdrawals

PER_PAGE = 25
BLOCK = 500  # lines of the statement that are read at once for the file
_HELD_SHOWN = 50
# By the kind of the ledger's transaction; the API's words where one is not listed.
_KINDS = {
    "release": gettext_lazy("Pay"),
    "attendance": gettext_lazy("Pay for being there"),
    "decision": gettext_lazy("Pay, as our staff decided"),
    "transfer": gettext_lazy("Tip, or money you had laid out"),
    "bulk_transfer": gettext_lazy("Tip, or money you had laid out"),
    "earnings": gettext_lazy("Withdrawal to your bank"),
    "earnings_failed": gettext_lazy("Withdrawal that could not be paid out, back here"),
    "earnings_returned": gettext_lazy("Withdrawal that your bank sent back"),
}


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
            "withdrawals": [_withdrawal(row) for row in _own_withdrawals(self)[:3]],
            "onboarded": _is_onboarded(self),
            "least": WITHDRAWAL_MIN_CENTS,
        }

    def act_payouts(self) -> HttpResponse:
        return _to_onboarding(self)


class Withdraw(Page):
    """The sum that was typed on the page before, shown once more before it leaves."""

    template = "bounties/withdraw.html"

    def show(self) -> dict[str, Any]:
        available = reports.earnings(self.actor.id).available
        context: dict[str, Any] = {
            "available": available,
            "most_typed": f"{min(available, WITHDRAWAL_MAX_CENTS) / 100:.2f}",
            "least": WITHDRAWAL_MIN_CENTS,
            "onboarded": _is_onboarded(self),
        }
        text = self.request.POST.get("amount") or self.request.GET.get("amount", "")
        if not text:
            return context
        try:
            cents = self._cents(text)
        except ValidationError as error:
            problem = handler.as_problem(error) or Problem()
            wrong = reasons(problem.extra.get("fields", {}))
            return context | {
                "refused": Refused(act="sum", message=say(problem), fields=wrong, typed={"amount": [text]})
            }
        return context | {"cents": cents, "left": available - cents, "amount": f"{cents / 100:.2f}"}

    def _cents(self, text: str) -> int:
        cents: int = self.read(WithdrawalSum, {"amount": inputs.dollars(text)})["amount_cents"]
        return cents

    def act_withdraw(self) -> HttpResponse:
        cents = self._cents(self.request.POST.get("amount", ""))

        def perform() -> Outflow:
            return withdrawals.withdraw(self.actor, source="earnings", cents=cents)

        return self.once(
            perform,
            to="/earnings/withdrawals",
            said=lambda row: (
                _("%s is on its way to your bank account. How it stands is shown here.")
                % formats.cents_words(row.amount_cents)
            ),
        )

    def act_payouts(self) -> HttpResponse:
        return _to_onboarding(self)


class Withdrawals(Page):
    """Everything that was withdrawn from the earnings, and how it stands."""

    template = "bounties/withdrawals.html"

    def show(self) -> dict[str, Any]:
        found = keyset_page(
            _own_withdrawals(self), Request(self.request), scope=f"pages:withdrawals:{self.actor.id}", default=PER_PAGE
        )
        return {"withdrawals": [_withdrawal(row) for row in found.rows], "next_url": self.next_url(found.next_cursor)}


class EarningsReceipt(Page):
    """One entry of the statement, to be printed."""

    template = "bounties/earnings_receipt.html"

    def show(self, transaction_id: str) -> dict[str, Any]:
        rows = earned.lines_of(self.actor.id, transaction_id)
        if not rows:
            raise NotFound("There is no such entry in your statement.")
        lines = _lines(self.actor.id, rows)
        return {"lines": lines, "id": transaction_id, "total": sum(row.cents for row in rows), "at": rows[0].created_at}


class Statement(Earnings):
    """The whole statement as a table for a spreadsheet, sent block by block: a long one is never in memory as a whole."""

    def render(self, ids: dict[str, str], *, refused: Refused | None = None, status: int = 200) -> HttpResponse:
        response = StreamingHttpResponse(
            _table(self.actor.id, translation.get_language()), content_type="text/csv; charset=utf-8"
        )
        response["Content-Disposition"] = 'attachment; filename="earnings.csv"'
        return cast(HttpResponse, response)


def _table(worker_id: UUID, language: str) -> Iterator[str]:
    """The lines of the file, the latest entry first. It runs after the page has answered, so it sets its own language."""
    yield "\ufeff" + _csv([["date", "what", "job", "usd", "balance_after_usd", "id"]])
    lines = balances.earned_lines(worker_id).order_by("-move_id")
    rows = list(lines[:BLOCK])
    while rows:
        with translation.override(language):
            work = earned.of_lines(worker_id, rows)
            block = _csv([_cells(row, work.get(row.move_id)) for row in rows])
        yield block
        rows = list(lines.filter(move_id__lt=rows[-1].move_id)[:BLOCK]) if len(rows) == BLOCK else []


def _cells(row: Any, about: earned.Work | None) -> list[str]:
    sums = [f"{cents / 100:.2f}" for cents in (row.cents, row.balance_after or 0)]
    title = _as_cell(about.title) if about else ""
    return [row.created_at.isoformat(), _as_cell(_kind(row)), title, *sums, LineOut.render(row)["id"]]


def _csv(rows: list[list[str]]) -> str:
    text = io.StringIO()
    csv.writer(text).writerows(rows)
    return text.getvalue()


def _as_cell(text: str) -> str:
    """A text that a spreadsheet does not take for a formula."""
    text = " ".join(text.split())
    return f"'{text}" if text.startswith(("=", "+", "-", "@")) else text


def _lines(worker_id: Any, rows: Iterable[Any]) -> list[dict[str, Any]]:
    rows = list(rows)
    work = earned.of_lines(worker_id, rows)
    return [
        LineOut.render(row) | {"what": _kind(row), "work": work.get(row.move_id), "cents": row.cents} for row in rows
    ]


def _kind(row: Any) -> str:
    return str(_KINDS.get(row.transaction.kind) or row.description)


def _seat(seat: Escrow, work: earned.Work | None) -> dict[str, Any]:
    """A seat whose pay is held, with what happens next."""
    nexts = {
        "delivered": (_("until"), seat.review_due_at),
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


def _own_withdrawals(page: Page) -> Any:
    return access.own_withdrawals(page.actor).filter(kind="earnings").order_by("-id")


def _withdrawal(row: Outflow) -> dict[str, Any]:
    shown = WithdrawalOut.render(row)
    return shown | {
        "state": "processing" if shown["status"] == "pending" else shown["status"],
        "why": failure_text(row.why_failed) if row.why_failed else "",
    }


def _is_onboarded(page: Page) -> bool | None:
    """Whether the person can be paid; None where this installation pays nobody."""
    try:
        return payouts.is_onboarded(page.actor)
    except Problem:
        return None


def _to_onboarding(page: Page) -> HttpResponse:
    """On to the hosted page that asks for the bank account. The provider is asked after the commit."""
    page.once(lambda: payouts.register(page.actor).public_id)
    address = payouts.page(page.actor)
    ours = address.removeprefix(settings.BASE_URL)
    if ours.startswith("/"):
        return HttpResponseRedirect(ours)
    # A form of ours may not lead to another site (form-action), so its answer is a page with the link.
    response = render(page.request, "bounties/onboarding.html", {"address": address, "page": page})
    response["Content-Security-Policy"] = POLICY
    return response
