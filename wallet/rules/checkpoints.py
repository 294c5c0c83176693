"""When a month of the ledger is sealed."""

from datetime import UTC, date, datetime, timedelta
from typing import Final

# After the end of the month. What is posted is dated by its machine's clock some moments before: for three days nobody is refused
# because that clock is slow, or because the transaction was.
GRACE: Final = timedelta(days=3)
# How far the times of moves may be out of posting order, if a machine's clock is wrong: within a month that is not sealed yet.
OUT_OF_ORDER: Final = GRACE + timedelta(days=31)


def month_of(moment: datetime) -> date:
    """The first day of its month, UTC."""
    return moment.astimezone(UTC).date().replace(day=1)


def sealable_from(month: date) -> datetime:
    """From when on it may be sealed (UTC)."""
    return datetime(month.year + month.month // 12, month.month % 12 + 1, 1, tzinfo=UTC) + GRACE
