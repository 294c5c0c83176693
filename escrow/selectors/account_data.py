"""What this app knows about an account, for the copy that its owner may fetch; and what keeps it from being closed."""

from collections.abc import Iterable, Iterator
from datetime import UTC
from typing import Any
from uuid import UUID

from django.db.models import Q

from escrow.models import (
    Appeal,
    Case,
    CaseMessage,
    CaseOffer,
    CaseRequest,
    Dispute,
    DisputeDecision,
    DisputeEvidence,
    Escrow,
    InvoiceRun,
    Transfer,
)
from escrow.rules.disputes import OPEN_DISPUTE
from marketplace.models import Account
from marketplace.ports import Holds
from marketplace.selectors.account_data import table
from wallet.models import Chargeback


def parts(account: Account) -> Iterator[tuple[str, Iterable[dict[str, Any]]]]:
    dates = ("funded_at", "released_at", "ended_at")
    earned = Escrow.objects.filter(worker=account)
    yield (
        "pay_you_earned",
        table(earned, "esc", "status", "human_payout_cents", "earned_cents", "corrected_cents", *dates),
    )
    paid = Escrow.objects.filter(owner=account)
    yield "pay_you_put_aside", table(paid, "esc", "kind", "status", "amount_cents", "platform_fee_cents", *dates)
    opened = Dispute.objects.filter(owner=account)
    yield (
        "disputes_you_opened",
        table(opened, "dsp", "status", "category", "description", "urls", "created_at", "resolved_at"),
    )
    about = Dispute.objects.filter(worker=account)
    yield (
        "disputes_about_you",
        table(
            about, "dsp", "status", "category", "description", "created_at", "resolved_at", refs={"escrow_id": "esc"}
        ),
    )
    words = DisputeEvidence.objects.filter(author=account)
    yield "what_you_added_to_disputes", table(words, "dev", "text", "urls", "created_at", refs={"dispute_id": "dsp"})
    offers = CaseOffer.objects.filter(made_by=account)
    sums = ("worker_cents", "fee_cents", "refund_cents")
    yield "what_you_offered_in_disputes", table(offers, "dof", *sums, "words", "state", "created_at", "ended_at")
    asked = CaseRequest.objects.filter(asked=account)
    yield "what_staff_asked_you", table(asked, "crq", "items", "words", "state", "created_at", "due_at")
    to_me = Q(case__owner=account, to__in=("funder", "both")) | Q(case__worker=account, to__in=("worker", "both"))
    written = CaseMessage.objects.filter(to_me, case__dispute__isnull=False)
    yield "what_staff_wrote_to_you_about_disputes", table(written, "cmg", "words", "created_at")
    about_me = Q(dispute__owner=account) | Q(dispute__worker=account) | Q(case__owner=account) | Q(case__worker=account)
    final = DisputeDecision.objects.filter(about_me, state="final")
    decided = ("decision", "worker_cents", "fee_cents", "refund_cents", "reason", "decided_at")
    yield "decisions_about_your_disputes", table(final, "ddc", *decided, refs={"dispute_id": "dsp"})
    appeals = Appeal.objects.filter(made_by=account)
    yield (
        "appeals_you_made",
        table(appeals, "apl", "ground", "words", "state", "created_at", "decided_at", refs={"dispute_id": "dsp"}),
    )
    tips = ("amount_cents", "description", "status", "created_at", "completed_at")
    yield "payments_you_sent", table(Transfer.objects.filter(sender=account), "trf", *tips)
    yield "payments_you_got", table(Transfer.objects.filter(recipient=account), "trf", *tips)


def open_matters(account: Account) -> list[str]:
    sides = Q(owner=account) | Q(worker=account)
    held = Escrow.objects.filter(sides, ended_at=None)
    disputes = Dispute.objects.filter(sides, status__in=OPEN_DISPUTE)
    waiting = Transfer.objects.filter(Q(sender=account) | Q(recipient=account), status="pending")
    rows = {"held_money": held, "disputes": disputes, "transfers": waiting}
    return [name for name, found in rows.items() if found.exists()]


def holds(account: Account) -> Holds:
    """Seats whose money is held, about which a case is open or may be appealed, or whose funder's bank takes a payment back; and
    the address for an invoice that is yet to be written."""
    sides = Q(owner=account) | Q(worker=account)
    held = Escrow.objects.filter(sides, ended_at=None)
    cases = Case.objects.filter(sides, closed_at=None)
    contested = Chargeback.objects.filter(status="open").values("account")
    returned = Escrow.objects.filter(sides, owner__in=contested)
    rows = {
        "held_money": held.values_list("subject_id", flat=True),
        "cases": cases.values_list("escrow__subject_id", flat=True),
        "chargebacks": returned.values_list("subject_id", flat=True),
    }
    found = {why: frozenset(keys) for why, keys in rows.items()}
    why = [code for code, keys in found.items() if keys]
    is_billed = _is_to_be_billed(account)
    return Holds(
        seats=frozenset().union(*found.values()),
        tables=frozenset({"escrow.BillingDetails"} if is_billed else ()),
        why=(*why, "invoice") if is_billed else tuple(why),
    )


def files_of(seats: frozenset[UUID]) -> Iterator[UUID]:
    """What both sides added to the disputes of these seats."""
    rows = DisputeEvidence.objects.filter(dispute__escrow__subject_id__in=seats, files__isnull=False)
    yield from rows.values_list("files", flat=True)


def _is_to_be_billed(account: Account) -> bool:
    """Does an invoice of a month in which it paid a fee have to be written yet?"""
    last = Escrow.objects.filter(owner=account, released_at__isnull=False).order_by("-released_at").first()
    if last is None or last.released_at is None:
        return False
    month = last.released_at.astimezone(UTC).date().replace(day=1)
    runs = InvoiceRun.objects.filter(month__gte=month)
    return not runs.filter(done_at__isnull=False).exists()
