"""Create and end a bounty. What it costs is planned by the same pure function for the dry run and the real thing."""

from collections.abc import Mapping, Set
from datetime import timedelta
from typing import Any
from uuid import UUID

from bounties import events
from bounties.errors import WorkersHired
from bounties.models import Bounty
from bounties.rules.bounties import BOUNTY, DEFAULT_DEADLINE, DIRECT, FEE_KIND, OVER, owner_actions, plan_bounty
from bounties.selectors import access, policies
from bounties.services import applications, endings, outreach, owner_mails
from escrow.selectors import rates
from escrow.services import escrows, pools
from marketplace.core import clock, countries
from marketplace.core.actor import Actor
from marketplace.core.errors import Invalid
from marketplace.core.states import InvalidState
from marketplace.selectors.countries import blocked_among


def draft(actor: Actor, fields: Mapping[str, Any], *, kind: str = "ordinary") -> Bounty:
    """The bounty as it would be, unsaved: defaults filled in, the seat's price fixed, operators' rules asked. Its fee rate is
    the one in force now, unless `fields` have the one that was quoted before (`fee_bps`).

    Raises Invalid, PoolTooLarge (400).
    """
    values = dict(fields)
    plan = plan_bounty(
        price_cents=values["price_cents"],
        price_type=values["price_type"],
        estimated_hours=values["estimated_hours"],
        spots=values["spots_available"],
    )
    if "fee_bps" not in values:
        values["fee_bps"] = rates.bps_for(FEE_KIND[kind])
    values.setdefault("deadline", clock.now() + DEFAULT_DEADLINE)
    bounty = Bounty(
        owner=actor.me,
        kind=kind,
        status="pending_deposit",
        seat_cents=plan.seat_cents,
        agent_name=values.pop("agent_name", "") or actor.me.display_name,
        **values,
    )
    check(bounty)
    check_sources(actor, bounty)
    return bounty


def check(bounty: Bounty, *, changed: Set[str] | None = None) -> None:
    """That the fields of a row go together and keep the operators' rules. Of an edit only what it `changed` is asked:
    a rule that came later stands in nobody's way.

    Raises Invalid (400), naming every field that is wrong.
    """

    def asked(*names: str) -> bool:
        return changed is None or not changed.isdisjoint(names)

    wrong: dict[str, list[str]] = {}
    if asked("category") and bounty.category and not policies.is_category(bounty.category):
        wrong["category"] = [f"Give one of: {', '.join(policies.categories())}."]
    if asked("city", "country", "is_remote_allowed", "supported_countries"):
        wrong |= _contradictions(bounty)
    if asked("country") and blocked_among([bounty.country]):
        wrong["location.country"] = [f"No tasks can be posted in {countries.name(bounty.country)}."]
    if asked("supported_countries") and (blocked := blocked_among(bounty.supported_countries)):
        listed = [code for code in bounty.supported_countries if code in blocked]
        wrong["supportedCountries"] = [f"Not possible: {', '.join(listed)}."]
    if asked("deadline", "city", "country", "is_remote_allowed") and (hours := _notice_missed(bounty)):
        wrong["deadline"] = [f"An on-site task here needs {hours} hours' notice: choose a later deadline."]
    start = bounty.scheduled_start_at
    if asked("scheduled_start_at") and start is not None and start <= clock.now():
        wrong["scheduledStartAt"] = ["The start must be in the future."]
    if asked("scheduled_start_at", "scheduled_start_time_zone") and start and not bounty.scheduled_start_time_zone:
        wrong["scheduledStartTimeZone"] = ["Name the zone of scheduledStartAt."]
    if wrong:
        raise Invalid(wrong)


def _contradictions(bounty: Bounty) -> dict[str, list[str]]:
    """The place must be among the supported countries; on site, only that country makes sense."""
    country, supported = bounty.country, bounty.supported_countries
    if not country and not bounty.is_remote_allowed:
        return {"location.country": ["An on-site task names its country."]}
    if not country and bounty.city:
        return {"location.country": ["Name the city's country, too."]}
    if country and supported and country not in supported:
        return {"supportedCountries": [f"The task's own country {country} must be in the list."]}
    if supported and not bounty.is_remote_allowed and supported != [country]:
        return {"supportedCountries": [f"An on-site task takes people in {country} only."]}
    return {}


def _notice_missed(bounty: Bounty) -> int:
    """How many hours of notice its deadline lacks the time for; 0 when it has it, or needs none."""
    if bounty.kind != "ordinary" or bounty.is_remote_allowed:
        return 0
    hours = policies.notice_hours(bounty.city, bounty.country)
    return hours if bounty.deadline < clock.now() + timedelta(hours=hours) else 0


def check_sources(actor: Actor, bounty: Bounty) -> None:
    """Whoever took part in an earlier bounty can be left out, but only of one's own. Raises Invalid (400)."""
    asked = set(bounty.excluded_source_ids)
    if not asked:
        return
    own = (
        Bounty.objects.filter(pk__in=asked, owner_id=bounty.owner_id).exclude(pk=bounty.pk).values_list("pk", flat=True)
    )
    if missing := asked - set(own):
        raise Invalid(
            {"excludedParticipantSourceBountyIds": [f"{len(missing)} of these are no earlier bounties of yours."]}
        )


def prepare(actor: Actor, fields: Mapping[str, Any], *, kind: str = "ordinary", private: bool = False) -> Bounty:
    """The bounty with its unfunded pool, both unsaved: `funding.fund_or_ask` stores them as they are then, once.

    Raises Invalid, PoolTooLarge (400).
    """
    bounty = draft(actor, fields, kind=kind)
    bounty.is_private = private
    bounty.pool = pools.plan_pool(
        owner_id=actor.id,
        bounty_id=bounty.pk,
        price_cents=bounty.seat_cents,
        fee_bps=bounty.fee_bps,
        seats=bounty.spots_available,
    )
    return bounty


def create(actor: Actor, fields: Mapping[str, Any], *, kind: str = "ordinary", private: bool = False) -> Bounty:
    """Store the bounty and its unfunded pool. Moves no money: `funding.fund_or_ask` is the next step.

    The caller's transaction. Raises Invalid, PoolTooLarge (400).
    """
    bounty = prepare(actor, fields, kind=kind, private=private)
    assert bounty.pool is not None
    bounty.pool.save(force_insert=True)
    bounty.save(force_insert=True)
    return bounty


def cancel(actor: Actor, bounty_id: str, *, reason: str, details: str = "") -> Bounty:
    """DELETE: end a bounty that hired nobody; the pool returns to the wallet, pending applications are rejected.

    Locks the bounty, the pool, its pending applications. Raises NotOwner, WorkersHired (409), InvalidState (409).
    """
    bounty = access.owned_bounty(actor, bounty_id, lock=True)
    access.check_not_kept(bounty, "cancel")
    return end(actor, bounty, to="cancelled", reason=reason, details=details)


def end(actor: Actor, bounty: Bounty, *, to: str, reason: str, details: str = "") -> Bounty:
    """Close or cancel a locked bounty that hired nobody. Idempotent on one that is over in this way already."""
    if bounty.status == to or (bounty.status == "closing" and bounty.closing_to == to):
        return bounty
    if bounty.spots_filled and bounty.status not in OVER:
        actions = [*owner_actions(bounty.status, taken=bounty.spots_filled), "expire"]
        if bounty.spots_remaining:
            actions.append("lower_spots_available")
        raise WorkersHired(currentState=bounty.status, allowedActions=actions)
    if "stop" not in BOUNTY.allowed(bounty.status):
        raise InvalidState(
            f"This bounty is {bounty.status} and can't be {to}.", currentState=bounty.status, allowedActions=[]
        )
    endings.stop(actor, bounty, to=to, reason=reason, details=details)
    return bounty


def approve(actor: Actor, bounty_id: UUID, *, note: str = "") -> Bounty:
    """An operator lets a screened listing go live: pending_review -> open, and a direct hire is made; its owner is told
    by mail.

    Locks the bounty. Raises InvalidState (409) on one that was decided already.
    """
    bounty = access.lock_bounty(bounty_id)
    bounty.status = BOUNTY.next(bounty.status, "approve")
    bounty.went_live_at = bounty.updated_at = clock.now()
    bounty.save(update_fields=["status", "went_live_at", "updated_at"])
    outreach.begin(bounty)
    events.noted(actor, bounty, "approved", note=note)
    owner_mails.listing_approved(bounty)
    if bounty.kind in DIRECT:
        escrows.lock_share(actor, applications.hire_named(actor, bounty))
    return bounty


def refuse(actor: Actor, bounty_id: UUID, *, reason: str) -> Bounty:
    """An operator turns a screened listing down: closed, the pool returns to the wallet, its owner is told why by mail
    (and reads it as the bounty's closing details). Locks the bounty. Raises InvalidState (409)."""
    bounty = access.lock_bounty(bounty_id)
    if bounty.status != "pending_review":
        raise InvalidState(
            f"This bounty is {bounty.status}; only one in pending_review is decided.",
            currentState=bounty.status,
            allowedActions=[],
        )
    events.noted(actor, bounty, "refused", note=reason)
    owner_mails.listing_refused(bounty, reason=reason)
    endings.stop(actor, bounty, to="closed", reason="refused", details=reason)
    return bounty
