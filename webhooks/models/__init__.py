from webhooks.models.deliveries import Attempt, Delivery
from webhooks.models.endpoints import Endpoint
from webhooks.models.events import Event
from webhooks.models.inbox_starts import InboxStart
from webhooks.models.restorations import Restoration

__all__ = ("Attempt", "Delivery", "Endpoint", "Event", "InboxStart", "Restoration")
