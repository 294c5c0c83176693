"""Approvals: who is asked above which amount, and the questions of an account."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Final
from uuid import UUID

from django.db.models import Q, QuerySet

from marketplace.core import clock, ids
from marketplace.core.actor import Actor
from marketplace.core.errors import NotFound
from wallet.models import Approval, Controls
from wallet.rules.approvals import APPROVAL_OPEN
from wallet.selectors import spender_limits

ASKED: Final = ("key", "oauth")  # who spends the owner's money without being them


@dataclass(frozen=True, slots=True)
class AskAbove:
    """An amount in cents above which the owner is asked; `is_own`: it is the key's or program's, not the account's."""

    cents: int
    is_own: bool


def ask_above(controls: Controls, by: Actor) -> AskAbove | None:
    """Above which amount a single spend by this caller waits for the owner's approval; None: it never does.

    Of the account's amount and the key's or program's own the smaller one holds. The owner, signed in, and staff are not asked.
    Nor are timers: what they spend was agreed on when its agreement was made (`services.spending.agree_on`).
    """
    if by.via not in ASKED:
        return None
    own = spender_limits.find(by.spender) if controls.has_spender_limits else None
    amounts = ((controls.ask_above_cents, False), (own.ask_above_cents if own else None, True))
    found = [AskAbove(cents, is_own) for cents, is_own in amounts if cents is not None]
    return min(found, key=lambda amount: amount.cents, default=None)


def of_account(account_id: UUID, *, status: str = "") -> QuerySet[Approval]:
    """The questions of this account, newest first when paged; `status` as `Approval.state` has it."""
    mine = Approval.objects.filter(account_id=account_id).select_related("key", "connector")
    if not status:
        return mine
    over = Q(status__in=APPROVAL_OPEN, expires_at__lte=clock.now())
    return mine.filter(over | Q(status="expired")) if status == "expired" else mine.filter(~over, status=status)


def decided(account_id: UUID) -> QuerySet[Approval]:
    """Those that wait for no decision any more."""
    waits = Q(status="pending", expires_at__gt=clock.now())
    return Approval.objects.filter(~waits, account_id=account_id).select_related("key", "connector")


def own(actor: Actor, approval_id: str, *, lock: bool = False) -> Approval:
    """One of the caller's account. Raises NotFound (404)."""
    rows = Approval.objects.locked() if lock else Approval.objects.select_related("key", "connector")
    try:
        found: Approval | None = rows.filter(account_id=actor.id, pk=ids.decode(Approval.PREFIX, approval_id)).first()
    except ValueError:
        found = None
    if found is None:
        raise NotFound("This account has no such approval. GET /api/approvals lists them.")
    return found


def newest_of_call(account_id: UUID, operation: str, key: str, *, lock: bool = False) -> Approval | None:
    """The question that counts for this call, if any."""
    rows = Approval.objects.select_for_update(of=("self",), no_key=True) if lock else Approval.objects.all()
    found: Approval | None = (
        rows.filter(account_id=account_id, operation=operation, idempotency_key=key).order_by("-pk").first()
    )
    return found


def pending_count(account_id: UUID) -> int:
    """How many wait for a decision now."""
    return of_account(account_id, status="pending").count()


def called(account_id: UUID, keys: Collection[UUID]) -> dict[UUID, str]:
    """What the questions to this account are about, where the thing has a title."""
    rows = Approval.objects.filter(account_id=account_id, pk__in=keys).values_list("pk", "plan__title")
    return {key: title for key, title in rows if title}
