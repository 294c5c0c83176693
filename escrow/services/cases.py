"""Cases: what staff have to decide, with its stage and clocks. A case follows what it is about (a dispute, a contested seat) in the
same transaction; it moves no money. Clocks that ran out: `case_clocks`.
"""

from datetime import datetime
from uuid import UUID

from django.db.models import Q

from escrow.errors import NoDispute, OwnDispute
from escrow.models import Case, CaseOffer, CaseRequest, Dispute, Escrow
from escrow.rules.cases import OPEN_STAGES, PARTY_STAGES, STAFF_STAGES, STAGE, reminder_at
from escrow.selectors import clocks
from marketplace.core import clock
from marketplace.core.actor import Actor

TITLE_MAX = 200


def open_for_dispute(dispute: Dispute, title: str) -> Case:
    """A dispute was opened: the other party has time to answer, before staff look at it. The caller has the escrow's lock."""
    case = _of(dispute.escrow, "dispute", "opened", title, category=dispute.category)
    case.dispute, case.due_at = dispute, clock.now() + clocks.holding().answer
    case.paused_at = clock.now()
    case.remind_at = reminder_at(clock.now(), case.due_at)
    case.save(force_insert=True)
    return case


def open_for_contest(escrow: Escrow, title: str, *, due_at: datetime) -> Case:
    """A worker contests a seat, or a rule leaves it to staff, who decide until `due_at` (UTC). The caller has the seat's lock.

    A seat that is a case already keeps it.
    """
    if (open_one := _contest(escrow)) is not None:
        return open_one
    case = _of(escrow, "contest", "decision", title, category="contest")
    case.due_at = case.decision_due_at = due_at
    case.first_look_due_at = clock.now() + clocks.holding().first_look
    case.save(force_insert=True)
    return case


def _of(escrow: Escrow, kind: str, stage: str, title: str, *, category: str) -> Case:
    assert escrow.worker_id is not None
    return Case(
        kind=kind,
        escrow=escrow,
        owner_id=escrow.owner_id,
        worker_id=escrow.worker_id,
        title=title[:TITLE_MAX],
        category=category,
        amount_cents=escrow.amount_cents,
        stage=stage,
    )


def _contest(escrow: Escrow) -> Case | None:
    found: Case | None = Case.objects.filter(escrow=escrow, kind="contest", closed_at=None).first()
    return found


def lock(dispute: Dispute) -> Case:
    """The case of a dispute, locked after it by whoever has the dispute's lock."""
    found: Case = Case.objects.locked().get(dispute_id=dispute.pk)
    return found


def lock_for_staff(actor: Actor, case_id: UUID) -> tuple[Dispute, Case]:
    """The dispute and its case, locked in this order, for a verb of staff about its parties. Raises OwnDispute (403), NoDispute
    (409) for a contested seat, whose parties write in the conversation about their work."""
    seen: Case = Case.objects.get(pk=case_id)
    if actor.id in (seen.owner_id, seen.worker_id):
        raise OwnDispute()
    if seen.dispute_id is None:
        raise NoDispute(currentState=seen.stage, allowedActions=[])
    rows = Dispute.objects.locked().select_related("owner", "worker", "escrow")
    dispute: Dispute = rows.get(pk=seen.dispute_id)
    return dispute, lock(dispute)


def move(case: Case, action: str, *, due_at: datetime | None = None) -> None:
    """The case's next stage by `rules.cases.STAGE`, with its clock. `due_at` (UTC) for stages whose clock the caller knows.

    Staff's own clock stands still while a party is asked, and goes on afterwards. Locked by the caller. Raises InvalidState.
    """
    now, before = clock.now(), case.stage
    case.stage, case.remind_at = STAGE.next(before, action), None
    if case.stage != before:
        case.stage_at = now
    if action == "appeal":  # as a new case, for somebody else
        case.round, case.decision_due_at, case.first_look_due_at, case.first_look_at = 2, None, None, None
        case.assignee = case.assigned_at = None
    if action == "propose":
        looked(case)
    if case.stage in STAFF_STAGES:
        _run_on(case, now)
    elif case.paused_at is None:
        case.paused_at = now
    case.due_at = case.decision_due_at if case.stage == "decision" else due_at
    if case.stage == "closed":
        case.closed_at, case.due_at = now, None
    if case.stage not in PARTY_STAGES:  # it is staff's turn, or over: nobody sleeps on that
        case.snoozed_until = None
    if case.stage not in OPEN_STAGES:
        case.with_lead_at = None
    case.save()


def looked(case: Case) -> None:
    """Somebody of the staff whose case it is sees it: the clock of the first look ends, and with it the lead's care, unless the
    case is overdue besides. Locked, and saved, by the caller."""
    if case.first_look_at is None:
        case.first_look_at = now = clock.now()
        if case.due_at is not None and case.due_at > now:
            case.with_lead_at = None


def _run_on(case: Case, now: datetime) -> None:
    """Staff's own clock begins, or goes on by what was left of it; so does that of the first look."""
    if case.decision_due_at is None:
        holding = clocks.holding()
        case.decision_due_at = now + holding.decision
        case.first_look_due_at = case.first_look_due_at or now + holding.first_look
    elif case.paused_at is not None:
        case.decision_due_at += now - case.paused_at
        if case.first_look_at is None and case.first_look_due_at is not None:
            case.first_look_due_at += now - case.paused_at
    case.paused_at = None


def go_on(case: Case) -> None:
    """Somebody answered, a clock of the parties ran out, a proposal came to nothing: to what is still open of the parties, whose
    first end is the stage's, else to staff. Locked by the caller."""
    if case.stage == "approval":
        move(case, "goes_on")
    asked = case.requests.filter(state="open").order_by("due_at").first()
    offered = case.offers.filter(state="open").order_by("due_at").first()
    if asked is None and offered is None:
        if case.stage != "decision":
            move(case, "goes_on")
    else:
        first = min(row.due_at for row in (asked, offered) if row is not None)
        move(case, "offer" if asked is None else "ask", due_at=first)


def goes_on(case: Case) -> None:
    """A party has acted: the case goes on, unless it is with staff, where what they do changes no stage. Locked by the caller."""
    if case.stage in PARTY_STAGES:
        go_on(case)


def end(case: Case) -> None:
    """The case is over without a decision of staff: withdrawn, settled, or decided elsewhere. What is still asked or offered
    lapses. Locked by the caller."""
    lapse_all(case)
    if case.stage != "closed":
        move(case, "end")


def end_contest(escrow_id: UUID) -> None:
    """A contested seat was decided, or needs none any more: a proposal that waits is void. The caller has the seat's lock."""
    for case in Case.objects.locked().filter(escrow_id=escrow_id, kind="contest", closed_at=None):
        case.decisions.filter(state="proposed").update(state="sent_back", decided_at=clock.now())
        end(case)


def lock_contest(escrow: Escrow) -> Case:
    """The open case of a contested seat, locked. The caller has the seat's lock, and knows that it is one."""
    found: Case = Case.objects.locked().get(escrow=escrow, kind="contest", closed_at=None)
    return found


def lapse_all(case: Case, *, until: datetime | None = None) -> tuple[list[CaseRequest], list[CaseOffer]]:
    """Requests and offers that are still open lapse: all, or those that are due by `until` (UTC). Locked by the caller. Returns
    them."""
    over = {"state": "lapsed", "ended_at": clock.now(), "remind_at": None}
    due = Q(state="open") if until is None else Q(state="open", due_at__lte=until)
    requests, offers = list(case.requests.filter(due)), list(case.offers.filter(due))
    case.requests.filter(pk__in=[row.pk for row in requests]).update(**over)
    case.offers.filter(pk__in=[row.pk for row in offers]).update(**over)
    return requests, offers
