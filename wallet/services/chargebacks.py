"""Chargebacks: a bank takes a card payment back. The provider is always asked for the present state; the loss and every
return are posted once each, however often, late or out of order webhooks arrive, and also when they are lost."""

import logging
from datetime import timedelta
from uuid import UUID

from marketplace.core import clock
from marketplace.core.money import format_usd
from marketplace.core.transactions import unit
from marketplace.services import mail_templates
from wallet import ledger
from wallet.errors import InsufficientFunds, NoCardProvider, ProviderUnavailable
from wallet.models import Chargeback, Payment
from wallet.providers import card_rail, provider_time
from wallet.providers.cards import CardRail, ProviderChargeback
from wallet.rules.chargebacks import CHARGEBACK, CHARGEBACK_POLL_PAUSE, CHARGEBACKS_OLD, CHARGEBACKS_RECENT
from wallet.services import controls

log = logging.getLogger(__name__)
_BATCH = 100
_RAILS = ("card", "mpp")  # rails whose payments can be charged back


def on_webhook(charge: str) -> None:
    """A webhook named this charge: ask the provider for its chargebacks and book them.

    Args: `charge` is the provider's id of the charge. No transaction is open while the provider is asked. Locks as `book`.
    Raises NoCardProvider (503), ProviderUnavailable (502).
    """
    rail = card_rail()
    for dispute in rail.chargebacks_of(charge) if charge else ():
        book(rail.name, dispute)


def book(provider: str, dispute: ProviderChargeback) -> Chargeback | None:
    """Update our row to the provider's state, one commit per step. Idempotent and safe to run concurrently.

    Returns None while the bank has taken nothing, and for a payment that is not booked yet (the timer tries again). Locks
    the payment and the controls, or the chargeback; then the ledger accounts.
    """
    known = Chargeback.objects.filter(provider=provider, provider_ref=dispute.reference).first()
    if known is None:
        if not dispute.cents:
            return None
        payment = Payment.objects.filter(rail__in=_RAILS, reference=dispute.charge).first()
        if payment is None:
            log.warning("chargeback of an unknown payment", extra={"ref": dispute.reference})
            return None
        known = unit(lambda: _open(provider, payment.pk, dispute))
    if dispute.state != "open" and _newly_returned(known, dispute) != (0, 0):
        return unit(lambda: _mark_won(known.pk, dispute))
    if dispute.state == "lost" and known.status == "open":
        return unit(lambda: _mark_lost(known.pk))
    return known


def poll_old() -> int:
    """Timer: poll everything the provider opened in the last months, because an inquiry, which has no row here, may become a
    chargeback much later. Returns how many have changed."""
    try:
        return _book_opened_since(card_rail(), CHARGEBACKS_OLD)
    except (NoCardProvider, ProviderUnavailable):
        log.warning("card provider unavailable: old chargebacks were not polled")
        return 0


def poll_recent() -> int:
    """Timer: poll recently opened chargebacks, in case their webhook was lost, and each open one once a day. Returns how many
    have changed."""
    now = clock.now()
    changed = 0
    try:
        rail = card_rail()
        changed += _book_opened_since(rail, CHARGEBACKS_RECENT)
        due = Chargeback.objects.filter(provider=rail.name, poll_at__lte=now).select_related("payment")
        for row in list(due.order_by("poll_at", "pk")[:_BATCH]):
            try:
                found = rail.chargebacks_of(row.payment.reference)
            except ProviderUnavailable:  # for this charge only: go on with the others
                log.warning("chargeback could not be polled", extra={"chargeback": row.public_id})
                found = []
            for dispute in found:
                changed += _book_safely(rail.name, dispute)
            Chargeback.objects.filter(pk=row.pk, status="open").update(poll_at=now + CHARGEBACK_POLL_PAUSE)
    except (NoCardProvider, ProviderUnavailable):
        log.warning("card provider unavailable: chargebacks were not polled")
    return changed


def _book_opened_since(rail: CardRail, time: timedelta) -> int:
    now = clock.now()
    opened = rail.chargebacks_between(provider_time(rail, now - time), provider_time(rail, now) + timedelta(minutes=1))
    return sum(_book_safely(rail.name, dispute) for dispute in opened)


def _book_safely(provider: str, dispute: ProviderChargeback) -> bool:
    """Book one chargeback; returns whether it changed. An exception is logged, not raised: the next poll tries again."""
    mine = Chargeback.objects.filter(provider=provider, provider_ref=dispute.reference).values_list(
        "status", "returned_cents"
    )
    try:
        before = mine.first()
        book(provider, dispute)
        return bool(before != mine.first())
    except Exception:
        log.exception("chargeback could not be booked", extra={"ref": dispute.reference})
        return False


def _open(provider: str, payment_id: UUID, dispute: ProviderChargeback) -> Chargeback:
    """Create the row and post the loss: as much as possible from the wallet, the rest and the fee from our losses. Automatic
    top-ups are switched off, because further charges of that card are likely to be disputed, too. Locks the payment, the
    controls, then the ledger accounts."""
    payment: Payment = Payment.objects.locked().select_related("account").get(pk=payment_id)
    controls.stop_top_ups(payment.account_id)
    fresh = Chargeback(
        account=payment.account,
        payment=payment,
        provider=provider,
        provider_ref=dispute.reference,
        reason=dispute.reason[:60],
        amount_cents=dispute.cents,
        from_wallet_cents=dispute.cents,
        fee_cents=dispute.fee_cents,
        opened_at=dispute.at,
        answer_by=dispute.answer_by,
        poll_at=clock.now() + CHARGEBACK_POLL_PAUSE,
    )
    # Of two concurrent webhooks, the slower one waits for the payment's lock and finds the faster one's row.
    Chargeback.objects.bulk_create([fresh], ignore_conflicts=True)
    row: Chargeback = Chargeback.objects.get(provider=provider, provider_ref=dispute.reference)
    if row.pk != fresh.pk:
        return row
    try:
        _post_loss(row)
    except InsufficientFunds as short:
        # The refused post still holds the wallet's lock, so the balance that it reports cannot change.
        row.from_wallet_cents = short.extra["balanceCents"]
        row.owed_cents = row.amount_cents - row.from_wallet_cents
        row.save(update_fields=["from_wallet_cents", "owed_cents"])
        _post_loss(row)
    _send_mail(row, "chargeback")
    return row


def _post_loss(row: Chargeback) -> None:
    world, mine = ledger.WORLD[row.payment.rail], ledger.wallet(row.account_id)
    moves = [
        ledger.Move(mine, world, row.from_wallet_cents),
        ledger.Move(ledger.LOSSES, world, row.owed_cents + row.fee_cents),
    ]
    posted = ledger.post(key=f"chargeback:{row.pk}", kind="chargeback", moves=moves, tags=_tags(row))
    controls.after_loss(row.account_id, posted, moves)


def _newly_returned(row: Chargeback, dispute: ProviderChargeback) -> tuple[int, int]:
    """(cents of the amount, cents of the fee) that were returned and are not booked yet. A returned fee alone does not make
    the chargeback won."""
    cents = max(min(dispute.returned_cents, row.amount_cents) - row.returned_cents, 0)
    fee = max(min(dispute.fee_returned_cents, row.fee_cents) - row.fee_returned_cents, 0)
    return (cents, fee) if cents or row.status == "won" else (0, 0)


def _mark_won(chargeback_id: UUID, dispute: ProviderChargeback) -> Chargeback:
    """Post what was returned of the amount and of the fee. It pays off what is still owed; the rest goes to the wallet, so
    that an owner who has paid the debt meanwhile gets it back."""
    row = _locked(chargeback_id)
    cents, fee = _newly_returned(row, dispute)
    if not cents and not fee:
        return row
    before = row.returned_cents + row.fee_returned_cents
    if row.status != "won":
        row.status, row.poll_at, row.ended_at = CHARGEBACK.next(row.status, "win"), None, clock.now()
    paid_off = min(row.owed_cents, cents)
    row.owed_cents -= paid_off
    row.returned_cents += cents
    row.returned_to_wallet_cents += cents - paid_off
    row.fee_returned_cents += fee
    row.save(update_fields=_WON)
    if cents:
        _send_mail(row, "chargeback_won", returned=cents - paid_off)
    world, mine = ledger.WORLD[row.payment.rail], ledger.wallet(row.account_id)
    ledger.post(
        # There may be several returns; the sum of the earlier ones only grows, which makes this key unique.
        key=f"chargeback.won:{row.pk}" + (f":{before}" if before else ""),
        kind="chargeback_won",
        moves=[ledger.Move(world, mine, cents - paid_off), ledger.Move(world, ledger.LOSSES, paid_off + fee)],
        tags=_tags(row),
    )
    return row


def _mark_lost(chargeback_id: UUID) -> Chargeback:
    """open -> lost. No money moves; the debt remains."""
    row = _locked(chargeback_id)
    if row.status == "open":
        row.status, row.poll_at, row.ended_at = CHARGEBACK.next(row.status, "lose"), None, clock.now()
        row.save(update_fields=["status", "poll_at", "ended_at"])
        _send_mail(row, "chargeback_lost")
    return row


def _locked(chargeback_id: UUID) -> Chargeback:
    rows = Chargeback.objects.locked().select_related("account", "payment")
    found: Chargeback = rows.get(pk=chargeback_id)
    return found


def _tags(row: Chargeback) -> dict[str, str]:
    return {"chargeback": row.public_id, "provider": row.provider_ref, "reason": row.reason}


def _send_mail(row: Chargeback, template: str, *, returned: int = 0) -> None:
    """Mail the owner. `returned`: cents that have just been returned to the wallet."""
    mail_templates.send(
        row.account,
        template,
        amount=format_usd(row.amount_cents),
        taken=format_usd(row.from_wallet_cents),
        owed=format_usd(row.owed_cents) if row.owed_cents else "",
        returned=format_usd(returned),
        partly=0 < row.returned_cents < row.amount_cents,
        method=row.payment.method or row.payment.rail,
        paid_at=row.payment.created_at,
        reference=row.public_id,
    )


_WON = (
    *(
        "status",
        "poll_at",
        "ended_at",
        "owed_cents",
        "returned_cents",
        "returned_to_wallet_cents",
        "fee_returned_cents",
    ),
)
