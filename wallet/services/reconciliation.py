"""Reconciliation with external books: every charge, refund, payout and chargeback of the card provider, and every transfer to
us on the chain, must have its counterpart here with the same amount, and vice versa."""

import logging
from collections import Counter
from collections.abc import Callable, Iterable
from datetime import UTC, datetime, timedelta
from typing import Final

from django.db.models import QuerySet

from marketplace.core import clock
from marketplace.core.batches import in_batches
from wallet import ledger
from wallet.errors import NoCardProvider, NoStablecoins, ProviderUnavailable
from wallet.models import Chargeback, Outflow, Payment, X402Payment
from wallet.providers import card_rail, chain, of_another, provider_time, x402
from wallet.providers.cards import CardRail, Record
from wallet.providers.chain import Transfer
from wallet.services import books, signed_payments
from wallet.services.books import Violation

log = logging.getLogger(__name__)
_LOOKBACK = timedelta(days=3)
_SETTLING_TIME = timedelta(hours=1)  # younger entries may not have reached both books yet
_BATCH = 500


def run() -> int:
    """Timer: compare the last three days with each external book and record the differences for staff. Returns how many."""
    now = clock.now()
    total = 0
    for name, comparison in _COMPARISONS.items():
        try:
            source, found = comparison(now - _LOOKBACK, now - _SETTLING_TIME)
        except (NoCardProvider, NoStablecoins):  # not configured
            continue
        except ProviderUnavailable:
            log.warning("provider unavailable: books were not compared", extra={"comparison": name})
            continue
        books.record(source, found)
        total += len(found)
    return total


def compare(since: datetime | None, until: datetime | None) -> list[Violation]:
    """Compare our books with every configured external one and return the differences.

    Args: `since` and `until` (UTC) limit the entries; with None for both, all entries are compared, and the card provider's
    totals, too. Locks nothing. Raises ProviderUnavailable (502).
    """
    found: list[Violation] = []
    for comparison in _COMPARISONS.values():
        try:
            found += comparison(since, until)[1]
        except (NoCardProvider, NoStablecoins):
            continue
    return found


def _cards(since: datetime | None, until: datetime | None) -> tuple[str, list[Violation]]:
    """Raises NoCardProvider (503), ProviderUnavailable (502)."""
    rail = card_rail()
    whole = since is None and until is None
    start, end = since or datetime(2020, 1, 1, tzinfo=UTC), until or max(clock.now(), clock.wall()) + timedelta(days=1)
    records = list(rail.records(provider_time(rail, start), provider_time(rail, end)))
    violations = [violation for batch in _batches(records) for violation in _unknown_here(batch)]
    violations += _unknown_there(rail, {record.reference for record in records}, start, end)
    if whole:
        for code, kinds in (("card", ("charge", "refund", "chargeback")), ("payout", ("payout",))):
            theirs = sum(record.cents for record in records if record.kind in kinds)
            ours = -ledger.house_balance(ledger.WORLD[code])
            if code == "card":
                ours -= ledger.house_balance(ledger.WORLD["mpp"])
            ours -= _held_by_others(rail, code)
            if theirs != ours:
                violations.append(("the provider holds another sum", code, f"{theirs} there, {ours} here"))
    return rail.name, violations


def _unknown_here(records: list[Record]) -> Iterable[Violation]:
    """The provider's records that we don't have, or have with another amount."""
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


def _unknown_there(rail: CardRail, listed: set[str], start: datetime, end: datetime) -> Iterable[Violation]:
    """Our entries that the provider did not list. Each is polled by its id before it is reported, because clocks differ."""
    paid = Payment.objects.filter(
        ~of_another(rail, "reference"), rail__in=("card", "mpp"), created_at__gte=start, created_at__lt=end
    )
    for reference in paid.values_list("reference", flat=True):
        if reference not in listed and not _succeeded(rail, "charge", reference):
            yield ("charge that is not in the provider's books", reference, "")
    gone = Outflow.objects.filter(
        ~of_another(rail, "provider_ref"),
        rail__in=("card", "mpp", "payout"),
        status="paid",
        ended_at__gte=start,
        ended_at__lt=end,
    )
    for kind, reference in gone.values_list("rail", "provider_ref"):
        what = "payout" if kind == "payout" else "refund"
        if reference not in listed and not _succeeded(rail, what, reference):
            yield (f"{what} that is not in the provider's books", reference, "")

    disputes = Chargeback.objects.filter(provider=rail.name, opened_at__gte=provider_time(rail, start))
    known = disputes.filter(opened_at__lt=provider_time(rail, end)).values_list("payment__reference", "provider_ref")
    for charge, reference in known:
        if reference not in listed and reference not in {found.reference for found in rail.chargebacks_of(charge)}:
            yield ("chargeback that is not in the provider's books", reference, "")


def _held_by_others(rail: CardRail, code: str) -> int:
    """Cents of this world account that other card providers hold: what they took, less what they paid out or charged back."""
    rails = ("payout",) if code == "payout" else ("card", "mpp")
    outflows = Outflow.objects.filter(of_another(rail, "provider_ref"), rail__in=rails, status="paid")
    cents = -sum(row.refund_cents for row in outflows)
    if code == "card":
        payments = Payment.objects.filter(of_another(rail, "reference"), rail__in=rails)
        cents += sum(payments.values_list("amount_cents", flat=True))
        taken = Chargeback.objects.filter(of_another(rail, "payment__reference")).select_related("payment")
        cents += sum(row.net_cents for row in taken)
    return cents


def _succeeded(rail: CardRail, kind: str, reference: str) -> bool:
    try:
        return rail.poll(kind, reference).state == "succeeded"  # type: ignore[arg-type]
    except ProviderUnavailable:
        return False


def _batches(records: list[Record]) -> Iterable[list[Record]]:
    return (records[start : start + _BATCH] for start in range(0, len(records), _BATCH))


# ------------------------------------------------------------------ the chain


def _stablecoins(since: datetime | None, until: datetime | None) -> tuple[str, list[Violation]]:
    """Compare the token's transfers to our address with settled payments, by transaction, payer and amount. Without limits
    it begins with the first signed payment that was ever received.

    Raises NoStablecoins (503), ProviderUnavailable (502).
    """
    network, asset, pay_to = x402.terms_now()
    rows = X402Payment.objects.filter(network=network, asset=asset, pay_to=pay_to)
    first = rows.order_by("created_at").values_list("created_at", flat=True).first()
    if first is None:
        return "x402", []
    start, end = since or first - timedelta(hours=1), until or max(clock.now(), clock.wall()) + timedelta(days=1)
    ahead = timedelta(seconds=clock.offset_seconds())  # the chain follows the real clock, not the sandbox's
    transfers = chain.received(network=network, asset=asset, pay_to=pay_to, since=start - ahead, until=end - ahead)
    settled = rows.filter(status="settled")
    ended = settled.filter(ended_at__gte=start, ended_at__lt=end)
    return "x402", [*_unmatched(settled, transfers), *_not_on_chain(ended, transfers)]


def _unmatched(settled: QuerySet[X402Payment], transfers: list[Transfer]) -> Iterable[Violation]:
    """Transfers to us that were credited to nobody, and payments that claim the same transfer."""
    left, hashes = Counter(transfers), list({transfer.tx_hash for transfer in transfers})
    for start in range(0, len(hashes), _BATCH):
        ours = settled.filter(tx_hash__in=hashes[start : start + _BATCH]).values_list("tx_hash", "payer", "atoms")
        left.subtract(Transfer(tx_hash, payer, int(atoms)) for tx_hash, payer, atoms in ours)
    for transfer, times in left.items():
        if times:
            violation = "transfer that is not in our books" if times > 0 else "payment that is not on the chain"
            subject, detail = f"{transfer.tx_hash} from {transfer.payer}", f"{abs(times)} x {transfer.atoms} atoms"
            yield (f"stablecoin {violation}", subject, detail)


def _not_on_chain(settled: QuerySet[X402Payment], transfers: list[Transfer]) -> Iterable[Violation]:
    """Payments whose transaction was not listed. Each is polled before it is reported, because clocks differ."""
    listed = {transfer.tx_hash for transfer in transfers}
    for row in in_batches(settled, by="pk", size=_BATCH):
        if row.tx_hash not in listed:
            status = chain.poll(signed_payments.authorization_of(row), row.tx_hash)
            if (status.state, status.tx_hash) != ("paid", row.tx_hash):
                yield ("stablecoin payment that is not on the chain", f"{row.tx_hash} from {row.payer}", row.public_id)


_COMPARISONS: Final[dict[str, Callable[[datetime | None, datetime | None], tuple[str, list[Violation]]]]] = {
    "cards": _cards,
    "stablecoins": _stablecoins,
}
