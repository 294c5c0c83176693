"""Sums of the ledger's moves by bounty and by seat."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db.models import Q, QuerySet, Sum

from wallet.models.ledger import LedgerMove


@dataclass(frozen=True, slots=True)
class Flow:
    """In cents: `reserved` from the wallet, `spent` on pay and fees (of it `fees`), `refunded` to the wallet; the rest is still
    held."""

    reserved: int = 0
    spent: int = 0
    refunded: int = 0
    fees: int = 0

    @property
    def pay(self) -> int:
        return self.spent - self.fees

    @property
    def held(self) -> int:
        return self.reserved - self.spent - self.refunded


NOTHING = Flow()
_HELD = ("pool", "hold")
# After an appeal: from the wallet it is reserved and spent at once, into the wallet it is refunded and not spent any more. What
# the platform bears is none of the owner's money.
_CORRECTS = Q(transaction__kind="correction")


def of_bounties(bounty_ids: Collection[UUID]) -> dict[UUID, Flow]:
    """The flow of each bounty, in one query. Bounties without moves are left out; tips are not included."""
    rows = LedgerMove.objects.filter(bounty_id__in=bounty_ids).order_by().values_list("bounty_id")
    sums = rows.annotate(
        reserved=Sum("cents", filter=Q(source__kind="wallet", destination__kind__in=_HELD), default=0),
        spent=Sum("cents", filter=Q(source__kind="hold", destination__kind__in=("earnings", "fees")), default=0),
        refunded=Sum("cents", filter=Q(source__kind__in=_HELD, destination__kind="wallet"), default=0),
        taken=Sum("cents", filter=Q(_CORRECTS, source__kind="wallet"), default=0),
        given=Sum("cents", filter=Q(_CORRECTS, destination__kind="wallet"), default=0),
        fees=Sum("cents", filter=Q(source__kind="hold", destination__kind="fees"), default=0),
        fees_taken=Sum("cents", filter=Q(_CORRECTS, source__kind="wallet", destination__kind="fees"), default=0),
        fees_given=Sum("cents", filter=Q(_CORRECTS, source__kind="fees", destination__kind="wallet"), default=0),
    )
    return {
        key: Flow(
            int(reserved + taken),
            int(spent + taken - given),
            int(refunded + given),
            int(fees + fees_taken - fees_given),
        )
        for key, reserved, spent, refunded, taken, given, fees, fees_taken, fees_given in sums
    }


def returned_at_end(escrow_id: UUID) -> int:
    """The cents that went back to the wallet when this pool or seat ended; 0 until then."""
    moves = LedgerMove.objects.filter(transaction__key=f"end:{escrow_id}", destination__kind="wallet").order_by()
    return int(moves.aggregate(cents=Sum("cents", default=0))["cents"])


@dataclass(frozen=True, slots=True)
class Payout:
    """In cents: what the people got out of seats, and our fee."""

    pay: int = 0
    fee: int = 0

    @property
    def total(self) -> int:
        return self.pay + self.fee


def of_seats(escrow_ids: Iterable[UUID]) -> dict[UUID, Payout]:
    """What was paid out of each of these seats, in one query; those that paid nothing are left out."""
    rows = _paid(list(escrow_ids)).values_list("source__owner_id")
    return {key: Payout(int(pay), int(fee)) for key, pay, fee in rows.annotate(pay=_TO_PEOPLE, fee=_TO_US)}


def of_all_seats(escrow_ids: QuerySet[Any]) -> Payout:
    """The sum over all of these seats, which are given as a query for their ids."""
    found = _paid(escrow_ids).aggregate(pay=_TO_PEOPLE, fee=_TO_US)
    return Payout(int(found["pay"]), int(found["fee"]))


def fees_by_bounty(escrow_ids: QuerySet[Any]) -> dict[UUID | None, int]:
    """Our fee out of these seats, which are given as a query for their ids, in cents by bounty; None for work without one. One
    query."""
    rows = _paid(escrow_ids).filter(destination__kind="fees").values_list("bounty_id")
    return {key: int(cents) for key, cents in rows.annotate(cents=Sum("cents"))}


_TO_PEOPLE = Sum("cents", filter=Q(destination__kind="earnings"), default=0)
_TO_US = Sum("cents", filter=Q(destination__kind="fees"), default=0)


def _paid(escrow_ids: Any) -> QuerySet[LedgerMove]:
    rows = LedgerMove.objects.filter(source__kind="hold", source__owner_id__in=escrow_ids)
    return rows.filter(destination__kind__in=("earnings", "fees")).order_by()


def of_corrections(dispute_ids: Collection[UUID]) -> dict[UUID, Payout]:
    """What each correction took from the funder's wallet for the worker's pay and our fee, negative where it gave it back, by the
    dispute that was appealed. What the platform bore is not in it. One query."""
    keys = {f"correct:{key}": key for key in dispute_ids}
    rows = LedgerMove.objects.filter(transaction__key__in=list(keys)).order_by()
    found: dict[UUID, Payout] = {}
    moves = rows.values_list("transaction__key", "source__kind", "destination__kind", "cents")
    for key, source, destination, cents in moves:
        sums = found.setdefault(keys[key], Payout())
        if source == "wallet":
            step = Payout(fee=cents) if destination == "fees" else Payout(pay=cents)
        elif destination == "wallet":
            step = Payout(fee=-cents) if source == "fees" else Payout(pay=-cents)
        else:
            continue
        found[keys[key]] = Payout(sums.pay + step.pay, sums.fee + step.fee)
    return found
