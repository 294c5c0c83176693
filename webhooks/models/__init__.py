from webhooks.models.deliveries import Attempt, Delivery
from webhooks.models.due_endpoints import DueEndpoint
from webhooks.models.endpoints import Endpoint
from webhooks.models.events import Event
from webhooks.models.inbox_starts import InboxStart
from webhooks.models.leases import Lease
from webhooks.models.restorations import Restoration
from webhooks.models.senders import Sender

__all__ = ("Attempt", "Delivery", "DueEndpoint", "Endpoint", "Event", "InboxStart", "Lease", "Restoration", "Sender")
