"""How long the stages of a case last, as operators have set it."""

from datetime import timedelta

from escrow.models import DeskClocks
from escrow.rules.cases import Clocks
from marketplace.core import clock


def holding() -> Clocks:
    """The clocks that hold now. One query."""
    row = DeskClocks.objects.filter(holds_from__lte=clock.now()).order_by("-holds_from").first()
    if row is None:
        return Clocks()
    hours = {
        name: timedelta(hours=getattr(row, f"{name}_hours"))
        for name in ("answer", "settlement", "evidence", "first_look", "decision", "approval")
    }
    return Clocks(appeal=timedelta(days=row.appeal_days), keeps_share=row.keeps_share, **hours)
