"""A humanization as its owner, its applicants and its worker see it. Five queries, whatever the number of applicants."""

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
    """One person's hire for the text."""

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
class Detail:
    """Everything of one humanization except its texts and its money."""

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


def detail(row: Humanization) -> Detail:
    """Everything the owner sees. Latest applicants first; `attempts` are earlier hires, oldest first, without the present one."""
    hired = list(
        Application.objects.select_related("human", "escrow")
        .filter(bounty_id=row.bounty_id, escrow__isnull=False)
        .order_by("decided_at", "id")
    )
    current = next((one for one in reversed(hired) if one.status == "accepted"), None)
    final = _final_of(current) if current is not None else None
    return Detail(
        row=row,
        status=_status(row.bounty, current, final),
        applicants=list(
            _with_files(Rewrite.objects.filter(humanization_id=row.pk, submission=None)).order_by("-id")[
                :APPLICANTS_SHOWN
            ]
        ),
        assignment=_seat(current, state_of(current)) if current is not None else None,
        attempts=[_seat(one, one.end_reason or one.status) for one in hired if one is not current],
        final=final,
        review=_review(current, final),
    )


def status(row: Humanization) -> str:
    """The status as one word, `rules.humanizations.status`. Two queries."""
    current = (
        Application.objects.select_related("escrow")
        .filter(bounty_id=row.bounty_id, status="accepted", escrow__isnull=False)
        .first()
    )
    return _status(row.bounty, current, _final_of(current) if current is not None else None)


def _status(bounty: Bounty, current: Application | None, final: Rewrite | None) -> str:
    return rules.status(
        bounty=bounty.status,
        ends=bounty.closing_to,
        reason=bounty.close_reason,
        seat=current.escrow.status if current is not None and current.escrow is not None else None,
        scored=final is not None and final.scored_at is not None,
    )


def _final_of(application: Application) -> Rewrite | None:
    rows = Rewrite.objects.filter(application_id=application.pk, submission__isnull=False)
    found: Rewrite | None = _with_files(rows).order_by("-id").first()
    return found


def _with_files(rows: QuerySet[Rewrite]) -> QuerySet[Rewrite]:
    return rows.select_related("application__human", "submission", "document", "recording", "resume")


def state_of(seat: Application) -> str:
    """State of the present assignment, from its escrow: working, delivered, disputed, completed or paid."""
    assert seat.escrow is not None
    states = {"locked": "working", "delivered": "delivered", "disputed": "disputed"}
    if seat.escrow.ended_at is not None:
        return "paid"
    return states.get(seat.escrow.status, "completed")


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
    """The caller's application, with its escrow."""
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
    """The caller's assignment, until its escrow has ended. Raises NotFound (404) without an application, NotAssigned (403) for
    applicants who are not hired."""
    row = access.get_humanization(humanization_id)
    application = own_application(actor, row)
    if application is None:
        raise NotFound("You have no application here. The listing says how to apply.")
    if application.status != "accepted" or application.is_decided:
        raise NotAssigned()
    return row, application
