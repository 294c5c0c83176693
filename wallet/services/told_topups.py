"""What the owner is told of an automatic charge of the kept card, by mail and in the timeline: nobody asked for it just then."""

from datetime import datetime
from typing import Any, Final
from uuid import UUID

from django.utils.translation import gettext as _

from marketplace.core import clock, reader, written
from marketplace.core.money import format_usd
from marketplace.core.transactions import for_each_due
from marketplace.services import calls, mail_templates
from wallet import ledger
from wallet.models import Controls, TopUp
from wallet.rules.topups import CHARGE_MAIL_PAUSE, TOP_UP_FAILURES, failure_words
from wallet.selectors.topups import untold
from wallet.services import deposits

CHARGED, FAILED = "chargeKeptCard", "chargeKeptCardFailed"  # of the timeline: no operations, since nobody calls
_UNTOLD: Final = ("topup_mail_not_before", "topup_untold", "topup_untold_cents")


def charged(controls: Controls, row: TopUp, card: str) -> None:
    """The card (`card •••• 4242`) was charged: a line of the timeline for each, and a mail at once, unless there was one within the
    hour; the next one has the sum. In the transaction of the deposit and before it, which has locked the controls; they have the
    account."""
    with reader.written_to(controls.account):
        parts, floor = _parts(row, card), controls.auto_topup_floor_cents
        note = _("%(sum)s from %(card)s") % parts
        if floor is not None:
            note = _("%(sum)s from %(card)s: the wallet was below %(floor)s") % (
                parts | {"floor": written.cents_words(floor)}
            )
    calls.write_for_service(controls.account, operation=CHARGED, note=note)
    controls.topup_untold += 1
    controls.topup_untold_cents += row.amount_cents
    if controls.topup_mail_not_before is None or controls.topup_mail_not_before <= clock.now():
        _mail(controls, card, row.ended_at or clock.now())
    controls.save(update_fields=_UNTOLD)


def tell_due() -> int:
    """Timer: mail owners what was charged since their last mail, an hour after it. Locks their controls, in a transaction each;
    returns how many were told."""

    def work(pk: UUID) -> None:
        controls: Controls = Controls.objects.locked().select_related("account").get(pk=pk)
        last = TopUp.objects.filter(account_id=pk, status="succeeded").order_by("-ended_at").first()
        until = controls.topup_mail_not_before  # a charge may have been mailed while the lock was waited for
        if controls.topup_untold and last is not None and (until is None or until <= clock.now()):
            payment = deposits.find_payment("card", last.provider_ref)
            _mail(controls, payment.method if payment else "", last.ended_at or clock.now())
            controls.save(update_fields=_UNTOLD)

    due = untold().filter(topup_mail_not_before__lte=clock.now())
    return for_each_due(due, work, by="topup_mail_not_before")


def _mail(controls: Controls, card: str, last_at: datetime) -> None:
    """About all charges that were not told; the caller saves the controls."""
    mail_templates.send(
        controls.account,
        "topped_up",
        times=controls.topup_untold,
        amount=format_usd(controls.topup_untold_cents),
        card=card,
        at=last_at,
        **_why(controls),
    )
    controls.topup_untold, controls.topup_untold_cents = 0, 0
    controls.topup_mail_not_before = clock.now() + CHARGE_MAIL_PAUSE


def failed(controls: Controls, row: TopUp, card: str, reason: str) -> None:
    """It was not charged, or nobody knows (`reason` unknown); at the third time in a row the top-up was switched off by now. In the
    transaction that counts it. Locks nothing."""
    account = controls.account
    balance = format_usd(ledger.balance(ledger.wallet(account.pk)))
    with reader.written_to(account):
        why = failure_words(reason)
        note = _("%(sum)s from %(card)s: %(why)s") % (_parts(row, card) | {"why": why})
    if controls.topup_failures >= TOP_UP_FAILURES:
        mail_templates.send(account, "topup_off", times=TOP_UP_FAILURES, reason=why, balance=balance)
    else:
        amount = format_usd(row.amount_cents)
        mail_templates.send(
            account,
            "topup_failed",
            amount=amount,
            card=card,
            reason=why,
            is_unknown=reason == "unknown",
            balance=balance,
            **_why(controls),
        )
    calls.write_for_service(account, operation=FAILED, note=note)


def failed_late(controls: Controls, row: TopUp, card: str) -> None:
    """The provider had no answer, of which the owner was told, and says by now that nothing was charged. In the transaction that
    ends it; it counts no second time. Locks nothing."""
    account = controls.account
    with reader.written_to(account):
        note = _("%(sum)s from %(card)s was not charged: the payment provider says so now") % _parts(row, card)
    mail_templates.send(
        account,
        "topup_failed",
        amount=format_usd(row.amount_cents),
        card=card,
        began=row.created_at,
        is_late=True,
        balance=format_usd(ledger.balance(ledger.wallet(account.pk))),
    )
    calls.write_for_service(account, operation=FAILED, note=note)


def _why(controls: Controls) -> dict[str, Any]:
    """The settings as they are now; what is not set any more is left out."""
    values = {
        "floor": controls.auto_topup_floor_cents,
        "target": controls.auto_topup_target_cents,
        "most": controls.auto_topup_max_per_day_cents,
    }
    return {name: format_usd(cents) if cents is not None else "" for name, cents in values.items()}


def _parts(row: TopUp, card: str) -> dict[str, str]:
    return {"sum": written.cents_words(row.amount_cents), "card": card or _("the kept card")}
