"""Terms hold (contract, section 8): a change under a hired worker is shown to them; they accept it, leave within 48 hours
without a mark, or keep the old terms."""

from collections.abc import Mapping
from datetime import datetime
from uuid import UUID

from bounties import events
from bounties.errors import NoTermsChanged, NotWithdrawable, OverlappingShift, TermsChangedAgain, TermsWindowClosed
from bounties.models import Application, Attendance, Bounty
from bounties.rules import terms as rules
from bounties.selectors import access, due, shifts, terms
from bounties.services import contests, owner_mails, seat_ends, seats, sent_back, worker_mails
from escrow.services import releases
from marketplace.api.fields import timestamp
from marketplace.core import clock
from marketplace.core.actor import Actor
from marketplace.core.errors import Invalid
from marketplace.core.money import format_usd
from marketplace.core.states import InvalidState
from marketplace.core.transactions import for_each_due

_ASKED = ("terms_snapshot", "terms_proposed", "terms_changed_at", "terms_answer_by")
_CLOCKS = ("start_by", *seats.DUE, "nudge_at", "flag_at", "extension_until", *sent_back.RESET)


def changed(actor: Actor, bounty: Bounty, before: rules.Terms) -> None:
    """The owner has edited the bounty: ask everybody who is hired for it and still at work.

    `before`: the terms until the edit (`selectors.terms.snapshot`). A change that is taken back asks nobody any more. The
    bounty is locked by the caller; locks the applications. Raises OverlappingShift (409) when the work moves into another
    shift of somebody hired.
    """
    now = terms.snapshot(bounty)
    moved = [one.field for one in rules.differences(before, now)]
    if not moved:
        return
    hired = (
        Application.objects.locked().select_related("human", "escrow").filter(bounty_id=bounty.pk, status="accepted")
    )
    seats_at_work = hired.filter(escrow__ended_at=None, escrow__completed_at=None, terms_left_at=None)
    for application in sorted(
        seats_at_work, key=lambda row: row.human_id
    ):  # one order for the locks on people's shifts
        if "scheduledStartAt" in moved and shifts.overlapping(bounty, application.human_id):
            raise OverlappingShift(
                "Somebody you hired for this has another shift at that time. Choose another time, or expire their seat first.",
                applicationId=application.public_id,
                currentState=bounty.status,
                allowedActions=["expire"],
            )
        application.bounty = bounty
        _ask(actor, bounty, application, before, now)


def _ask(
    actor: Actor, bounty: Bounty, application: Application, before: Mapping[str, object], now: Mapping[str, object]
) -> None:
    agreed = {name: value for name, value in before.items() if name in rules.TERMS} | application.terms_snapshot
    different = rules.differences(agreed, now)
    if not different and application.terms_proposed is None:
        return
    application.terms_snapshot = agreed
    application.terms_changed_at = clock.now()
    application.terms_proposed = {name: now[name] for name in rules.TERMS} if different else None
    application.terms_answer_by = clock.now() + rules.ANSWER_WITHIN if different else None
    application.save(update_fields=_ASKED)
    state = "asked" if different else "taken_back"
    events.terms_changed(actor, bounty, application, to=application.human_id, state=state, changes=different)
    worker_mails.terms_changed(bounty, application, different)


def answer(
    actor: Actor, application_id: str, *, accept: bool, changed_at: datetime | None = None, response: str = ""
) -> Application:
    """POST /api/work/{applicationId}/terms: the worker accepts the changed terms, or leaves because of them.

    `changed_at`: the change that they have seen, needed to accept; `response`: words to the owner. Accepting is possible as
    long as the work goes on, leaving for 48 hours. Who has proved attendance keeps the seat until the owner has settled it
    (`settle_attendance`); else the seat ends at once. Locks bounty, application, pool, escrow. Raises NotFound (404),
    NoTermsChanged, TermsChangedAgain, TermsWindowClosed, NotWithdrawable, InvalidState (409), Invalid (400).
    """
    bounty, application = access.own_work(actor, application_id)
    if application.status != "accepted" or application.is_decided or application.terms_left_at is not None:
        raise InvalidState(
            "The terms of work that is over are not changed any more.",
            currentState=application.status,
            allowedActions=application.applicant_actions,
        )
    change = application.terms_changed
    if change is None:
        raise NoTermsChanged(currentState=application.status, allowedActions=application.applicant_actions)
    if accept:
        if changed_at is None:
            raise Invalid({"changedAt": ["Name the change that you accept: termsChanged.changedAt."]})
        if timestamp(changed_at) != timestamp(change.changed_at):
            raise TermsChangedAgain(changedAt=timestamp(change.changed_at), currentState="asked", allowedActions=[])
        _accept(actor, bounty, application, change)
    else:
        _leave(actor, bounty, application, response)
    return application


def _accept(actor: Actor, bounty: Bounty, application: Application, change: rules.Change) -> None:
    application.terms_snapshot = application.terms_snapshot | (application.terms_proposed or {})
    application.terms_proposed = application.terms_answer_by = None
    if application.confirmed_at is None:
        application.save(update_fields=_ASKED)
    else:
        seats.record_activity(bounty, application, *_ASKED)
    events.terms_changed(actor, bounty, application, to=bounty.owner_id, state="accepted", changes=change.differences)
    owner_mails.queue(actor, bounty, "terms")


def _leave(actor: Actor, bounty: Bounty, application: Application, response: str) -> None:
    seats.check_not_frozen(application)
    if application.terms_answer_by is None or application.terms_answer_by <= clock.now():
        raise TermsWindowClosed(currentState="kept", allowedActions=application.applicant_actions)
    assert application.escrow is not None
    if application.escrow.status != "locked":  # evidence waits for its review, which goes by the old terms
        raise NotWithdrawable(currentState=application.escrow.status, allowedActions=[])
    changes = application.terms_changed.differences if application.terms_changed else []
    application.terms_answer_by = None
    events.terms_changed(actor, bounty, application, to=bounty.owner_id, state="left", changes=changes)
    if not application.is_delivered and not _has_attended(application):
        application.save(update_fields=["terms_answer_by"])
        application.response = response or application.response
        events.application_withdrawn(actor, bounty, application)
        seat_ends.reopen_or_remove_seat(actor, bounty, application, reason="terms_changed", words=response)
        return
    application.terms_left_at = clock.now()
    for name in _CLOCKS:
        setattr(application, name, None)
    application.save(update_fields=["terms_answer_by", "terms_left_at", *_CLOCKS])
    owner_mails.terms_left(bounty, application, words=response)


def _has_attended(application: Application) -> bool:
    """Whether the worker has reported that they arrived."""
    return Attendance.objects.filter(application_id=application.pk, arrived_at__isnull=False).exists()


def settle_attendance(
    actor: Actor, bounty_id: str, application_id: str, *, worker_cents: int, response: str = ""
) -> Application:
    """POST …/attendance-pay: the owner says what the attendance of a worker who left because of changed terms is paid.

    `worker_cents`: 0 to the seat's pay, in cents; the fee is on that part, the rest returns to the wallet, and the seat counts
    as paid. With 0 the seat ends as one that was given back. `response`: words to the worker. Locks bounty, application,
    pool, escrow; the transfer comes last. Raises NotFound (404), NotOwner (403), Invalid (400), InvalidState (409).
    """
    bounty, application = access.owned_application(actor, bounty_id, application_id, "expire")
    if application.terms_left_at is None or application.status != "accepted" or application.is_decided:
        raise InvalidState(
            "Nobody has left this seat because of changed terms, or it is settled already.",
            currentState=application.status,
            allowedActions=application.owner_actions,
        )
    escrow = application.escrow
    assert escrow is not None
    if not 0 <= worker_cents <= escrow.human_payout_cents:
        most = format_usd(escrow.human_payout_cents)
        raise Invalid({"workerCents": [f"Give 0 to {escrow.human_payout_cents} cents: the seat pays {most}."]})
    seats.check_not_frozen(application)
    closed = contests.close_case(actor, bounty, application, "settled")
    application.response = response or application.response
    if worker_cents == 0:
        application.save(update_fields=closed)
        seat_ends.reopen_or_remove_seat(
            actor, bounty, application, reason="terms_changed", words=response, judged=application.is_delivered
        )
        return application
    application.terms_left_at = None
    application.end_reason = "terms_changed"
    application.save(update_fields=[*closed, "terms_left_at", "end_reason", "response"])
    releases.release_part(actor, escrow.pk, worker_cents=worker_cents, note="attendance before changed terms")
    application.refresh_from_db()
    return application


def keep_unanswered() -> int:
    """Timer: after 48 hours without an answer the old terms count until the worker accepts; a dispute stops the hours. Returns
    how many."""

    def work(pk: UUID) -> None:
        bounty, application = access.lock_seat(pk)
        ends_at = application.terms_answer_by
        if application.status != "accepted" or ends_at is None or ends_at > clock.now() or application.is_frozen:
            return
        changes = application.terms_changed.differences if application.terms_changed else []
        application.terms_answer_by = None
        application.save(update_fields=["terms_answer_by"])
        if application.is_decided:
            return
        events.terms_changed(Actor.system(), bounty, application, to=bounty.owner_id, state="kept", changes=changes)

    rows = due.undisputed().filter(status="accepted", terms_answer_by__lte=clock.now())
    return for_each_due(rows, work, by="terms_answer_by")


def escalate_unsettled() -> int:
    """Timer: attendance that the owner has not settled for 72 hours becomes a case for staff. Returns how many."""
    until = clock.now() - rules.SETTLE_WITHIN

    def work(pk: UUID) -> None:
        bounty, application = access.lock_seat(pk)
        left, escrow = application.terms_left_at, application.escrow
        waits = left is not None and left <= until and application.needs_staff_at is None
        if waits and application.status == "accepted" and escrow is not None and escrow.status == "locked":
            contests.open_case(bounty, application)

    rows = due.hired().filter(needs_staff_at=None, terms_left_at__lte=until)
    return for_each_due(rows, work, by="terms_left_at")
