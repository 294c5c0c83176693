"""Checks before an application. With files it takes two phases: check and store the files outside a transaction, then
`applications.apply` checks again inside one."""

from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from bounties import events
from bounties.errors import AlreadyApplied, BountyNotOpen, DeadlinePassed, LocationRequired, OwnBounty
from bounties.models import Application, Attendance, Bounty
from bounties.rules.bounties import LIVE
from bounties.rules.seats import DEADLINES
from bounties.selectors import access
from bounties.services import forms, screening, worker_mails
from bounties.services.forms import ApplicationForm
from marketplace.core import clock
from marketplace.core.actor import Actor
from marketplace.core.errors import Problem
from marketplace.models import File


@dataclass(frozen=True, slots=True)
class Admitted:
    """An applicant who passed every check of a bounty, with their stored files.

    The checks need not be repeated while the bounty's `updated_at` is still `checked_version`.
    """

    checked_version: datetime
    country: str  # ISO code, empty when the bounty has no country rule
    kept: list[tuple[File, str]]  # stored files, each with what it is for


def admit(
    actor: Actor,
    bounty_id: str,
    form: ApplicationForm,
    *,
    position: screening.Position | None = None,
    by_product: bool = False,
) -> Admitted:
    """Check an application and store its files, before the transaction of `applications.apply`.

    Arguments as `applications.apply`. Locks nothing. Raises what `applications.apply` raises; Invalid (400) for a file
    type that is not accepted, StorageUnavailable (503).
    """
    bounty = access.visible_bounty(actor, bounty_id)
    country, _ = check(actor, bounty, form, position=position, by_product=by_product)
    return Admitted(bounty.updated_at, country, forms.keep(actor, form))


def check(
    actor: Actor,
    bounty: Bounty,
    form: ApplicationForm,
    *,
    position: screening.Position | None,
    by_product: bool,
    lock: bool = False,
) -> tuple[str, Application | None]:
    """All checks of an application. Returns the applicant's country, and their withdrawn application, which is reused, locked
    with `lock`. Raises what `applications.apply` raises.
    """
    if not by_product:
        access.check_not_reserved(bounty, "apply")
    state = screening.find_applicant_state(actor, bounty)
    earlier = check_may_apply(actor, bounty, state, lock=lock)
    country = screening.check(actor, bounty, position, state)
    forms.check(bounty, form)
    return country, earlier


class Prospect(NamedTuple):
    """Whether a person may apply, before they have written anything. `refusal`: what they can't change from here."""

    refusal: Problem | None
    gates: list[screening.Gate]

    @property
    def is_open(self) -> bool:
        """Whether an application can be sent now; where the device is, is asked with it."""
        problems = [gate.problem for gate in self.gates if gate.problem is not None]
        return self.refusal is None and all(isinstance(problem, LocationRequired) for problem in problems)

    @property
    def asks_for_place(self) -> bool:
        return any(isinstance(gate.problem, LocationRequired) for gate in self.gates)


def prospect(actor: Actor, bounty: Bounty) -> Prospect:
    """What `check` would say to this person about a form without fault. Locks nothing and raises nothing."""
    state = screening.find_applicant_state(actor, bounty)
    refusal: Problem | None = None
    try:
        access.check_not_reserved(bounty, "apply")
        check_may_apply(actor, bounty, state)
    except Problem as problem:
        refusal = problem
    return Prospect(refusal, screening.gates(actor, bounty, state) if refusal is None else [])


def check_may_apply(
    actor: Actor, bounty: Bounty, state: screening.ApplicantState, *, lock: bool = False
) -> Application | None:
    """Whether this person may apply now. Returns their earlier application, which is reused, or None: one that was withdrawn
    while pending, or whose seat has ended and whose person the owner allows to come again. Locked with `lock`.

    `state` comes from `screening.find_applicant_state`. Raises OwnBounty (403), AlreadyApplied,
    BountyNotOpen, DeadlinePassed (409).
    """
    if bounty.owner_id == actor.id:
        raise OwnBounty()
    if state.is_member:
        raise OwnBounty("You act for the account that posted this, so you can't also work for it.")
    rows = Application.objects.select_related("human", "escrow").filter(bounty_id=bounty.pk, human_id=actor.id)
    earlier: Application | None = (rows.locked() if lock else rows).first() if state.has_applied else None
    if earlier is not None and "apply" not in earlier.applicant_actions:
        raise AlreadyApplied(
            applicationId=earlier.public_id, currentState=earlier.status, allowedActions=earlier.applicant_actions
        )
    if bounty.status not in LIVE:
        raise BountyNotOpen(currentState=bounty.status, allowedActions=[])
    if bounty.deadline <= clock.now():
        raise DeadlinePassed(currentState=bounty.status, allowedActions=[])
    return earlier


def allow_again(actor: Actor, bounty: Bounty, application: Application) -> None:
    """The owner allows a person whose seat has ended without work to apply again; they are mailed, and decide themselves.

    Bounty and application are locked by the caller, who has checked the action.
    """
    application.may_reapply_at = clock.now()
    application.save(update_fields=["may_reapply_at"])
    events.publish_internal(actor, bounty, "application_allowed_again", application=application)
    worker_mails.may_apply_again(bounty, application)


def begin_anew(application: Application) -> None:
    """Empty what an earlier seat left in an application that is sent again; its money and its events stay as they are.

    The application is locked by the caller, who saves it.
    """
    for name in _OF_A_SEAT:
        setattr(application, name, None)
    application.auto_expire_ghosts = application.extension = None
    Attendance.objects.filter(application_id=application.pk).delete()


_OF_A_SEAT = (
    *DEADLINES,
    *("escrow", "confirmed_at", "started_at", "active_at", "response_window_hours", "ghost_flagged_at", "silent_since"),
    *("needs_staff_at", "may_reapply_at", "terms_proposed", "terms_changed_at", "terms_left_at"),
)
