"""What escrows show about bounties: who owns them, and whom the owners have paid."""

from collections.abc import Collection
from uuid import UUID

from django.db.models import Q, QuerySet, Sum

from escrow.models import Escrow, Transfer
from marketplace.core import ids
from wallet.models import Checkout

TRANSFER_PAGE = "transfer"  # the purpose of a page that pays a transfer


def owner_of(bounty_id: UUID) -> tuple[UUID, bool] | None:
    """(owner's account, is the bounty visible to others) of a bounty that has a pool; None for an unknown one."""
    found = Escrow.objects.filter(bounty_id=bounty_id, kind="pool").values_list("owner_id", "status").first()
    return (found[0], found[1] in ("funded", "released")) if found else None


def is_released(*, owner_id: UUID, worker_id: UUID, bounty_id: UUID) -> bool:
    """Whether this owner has released a seat of this bounty to this worker."""
    return Escrow.objects.filter(
        bounty_id=bounty_id, kind="seat", status="released", owner_id=owner_id, worker_id=worker_id
    ).exists()


def held_seat(*, owner_id: UUID, worker_id: UUID, bounty_id: UUID) -> str:
    """The escrow (esc_…) of a seat of this bounty whose money waits to be released to this worker; empty without one."""
    seat = Escrow.objects.filter(
        bounty_id=bounty_id, kind="seat", ended_at=None, owner_id=owner_id, worker_id=worker_id
    ).first()
    return seat.public_id if seat is not None else ""


def owners(bounty_ids: Collection[UUID]) -> dict[UUID, tuple[UUID, bool]]:
    """(owner's account, is the bounty visible to others) by bounty, in one query; unknown bounties are left out."""
    rows = Escrow.objects.filter(bounty_id__in=bounty_ids, kind="pool").values_list("bounty_id", "owner_id", "status")
    return {bounty: (owner, status in ("funded", "released")) for bounty, owner, status in rows if bounty}


def released_seats(
    owner_id: UUID, worker_ids: Collection[UUID], bounty_ids: Collection[UUID]
) -> dict[tuple[UUID, UUID | None], UUID]:
    """Seats that this owner released: (worker, bounty) -> escrow for the given bounties, and (worker, None) -> the latest
    one on any of the owner's bounties."""
    rows = Escrow.objects.filter(
        owner_id=owner_id, worker_id__in=worker_ids, kind="seat", status="released", bounty_id__isnull=False
    ).order_by()
    latest = rows.order_by("worker_id", "-released_at", "-pk").distinct("worker_id").values_list("worker_id", "pk")
    named = rows.filter(bounty_id__in=bounty_ids).values_list("worker_id", "bounty_id", "pk")
    return {(worker, None): pk for worker, pk in latest} | {(worker, bounty): pk for worker, bounty, pk in named}


def latest_released(owner_id: UUID, *, limit: int) -> list[Escrow]:
    """Seats of bounties that this owner released, the latest first, with their workers."""
    rows = Escrow.objects.filter(owner_id=owner_id, kind="seat", status="released", bounty_id__isnull=False)
    return list(rows.select_related("worker").order_by("-released_at", "-pk")[:limit])


def own_released(owner_id: UUID, escrow_id: str) -> Escrow | None:
    """One of them (esc_…), with its worker; None for anything else."""
    try:
        pk = ids.decode("esc", escrow_id)
    except ValueError:
        return None
    rows = Escrow.objects.filter(owner_id=owner_id, kind="seat", status="released", bounty_id__isnull=False)
    found: Escrow | None = rows.select_related("worker").filter(pk=pk).first()
    return found


def transferred_cents(seats: Collection[Escrow], *, sent_only: bool = False) -> dict[UUID, int]:
    """The sum, in cents, of the transfers that were sent and, unless `sent_only`, of those whose page was paid and that are
    sent next; by seat. Exact while the seats are locked."""
    bounties, workers = [seat.bounty_id for seat in seats if seat.bounty_id], {seat.worker_id for seat in seats}
    counts = Q(status="completed")
    if not sent_only:
        counts |= Q(status="pending", pk__in=paid_pages().values("subject_id"))
    rows = Transfer.objects.filter(counts, bounty_id__in=bounties, recipient_id__in=workers).order_by()
    sums: dict[tuple[UUID | None, UUID | None], int] = {
        (row["bounty_id"], row["recipient_id"]): int(row["total"])
        for row in rows.values("bounty_id", "recipient_id").annotate(total=Sum("amount_cents"))
    }
    return {seat.pk: sums.get((seat.bounty_id, seat.worker_id), 0) for seat in seats}


def paid_pages() -> QuerySet[Checkout]:
    """The pages of transfers that were paid and are not settled yet."""
    rows: QuerySet[Checkout] = Checkout.objects.filter(purpose=TRANSFER_PAGE, outcome="pending")
    return rows
