"""Apply, decide, withdraw. Accepting opens the seat: clocks, conversation, facts and, last, the money, in one transaction."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from bounties import events, providers
from bounties.errors import (
    AlreadyApplied,
    BountyNotOpen,
    DeadlinePassed,
    LanguageProficiencyUnsatisfied,
    NoSpotsLeft,
    NotWithdrawable,
    OverlappingShift,
    OwnBounty,
)
from bounties.models import Application, Bounty
from bounties.ports import products
from bounties.rules.applications import APPLICATION
from bounties.rules.bounties import BOUNTY, DIRECT, HIRES, LIVE, REFILL, REVIEWABLE, filled
from bounties.rules.seats import CONFIRM_WITHIN
from bounties.selectors import access, checks, shifts
from bounties.services import endings, forms, lifecycle_messages, owner_mails, screening, seats, worker_mails
from escrow.models import Escrow
from escrow.services import escrows, pools
from humans.services import conversations
from marketplace.core import clock, money
from marketplace.core.actor import Actor
from marketplace.core.queue import enqueue
from marketplace.core.states import InvalidState
from marketplace.models import File
from marketplace.services import files


@dataclass(frozen=True, slots=True)
class Admitted:
    """Somebody passed every gate of a bounty as it was at that moment, and his files are stored."""

    asked: datetime
    country: str
    kept: list[tuple[File, str]]


def admit(
    actor: Actor,
    bounty_id: str,
    sent: Mapping[str, Any],
    *,
    position: screening.Position | None = None,
    by_product: bool = False,
) -> Admitted:
    """Every gate is asked, then the files are stored: before the transaction of `apply`. `by_product`: a managed product
    takes this application by a route of its own. Raises what `apply` raises; Invalid (400) for a file that is not taken,
    StorageUnavailable (503)."""
    bounty = access.visible_bounty(actor, bounty_id)
    country, _ = _ask_gates(actor, bounty, sent, position=position, by_product=by_product)
    return Admitted(bounty.updated_at, country, forms.keep(actor, sent))


def apply(
    actor: Actor,
    bounty_id: str,
    sent: Mapping[str, Any],
    *,
    position: screening.Position | None = None,
    admitted: Admitted | None = None,
    by_product: bool = False,
) -> Application:
    """A person applies; the conversation opens with the cover letter. Whoever has files is admitted before: of the others the
    gates are asked here, once. Locks the bounty (its counter). Whoever withdrew while pending applies again with the same
    row.

    Raises OwnBounty and every gate of `screening` (403), BountyNotOpen, DeadlinePassed, AlreadyApplied, ManagedBounty
    (409), Invalid (400) for what the bounty asks of applicants.
    """
    bounty = access.visible_bounty(actor, bounty_id, lock=True)
    if admitted is not None and bounty.updated_at == admitted.asked:
        country, earlier = admitted.country, check_may_apply(actor, bounty, screening.find_standing(actor, bounty))
    else:  # not asked yet, or edited meanwhile: it may ask for more now
        country, earlier = _ask_gates(actor, bounty, sent, position=position, by_product=by_product)
    kept = admitted.kept if admitted is not None else forms.keep(actor, sent)
    files.enter([file for file, _ in kept])
    application = earlier or Application(bounty=bounty, human=actor.me)
    application.status = APPLICATION.next(earlier.status, "apply") if earlier else "pending"
    application.cover_letter = sent.get("cover_letter", "")
    application.proposed_price_cents = sent.get("proposed_price_cents")
    application.availability = sent.get("availability", "")
    application.links, application.answers = sent.get("links", []), sent.get("answers", [])
    application.consented_at = clock.now() if sent.get("consent") else None
    application.country = country
    application.file_kinds = {file.public_id: kind for file, kind in kept}
    application.terms_snapshot = terms(bounty)
    application.response, application.decided_at = "", None
    application.ended_at, application.end_reason = None, ""
    application.review_at, application.attempts = None, 0
    application.review_state = application.review_reason = ""
    application.conversation = conversations.open_for_application(
        agent_id=bounty.owner_id,
        human_id=actor.id,
        bounty_id=bounty.pk,
        application_id=application.pk,
        subject=bounty.title,
        status="pending",
        opening_message=application.cover_letter,
        reapplied=earlier is not None,
    )
    _ask_for_review(application, bounty)
    application.save(force_insert=earlier is None)
    if kept or earlier is not None:
        application.files.set([file for file, _ in kept])
    if earlier is not None and application.cover_letter.strip():
        conversations.post_message(
            conversation_id=application.conversation.pk,
            sender_id=actor.id,
            side="human",
            content=application.cover_letter,
            actor=actor,
        )
    if earlier is None:
        bounty.application_count += 1
    events.application_submitted(actor, bounty, application)
    owner_mails.note(actor, bounty, "application", "application_count")
    return application


def _ask_gates(
    actor: Actor,
    bounty: Bounty,
    sent: Mapping[str, Any],
    *,
    position: screening.Position | None,
    by_product: bool,
) -> tuple[str, Application | None]:
    """The country of `screening.check`, and a withdrawn application, which is used again. Raises what `apply` raises."""
    if not by_product:
        access.check_not_kept(bounty, "apply")
    look = screening.find_standing(actor, bounty)
    earlier = check_may_apply(actor, bounty, look)
    country = screening.check(actor, bounty, position, look)
    forms.check(bounty, sent)
    return country, earlier


def _ask_for_review(application: Application, bounty: Bounty) -> None:
    """Mark a new application for the automatic review, unless its owner decides himself."""
    if not bounty.auto_accept or bounty.kind != "ordinary" or providers.reviewer() is None:
        return
    application.review_at = clock.now()
    enqueue("bounties.review_applications")


def check_may_apply(actor: Actor, bounty: Bounty, look: screening.Standing) -> Application | None:
    """Raises OwnBounty (403), AlreadyApplied, BountyNotOpen, DeadlinePassed (409). Returns a withdrawn application,
    which is used again."""
    if bounty.owner_id == actor.id:
        raise OwnBounty()
    rows = Application.objects.select_related("human", "escrow").filter(bounty_id=bounty.pk, human_id=actor.id)
    earlier: Application | None = rows.first() if look.has_applied else None
    if earlier is not None and (earlier.status != "withdrawn" or earlier.escrow_id is not None):
        raise AlreadyApplied(
            applicationId=earlier.public_id, currentState=earlier.status, allowedActions=earlier.applicant_actions
        )
    if bounty.status not in LIVE:
        raise BountyNotOpen(currentState=bounty.status, allowedActions=[])
    if bounty.deadline <= clock.now():
        raise DeadlinePassed(currentState=bounty.status, allowedActions=[])
    return earlier


def accept(actor: Actor, bounty_id: str, application_id: str, *, response: str = "") -> Application:
    """The owner hires: PATCH action accept. See `hire`. Raises NotOwner, NotFound besides."""
    bounty, application = access.owned_application(actor, bounty_id, application_id, "accept")
    return hire(actor, bounty, application, response=response, pool=bounty.pool)


def hire(
    actor: Actor, bounty: Bounty, application: Application, *, response: str = "", pool: Escrow | None = None
) -> Application:
    """pending -> accepted: seat opened for two hours' confirmation, its share of the pool locked. Charged only on success.

    Bounty and application are locked; locks the pool, unless it comes locked. Raises what `_take_on` raises, and
    InsufficientFunds (402).
    """
    seat = _take_on(actor, bounty, application, pool or pools.lock(bounty.pool_id), response=response)
    escrows.lock_share(actor, seat)
    return application


def _take_on(actor: Actor, bounty: Bounty, application: Application, pool: Escrow, *, response: str = "") -> Escrow:
    """All of a hire but its money, which moves last. Applications in an upload mode need no confirmation: their files are
    an approved submission at once; nor do seats of a managed product that names the time when the work is due. Raises
    NoSpotsLeft, LanguageProficiencyUnsatisfied, OverlappingShift, InvalidState (409).
    """
    application.status = APPLICATION.next(application.status, "accept", allowed=application.owner_actions)
    if bounty.spots_remaining <= 0:
        raise NoSpotsLeft(currentState=bounty.status, allowedActions=[])
    now = clock.now()
    if bounty.status not in HIRES or bounty.deadline + REFILL <= now:
        raise InvalidState(
            f"This bounty is {bounty.status} and hires nobody.", currentState=bounty.status, allowedActions=[]
        )
    check_fit(bounty, application)
    application.response = response
    application.decided_at = application.active_at = now
    product = products.find(bounty.kind)
    due = product.due(bounty, application, now) if product is not None else None
    application.confirm_by = None if due else now + CONFIRM_WITHIN
    application.review_at, application.review_state = None, ""
    bounty.spots_filled += 1
    bounty.status = BOUNTY.next(bounty.status, filled(bounty.spots_available, bounty.spots_filled))
    bounty.updated_at = now
    bounty.save(update_fields=["spots_filled", "status", "updated_at"])
    conversations.set_status(application.pk, "accepted")
    seat = escrows.open_seat(actor, pool, application_id=application.pk, worker=application.human)
    application.escrow = seat
    application.save(
        update_fields=[
            *("status", "response", "decided_at", "active_at", "confirm_by", "escrow", "review_at", "review_state"),
        ]
    )
    events.application_accepted(actor, bounty, application)
    if bounty.spots_available > 1:
        events.seat_filled(actor, bounty, application)
    lifecycle_messages.send(bounty, application, "onAccepted", reason=response)
    if bounty.submission_mode != "application":
        seats.take_uploads(actor, bounty, application)
        return seat
    if due is not None:
        seats.start_clocks(bounty, application, until=due)
        events.application_confirmed(actor, bounty, application)
    worker_mails.hired(bounty, application)
    if due is not None:
        seats.settle_others(bounty)
    return seat


def check_fit(bounty: Bounty, application: Application) -> None:
    """May this applicant be hired as things stand? Raises LanguageProficiencyUnsatisfied, OverlappingShift (409)."""
    language = checks.language(bounty, application.human_id)
    if language is not None and not language.satisfied:  # asked for since he applied, or still being scored then
        raise LanguageProficiencyUnsatisfied(
            requirement=bounty.language_requirement, currentState="pending", allowedActions=["reject"]
        )
    if clash := shifts.overlapping(bounty, application.human_id):
        raise OverlappingShift(bountyId=clash, currentState="pending", allowedActions=["reject"])


def terms(bounty: Bounty) -> dict[str, Any]:
    """What the work pays now: frozen in the application."""
    total = money.dollars_from_cents(bounty.seat_cents)
    return {"currency": "USD", "compensation": {"type": bounty.price_type, "total": total}}


def hire_named(actor: Actor, bounty: Bounty) -> Escrow:
    """A direct hire whose bounty has just gone live: the named person gets the seat, whose share the caller moves last
    (`escrows.lock_share`). The bounty is locked.

    Raises what `_take_on` raises; HumanNotAvailable (409) when that person can't be hired any more.
    """
    application = Application.objects.locked().select_related("human__profile").get(bounty_id=bounty.pk)
    screening.check_named(bounty.owner_id, application.human.profile)
    application.terms_snapshot = terms(bounty)  # the price may have been edited while the bounty waited for its money
    application.save(update_fields=["terms_snapshot"])
    return _take_on(actor, bounty, application, pools.lock(bounty.pool_id))


def reject(actor: Actor, bounty_id: str, application_id: str, *, response: str = "") -> Application:
    """pending -> rejected; a direct hire ends with it, cancelled. Locks bounty, application, pool.

    Raises NotOwner, NotFound, InvalidState (409).
    """
    bounty, application = access.owned_application(actor, bounty_id, application_id, "reject")
    endings.turn_down(actor, bounty, application, response=response, automatic=False)
    lifecycle_messages.send(bounty, application, "onRejected", reason=response)
    if bounty.kind in DIRECT:  # there is nobody else to hire
        endings.stop(actor, bounty, to="cancelled", reason="applicants_not_fit")
    return application


def unreject(actor: Actor, bounty_id: str, application_id: str, *, response: str = "") -> Application:
    """rejected -> pending, only while the bounty takes decisions. Raises NotOwner, NotFound, InvalidState (409)."""
    bounty, application = access.owned_application(actor, bounty_id, application_id, "unreject")
    status = APPLICATION.next(application.status, "unreject", allowed=application.owner_actions)
    if bounty.status not in REVIEWABLE:
        raise InvalidState(
            f"This bounty is {bounty.status}; applicants can be taken back only while it is open.",
            currentState=bounty.status,
            allowedActions=[],
        )
    application.status, application.response, application.decided_at = status, response, None
    application.save(update_fields=["status", "response", "decided_at"])
    conversations.set_status(application.pk, "pending")
    events.noted(actor, bounty, "application_unrejected", applicationId=application.public_id)
    return application


def withdraw(actor: Actor, bounty_id: str, application_id: str, *, response: str = "") -> Application:
    """Take an application back. The applicant: until he has delivered. The owner: a seat that is not confirmed yet.

    An accepted one gives its seat back: share to the pool, listing reopens. A direct hire ends with it, closed. Locks
    bounty, application, pool, escrow.
    Raises NotOwner, NotFound, NotWithdrawable, ManagedBounty, InvalidState (409).
    """
    bounty = access.visible_bounty(actor, bounty_id)
    by_owner = access.is_owner(actor, bounty)
    if by_owner:
        bounty = access.lock_bounty(bounty.pk)
        access.check_not_kept(bounty, "expire")  # the same by another way
        application = access.application_of(bounty, application_id, lock=True)
    else:
        bounty, application = access.own_seat(actor, bounty_id, application_id)
    allowed = application.owner_actions if by_owner else application.applicant_actions
    APPLICATION.next(application.status, "withdraw", allowed=allowed)
    if by_owner and (application.status != "accepted" or application.confirmed_at is not None):
        raise InvalidState(
            "The owner takes back only a seat that is not confirmed yet.",
            currentState=application.status,
            allowedActions=allowed,
        )
    if application.is_delivered:
        raise NotWithdrawable(currentState=application.status, allowedActions=[])
    events.application_withdrawn(actor, bounty, application)
    if application.status == "accepted":
        application.response = response or application.response
        seats.reopen_or_remove_seat(actor, bounty, application, reason="withdrawn", words=response)
        return application
    application.status, application.ended_at = APPLICATION.next(application.status, "withdraw"), clock.now()
    application.end_reason, application.review_at, application.review_state = "withdrawn", None, ""
    application.save(update_fields=["status", "ended_at", "end_reason", "review_at", "review_state"])
    conversations.set_status(application.pk, "withdrawn")
    if bounty.kind in DIRECT:  # nobody is to pay for a hire that can't be
        endings.stop(actor, bounty, to="closed", reason="worker_withdrew")
    return application
