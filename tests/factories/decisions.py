"""Staff decide a dispute as they do on its page: they read a preview, and press its button."""

from uuid import UUID

from escrow.models import DisputeDecision
from escrow.services import decisions
from marketplace.core.actor import Actor
from marketplace.core.transactions import unit


def given_preview(by: Actor, dispute: UUID, *, worker_cents: int, reason: str = "Seen.") -> UUID:
    made = unit(lambda: decisions.preview(by, dispute, worker_cents=worker_cents, reason=reason))
    key: UUID = made.pk
    return key


def given_decision(by: Actor, dispute: UUID, *, worker_cents: int, reason: str = "Seen.") -> DisputeDecision:
    """Decided, or proposed where a second person is needed."""
    preview = given_preview(by, dispute, worker_cents=worker_cents, reason=reason)
    return unit(lambda: decisions.decide(by, preview))
