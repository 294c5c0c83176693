"""What is told when a post takes a wallet below the mark that its owner set: the event, for agents, and a mail."""

from datetime import timedelta
from typing import Final
from uuid import UUID

from marketplace.core import clock
from marketplace.core.money import format_usd
from marketplace.services import mail_templates
from wallet import events
from wallet.models import Controls
from webhooks.models import Event

MAIL_PAUSE: Final = timedelta(hours=1)  # a wallet can cross its mark as often as a job is posted and cancelled


def crossed(controls: Controls, *, transaction_id: UUID, balance_cents: int, threshold_cents: int) -> None:
    """The balance fell from at or above the mark (US cents) to below it: an event each time, and a mail unless there was such an
    event within the hour. In the transaction of the post, which holds the wallet's lock; takes no locks."""
    account_id = controls.account_id
    lately = Event.objects.filter(
        account_id=account_id, public=True, type=events.LOW_BALANCE, created_at__gt=clock.now() - MAIL_PAUSE
    )
    is_first = not lately.exists()
    events.low_balance(
        account_id, transaction_id=transaction_id, balance_cents=balance_cents, threshold_cents=threshold_cents
    )
    if is_first:
        mail_templates.send(
            controls.account,
            "low_balance",
            about="work",
            balance=format_usd(balance_cents),
            mark=format_usd(threshold_cents),
            at=clock.now(),
            tops_up=controls.auto_topup_enabled and balance_cents < (controls.auto_topup_floor_cents or 0),
        )
