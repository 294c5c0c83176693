from marketplace.models import HeldPlace


class Sender(HeldPlace):
    """A sender's place: WEBHOOK_SENDERS of them, each held by one run at a time (services/senders.py)."""
