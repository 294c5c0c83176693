"""At most WEBHOOK_SENDERS runs send webhooks at a time, on however many machines. No delivery depends on it: two runs at one place
would share the deliveries by their leases (claims.py), as two places do.
"""

from django.conf import settings

from marketplace.services.places import Place
from webhooks.models import Sender


def acquire() -> Place | None:
    """A free place for a sender, or None."""
    return Place.acquire(Sender._meta.db_table, places=settings.WEBHOOK_SENDERS)
