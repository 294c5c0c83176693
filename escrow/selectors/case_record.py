"""The records of both sides of a case: what they did here before, and what stands against them."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.db.models import Avg, Count, DurationField, ExpressionWrapper, F, Q

from escrow.models import Case, Dispute, DisputeDecision, Escrow
from escrow.ports import Mark, party_records
from marketplace.core import clock
from marketplace.models import Account, AccountRestriction
from marketplace.selectors import account_restrictions
from wallet.models import Chargeback

_NEW_DAYS = 30


@dataclass(frozen=True, slots=True)
class Record:
    """One side: its account, and its marks."""

    account: Account
    marks: list[Mark]


def of(case: Case) -> tuple[Record, Record]:
    """Funder and worker. At most twenty queries, whoever they are; each over an index of that person. Needs both accounts."""
    restricted = account_restrictions.in_force_of([case.owner_id, case.worker_id])
    funder = [
        *_person(case.owner, restricted.get(case.owner_id)),
        *_paying(case.owner),
        *_disputes(case, case.owner, "owner"),
        *_taken_back(case.owner),
    ]
    worker = [
        *_person(case.worker, restricted.get(case.worker_id)),
        *_earning(case.worker),
        *_disputes(case, case.worker, "worker"),
    ]
    for record in party_records.all():
        more_funder, more_worker = record(funder=case.owner_id, worker=case.worker_id)
        funder, worker = funder + more_funder, worker + more_worker
    return Record(case.owner, funder), Record(case.worker, worker)


def _person(account: Account, restriction: AccountRestriction | None) -> Iterator[Mark]:
    days = (clock.now() - account.created_at).days
    yield Mark("Here since", f"{account.created_at:%Y-%m-%d}, {days} days", days < _NEW_DAYS)
    if account.closed_at is not None:
        yield Mark("Account", f"closed by its owner on {account.closed_at:%Y-%m-%d}", is_warning=True)
    elif not account.is_active:
        yield Mark("Account", "closed by an operator", is_warning=True)
    if restriction is not None:
        stops = ", ".join(f"no {name}" for name in account_restrictions.stops(restriction))
        until = f"until {restriction.until:%Y-%m-%d %H:%M} UTC" if restriction.until else "until it is lifted"
        yield Mark("Restricted", f"{stops}, {until}: {restriction.reason}", is_warning=True)


def _paying(account: Account) -> Iterator[Mark]:
    seats = Escrow.objects.filter(owner_id=account.pk, kind="seat")
    speed = ExpressionWrapper(F("released_at") - F("delivered_at"), output_field=DurationField())
    told: dict[str, Any] = seats.aggregate(
        hires=Count("pk"),
        paid=Count("pk", filter=Q(status="released")),
        speed=Avg(speed, filter=Q(released_at__isnull=False, delivered_at__isnull=False)),
    )
    yield Mark("Hires", f"{told['hires']}, {told['paid']} of them paid whole")
    if told["speed"] is not None:
        yield Mark("Releases", f"{told['speed'].total_seconds() / 3600:.0f} hours after delivery, on average")


def _earning(account: Account) -> Iterator[Mark]:
    seats = Escrow.objects.filter(worker_id=account.pk, kind="seat")
    told = seats.aggregate(paid=Count("pk", filter=Q(status="released")), back=Count("pk", filter=Q(status="refunded")))
    yield Mark("Seats paid whole", str(told["paid"]))
    yield Mark("Seats returned to their funder", str(told["back"]))


def _disputes(case: Case, account: Account, side: str) -> Iterator[Mark]:
    """Won and lost, as this side sees it; without the one that is looked at."""
    own = case.dispute_id or case.pk  # of a contested seat: no dispute has this key
    others = Dispute.objects.filter(**{f"{side}_id": account.pk}).exclude(pk=own)
    decided = DisputeDecision.objects.filter(**{f"dispute__{side}_id": account.pk}, state="final").exclude(
        dispute_id=own
    )
    states = dict(others.order_by().values_list("status").annotate(Count("pk")))
    by = dict(decided.order_by().values_list("decision").annotate(Count("pk")))
    won, lost = (by.get("refund", 0), by.get("release", 0))
    if side == "worker":
        won, lost = lost, won
    total = sum(states.values())
    waiting = states.get("open", 0) + states.get("awaiting_approval", 0)
    yield Mark(
        "Other disputes",
        f"{total}: {won} won, {lost} lost, {by.get('split', 0)} split, {states.get('withdrawn', 0)} withdrawn, {waiting} open"
        if total
        else "none",
        waiting > 0 or lost > max(won, 1),
    )
    with_each_other = Dispute.objects.filter(owner_id=case.owner_id, worker_id=case.worker_id).exclude(pk=own)
    if side == "owner" and (again := with_each_other.count()):
        yield Mark("Disputes of these two before", str(again), is_warning=True)


def _taken_back(account: Account) -> Iterator[Mark]:
    rows = Chargeback.objects.filter(account_id=account.pk).order_by()
    found = dict(rows.values_list("status").annotate(Count("pk")))
    if found:
        words = ", ".join(f"{count} {status}" for status, count in sorted(found.items()))
        yield Mark("Chargebacks of deposits", words, is_warning="open" in found or "lost" in found)
