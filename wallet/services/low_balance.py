"""What is told when a post takes a wallet below the mark that its owner set: the event, for agents, and a mail."""

from datetime import timedelta
from typing import Final
from uuid import UUID

from marketplace.core import clock
from marketplace.core.money import format_usd
from marketplace.services import mail_templates
from wallet import events
from wallet.models import Controls

MAIL_PAUSE: Final = timedelta(hours=1)  # a wallet can cross its mark as often as a job is posted and cancelled


def crossed(controls: Controls, *, transaction_id: UUID, balance_cents: int, threshold_cents: int) -> None:
    """The balance fell from at or above the mark (US cents) to below it: an event each time, and a mail unless there was one within
    the hour. In the transaction of the post, which holds the wallet's lock.

    A spend has the controls locked. A loss has not, and others who have them may wait for its wallet: it locks them only if it
    needn't wait, and else leaves to the next post that it mailed.
    """
    account_id, now = controls.account_id, clock.now()
    events.low_balance(
        account_id, transaction_id=transaction_id, balance_cents=balance_cents, threshold_cents=threshold_cents
    )
    free = Controls.objects.filter(pk=account_id).select_for_update(of=("self",), no_key=True, skip_locked=True)
    locked: Controls | None = free.first()
    until = (locked or controls).low_mail_not_before
    if until is None or until <= now:
        mail_templates.send(
            controls.account,
            "low_balance",
            about="work",
            balance=format_usd(balance_cents),
            mark=format_usd(threshold_cents),
            at=now,
            tops_up=controls.auto_topup_enabled and balance_cents < (controls.auto_topup_floor_cents or 0),
        )
        if locked is not None:
            locked.low_mail_not_before = now + MAIL_PAUSE
            locked.save(update_fields=["low_mail_not_before"])
