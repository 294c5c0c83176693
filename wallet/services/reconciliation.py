"""The outside world's books against ours: every charge, refund, payout and chargeback of the card provider, and every
transfer to us on the chain, is known to the other, with equal cents."""

import logging
from collections import Counter
from collections.abc import Callable, Iterable
from datetime import UTC, datetime, timedelta
from typing import Final

from django.db.models import QuerySet

from marketplace.core import clock
from wallet import ledger
from wallet.errors import NoCardProvider, NoStablecoins, ProviderUnavailable
from wallet.models import Chargeback, Outflow, Payment, X402Payment
from wallet.providers import card_rail, chain, there, x402
from wallet.providers.cards import CardRail, Record
from wallet.providers.chain import Transfer
from wallet.services import books, signed_payments
from wallet.services.books import Violation

log = logging.getLogger(__name__)
_LOOKS_BACK = timedelta(days=3)
_SETTLES_IN = timedelta(hours=1)  # what is younger may be under way
_BATCH = 500


def run() -> int:
    """Timer: compare the last days, each outside world by itself, and put what does not agree before staff. Returns how much
    it found."""
    now = clock.now()
    total = 0
    for name, of in _WORLDS.items():
        try:
            source, found = of(now - _LOOKS_BACK, now - _SETTLES_IN)
        except (NoCardProvider, NoStablecoins):  # there is none here
            continue
        except ProviderUnavailable:
            log.warning("the books of an outside world could not be compared", extra={"world": name})
            continue
        books.note(source, found)
        total += len(found)
    return total


def compare(since: datetime | None, until: datetime | None) -> list[Violation]:
    """(fault, subject, detail) of what does not agree from `since` to `until`, with each outside world that there is; with
    neither, of all there ever was, and then the sums of the cards, too. Raises ProviderUnavailable (502)."""
    found: list[Violation] = []
    for of in _WORLDS.values():
        try:
            found += of(since, until)[1]
        except (NoCardProvider, NoStablecoins):
            continue
    return found


def _cards(since: datetime | None, until: datetime | None) -> tuple[str, list[Violation]]:
    """Raises NoCardProvider (503), ProviderUnavailable (502)."""
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
    return rail.name, faults


def _unknown(records: list[Record]) -> Iterable[Violation]:
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


def _missing(rail: CardRail, seen: set[str], start: datetime, end: datetime) -> Iterable[Violation]:
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
        return rail.poll(kind, reference).state == "succeeded"  # type: ignore[arg-type]
    except ProviderUnavailable:
        return False


def _batches(records: list[Record]) -> Iterable[list[Record]]:
    return (records[start : start + _BATCH] for start in range(0, len(records), _BATCH))


# ------------------------------------------------------------------ the chain


def _stablecoins(since: datetime | None, until: datetime | None) -> tuple[str, list[Violation]]:
    """The token's transfers to our address against the payments that were settled: each is known to the other, by its
    transaction, payer and amount. Whole, it begins with the first signed payment that was ever sent here.

    Raises NoStablecoins (503), ProviderUnavailable (502).
    """
    network, asset, pay_to = x402.terms_now()
    rows = X402Payment.objects.filter(network=network, asset=asset, pay_to=pay_to)
    first = rows.order_by("created_at").values_list("created_at", flat=True).first()
    if first is None:
        return "x402", []
    start, end = since or first - timedelta(hours=1), until or max(clock.now(), clock.wall()) + timedelta(days=1)
    ahead = timedelta(seconds=clock.offset_seconds())  # a chain has the machine's clock
    came = chain.received(network=network, asset=asset, pay_to=pay_to, since=start - ahead, until=end - ahead)
    settled = rows.filter(status="settled")
    return "x402", [*_uneven(settled, came), *_not_there(settled.filter(ended_at__gte=start, ended_at__lt=end), came)]


def _uneven(settled: QuerySet[X402Payment], came: list[Transfer]) -> Iterable[Violation]:
    """Transfers to us that nobody was credited for, and payments that share one."""
    left, hashes = Counter(came), list({transfer.tx_hash for transfer in came})
    for start in range(0, len(hashes), _BATCH):
        ours = settled.filter(tx_hash__in=hashes[start : start + _BATCH]).values_list("tx_hash", "payer", "atoms")
        left.subtract(Transfer(tx_hash, payer, int(atoms)) for tx_hash, payer, atoms in ours)
    for transfer, times in left.items():
        if times:
            fault = "transfer that is not in our books" if times > 0 else "payment that is not on the chain"
            subject, detail = f"{transfer.tx_hash} from {transfer.payer}", f"{abs(times)} x {transfer.atoms} atoms"
            yield (f"stablecoin {fault}", subject, detail)


def _not_there(settled: QuerySet[X402Payment], came: list[Transfer]) -> Iterable[Violation]:
    """Payments by transactions that the list did not have. The chain is asked for each before it counts: clocks differ."""
    seen = {transfer.tx_hash for transfer in came}
    for row in settled.iterator():
        if row.tx_hash not in seen:
            said = chain.poll(signed_payments.signed_of(row), row.tx_hash)
            if (said.state, said.tx_hash) != ("paid", row.tx_hash):
                yield ("stablecoin payment that is not on the chain", f"{row.tx_hash} from {row.payer}", row.public_id)


_WORLDS: Final[dict[str, Callable[[datetime | None, datetime | None], tuple[str, list[Violation]]]]] = {
    "cards": _cards,
    "stablecoins": _stablecoins,
}
