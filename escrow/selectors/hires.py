"""What an escrow tells lower readers of a bounty: whose it is, and whom its owner has paid."""

from uuid import UUID

from escrow.models import Escrow


def owner_of(bounty_id: UUID) -> tuple[UUID, bool] | None:
    """(owner's account, can strangers know of it) of a bounty that has a pool; None for an unknown one."""
    found = Escrow.objects.filter(bounty_id=bounty_id, kind="pool").values_list("owner_id", "status").first()
    return (found[0], found[1] in ("funded", "released")) if found else None


def is_released(*, owner_id: UUID, worker_id: UUID, bounty_id: UUID) -> bool:
    """Did this owner release a seat of this bounty to this worker?"""
    return Escrow.objects.filter(
        bounty_id=bounty_id, kind="seat", status="released", owner_id=owner_id, worker_id=worker_id
    ).exists()
