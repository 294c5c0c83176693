"""The caller's own agent checkouts."""

from django.db.models import QuerySet

from marketplace.core import ids
from marketplace.core.actor import Actor
from marketplace.core.errors import NotFound
from wallet.models import AgentCheckout


def mine(actor: Actor) -> QuerySet[AgentCheckout]:
    rows: QuerySet[AgentCheckout] = AgentCheckout.objects.select_related("checkout", "refund").filter(
        account_id=actor.id
    )
    return rows


def own(actor: Actor, agent_checkout_id: str, *, lock: bool = False) -> AgentCheckout:
    """One checkout of the caller's (aco_…), locked on request; its page and refund are then read after the lock. Raises
    NotFound (404) for an unknown one and for somebody else's."""
    rows = AgentCheckout.objects.locked() if lock else mine(actor)
    try:
        found: AgentCheckout = rows.get(pk=ids.decode("aco", agent_checkout_id), account_id=actor.id)
    except (ValueError, AgentCheckout.DoesNotExist):
        raise NotFound("There is no such checkout among yours. GET /api/agent-checkouts lists them.")
    return found
