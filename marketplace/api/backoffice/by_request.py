"""What one request caused, in the lists of events, deliveries, mails and transactions of the ledger, without an index for it.

Our own request ids tell when they were made, and all ids of rows are in order of time: so a list reads only what was written in the
minutes after. An id that a caller chose is found in the timeline of calls, which has the time.
"""

from datetime import UTC, datetime, timedelta
from typing import Any, Final
from uuid import UUID

from django.db.models import Q

from marketplace.core import context
from marketplace.models import Call

BEFORE: Final = timedelta(seconds=5)
AFTER: Final = timedelta(hours=1)


def rows_of(lookup: str, term: str) -> Q | None:
    """Rows whose `lookup` is this request id; None when `term` is none that can be found."""
    made = _made_at(term)
    if made is None:
        return None
    first, last = _first_id(made - BEFORE), _first_id(made + AFTER)
    found: Any = {lookup: term, "pk__gte": first, "pk__lt": last}
    return Q(**found)


def _made_at(term: str) -> datetime | None:
    if not term or " " in term or "@" in term:
        return None
    if (seconds := context.made_at(term)) is not None:
        return datetime.fromtimestamp(seconds, UTC)
    call = Call.objects.filter(request_id=term).order_by("pk").first()
    return _time_of(call.pk) if call is not None else None


def _time_of(key: UUID) -> datetime:
    """When this id was made, by the machine's clock: the first 48 bits of a UUIDv7."""
    return datetime.fromtimestamp((key.int >> 80) / 1000, UTC)


def _first_id(moment: datetime) -> UUID:
    return UUID(int=int(moment.timestamp() * 1000) << 80)
