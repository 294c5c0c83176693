"""A worker contests a verdict about their evidence, or work that nobody looks at: a staff case with a due date. Until it is
decided no clock ends the seat (contract, section 8)."""

from collections.abc import Sequence
from typing import Any, TypedDict
from uuid import UUID

from django.conf import settings
from django.core.files.uploadedfile import UploadedFile

from bounties import events
from bounties.errors import AlreadyContested, NothingToContest
from bounties.models import Application, Bounty, Contest
from bounties.rules.contests import STAFF_WITHIN, may_contest
from bounties.selectors import access, due
from bounties.services import sent_back, worker_mails
from escrow.services import cases
from marketplace.core import addresses, clock
from marketplace.core.actor import Actor
from marketplace.core.transactions import for_each_due
from marketplace.models import File
from marketplace.services import files, mail_templates


class ContestForm(TypedDict):
    """A contest as `ContestIn` reads it."""

    reason: str
    files: list[UploadedFile]


def keep(actor: Actor, application_id: str, form: ContestForm) -> list[File]:
    """Store the files, if the seat may be contested now, before the transaction of `contest`. Locks nothing.

    Raises what `contest` raises; Invalid (400) for a file type that is not accepted, StorageUnavailable (503).
    """
    if not form["files"]:
        return []
    check(access.own_application(actor, application_id))
    return files.store(actor.me, form["files"], purpose="contest")


def contest(actor: Actor, application_id: str, form: ContestForm, kept: Sequence[File] = ()) -> Contest:
    """POST /api/work/{applicationId}/contest: our staff decide about this seat, by a due date.

    Clears the deadlines that could end the seat. Both parties are told: an event and a mail to the owner, a mail to the
    worker. `kept`: the files stored by `keep`. Moves no money. Locks bounty, application, pool, escrow. Raises NotFound (404),
    NothingToContest, AlreadyContested (409).
    """
    found = access.own_application(actor, application_id)
    bounty, application = access.lock_seat(found.pk)
    check(application)
    files.insert_rows(kept)
    now = clock.now()
    row = Contest(application=application, reason=form["reason"], due_at=now + STAFF_WITHIN)
    row.save(force_insert=True)
    row.files.add(*kept)
    open_case(bounty, application, note=form["reason"])
    events.application_contested(actor, bounty, application, due_at=row.due_at)
    worker_mails.contested(bounty, application, row)
    return row


def check(application: Application) -> None:
    """Whether this seat may be contested now. Locks nothing. Raises NothingToContest, AlreadyContested (409)."""
    escrow = application.escrow
    state = escrow.status if escrow is not None and application.status == "accepted" else application.status
    if application.is_case:
        raise AlreadyContested(currentState=state, allowedActions=[])
    latest = application.submissions.order_by("-id").first()
    if (
        application.status != "accepted"
        or escrow is None
        or not may_contest(
            clock.now(),
            escrow=escrow.status,
            verdict=latest.status if latest else "",
            judged_at=latest.finalized_at if latest else None,
            delivered_at=latest.created_at if latest else escrow.delivered_at,
            review_due_at=escrow.review_due_at,
        )
    ):
        raise NothingToContest(currentState=state, allowedActions=[])


def open_case(bounty: Bounty, application: Application, *, note: str = "") -> None:
    """Make a seat a staff case: its deadlines are cleared, staff decide in the admin by `staff_due_at`.

    Locked by the caller: bounty, application.
    """
    now = clock.now()
    sent_back.reset(application)
    application.needs_staff_at, application.staff_due_at = now, now + STAFF_WITHIN
    application.complete_by = application.ends_at = application.end_warning_at = None
    application.nudge_at = application.flag_at = None
    deadlines = ("complete_by", "ends_at", "end_warning_at", "nudge_at", "flag_at")
    application.save(update_fields=["needs_staff_at", "staff_due_at", *deadlines, *sent_back.RESET])
    if application.escrow is not None:
        cases.open_for_contest(application.escrow, bounty.title, due_at=application.staff_due_at)
    events.publish_internal(Actor.system(), bounty, "needs_staff", note=note, application=application)


def close_case(
    actor: Actor, bounty: Bounty, application: Application, outcome: str, *, decision: str = ""
) -> tuple[str, ...]:
    """The seat is no staff case any more. `outcome`: one of rules.contests.OUTCOMES; `decision`: why, in the words of our staff,
    which stays even when a rule made the case and nobody contested. The owner is told by an event, unless the case was a rule's
    and something else settled it. The application is locked by the caller.

    Returns the columns that the caller has to save.
    """
    now = clock.now()
    settled = {"decided_at": now, "outcome": outcome, "decision": decision}
    contest = Contest.objects.filter(application_id=application.pk, decided_at=None).first()
    if contest is not None:
        for name, value in settled.items():
            setattr(contest, name, value)
        contest.save(update_fields=list(settled))
    elif decision:
        contest = Contest(application=application, reason="", due_at=application.staff_due_at or now, **settled)
        contest.save(force_insert=True)
    if contest is not None:
        events.contest_decided(actor, bounty, application, contest)
    if application.escrow_id is not None:
        cases.end_contest(application.escrow_id)
    application.needs_staff_at = application.staff_due_at = None
    return ("needs_staff_at", "staff_due_at")


def remind_staff() -> int:
    """Timer: mail the support address about each case whose due date has passed, once. Locks bounty, application, pool,
    escrow. Returns how many."""

    def work(pk: UUID) -> None:
        bounty, application = access.lock_seat(pk)
        until = application.staff_due_at
        if until is None or until > clock.now() or application.is_frozen:
            return
        application.staff_due_at = None
        application.save(update_fields=["staff_due_at"])
        if application.is_case:
            _tell_staff(bounty, application, due=until)

    return for_each_due(due.undisputed().filter(staff_due_at__lte=clock.now()), work, by="staff_due_at")


def _tell_staff(bounty: Bounty, application: Application, **values: Any) -> None:
    mail_templates.send_to_address(
        settings.SUPPORT_EMAIL,
        "case_overdue",
        title=bounty.title,
        worker=application.human_name,
        application=application.public_id,
        since=application.needs_staff_at,
        page_url=addresses.office("bounties.application", application.pk),
        **values,
    )
