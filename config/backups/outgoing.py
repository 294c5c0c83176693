"""What a restored database would send: it may have been sent in the time that was undone. So it is held until somebody says go.

Held is a due time that never comes, in the column that every sender goes by: no sender has to ask for it, and what is new is sent
as ever. What happens at `resume`:

webhooks   sent with the delivery ids that they had: a receiver that keeps `X-Service-Delivery` does nothing twice
mails      sent, or dropped: people may get one twice
pushes     as mails
payments   payouts, refunds and charges of tokens: the provider is asked for our id first, and only what it does not know is made.
           A top-up that was never answered is `attention` at once: a card is charged again by nobody but staff.
"""

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any, Final
from uuid import UUID

from django.db import transaction
from django.db.models import QuerySet

from marketplace.core import clock
from marketplace.models import Mail, Push
from wallet.models import MppCharge, Outflow, TopUp
from wallet.rules.topups import TOP_UP
from wallet.services import calls
from webhooks.models import Delivery
from webhooks.models.deliveries import OPEN
from webhooks.services import fan_out

HELD: Final = datetime(9999, 1, 1, tzinfo=UTC)
DROPPED: Final = "dropped after a restore"
_DUE: Final = "next_attempt_at"
KINDS: Final[dict[str, Callable[[], list[QuerySet[Any]]]]] = {
    "webhooks": lambda: [Delivery.objects.filter(status__in=OPEN)],
    "mails": lambda: [Mail.objects.filter(next_attempt_at__isnull=False)],
    "pushes": lambda: [Push.objects.filter(next_attempt_at__isnull=False)],
    "payments": lambda: [
        Outflow.objects.filter(status="sending"),
        MppCharge.objects.filter(next_attempt_at__isnull=False),
    ],
}
DROPPABLE: Final = ("mails", "pushes")


def hold() -> dict[str, int]:
    """Hold whatever is due or will be. Before the service is started. Returns how many of each kind. One transaction; safe to
    run twice. Events of the last moment before the backup get their deliveries now, so that they are held as well."""
    bad: set[UUID] = set()
    while fan_out.catch_up(bad):
        pass
    with transaction.atomic():
        held = {kind: sum(rows.update(**{_DUE: HELD}) for rows in queries()) for kind, queries in KINDS.items()}
        # A token may have been charged right after the backup: what is no first attempt asks the provider before.
        MppCharge.objects.filter(next_attempt_at=HELD, attempts=0).update(attempts=1)
        for row in TopUp.objects.locked().filter(status="initiated", provider_ref=""):
            calls.mark_attention(row, TOP_UP, "open at the backup that was restored")
            row.save(update_fields=["status"])
        return held


def held() -> dict[str, int]:
    """How many of each kind are held."""
    return {kind: sum(rows.filter(**{_DUE: HELD}).count() for rows in queries()) for kind, queries in KINDS.items()}


def resume(kind: str, *, drop: bool = False) -> int:
    """Make what is held due now, or (mails, pushes) drop it. Returns how many. Safe to run twice, while the service runs."""
    now = clock.now()
    done = 0
    for rows in KINDS[kind]():
        waiting = rows.filter(**{_DUE: HELD})
        if not drop:
            done += waiting.update(**{_DUE: now})
        elif kind == "mails":
            done += waiting.update(next_attempt_at=None, last_error=DROPPED)
        else:
            done += waiting.update(next_attempt_at=None, outcome="late", last_error=DROPPED)
    return done
