"""/owner/wallet/transfers: tips and money that somebody had laid out, to people whose work was paid."""

from typing import Any

from django.conf import settings
from django.http import HttpResponse
from django.utils.translation import gettext as _
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request

from escrow.errors import TipCapExceeded
from escrow.models import Escrow, Transfer
from escrow.rules.transfers import TRANSFER_MIN_CENTS
from escrow.selectors import hires
from escrow.selectors import transfers as reads
from escrow.serializers.transfers import TransferIn, TransferOut
from escrow.services import pending_transfers, transfers
from marketplace.api import handler
from marketplace.api.pagination import page as keyset_page
from marketplace.core import ids, rights
from marketplace.core.errors import NotFound, Problem
from marketplace.core.states import InvalidState
from marketplace.web import formats, inputs
from marketplace.web.drafts import Refused
from marketplace.web.page import Page
from marketplace.web.words import reasons, say
from wallet import ledger
from wallet.ports import jobs

PER_PAGE = 20
_CHOICES = 50  # of the latest seats that were paid
_STATES = {"pending": "requires_payment", "completed": "paid", "failed": "failed"}  # as the words of pages have them


class Transfers(Page):
    """What was sent, and what waits for its money."""

    template = "escrow/transfers.html"
    operations = {"cancel": "cancelTransfer", "pay": "sendTransfer"}

    def show(self) -> dict[str, Any]:
        found = keyset_page(
            reads.mine(self.actor, "sent"),
            Request(self.request),
            scope=f"pages:transfers:{self.actor.id}",
            default=PER_PAGE,
        )
        named = jobs.get()(self.actor.id, {row.bounty_id for row in found.rows})
        return {
            "transfers": [
                _shown(reads.with_direction(self.actor, row), named.get(row.bounty_id)) for row in found.rows
            ],
            "next_url": self.next_url(found.next_cursor),
            "is_first_page": not self.request.GET.get("cursor"),
            "choices": _choices(self) if not self.request.GET.get("cursor") else [],
            "least": TRANSFER_MIN_CENTS,
        }

    def act_cancel(self) -> HttpResponse:
        named = self.request.POST.get("transferId", "")
        return self.once(
            lambda: pending_transfers.cancel(self.actor, named),
            to="/owner/wallet/transfers",
            said=_("It is cancelled. Nothing was sent, and nothing left your wallet."),
        )

    def act_pay(self) -> HttpResponse:
        """To the page that pays what the wallet lacks; a new one when that was cancelled."""
        row = reads.get(self.actor, self.request.POST.get("transferId", ""))
        if row.direction != "sent":
            raise NotFound("There is no such payment of yours.")

        def perform() -> str:
            page_due = pending_transfers.payable_page(self.actor, row.pk)
            if page_due is None:
                raise InvalidState(
                    "This can't be paid any more. Send it once more.", currentState=row.status, allowedActions=[]
                )
            return page_due.url.removeprefix(settings.BASE_URL)

        return self.once(perform, to=lambda address: address)


class SendTransfer(Page):
    """The sum that was typed on the page before, shown once more before it leaves."""

    template = "escrow/transfer.html"
    least = rights.MANAGER  # the page is nothing but its form
    operations = {"send": "sendTransfer"}

    def show(self) -> dict[str, Any]:
        typed = self.request.POST if self.request.method == "POST" else self.request.GET
        seat = hires.own_released(self.actor.id, typed.get("seat", ""))
        sent = {"amount": typed.get("amount", "")[:20], "description": typed.get("description", "")[:600]}
        context: dict[str, Any] = {
            "choices": _choices(self, seat),
            "seat": seat.public_id if seat else "",
            "least": TRANSFER_MIN_CENTS,
            **sent,
        }
        if seat is None and typed.get("seat") and self.request.method != "POST":
            wrong = {"seat": [_("Choose somebody whose work you have paid.")]}
            return context | {"refused": Refused("sum", wrong["seat"][0], fields=wrong, typed=_lists(typed))}
        if seat is None or not sent["amount"].strip():
            return context
        try:
            cents = self._body(seat)["amount_cents"]
        except ValidationError as error:
            problem = handler.as_problem(error) or Problem()
            wrong = reasons(problem.extra.get("fields", {}))
            return context | {"refused": Refused("sum", say(problem), fields=wrong, typed=_lists(typed))}
        if wrong := _too_much(seat, cents):
            if self.request.method == "POST":  # refused as it was sent: here is the form, to be changed
                return context
            return context | {"refused": Refused("sum", wrong["amount"][0], fields=wrong, typed=_lists(typed))}
        balance = ledger.balance(ledger.wallet(self.actor.id))
        assert seat.worker is not None and seat.bounty_id is not None
        return context | {
            "cents": cents,
            "exactly": f"{cents // 100}.{cents % 100:02d}",
            "balance": balance,
            "left": balance - cents,
            "short": max(cents - balance, pending_transfers.MIN_PAGE_CENTS) if balance < cents else 0,
            "person": seat.worker.display_name,
            "job": jobs.get()(self.actor.id, [seat.bounty_id]).get(seat.bounty_id),
        }

    def _body(self, seat: Escrow) -> Any:
        """What was typed, as the body of the API."""
        typed = self.request.POST if self.request.method == "POST" else self.request.GET
        assert seat.worker is not None and seat.bounty_id is not None
        body = {
            "recipientId": seat.worker.public_profile_id,
            "bountyId": ids.encode("bty", seat.bounty_id),
            "amount": inputs.dollars(typed.get("amount", "")),
            "description": typed.get("description", "").strip(),
            "override": inputs.flag(typed.get("override")),
        }
        return self.read(TransferIn, body)

    def act_send(self) -> HttpResponse:
        seat = hires.own_released(self.actor.id, self.request.POST.get("seat", ""))
        if seat is None:
            raise NotFound("Choose somebody whose work you have paid.")
        data = self._body(seat)
        line = transfers.Line(data["amount_cents"], data["recipient_id"], "", data["bounty_id"])

        def perform() -> Transfer:
            row, _page = transfers.send(
                self.actor,
                line,
                description=data["description"],
                conversation_id=None,
                override=data["override"],
            )
            return row

        def said(row: Transfer) -> str:
            words = {"sum": formats.cents_words(row.amount_cents), "person": row.recipient.display_name}
            if row.status == "completed":
                return _("%(sum)s went to %(person)s.") % words
            return (
                _("Your wallet holds too little. %(sum)s goes to %(person)s once the rest is paid, within a day.")
                % words
            )

        return self.once(perform, to="/owner/wallet/transfers", said=said)


def _too_much(seat: Escrow, cents: int) -> dict[str, list[str]]:
    """By field: why this sum is more than may still be sent for this work; empty when it is not."""
    try:
        pending_transfers.check_cap([(cents, "", seat)])
    except TipCapExceeded as error:
        cap, sent = error.extra["capCents"], error.extra["sentCents"]
        words = {name: formats.cents_words(sum_) for name, sum_ in (("cap", cap), ("sent", sent), ("left", cap - sent))}
        if cap - sent < TRANSFER_MIN_CENTS:
            return {"amount": [_("For this work %(sent)s of at most %(cap)s are sent: no more can be.") % words]}
        return {"amount": [_("At most %(left)s more: %(cap)s in all for this work.") % words]}
    return {}


def _lists(typed: Any) -> dict[str, list[str]]:
    return {name: [str(typed.get(name, ""))[:600]] for name in ("seat", "amount", "description")}


def _choices(page: Page, seat: Escrow | None = None) -> list[tuple[str, str]]:
    """Whom the reader may send something: people whose work they have paid, with the job."""
    seats = hires.latest_released(page.actor.id, limit=_CHOICES)
    if seat is not None and all(one.pk != seat.pk for one in seats):
        seats.insert(0, seat)
    named = jobs.get()(page.actor.id, {one.bounty_id for one in seats if one.bounty_id})
    return [
        (one.public_id, f"{one.worker.display_name} · {named[one.bounty_id].title}")
        for one in seats
        if one.worker is not None and one.bounty_id is not None and one.bounty_id in named
    ]


def _shown(row: Transfer, job: Any) -> dict[str, Any]:
    return TransferOut.render(row) | {"state": _STATES[row.status], "job": job}
