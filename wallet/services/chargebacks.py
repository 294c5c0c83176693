"""A bank takes a card payment back. Whatever a message says is looked up at the provider; what it took and what came back
are booked once each, however often, late or out of order we hear of it, and also when we never do."""

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
from wallet.providers import card_rail, there
from wallet.providers.cards import CardRail, Disputed
from wallet.rules import CHARGEBACK, CHARGEBACK_LOOK, CHARGEBACKS_OF, CHARGEBACKS_OF_LONG
from wallet.services import controls

log = logging.getLogger(__name__)
_BATCH = 100
_RAILS = ("card", "mpp")  # whose payments a card's bank can take back


def on_webhook(charge: str) -> None:
    """The provider has something to say about this charge of its: ask, and book what it says. No transaction is open.
    Raises NoCardProvider (503), ProviderUnavailable (502)."""
    rail = card_rail()
    for said in rail.disputed(charge) if charge else ():
        book(rail.name, said)


def book(provider: str, said: Disputed) -> Chargeback | None:
    """Bring our row to what the provider says, each step in a commit of its own. Safe to repeat and to race.

    None while nothing was taken, and for a payment that is not in our books yet: the timer comes back to it.
    """
    known = Chargeback.objects.filter(provider=provider, provider_ref=said.reference).first()
    if known is None:
        if not said.cents:
            return None
        payment = Payment.objects.filter(rail__in=_RAILS, reference=said.charge).first()
        if payment is None:
            log.warning("a chargeback of a payment that is not in our books", extra={"ref": said.reference})
            return None
        known = unit(lambda: _open(provider, payment.pk, said))
    if said.state != "open" and _back(known, said) != (0, 0):
        return unit(lambda: _mark_won(known.pk, said))
    if said.state == "lost" and known.status == "open":
        return unit(lambda: _mark_lost(known.pk))
    return known


def poll_old() -> int:
    """Timer: all that the provider opened in months. What began as a mere question of the bank, of which we keep no row,
    may have become a chargeback long after. Returns how many have changed."""
    try:
        return _opened_in(card_rail(), CHARGEBACKS_OF_LONG)
    except (NoCardProvider, ProviderUnavailable):
        log.warning("the card provider could not be asked about old chargebacks")
        return 0


def poll_recent() -> int:
    """Timer: what the provider opened lately, in case its message was lost, and how the open ones stand, each once a day.
    Returns how many have changed."""
    now = clock.now()
    changed = 0
    try:
        rail = card_rail()
        changed += _opened_in(rail, CHARGEBACKS_OF)
        due = Chargeback.objects.filter(provider=rail.name, poll_at__lte=now).select_related("payment")
        for row in list(due.order_by("poll_at", "pk")[:_BATCH]):
            try:
                found = rail.disputed(row.payment.reference)
            except ProviderUnavailable:  # of this charge: it must not hold up the others
                log.warning("a chargeback could not be looked at", extra={"chargeback": row.public_id})
                found = []
            for said in found:
                changed += _safely(rail.name, said)
            Chargeback.objects.filter(pk=row.pk, status="open").update(poll_at=now + CHARGEBACK_LOOK)
    except (NoCardProvider, ProviderUnavailable):
        log.warning("the card provider could not be asked about chargebacks")
    return changed


def _opened_in(rail: CardRail, time: timedelta) -> int:
    now = clock.now()
    opened = rail.disputes(there(rail, now - time), there(rail, now) + timedelta(minutes=1))
    return sum(_safely(rail.name, said) for said in opened)


def _safely(provider: str, said: Disputed) -> bool:
    """One that fails must not hold up the others; the next look finds it again."""
    mine = Chargeback.objects.filter(provider=provider, provider_ref=said.reference).values_list(
        "status", "returned_cents"
    )
    try:
        before = mine.first()
        book(provider, said)
        return bool(before != mine.first())
    except Exception:
        log.exception("a chargeback could not be booked", extra={"ref": said.reference})
        return False


def _open(provider: str, payment_id: UUID, said: Disputed) -> Chargeback:
    """The row, and the money: from the wallet what it has, the rest and the fee from our losses. Automatic top-ups end,
    for whoever disputes one charge of a card will dispute the next. Locks the payment, the controls, then the wallet."""
    payment: Payment = Payment.objects.locked().select_related("account").get(pk=payment_id)
    controls.stop_top_ups(payment.account_id)
    fresh = Chargeback(
        account=payment.account,
        payment=payment,
        provider=provider,
        provider_ref=said.reference,
        reason=said.reason[:60],
        amount_cents=said.cents,
        from_wallet_cents=said.cents,
        fee_cents=said.fee_cents,
        opened_at=said.at,
        answer_by=said.answer_by,
        poll_at=clock.now() + CHARGEBACK_LOOK,
    )
    # The slower of two messages at once waits for the payment, and finds the faster one's row.
    Chargeback.objects.bulk_create([fresh], ignore_conflicts=True)
    row: Chargeback = Chargeback.objects.get(provider=provider, provider_ref=said.reference)
    if row.pk != fresh.pk:
        return row
    try:
        _take(row)
    except InsufficientFunds as short:
        # The refusal holds the wallet's lock, so what it says is there stays there.
        row.from_wallet_cents = short.extra["balanceCents"]
        row.owed_cents = row.amount_cents - row.from_wallet_cents
        row.save(update_fields=["from_wallet_cents", "owed_cents"])
        _take(row)
    _tell(row, "chargeback")
    return row


def _take(row: Chargeback) -> None:
    world, mine = ledger.WORLD[row.payment.rail], ledger.wallet(row.account_id)
    moves = [
        ledger.Move(mine, world, row.from_wallet_cents),
        ledger.Move(ledger.LOSSES, world, row.owed_cents + row.fee_cents),
    ]
    posted = ledger.post(key=f"chargeback:{row.pk}", kind="chargeback", moves=moves, tags=_tags(row))
    controls.follow_loss(row.account_id, posted, moves)


def _back(row: Chargeback, said: Disputed) -> tuple[int, int]:
    """What came back that is not booked yet: of the amount, and of the fee. Without money for us it is not won."""
    cents = max(min(said.returned_cents, row.amount_cents) - row.returned_cents, 0)
    fee = max(min(said.fee_returned_cents, row.fee_cents) - row.fee_returned_cents, 0)
    return (cents, fee) if cents or row.status == "won" else (0, 0)


def _mark_won(chargeback_id: UUID, said: Disputed) -> Chargeback:
    """Book what came back, all or a part, and the fee as far as it did. It pays what is still owed; the rest is the wallet's,
    so that who has paid his debt meanwhile gets that back."""
    row = _locked(chargeback_id)
    cents, fee = _back(row, said)
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
        _tell(row, "chargeback_won", returned=cents - paid_off)
    world, mine = ledger.WORLD[row.payment.rail], ledger.wallet(row.account_id)
    ledger.post(
        # More may come later: what had come before only grows, so it names this return for ever.
        key=f"chargeback.won:{row.pk}" + (f":{before}" if before else ""),
        kind="chargeback_won",
        moves=[ledger.Move(world, mine, cents - paid_off), ledger.Move(world, ledger.LOSSES, paid_off + fee)],
        tags=_tags(row),
    )
    return row


def _mark_lost(chargeback_id: UUID) -> Chargeback:
    """For good, as far as anybody knows; no money moves, and what is owed stays owed."""
    row = _locked(chargeback_id)
    if row.status == "open":
        row.status, row.poll_at, row.ended_at = CHARGEBACK.next(row.status, "lose"), None, clock.now()
        row.save(update_fields=["status", "poll_at", "ended_at"])
        _tell(row, "chargeback_lost")
    return row


def _locked(chargeback_id: UUID) -> Chargeback:
    rows = Chargeback.objects.locked().select_related("account", "payment")
    found: Chargeback = rows.get(pk=chargeback_id)
    return found


def _tags(row: Chargeback) -> dict[str, str]:
    return {"chargeback": row.public_id, "provider": row.provider_ref, "reason": row.reason}


def _tell(row: Chargeback, letter: str, *, returned: int = 0) -> None:
    """`returned` is what has just come back into the wallet."""
    mail_templates.send(
        row.account,
        letter,
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
