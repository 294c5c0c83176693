"""Create and end a bounty. The dry run and the real creation share one pure cost plan."""

from collections.abc import Set
from datetime import datetime, timedelta
from decimal import Decimal
from uuid import UUID

from bounties import events
from bounties.errors import PayBelowMinimum, WorkersHired
from bounties.models import Bounty
from bounties.rules.bounties import (
    BOUNTY,
    DEFAULT_DEADLINE,
    DIRECT,
    FEE_KIND,
    MANAGED,
    OVER,
    least_price,
    owner_actions,
    plan_bounty,
)
from bounties.rules.fields import BountyFields
from bounties.selectors import access, policies
from bounties.services import applications, endings, outreach, owner_mails, spending_rules
from escrow.selectors import rates
from escrow.services import escrows, pools
from marketplace.core import clock, context, countries
from marketplace.core.actor import Actor
from marketplace.core.errors import Invalid
from marketplace.core.states import InvalidState
from marketplace.selectors.countries import blocked_among
from marketplace.services import account_restrictions

_SEATS_NAMED = 3  # of those that still can be given up, in a refusal
_MARGIN = timedelta(minutes=15)  # in which a caller who was told the earliest deadline can send it


def draft(actor: Actor, fields: BountyFields, *, kind: str = "ordinary") -> Bounty:
    """An unsaved bounty with defaults and seat price, checked against operators' policies (spec, Bounty).

    `fields`: as `BountyIn` or a product's listing gives them. The fee rate is the present one, unless `fields` has a quoted
    one (`fee_bps`). Locks the owner's restriction. Raises Invalid, SeatTooSmall, PoolTooLarge,
    PayBelowMinimum (400), AccountRestricted, CategoryNotAllowed, CountryNotAllowed (403).
    """
    account_restrictions.check(actor.id, "jobs")
    values = fields.copy()
    plan = plan_bounty(
        price_cents=values["price_cents"],
        price_type=values["price_type"],
        estimated_hours=values["estimated_hours"],
        spots=values["spots_available"],
    )
    if "fee_bps" not in values:
        values["fee_bps"] = rates.bps_for(FEE_KIND[kind])
    values.setdefault("deadline", _default_deadline(values.get("scheduled_start_at")))
    bounty = Bounty(
        owner=actor.me,
        kind=kind,
        status="pending_deposit",
        seat_cents=plan.seat_cents,
        agent_name=values.pop("agent_name", "") or actor.me.display_name,
        **values,
    )
    bounty.spender = actor.spender
    spending_rules.check(actor, bounty)
    check(bounty)
    check_pay(bounty, bounty.price_cents)
    check_sources(actor, bounty)
    return bounty


def _default_deadline(start: datetime | None) -> datetime:
    """30 days from now, or when the work begins if that is earlier."""
    deadline = clock.now() + DEFAULT_DEADLINE
    return deadline if start is None else min(start, deadline)


def check(bounty: Bounty, *, changed: Set[str] | None = None) -> None:
    """Whether the fields of a bounty are consistent and keep the operators' policies.

    `changed`: names of the edited columns, None for a new bounty. Unchanged fields are not validated again against newer
    policies. Locks nothing. Raises Invalid (400), naming every field that is wrong.
    """

    def concerns(*names: str) -> bool:
        return changed is None or not changed.isdisjoint(names)

    wrong: dict[str, list[str]] = {}
    if concerns("category") and bounty.category and not policies.is_category(bounty.category):
        wrong["category"] = [f"Give one of: {', '.join(policies.categories())}."]
    if concerns("city", "country", "is_remote_allowed", "supported_countries"):
        wrong |= _contradictions(bounty)
    if concerns("country") and blocked_among([bounty.country]):
        wrong["location.country"] = [f"No tasks can be posted in {countries.name(bounty.country)}."]
    if concerns("supported_countries") and (blocked := blocked_among(bounty.supported_countries)):
        listed = [code for code in bounty.supported_countries if code in blocked]
        wrong["supportedCountries"] = [f"Not possible: {', '.join(listed)}."]
    if concerns("deadline", "city", "country", "is_remote_allowed") and (hours := _missed_notice_hours(bounty)):
        earliest = clock.shown(clock.now() + timedelta(hours=hours) + _MARGIN)
        wrong["deadline"] = [
            f"An on-site task here needs {hours} hours' notice: people must be able to apply until {earliest} at least. Work that "
            "is due sooner has completionWindowHours, the hours after confirming; its deadline can be left out."
        ]
    start = bounty.scheduled_start_at
    if concerns("scheduled_start_at") and start is not None and start <= clock.now():
        wrong["scheduledStartAt"] = [f"The start must be in the future; {clock.here()}"]
    elif concerns("deadline", "scheduled_start_at") and start is not None and bounty.deadline > start:
        wrong.setdefault("deadline", []).append(
            "The work begins before this: applications end at the start at the latest."
        )
    if concerns("scheduled_start_at", "scheduled_start_time_zone") and start and not bounty.scheduled_start_time_zone:
        wrong["scheduledStartTimeZone"] = ["Name the zone of scheduledStartAt."]
    if wrong:
        raise Invalid(wrong)


def _contradictions(bounty: Bounty) -> dict[str, list[str]]:
    """Errors by wire name: the place must be among the supported countries; on site, only that country is possible."""
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


def _missed_notice_hours(bounty: Bounty) -> int:
    """The hours of notice that its deadline does not keep; 0 when it does, or needs none."""
    if bounty.kind != "ordinary" or bounty.is_remote_allowed:
        return 0
    hours = policies.notice_hours(bounty.city, bounty.country)
    return hours if bounty.deadline < clock.now() + timedelta(hours=hours) else 0


def check_pay(bounty: Bounty, price_cents: int) -> None:
    """Whether a price pays what operators ask for an hour on site there (spec, location-minimum). Locks nothing.

    `price_cents`: the price as it will be. Managed products are not asked: their prices are ours, not the owner's. Raises
    PayBelowMinimum (400).
    """
    if bounty.is_remote_allowed or bounty.kind in MANAGED:
        return
    minimum = policies.pay_minimum(city=bounty.city, state=bounty.state, country=bounty.country)
    if minimum is None:
        return
    least = least_price(
        minimum.hourly_cents, price_type=bounty.price_type, estimated_hours=Decimal(bounty.estimated_hours)
    )
    if price_cents < least:
        raise PayBelowMinimum(
            area=minimum.area,
            hourly_cents=minimum.hourly_cents,
            price_cents=least,
            per_hour=bounty.price_type == "hourly",
        )


def check_sources(actor: Actor, bounty: Bounty) -> None:
    """Participants can be excluded by earlier bounties of the same owner only. Locks nothing. Raises Invalid (400)."""
    source_ids = set(bounty.excluded_source_ids)
    if not source_ids:
        return
    own = (
        Bounty.objects.filter(pk__in=source_ids, owner_id=bounty.owner_id)
        .exclude(pk=bounty.pk)
        .values_list("pk", flat=True)
    )
    if missing := source_ids - set(own):
        raise Invalid(
            {"excludedParticipantSourceBountyIds": [f"{len(missing)} of these are no earlier bounties of yours."]}
        )


def prepare(actor: Actor, fields: BountyFields, *, kind: str = "ordinary", private: bool = False) -> Bounty:
    """An unsaved bounty with its unsaved, unfunded pool: `funding.fund_or_ask` inserts both in their final state.

    Arguments as `draft`. Locks nothing. Raises Invalid, SeatTooSmall, PoolTooLarge (400).
    """
    bounty = draft(actor, fields, kind=kind)
    bounty.is_private = private
    bounty.pool = pools.plan_pool(
        owner_id=actor.id,
        bounty_id=bounty.pk,
        price_cents=bounty.seat_cents,
        fee_bps=bounty.fee_bps,
        seats=bounty.spots_available,
        run_ref=bounty.run_ref,
    )
    return bounty


def create(actor: Actor, fields: BountyFields, *, kind: str = "ordinary", private: bool = False) -> Bounty:
    """Insert the bounty and its unfunded pool. Moves no money: `funding.fund_or_ask` is the next step.

    Arguments as `draft`; `private` hides it from discovery. In the caller's transaction. Raises Invalid, SeatTooSmall,
    PoolTooLarge (400).
    """
    bounty = prepare(actor, fields, kind=kind, private=private)
    assert bounty.pool is not None
    bounty.pool.save(force_insert=True)
    bounty.save(force_insert=True)
    return bounty


def cancel(actor: Actor, bounty_id: str, *, reason: str, details: str = "") -> Bounty:
    """DELETE: the owner cancels a bounty that hired nobody (spec, States: Bounty).

    The pool returns to the wallet, pending applications are rejected. `reason` is one of CANCEL_REASONS. Locks bounty,
    pending applications, pool. Raises NotFound (404), NotOwner (403), ManagedBounty, WorkersHired, InvalidState (409).
    """
    bounty = access.owned_bounty(actor, bounty_id, lock=True)
    access.check_not_reserved(bounty, "cancel")
    return end(actor, bounty, to="cancelled", reason=reason, details=details)


def end(actor: Actor, bounty: Bounty, *, to: str, reason: str, details: str = "") -> Bounty:
    """Close or cancel a bounty that hired nobody. Idempotent on one that has ended in the same way.

    `to`: closed or cancelled. The bounty is locked by the caller; locks pending applications, pool. Raises WorkersHired,
    InvalidState (409).
    """
    if bounty.status == to or (bounty.status == "closing" and bounty.closing_to == to):
        context.changes_nothing()
        return bounty
    if bounty.spots_filled and bounty.status not in OVER:
        actions = [*owner_actions(bounty.status, taken=bounty.spots_filled), "expire"]
        if bounty.spots_remaining:
            actions.append("lower_spots_available")
        seats = bounty.applications.filter(status="accepted", escrow__delivered_at=None, escrow__ended_at=None)
        named = [{"applicationId": seat.public_id} for seat in seats.order_by("id")[:_SEATS_NAMED]]
        raise WorkersHired(currentState=bounty.status, allowedActions=actions, seats=named)
    if "stop" not in BOUNTY.allowed(bounty.status):
        raise InvalidState(
            f"This bounty is {bounty.status} and can't be {to}.", currentState=bounty.status, allowedActions=[]
        )
    endings.stop(actor, bounty, to=to, reason=reason, details=details)
    return bounty


def approve(actor: Actor, bounty_id: UUID, *, note: str = "") -> Bounty:
    """An operator approves a screened listing: pending_review -> open, a direct hire is made, the owner gets a mail.

    `note` is kept with the event. Locks the bounty; for a direct hire also application and pool. Raises InvalidState,
    HumanNotAvailable (409).
    """
    bounty = access.lock_bounty(bounty_id)
    bounty.status = BOUNTY.next(bounty.status, "approve")
    bounty.went_live_at = bounty.updated_at = clock.now()
    bounty.save(update_fields=["status", "went_live_at", "updated_at"])
    outreach.begin(bounty)
    events.publish_internal(actor, bounty, "approved", note=note)
    owner_mails.listing_approved(bounty)
    if bounty.kind in DIRECT:
        escrows.lock_share(actor, applications.hire_named(actor, bounty))
    return bounty


def refuse(actor: Actor, bounty_id: UUID, *, reason: str) -> Bounty:
    """An operator refuses a screened listing: it is closed and refunded, and the owner gets a mail with the reason.

    `reason` is also stored as `close_details`. Locks bounty, pending applications, pool. Raises InvalidState (409).
    """
    bounty = access.lock_bounty(bounty_id)
    if bounty.status != "pending_review":
        raise InvalidState(
            f"This bounty is {bounty.status}; only one in pending_review is decided.",
            currentState=bounty.status,
            allowedActions=[],
        )
    events.publish_internal(actor, bounty, "refused", note=reason)
    owner_mails.listing_refused(bounty, reason=reason)
    endings.stop(actor, bounty, to="closed", reason="refused", details=reason)
    return bounty
