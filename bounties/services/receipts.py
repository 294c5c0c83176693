"""Receipts of released escrows: created on first request, immutable afterwards, shown as a page and mailed on request."""

from datetime import date, datetime
from typing import Any, Final

from django.conf import settings
from django.db.models import CharField, F, Func, Value
from django.db.models.functions import Concat
from django.utils import formats as dates
from django.utils import translation

from bounties import events
from bounties.errors import BillingAddressRequired, NoReceiptYet
from bounties.models import Bounty, Receipt
from bounties.selectors import access, earned
from escrow.models import Escrow, Transfer
from escrow.selectors import corrections
from marketplace.api.fields import timestamp
from marketplace.core import clock, ids, money, reader
from marketplace.core.actor import Actor
from marketplace.core.transactions import unit
from marketplace.models import Account, Mail
from marketplace.services import document_pages, mails
from wallet.selectors import flows

NAME: Final = "bounties/receipt"  # of the document
_SUBJECT: Final = "Receipt "  # with its number: what a mail of a receipt begins with


def latest(actor: Actor, bounty_id: str) -> Receipt:
    """The receipt of everything released so far, created if needed, in a transaction of its own. Sends no mail.

    Locks the bounty only when it creates one. Raises NotFound (404), NotOwner (403), NoReceiptYet (409).
    """
    bounty = access.owned_bounty(actor, bounty_id)
    return unit(lambda: _get_or_issue(bounty))


def send(actor: Actor, bounty_id: str) -> Receipt:
    """Queue a mail of the latest receipt to its recorded billing address (spec, Endpoints, Bounties).

    Without one, the account's present address is recorded first. Locks the receipt. Raises NotFound (404), NotOwner (403),
    NoReceiptYet, BillingAddressRequired (409).
    """
    bounty = access.owned_bounty(actor, bounty_id)
    receipt: Receipt = Receipt.objects.locked().get(pk=_get_or_issue(bounty).pk)
    if not receipt.billing_email:
        receipt.billing_email = billing_address(bounty.owner)
        if not receipt.billing_email:
            raise BillingAddressRequired()
        receipt.save(update_fields=["billing_email"])
    subject = f"{_SUBJECT}{receipt.number}: {receipt.data['bountyTitle']}"
    with reader.written_to(bounty.owner):
        text, html = as_text(receipt), as_page(receipt)
    mails.write(to=receipt.billing_email, subject=subject, text=text, html=html)
    events.publish_internal(actor, bounty, "receipt_mailed", number=receipt.number)
    return receipt


def erase(account: Account) -> None:
    """The mails of this account's receipts go with it, whatever address they were for: other mails to a billing address may be
    somebody else's. In the caller's transaction.
    """
    own = Receipt.objects.filter(bounty__owner=account).exclude(billing_email="")
    begins = own.annotate(begins=Concat(Value(_SUBJECT), "number")).values("begins")
    mails_of_receipts = Mail.objects.filter(to__in=own.values("billing_email"), subject__startswith=_SUBJECT)
    until_colon = Func(F("subject"), Value(":"), Value(1), function="split_part", output_field=CharField())
    mails_of_receipts.alias(until_colon=until_colon).filter(until_colon__in=begins).delete()


def billing_address(owner: Account) -> str:
    """The account's billing e-mail, else its own when that is verified, else nothing."""
    return owner.billing_email or (owner.email if owner.email_verified_at else None) or ""


def as_page(receipt: Receipt, *, back: str = "") -> str:
    """The receipt as a self-contained HTML document. back: the address of the page from which somebody came."""
    data = receipt.data
    lines = [
        {
            "worker": line["workerName"],
            "released": _day(line["releasedAt"]),
            "amount": money.format_usd(line["amountCents"]),
            "fee": money.format_usd(line["feeCents"]),
            "total": money.format_usd(line["totalCents"]),
            "unanswered": line.get("unanswered", False),
        }
        for line in data["lines"]
    ]
    tips = [
        {
            "worker": tip["workerName"],
            "about": tip["description"],
            "paid": _day(tip["paidAt"]),
            "amount": money.format_usd(tip["amountCents"]),
        }
        for tip in data.get("tips", [])  # earlier receipts have none
    ]
    totals = {name.removesuffix("Cents"): money.format_usd(cents) for name, cents in data["totals"].items()}
    return document_pages.render(
        NAME,
        {
            "back": back,
            "service": data["serviceName"],
            "receipt": data,
            "issued": _day(data["issuedAt"]),
            "lines": lines,
            "tips": tips,
            "totals": {"paid": totals["total"]} | totals,
        },
    )


def as_text(receipt: Receipt) -> str:
    """The receipt as plain text, for mail programs that show no HTML."""
    data = receipt.data
    rows = [
        f"{line['workerName']}, released {_day(line['releasedAt'])}: {money.format_usd(line['amountCents'])}"
        f" + fee {money.format_usd(line['feeCents'])} = {money.format_usd(line['totalCents'])}"
        f"{', accepted because nobody reviewed the work in time' if line.get('unanswered') else ''}"
        for line in data["lines"]
    ]
    rows += [
        f"{tip['workerName']}, tip or reimbursement of {_day(tip['paidAt'])}: {money.format_usd(tip['amountCents'])}"
        for tip in data.get("tips", [])
    ]
    totals = data["totals"]
    total = f"Total paid: {money.format_usd(totals.get('paidCents', totals['totalCents']))}"
    head = f"{data['serviceName']}\nReceipt {data['number']}, {_day(data['issuedAt'])}\n{data['bountyTitle']}"
    return "\n\n".join([head, "\n".join(rows), total]) + "\n"


def _day(at: str) -> str:
    """The day of a moment, as the reader writes it in English, which is the language of this document."""
    style = "F j, Y" if translation.get_language() == "en-us" else "j F Y"
    with translation.override("en-gb"):
        return dates.date_format(date.fromisoformat(at[:10]), style)


def _get_or_issue(bounty: Bounty) -> Receipt:
    """The receipt that lists every released seat and every tip, created if needed. Locks the bounty only when it creates one."""
    if (found := _find_current(bounty)) is not None:
        return found
    bounty = access.lock_bounty(bounty.pk)
    return _find_current(bounty) or _issue(bounty)


def _find_current(bounty: Bounty) -> Receipt | None:
    """Raises NoReceiptYet (409)."""
    lines = _released(bounty).count() + len(corrections.of_bounty(bounty.pk))
    if not lines:
        raise NoReceiptYet()
    found = Receipt.objects.filter(bounty_id=bounty.pk, seat_count=lines).order_by("-version").first()
    tips = earned.tips_of_job(bounty.pk).count()
    return found if found is not None and len(found.data.get("tips", [])) == tips else None


def _released(bounty: Bounty) -> Any:
    return Escrow.objects.filter(bounty_id=bounty.pk, kind="seat", released_at__isnull=False)


def _issue(bounty: Bounty) -> Receipt:
    version = Receipt.objects.filter(bounty_id=bounty.pk).count() + 1
    number = f"R-{bounty.public_id[-12:].upper()}-{version}"
    seats = list(_released(bounty).select_related("worker").order_by("released_at", "pk"))
    paid = flows.of_seats([seat.pk for seat in seats])
    lines = [_line(seat, seat.worker, seat.released_at, paid.get(seat.pk, flows.Payout())) for seat in seats]
    # What an appeal took more, or gave back, is a line of its own, of its own day.
    lines += [
        _line(one.seat, one.worker, one.at, flows.Payout(one.pay, one.fee)) for one in corrections.of_bounty(bounty.pk)
    ]
    tips = [_tip(one) for one in earned.tips_of_job(bounty.pk)]
    totals = {name: sum(line[name] for line in lines) for name in ("amountCents", "feeCents", "totalCents")}
    tipped = sum(tip["amountCents"] for tip in tips)
    data = {
        "number": number,
        "version": version,
        "serviceName": settings.SERVICE_NAME,
        "issuedAt": timestamp(clock.now()),
        "currency": "USD",
        "bountyId": bounty.public_id,
        "bountyTitle": bounty.title,
        "billedTo": bounty.owner.display_name,
        "lines": lines,
        "tips": tips,
        "totals": totals | {"tipsCents": tipped, "paidCents": totals["totalCents"] + tipped},
    }
    made: Receipt = Receipt.objects.create(
        bounty=bounty,
        version=version,
        number=number,
        seat_count=len(lines),
        billing_email=billing_address(bounty.owner),
        data=data,
    )
    return made


def _tip(sent: Transfer) -> dict[str, Any]:
    """What the owner sent somebody beside the job's own money; without a fee."""
    return {
        "transferId": sent.public_id,
        "humanId": sent.recipient.public_profile_id,
        "workerName": sent.recipient.display_name,
        "description": sent.description,
        "amountCents": sent.amount_cents,
        "paidAt": timestamp(sent.completed_at),
    }


def _line(seat: Escrow, worker: Account | None, at: datetime | None, sums: flows.Payout) -> dict[str, Any]:
    """What the owner paid for a seat, by its postings: of a split what was decided, not what was agreed."""
    assert worker is not None and seat.application_id is not None
    return {
        "escrowId": seat.public_id,
        "applicationId": ids.encode("app", seat.application_id),
        "humanId": worker.public_profile_id,
        "workerName": worker.display_name,
        "amountCents": sums.pay,
        "feeCents": sums.fee,
        "totalCents": sums.total,
        "releasedAt": timestamp(at),
        **({"unanswered": True} if seat.accepted_unanswered else {}),
    }
