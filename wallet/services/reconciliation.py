"""The card provider's books against ours: every charge, refund, payout and chargeback of one is known to the other, with
equal cents."""

import logging
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta

from marketplace.core import clock
from wallet import ledger
from wallet.errors import NoCardProvider, ProviderUnavailable
from wallet.models import Chargeback, Outflow, Payment
from wallet.providers import card_rail, there
from wallet.providers.cards import CardRail, Record
from wallet.services import books
from wallet.services.books import Fault

log = logging.getLogger(__name__)
_LOOKS_BACK = timedelta(days=3)
_SETTLES_IN = timedelta(hours=1)  # what is younger may be under way
_BATCH = 500


def run() -> int:
    """Timer: compare the last days, and put what does not agree before staff. Returns how much it found."""
    now = clock.now()
    try:
        name = card_rail().name
        found = compare(now - _LOOKS_BACK, now - _SETTLES_IN)
    except (NoCardProvider, ProviderUnavailable):
        log.warning("the card provider's books could not be compared")
        return 0
    books.note(name, found)
    return len(found)


def compare(since: datetime | None, until: datetime | None) -> list[Fault]:
    """(fault, subject, detail) of what does not agree from `since` to `until`; with neither, of all there ever was, and
    then the sums of each rail, too. Raises NoCardProvider (503), ProviderUnavailable (502)."""
    rail = card_rail()
    whole = since is None and until is None
    start, end = since or datetime(2020, 1, 1, tzinfo=UTC), until or max(clock.now(), clock.wall()) + timedelta(days=1)
    records = list(rail.records(there(rail, start), there(rail, end)))
    faults = [fault for batch in _batches(records) for fault in _unknown(batch)]
    faults += _missing(rail, {record.reference for record in records}, start, end)
    if whole:
        for code, kinds in (("card", ("charge", "refund", "chargeback")), ("payout", ("payout",))):
            theirs = sum(record.cents for record in records if record.kind in kinds)
            ours = -ledger.house_balance(ledger.WORLD[code])
            if code == "card":
                ours -= ledger.house_balance(ledger.WORLD["mpp"])
            if theirs != ours:
                faults.append(("the provider holds another sum", code, f"{theirs} there, {ours} here"))
    return faults


def _unknown(records: list[Record]) -> Iterable[Fault]:
    references = [record.reference for record in records]
    payments = Payment.objects.filter(rail__in=("card", "mpp"), reference__in=references)
    charged = {row.reference: row.amount_cents for row in payments}
    outflows = Outflow.objects.filter(provider_ref__in=references)
    left = {row.provider_ref: row.kept_cents - row.amount_cents for row in outflows}
    taken = Chargeback.objects.filter(provider_ref__in=references).select_related("payment")
    back = {row.provider_ref: row.net_cents for row in taken}
    books = {"charge": charged, "chargeback": back}
    for record in records:
        ours = books.get(record.kind, left).get(record.reference)
        if ours is None:
            yield (f"{record.kind} that is not in our books", record.reference, f"{record.cents} at the provider")
        elif ours != record.cents:
            yield (
                f"{record.kind} booked with other cents",
                record.reference,
                f"{record.cents} at the provider, {ours} here",
            )


def _missing(rail: CardRail, seen: set[str], start: datetime, end: datetime) -> Iterable[Fault]:
    """Ours that the list did not have. Each is asked for by its id before it counts: clocks differ."""
    paid = Payment.objects.filter(rail__in=("card", "mpp"), created_at__gte=start, created_at__lt=end)
    for reference in paid.values_list("reference", flat=True):
        if reference not in seen and not _stands(rail, "charge", reference):
            yield ("charge that is not in the provider's books", reference, "")
    gone = Outflow.objects.filter(
        rail__in=("card", "mpp", "payout"), status="paid", ended_at__gte=start, ended_at__lt=end
    )
    for kind, reference in gone.values_list("rail", "provider_ref"):
        what = "payout" if kind == "payout" else "refund"
        if reference not in seen and not _stands(rail, what, reference):
            yield (f"{what} that is not in the provider's books", reference, "")

    disputes = Chargeback.objects.filter(provider=rail.name, opened_at__gte=there(rail, start))
    known = disputes.filter(opened_at__lt=there(rail, end)).values_list("payment__reference", "provider_ref")
    for charge, reference in known:
        if reference not in seen and reference not in {said.reference for said in rail.disputed(charge)}:
            yield ("chargeback that is not in the provider's books", reference, "")


def _stands(rail: CardRail, kind: str, reference: str) -> bool:
    try:
        return rail.look(kind, reference).state == "succeeded"  # type: ignore[arg-type]
    except ProviderUnavailable:
        return False


def _batches(records: list[Record]) -> Iterable[list[Record]]:
    return (records[start : start + _BATCH] for start in range(0, len(records), _BATCH))
