"""PATCH /api/bounties/{id}: which fields may change when, and the statuses an owner may set. Prices and spots: `repricing`."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from bounties import events
from bounties.errors import CompletionQuestionsLocked, FieldNotEditable, ManagedBounty
from bounties.models import Bounty
from bounties.rules.bounties import BOUNTY, CANCEL_REASONS, MANAGED, UPLOAD_SETTINGS, owner_actions, recruiting_status
from bounties.rules.fields import BountyChanges, UploadSettings
from bounties.selectors import access, policies, terms
from bounties.services import bounties, repricing, retiming, spending_rules
from bounties.services import terms as hired_terms
from marketplace.core import clock
from marketplace.core.actor import Actor
from marketplace.core.errors import Invalid
from marketplace.core.states import InvalidState
from marketplace.errors import OperatorRequired
from marketplace.services import account_restrictions
from wallet.models import Checkout

EDITABLE = (
    *("pending_deposit", "pending_review", "open", "partially_filled", "paused", "in_review", "pending_funding"),
    "assigned",
)


_PLACE = {"city", "state", "country", "is_remote_allowed"}
_SPENT_ON = {"category", "country", "is_remote_allowed", "supported_countries"}


@dataclass(frozen=True, slots=True)
class Edited:
    """The result of an edit."""

    bounty: Bounty
    checkout: Checkout | None = None  # pays for a confirmed raise that the wallet does not cover
    cents: int = 0  # debited from the wallet; below zero: refunded


def edit(
    actor: Actor,
    bounty_id: str,
    changes: BountyChanges,
    *,
    locked_names: list[str],
    acknowledged: bool = False,
    expected_cents: int | None = None,
) -> Edited:
    """The owner edits a bounty, or an operator its `intake_closed_countries` (spec, Endpoints, Bounties).

    `changes`: as `BountyPatch` reads them. `locked_names`: the wire names sent that cannot change once somebody has applied.
    `acknowledged` and `expected_cents` (US cents) confirm what the wallet will be debited. Deadlines of hired people do not
    change, and changed terms hold for them only once they accept (`services.terms`). Locks bounty, applications, pool, seats.
    More spots are new work: a restricted account adds none, but may pay more for those that it has.
    Raises NotFound (404), NotOwner, OperatorRequired, AccountRestricted, CategoryNotAllowed, CountryNotAllowed (403), Invalid,
    FieldNotEditable, PoolTooLarge, PayBelowMinimum (400), ManagedBounty, CompletionQuestionsLocked,
    WalletImpactConfirmationRequired, WorkersHired, OverlappingShift, InvalidState
    (409), InsufficientFunds (402).
    """
    fields = changes.copy()
    bounty = access.editable_bounty(actor, bounty_id)
    if bounty.kind in MANAGED:
        of_run: dict[str, Any] = {"runId": bounty.run_ref} if bounty.run_ref else {}
        raise ManagedBounty(**of_run)
    if bounty.status not in EDITABLE:
        raise InvalidState(
            f"This bounty is {bounty.status}; it can't be edited any more.",
            currentState=bounty.status,
            allowedActions=[],
        )
    if "intake_closed_countries" in fields and not actor.is_operator:
        raise OperatorRequired("Only operators close countries for a bounty.")
    if set(fields) - {"intake_closed_countries"} and not access.is_owner(actor, bounty):
        raise OperatorRequired("Operators change intakeClosedCountries only; the rest is the owner's.")
    _check_locked(bounty, locked_names)
    status, close_reason = fields.pop("status", None), fields.pop("close_reason", "")
    price = fields.pop("price_cents", bounty.price_cents)
    spots = fields.pop("spots_available", bounty.spots_available)
    if spots > bounty.spots_available:
        account_restrictions.check(bounty.owner_id, "jobs")
    before = terms.snapshot(bounty)
    _save_fields(actor, bounty, fields, price, spends=price > bounty.price_cents or spots > bounty.spots_available)
    if bounty.spots_filled:
        hired_terms.changed(actor, bounty, before)
    cents, checkout = 0, None
    new_price = None
    if (price, spots) != (bounty.price_cents, bounty.spots_available):
        if status == "closed":
            raise Invalid({"status": ["Closing returns what is left: don't change price or spots with it."]})
        new_price = repricing.plan(bounty, price, spots)
    if status is not None:
        _set_status(actor, bounty, status, close_reason)
    events.publish_internal(actor, bounty, "edited", fields=sorted(changes))
    if new_price is not None:
        cents, checkout = repricing.change(actor, bounty, new_price, acknowledged, expected_cents)
    if status is not None or new_price is not None:
        repricing.finish_change(actor, bounty)
    return Edited(bounty, checkout, cents)


def _check_locked(bounty: Bounty, names: list[str]) -> None:
    if not names or bounty.application_count == 0:
        return
    if "completionQuestions" in names:
        raise CompletionQuestionsLocked(currentState=bounty.status, allowedActions=[])
    raise InvalidState(
        f"Somebody has applied, so these stay as they are: {', '.join(names)}.",
        fields={name: ["Can be edited only before anybody applies."] for name in names},
        currentState=bounty.status,
        allowedActions=[],
    )


def _save_fields(actor: Actor, bounty: Bounty, changes: BountyChanges, price_cents: int, *, spends: bool) -> None:
    """Save everything but price, spots and status. Changed fields are validated as on creation.

    `price_cents`: the price as it will be, which must pay the minimum of the place as it will be; `spends`: price or spots go up.
    """
    fields: dict[str, object] = {**changes}
    if "upload_settings" in changes:
        fields["upload_settings"] = _settings_of_mode(bounty, changes["upload_settings"])
    if fields.get("country", bounty.country) != bounty.country:
        fields = {"city": "", "state": ""} | fields  # the old ones are in another country
    changed = {name for name, value in fields.items() if getattr(bounty, name) != value}
    before = policies.texts(bounty)
    for name, value in fields.items():
        setattr(bounty, name, value)
    if spends or not changed.isdisjoint(_SPENT_ON):
        spending_rules.check(actor, bounty)
    bounties.check(bounty, changed=changed)
    if price_cents != bounty.price_cents or not changed.isdisjoint(_PLACE):
        bounties.check_pay(bounty, price_cents)
    if "excluded_source_ids" in fields:
        bounties.check_sources(actor, bounty)
    _check_screened_text(bounty, before)
    bounty.updated_at = clock.now()
    bounty.save(update_fields=[*fields, "updated_at"])
    retiming.after_edit(bounty, changed)


def _settings_of_mode(bounty: Bounty, sent: Mapping[str, UploadSettings]) -> UploadSettings:
    """The settings of this bounty's upload mode, which never changes. Raises Invalid (400) when those of others were sent."""
    own, _ = UPLOAD_SETTINGS.get(bounty.submission_mode, ("", ""))
    if others := sent.keys() - {own}:
        raise Invalid({name: [f"This bounty has the submissionMode {bounty.submission_mode}."] for name in others})
    return sent[own]


def _check_screened_text(bounty: Bounty, before: Mapping[str, str]) -> None:
    """Text under moderation is immutable, and a live listing may not add a phrase that would have needed a review.

    `before`: its texts before the edit, by wire name. Raises FieldNotEditable, Invalid (400).
    """
    edited = {name: text for name, text in policies.texts(bounty).items() if text != before[name]}
    if edited and bounty.status == "pending_review":
        raise FieldNotEditable(
            "An operator is about to read this listing, so its words stay. Cancel it and post it anew to change them.",
            fields={name: ["Can't be edited while the listing is in review."] for name in edited},
        )
    if not edited or bounty.went_live_at is None or not (found := policies.screening_matches(edited)):
        return
    known = {why for reasons in policies.screening_matches(before).values() for why in reasons}
    wrong = {name: [why for why in reasons if why not in known] for name, reasons in found.items()}
    if any(wrong.values()):
        text = "This wording would need a review first ({}). Post it as a new bounty."
        raise Invalid({name: [text.format("; ".join(reasons))] for name, reasons in wrong.items() if reasons})


def _set_status(actor: Actor, bounty: Bounty, status: str, close_reason: str) -> None:
    """Set one of the statuses open to the owner: open, in_review, paused, closed. Setting the present one changes nothing.

    `close_reason`: one of CANCEL_REASONS, or the owner's words.
    """
    present = "open" if bounty.status == "partially_filled" else bounty.status
    if status == present:
        return
    if status == "closed":
        known = close_reason in CANCEL_REASONS
        reason, details = (close_reason, "") if known else ("closed_by_owner", close_reason)
        bounties.end(actor, bounty, to="closed", reason=reason, details=details)
        return
    if bounty.status == "pending_funding" and status == "open":
        repricing.abandon_raise(bounty)
        return
    action = {"open": "reopen", "paused": "pause", "in_review": "shut"}[status]
    allowed = owner_actions(bounty.status, taken=bounty.spots_filled)
    if bounty.status in ("paused", "in_review") and action != "reopen":
        BOUNTY.next(bounty.status, "reopen", allowed=allowed)
        bounty.status = status
    else:
        to = BOUNTY.next(bounty.status, action, allowed=allowed)
        bounty.status = recruiting_status(bounty.spots_available, bounty.spots_filled) if action == "reopen" else to
    bounty.updated_at = clock.now()
    bounty.save(update_fields=["status", "updated_at"])
