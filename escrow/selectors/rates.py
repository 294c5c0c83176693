"""The fee rates that operators have set, by kind of work (rules.WORK_KINDS). They are read once, when work is priced, and
stored in its own row; work that is already priced never reads them again."""

from typing import Any

from escrow.models import FeeRate
from escrow.rules.escrows import WORK_KINDS
from marketplace.core import clock


def in_force() -> dict[str, int]:
    """The present rate of each kind of work, in basis points. One query."""
    begun = FeeRate.objects.filter(holds_from__lte=clock.now())
    latest = dict(begun.order_by("kind", "-holds_from").distinct("kind").values_list("kind", "bps"))
    of_all = latest[""]
    assert of_all is not None  # a constraint of the table
    own = ((kind, latest.get(kind)) for kind in WORK_KINDS)
    return {kind: of_all if bps is None else bps for kind, bps in own}


def bps_for(kind: str) -> int:
    """The rate for new work of this kind, in basis points. One query."""
    return in_force()[kind]


def policy() -> dict[str, Any]:
    """The fee rates in percent, for the tools' policies. `feePercent` is the rate of ordinary bounties."""
    percents = {kind: bps / 100 for kind, bps in in_force().items()}
    return {"feePercent": percents["bounty"], "feePercentByKind": percents}
