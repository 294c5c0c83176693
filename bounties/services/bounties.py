"""Create and cancel a bounty. What it costs is planned by the same pure function for the dry run and the real thing."""

from collections.abc import Mapping
from typing import Any

from bounties.errors import WorkersHired
from bounties.models import Application, Bounty
from bounties.rules import BOUNTY, DEFAULT_DEADLINE, plan_bounty
from bounties.selectors import access
from bounties.services import applications
from escrow.services import pools
from marketplace.core import clock
from marketplace.core.actor import Actor
from marketplace.core.states import InvalidState


def draft(actor: Actor, fields: Mapping[str, Any]) -> Bounty:
    """The bounty as it would be, unsaved: defaults filled in, the seat's price fixed. Raises PoolTooLarge (400)."""
    values = dict(fields)
    plan = plan_bounty(
        price_cents=values["price_cents"],
        price_type=values["price_type"],
        estimated_hours=values["estimated_hours"],
        spots=values["spots_available"],
    )
    values.setdefault("deadline", clock.now() + DEFAULT_DEADLINE)
    return Bounty(
        owner=actor.me,
        status="pending_deposit",
        seat_cents=plan.seat_cents,
        agent_name=values.pop("agent_name", "") or actor.me.display_name,
        **values,
    )


def create(actor: Actor, fields: Mapping[str, Any]) -> Bounty:
    """Store the bounty and its unfunded pool. Moves no money: `funding.fund_or_ask` is the next step.

    The caller's transaction. Raises PoolTooLarge (400).
    """
    bounty = draft(actor, fields)
    bounty.pool = pools.open_pool(
        owner_id=actor.id, bounty_id=bounty.pk, price_cents=bounty.seat_cents, seats=bounty.spots_available
    )
    bounty.save(force_insert=True)
    return bounty


def cancel(actor: Actor, bounty_id: str, *, reason: str, details: str = "") -> Bounty:
    """DELETE: end a bounty that hired nobody; the pool returns to the wallet, pending applications are rejected.

    Locks the bounty, its pending applications, the pool. Raises NotOwner, WorkersHired (409), InvalidState (409).
    """
    bounty = access.owned_bounty(actor, bounty_id, lock=True)
    return end(actor, bounty, reason=reason, details=details)


def end(actor: Actor, bounty: Bounty, *, reason: str, details: str = "") -> Bounty:
    """The same for a bounty that is locked already. Idempotent on a cancelled one."""
    if bounty.status == "cancelled":
        return bounty
    is_over = not BOUNTY.allowed(bounty.status)
    if bounty.spots_filled and not is_over:
        raise WorkersHired(currentState=bounty.status, allowedActions=["cancel a seat's escrow", "release"])
    if "cancel" not in BOUNTY.allowed(bounty.status):
        raise InvalidState(
            f"This bounty is {bounty.status} and can't be cancelled.", currentState=bounty.status, allowedActions=[]
        )
    close_now(actor, bounty, action="cancel", reason=reason, details=details)
    if bounty.pool_id:
        pools.close(actor, bounty.pool_id, note=reason)
    return bounty


def close_now(actor: Actor, bounty: Bounty, *, action: str, reason: str, details: str = "") -> None:
    """Set the end state and turn pending applications down. Moves no money."""
    now = clock.now()
    bounty.status = BOUNTY.next(bounty.status, action)
    bounty.closed_at = bounty.updated_at = now
    bounty.close_reason, bounty.close_details = reason, details
    bounty.save(update_fields=["status", "closed_at", "updated_at", "close_reason", "close_details"])
    for application in (
        Application.objects.locked().select_related("human").filter(bounty_id=bounty.pk, status="pending")
    ):
        applications.turn_down(actor, bounty, application, response="The bounty was cancelled.", automatic=True)
