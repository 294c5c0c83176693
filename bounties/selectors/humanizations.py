"""A humanization as its owner reads it, and as the people who apply and work do. Five queries, however many applied."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db.models import QuerySet

from bounties.errors import NotAssigned
from bounties.models import Application, Bounty, Humanization, Rewrite
from bounties.rules import humanizations as rules
from bounties.selectors import access
from marketplace.core.actor import Actor
from marketplace.core.errors import NotFound

APPLICANTS_SHOWN = 100


@dataclass(slots=True)
class Seat:
    """One attempt of one person at the text."""

    application_id: UUID
    human_id: UUID  # the profile's
    accepted_at: datetime | None
    deadline_at: datetime | None
    state: str
    ended_at: datetime | None


@dataclass(slots=True)
class Review:
    state: str
    reason: str | None


@dataclass(slots=True)
class Whole:
    """Everything of one humanization but its texts and its money."""

    row: Humanization
    status: str
    applicants: list[Rewrite]
    assignment: Seat | None
    attempts: list[Seat]
    final: Rewrite | None
    review: Review

    @property
    def bounty(self) -> Bounty:
        return self.row.bounty


def whole(row: Humanization) -> Whole:
    """Latest applicants first; attempts in their order, without the one that goes on or was finished."""
    hired = list(
        Application.objects.select_related("human", "escrow")
        .filter(bounty_id=row.bounty_id, escrow__isnull=False)
        .order_by("decided_at", "id")
    )
    now = next((one for one in reversed(hired) if one.status == "accepted"), None)
    final = _final_of(now) if now is not None else None
    return Whole(
        row=row,
        status=_status(row.bounty, now, final),
        applicants=list(
            _with_files(Rewrite.objects.filter(humanization_id=row.pk, submission=None)).order_by("-id")[
                :APPLICANTS_SHOWN
            ]
        ),
        assignment=_seat(now, state_of(now)) if now is not None else None,
        attempts=[_seat(one, one.end_reason or one.status) for one in hired if one is not now],
        final=final,
        review=_review(now, final),
    )


def status(row: Humanization) -> str:
    """The one word for how it stands."""
    now = (
        Application.objects.select_related("escrow")
        .filter(bounty_id=row.bounty_id, status="accepted", escrow__isnull=False)
        .first()
    )
    return _status(row.bounty, now, _final_of(now) if now is not None else None)


def _status(bounty: Bounty, now: Application | None, final: Rewrite | None) -> str:
    return rules.status(
        bounty=bounty.status,
        ends=bounty.closing_to,
        reason=bounty.close_reason,
        seat=now.escrow.status if now is not None and now.escrow is not None else None,
        scored=final is not None and final.scored_at is not None,
    )


def _final_of(application: Application) -> Rewrite | None:
    rows = Rewrite.objects.filter(application_id=application.pk, submission__isnull=False)
    found: Rewrite | None = _with_files(rows).order_by("-id").first()
    return found


def _with_files(rows: QuerySet[Rewrite]) -> QuerySet[Rewrite]:
    return rows.select_related("application__human", "submission", "document", "recording", "resume")


def state_of(seat: Application) -> str:
    """Of the present assignment: the status of its money, in the words of the work."""
    assert seat.escrow is not None
    held = {"locked": "working", "delivered": "delivered", "disputed": "disputed"}
    if seat.escrow.ended_at is not None:
        return "paid"
    return held.get(seat.escrow.status, "completed")


def _seat(seat: Application, state: str) -> Seat:
    return Seat(
        application_id=seat.pk,
        human_id=seat.human.profile_id,
        accepted_at=seat.decided_at,
        deadline_at=seat.complete_by,
        state=state,
        ended_at=seat.ended_at,
    )


def _review(seat: Application | None, final: Rewrite | None) -> Review:
    if final is None or final.submission is None:
        return Review("none", None)
    if seat is not None and seat.escrow is not None and seat.escrow.status == "disputed":
        return Review("disputed", None)
    if final.submission.status != "pending_review":
        return Review(final.submission.status, final.submission.response or None)
    if final.scored_at is None:
        return Review("scoring", None)
    return Review("flagged", final.reason) if final.decision == "needs_manual_review" else Review("pending", None)


def own_application(actor: Actor, row: Humanization) -> Application | None:
    """The caller's, with its escrow."""
    found: Application | None = (
        Application.objects.select_related("human", "escrow").filter(bounty_id=row.bounty_id, human_id=actor.id).first()
    )
    return found


def latest_sample(application: Application) -> Rewrite | None:
    found: Rewrite | None = (
        Rewrite.objects.select_related("application")
        .filter(application_id=application.pk, submission=None)
        .order_by("-id")
        .first()
    )
    return found


def assignment(actor: Actor, humanization_id: str) -> tuple[Humanization, Application]:
    """For the person who is hired, while the seat's money is undecided. Raises NotFound for whoever never applied,
    NotAssigned (403) for whoever did."""
    row = access.get_humanization(humanization_id)
    application = own_application(actor, row)
    if application is None:
        raise NotFound("You have no application here. The listing says how to apply.")
    if application.status != "accepted" or application.is_decided:
        raise NotAssigned()
    return row, application
