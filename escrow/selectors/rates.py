"""The fee rates as operators have set them, by kind of work (rules.WORK_KINDS). Whatever is priced asks once and keeps the
answer in its own row; nothing that was agreed before looks here again."""

from typing import Any

from escrow.models import FeeRate
from escrow.rules import WORK_KINDS
from marketplace.core import clock


def in_force() -> dict[str, int]:
    """Basis points for each kind of work, as new work is priced now. One query."""
    begun = FeeRate.objects.filter(holds_from__lte=clock.now())
    latest = dict(begun.order_by("kind", "-holds_from").distinct("kind").values_list("kind", "bps"))
    of_all = latest[""]
    assert of_all is not None  # a constraint of the table
    own = ((kind, latest.get(kind)) for kind in WORK_KINDS)
    return {kind: of_all if bps is None else bps for kind, bps in own}


def bps_for(kind: str) -> int:
    """The rate for new work of this kind, in basis points. One query."""
    return in_force()[kind]


def told() -> dict[str, Any]:
    """For the tools' policies: what is paid on top of pay, in percent. `feePercent` is that of ordinary bounties."""
    percents = {kind: bps / 100 for kind, bps in in_force().items()}
    return {"feePercent": percents["bounty"], "feePercentByKind": percents}
