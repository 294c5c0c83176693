"""What the owner is told of an automatic charge of the kept card, by mail and in the timeline: nobody asked for it just then."""

from typing import Any

from django.utils.translation import gettext as _

from marketplace.core import clock, reader
from marketplace.core.money import format_usd
from marketplace.services import calls, mail_templates
from wallet import ledger
from wallet.models import Controls, TopUp
from wallet.rules.topups import TOP_UP_FAILURES, failure_words

CHARGED, FAILED = "chargeKeptCard", "chargeKeptCardFailed"  # of the timeline: no operations, since nobody calls


def charged(controls: Controls, row: TopUp, card: str) -> None:
    """The card (`card •••• 4242`) was charged. In the transaction of the deposit and before it; the controls have the account.
    Locks nothing."""
    amount = format_usd(row.amount_cents)
    mail_templates.send(
        controls.account, "topped_up", amount=amount, card=card, at=row.ended_at or clock.now(), **_why(controls)
    )
    with reader.written_to(controls.account):
        note = _("%(sum)s from %(card)s: the wallet was below %(floor)s") % _parts(controls, row, card)
    calls.write_for_service(controls.account, operation=CHARGED, note=note)


def failed(controls: Controls, row: TopUp, card: str, reason: str) -> None:
    """It was not charged, or nobody knows (`reason` unknown); at the third time in a row the top-up was switched off by now. In the
    transaction that counts it. Locks nothing."""
    account = controls.account
    balance = format_usd(ledger.balance(ledger.wallet(account.pk)))
    with reader.written_to(account):
        why = failure_words(reason)
        note = _("%(sum)s from %(card)s: %(why)s") % (_parts(controls, row, card) | {"why": why})
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


def _why(controls: Controls) -> dict[str, Any]:
    return {
        "floor": format_usd(controls.auto_topup_floor_cents or 0),
        "target": format_usd(controls.auto_topup_target_cents or 0),
        "most": format_usd(controls.auto_topup_max_per_day_cents or 0),
    }


def _parts(controls: Controls, row: TopUp, card: str) -> dict[str, str]:
    floor = format_usd(controls.auto_topup_floor_cents or 0)
    return {"sum": format_usd(row.amount_cents), "card": card or _("the kept card"), "floor": floor}
