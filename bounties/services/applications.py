"""Apply, accept, reject, withdraw. Accepting opens the seat: deadlines, conversation, events and, last, the money, in one
transaction."""

from datetime import datetime
from functools import partial
from typing import Any

from django.db import IntegrityError

from bounties import events, providers
from bounties.errors import (
    AlreadyApplied,
    LanguageProficiencyUnsatisfied,
    NotWithdrawable,
    OverlappingShift,
)
from bounties.models import Application, Bounty
from bounties.ports import products
from bounties.rules.applications import APPLICATION
from bounties.rules.bounties import DIRECT, REVIEWABLE
from bounties.rules.seats import CONFIRM_WITHIN
from bounties.selectors import access, checks, shifts, terms
from bounties.services import (
    admissions,
    counts,
    endings,
    forms,
    lifecycle_messages,
    owner_mails,
    screening,
    seat_ends,
    seats,
    worker_mails,
)
from bounties.services.forms import ApplicationForm
from escrow.models import Escrow
from escrow.services import escrows
from humans.services import conversations
from marketplace.core import clock
from marketplace.core.actor import Actor
from marketplace.core.queue import enqueue
from marketplace.core.states import InvalidState
from marketplace.core.transactions import Retry
from marketplace.services import account_restrictions, files


def apply(
    actor: Actor,
    bounty_id: str,
    form: ApplicationForm,
    *,
    position: screening.Position | None = None,
    admitted: admissions.Admitted | None = None,
    by_product: bool = False,
) -> Application:
    """A person applies; the conversation opens with the cover letter (spec, Application; Endpoints, Bounties).

    `position`: where the device is, for bounties with country rules. `admitted`: the result of `admissions.admit`, needed
    with files; without it the checks are made here, as they are when the bounty was edited since. `by_product`: a managed
    product accepts this application by its own route. An earlier application is reused (`admissions.check_may_apply`).
    Locks an earlier application. Raises NotFound (404), OwnBounty, AccountRestricted and every refusal of `screening.check` (403),
    BountyNotOpen, DeadlinePassed, AlreadyApplied, ManagedBounty (409), Invalid (400) for missing links, answers or files. Call it
    within `unit`: it raises Retry when this person applies twice at once.
    """
    bounty = access.visible_bounty(actor, bounty_id, share=True)
    account_restrictions.check(actor.id, "applications")
    if admitted is not None and bounty.updated_at == admitted.checked_version:
        state = screening.find_applicant_state(actor, bounty)
        country, earlier = admitted.country, admissions.check_may_apply(actor, bounty, state, lock=True)
    else:  # not checked yet, or the bounty was edited since
        country, earlier = admissions.check(actor, bounty, form, position=position, by_product=by_product, lock=True)
    kept = admitted.kept if admitted is not None else forms.keep(actor, form)
    files.insert_rows([file for file, _ in kept])
    application = earlier or Application(bounty=bounty, human=actor.me)
    application.status = APPLICATION.next(earlier.status, "apply") if earlier else "pending"
    if earlier is not None:
        admissions.begin_anew(application)
    application.cover_letter = form.get("cover_letter", "")
    application.proposed_price_cents = form.get("proposed_price_cents")
    application.availability = form.get("availability", "")
    application.links, application.answers = form.get("links", []), form.get("answers", [])
    application.consented_at = clock.now() if form.get("consent") else None
    application.country = country
    application.file_kinds = {file.public_id: kind for file, kind in kept}
    application.terms_snapshot = terms.snapshot(bounty)
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
        run_ref=bounty.run_ref,
    )
    _queue_review(application, bounty)
    _save(application, is_new=earlier is None)
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
    events.application_submitted(actor, bounty, application)
    mail = owner_mails.wanted(actor, bounty, "application")
    counts.at_last(bounty, partial(counts.add_application, bounty, again=earlier is not None, mail=mail))
    return application


def _save(application: Application, *, is_new: bool) -> None:
    """Raises Retry when the same person's application was inserted at this moment: the next attempt finds it."""
    try:
        application.save(force_insert=is_new)
    except IntegrityError as error:
        if "application_once_per_bounty" not in str(error):
            raise
        raise Retry(AlreadyApplied(currentState="pending", allowedActions=[])) from error


def _queue_review(application: Application, bounty: Bounty) -> None:
    """Mark a new application for the automatic review, unless the owner decides alone."""
    if not bounty.auto_accept or bounty.kind != "ordinary" or providers.reviewer() is None:
        return
    application.review_at = clock.now()
    enqueue("bounties.review_applications")


def accept(actor: Actor, bounty_id: str, application_id: str, *, response: str = "") -> Application:
    """The owner hires an applicant: PATCH action accept (spec, States: Application).

    `response` is the owner's message to the applicant. Locks the application; others may be hired at the same time. Raises
    NotOwner (403), NotFound (404), ManagedBounty (409), and what `hire` raises.
    """
    bounty, application = access.owned_application(actor, bounty_id, application_id, "accept")
    return hire(actor, bounty, application, response=response)


def hire(actor: Actor, bounty: Bounty, application: Application, *, response: str = "") -> Application:
    """pending -> accepted: open the seat, with two hours to confirm, and lock its share of the pool, last.

    The application is locked by the caller, and the bounty at least shared. Raises NoSpotsLeft, LanguageProficiencyUnsatisfied,
    OverlappingShift, InvalidState (409), InsufficientFunds (402).
    """
    seat, due = _open_seat(actor, bounty, application, response=response)

    def fill() -> None:
        _fill(actor, bounty, application, due=due, response=response)
        escrows.lock_share(actor, seat)

    if due is None and bounty.submission_mode == "application":
        counts.at_last(bounty, fill)
    else:  # the answer shows what it has become
        fill()
    return application


def _open_seat(
    actor: Actor, bounty: Bounty, application: Application, *, response: str = ""
) -> tuple[Escrow, datetime | None]:
    """The seat of a hire and when its work is due, if a managed product names that: all but its place among the spots (`_fill`) and
    the transfer, which the caller makes last.

    No confirmation is needed in an upload mode, where the files become an approved submission at once, or when a managed
    product names the deadline of the work. Raises NoSpotsLeft, LanguageProficiencyUnsatisfied, OverlappingShift,
    InvalidState (409).
    """
    application.status = APPLICATION.next(application.status, "accept", allowed=application.owner_actions)
    now = clock.now()
    counts.check_hires(bounty, now)
    check_hirable(bounty, application)
    application.response = response
    application.decided_at = application.active_at = now
    product = products.find(bounty.kind)
    due = product.due(bounty, application, now) if product is not None else None
    application.confirm_by = None if due else now + CONFIRM_WITHIN
    application.review_at, application.review_state = None, ""
    application.terms_snapshot = terms.snapshot(bounty)  # it may have been edited since the application
    conversations.set_status(application.pk, "accepted")
    pool = bounty.pool
    assert pool is not None
    seat = escrows.open_seat(actor, pool, application_id=application.pk, worker=application.human)
    application.escrow = seat
    application.save(
        update_fields=[
            *("status", "response", "decided_at", "active_at", "confirm_by", "escrow", "review_at", "review_state"),
            "terms_snapshot",
        ]
    )
    if bounty.submission_mode == "application":
        if due is not None:
            seats.start_clocks(bounty, application, until=due)
        worker_mails.hired(bounty, application)
    events.application_accepted(actor, bounty, application)
    return seat, due


def _fill(actor: Actor, bounty: Bounty, application: Application, *, due: datetime | None, response: str) -> None:
    """The spot is taken, and what follows from it. Raises NoSpotsLeft, InvalidState (409)."""
    counts.fill_seat(bounty)
    if bounty.spots_available > 1:
        events.seat_filled(actor, bounty, application)
    lifecycle_messages.send(bounty, application, "onAccepted", reason=response)
    if bounty.submission_mode != "application":
        seats.complete_with_uploads(actor, bounty, application)
    elif due is not None:
        events.application_confirmed(actor, bounty, application)
        seats.reject_others_when_full(bounty)


def check_hirable(bounty: Bounty, application: Application) -> None:
    """Whether this applicant can be hired now, by language level and shifts.

    Takes the advisory lock on the person's shifts. Raises LanguageProficiencyUnsatisfied, OverlappingShift (409).
    """
    language = checks.language(bounty, application.human_id)
    if language is not None and not language.satisfied:  # required since they applied, or still being scored then
        raise LanguageProficiencyUnsatisfied(
            requirement=bounty.language_requirement, currentState="pending", allowedActions=["reject"]
        )
    if clash := shifts.overlapping(bounty, application.human_id):
        # Where and when somebody works for another owner is not this one's business.
        own: dict[str, Any] = {"bountyId": clash.public_id} if clash.owner_id == bounty.owner_id else {}
        raise OverlappingShift(**own, currentState="pending", allowedActions=["reject"])


def hire_named(actor: Actor, bounty: Bounty) -> Escrow:
    """Open the seat of the named person when a direct hire goes live. The caller locks its share last (`escrows.lock_share`).

    The bounty is locked by the caller; locks the application. Raises what `hire` raises besides InsufficientFunds, and
    HumanNotAvailable (409) when that person can't be hired any more.
    """
    application = Application.objects.locked().select_related("human__profile").get(bounty_id=bounty.pk)
    screening.check_named(bounty.owner_id, application.human.profile)
    seat, due = _open_seat(actor, bounty, application)
    _fill(actor, bounty, application, due=due, response="")
    return seat


def reject(actor: Actor, bounty_id: str, application_id: str, *, response: str = "") -> Application:
    """The owner rejects an applicant: pending -> rejected; a direct hire is cancelled with it (spec, States: Application).

    `response` is the owner's message to the applicant. Locks the application. Raises NotOwner (403), NotFound (404),
    ManagedBounty, InvalidState (409).
    """
    bounty, application = access.owned_application(actor, bounty_id, application_id, "reject")
    endings.reject(actor, bounty, application, response=response, automatic=False)
    lifecycle_messages.send(bounty, application, "onRejected", reason=response)
    if bounty.kind in DIRECT:  # there is nobody else to hire
        endings.stop(actor, bounty, to="cancelled", reason="applicants_not_fit")
    return application


def unreject(actor: Actor, bounty_id: str, application_id: str, *, response: str = "") -> Application:
    """The owner takes a rejection back: rejected -> pending, while the bounty takes decisions (spec, States: Application).

    Whose seat ended without work may apply again by it (`admissions.allow_again`); the application stays as it is until then.
    Locks the application and what follows the seats. Raises NotOwner (403), NotFound (404), ManagedBounty, InvalidState (409).
    """
    bounty, application = access.owned_application(actor, bounty_id, application_id, "unreject")
    counts.hold(bounty)  # nobody waits for a bounty that is just filled
    possible = application.owner_actions
    status = APPLICATION.next(application.status, "unreject", allowed=possible)
    if application.status != "rejected" and "unreject" not in possible:
        raise InvalidState(
            "This person can't be allowed to apply again: the bounty takes nobody any more, or it was done already.",
            currentState=application.status,
            allowedActions=possible,
        )
    if bounty.status not in REVIEWABLE:
        raise InvalidState(
            f"This bounty is {bounty.status}; applicants can be taken back only while it is open.",
            currentState=bounty.status,
            allowedActions=[],
        )
    if status != "pending":
        admissions.allow_again(actor, bounty, application)
        return application
    application.status, application.response, application.decided_at = status, response, None
    application.save(update_fields=["status", "response", "decided_at"])
    conversations.set_status(application.pk, "pending")
    events.publish_internal(actor, bounty, "application_unrejected", application=application)
    return application


def withdraw(actor: Actor, bounty_id: str, application_id: str, *, response: str = "") -> Application:
    """Withdraw an application (spec, States: Application): the applicant until they delivered, the owner before the seat is
    confirmed.

    An accepted application loses its seat (`seat_ends.reopen_or_remove_seat`); a direct hire is closed with it. `response`
    is a message to the other side. Locks bounty, application, pool, escrow. Raises NotFound (404), NotYourSeat (403),
    NotWithdrawable, ManagedBounty, InvalidState (409).
    """
    bounty = access.visible_bounty(actor, bounty_id)
    by_owner = access.is_owner(actor, bounty)
    if by_owner:
        bounty = access.share_bounty(bounty.pk)
        access.check_not_reserved(bounty, "expire")  # for the owner, the same action under another name
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
        seat_ends.reopen_or_remove_seat(actor, bounty, application, reason="withdrawn", words=response)
        return application
    application.status, application.ended_at = APPLICATION.next(application.status, "withdraw"), clock.now()
    application.end_reason, application.review_at, application.review_state = "withdrawn", None, ""
    application.save(update_fields=["status", "ended_at", "end_reason", "review_at", "review_state"])
    conversations.set_status(application.pk, "withdrawn")
    if bounty.kind in DIRECT:  # no deposit is taken for a hire that cannot happen
        endings.stop(actor, bounty, to="closed", reason="worker_withdrew")
    return application
