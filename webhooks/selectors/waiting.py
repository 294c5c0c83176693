"""What of the deliveries waits for staff."""

from datetime import timedelta
from urllib.parse import urlencode

from marketplace.core import clock
from marketplace.models import Account
from marketplace.ports import Waiting
from webhooks.models import Delivery, Endpoint

_LATELY = timedelta(days=7)


def parts(staff: Account) -> list[Waiting]:
    """Deliveries that were given up, and endpoints that were switched off for failing, within a week; and endpoints that can't be
    signed for, which an operator mends (docs/operations.md, Keys)."""
    since = (clock.now() - _LATELY).replace(minute=0, second=0, microsecond=0)
    failed = Delivery.objects.filter(status="failed", created_at__gte=since)
    dead = Endpoint.objects.filter(disabled_at__gte=since, deleted_at=None)
    return [
        Waiting(
            "records",
            "Webhooks given up in a week",
            failed,
            "webhooks_delivery",
            urlencode({"status__exact": "failed", "created_at__gte": since.isoformat()}),
        ),
        Waiting(
            "records",
            "Endpoints switched off in a week",
            dead,
            "webhooks_endpoint",
            urlencode({"disabled_at__gte": since.isoformat(), "deleted_at__isnull": "True"}),
        ),
        Waiting(
            "records",
            "Endpoints whose secret no SECRET_KEY opens",
            Endpoint.objects.filter(unreadable_since__isnull=False, deleted_at=None),
            "webhooks_endpoint",
            urlencode({"unreadable_since__isnull": "False", "deleted_at__isnull": "True"}),
            is_urgent=True,
        ),
    ]
