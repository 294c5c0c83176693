"""What staff decide about the money of a contested seat, within their limits: the same rows, seal and sum of a day as the decisions
about disputes (`previews`). The step that owns the seat calls `decide`, and carries out what is final (`ports.contested_seats`).

Every function locks the seat's rows from the top step down, the escrow, then the case.
"""

from collections.abc import Callable
from typing import TypeVar
from uuid import UUID

from escrow import events
from escrow.errors import OwnDispute
from escrow.models import Case, DecisionPreview, DisputeDecision, Escrow
from escrow.ports import SeatSubject, contested_seats
from escrow.rules.cases import PREVIEW_LIFE
from escrow.selectors import case_facts, clocks
from escrow.services import cases, escrows, previews
from marketplace.core import clock
from marketplace.core.actor import Actor
from marketplace.core.money import format_usd
from marketplace.core.states import InvalidState
from wallet import ledger

R = TypeVar("R")
TO_FUNDER = "funder"  # in a preview's postings: the bounty's pool or the owner's wallet, as it is when it happens


def end_undecided(actor: Actor, escrow: Escrow) -> None:
    """This person gives the worker more time, so that the case of this contested seat ends and nothing of its money is decided.

    The caller has the seat's lock and closes the case; locks the case. Raises OwnDispute (403) for a party, InvalidState (409)
    while a decision waits for a second person.
    """
    case = cases.lock_contest(escrow)
    _check_impartial(actor, case)
    _check_free(case)
    case.ended_by = actor.account
    case.save(update_fields=["ended_by"])


def decide(actor: Actor, escrow: Escrow, *, pays: bool, reason: str) -> DisputeDecision | None:
    """What this person decides: the worker gets the whole pay, or (`pays` false) nothing. `final` when they may alone, and the
    caller carries it out; else `proposed`: nothing moves, the case waits for a second person. None for the system, which has no
    limits.

    Both sides read `reason`. The caller has the seat's lock and knows that it is a case; locks the case. Raises OwnDispute (403)
    for a party, InvalidState (409) while something is proposed already. Spec: desk, section 2.
    """
    if actor.account is None:
        return None
    case = cases.lock_contest(escrow)
    _check_impartial(actor, case)
    _check_free(case)
    made = previews.decision_from(_preview(actor, case, escrow, pays=pays, reason=reason), actor)
    if made.needs_second:
        made.save(force_insert=True)
        cases.move(case, "propose", due_at=clock.now() + clocks.holding().approval)
        events.contest_noted(case, "proposed", actor, note=reason, workerCents=made.worker_cents)
    else:
        made.state, made.decided_at = "final", clock.now()
        made.save(force_insert=True)
    return made


def approve(actor: Actor, proposed: DisputeDecision) -> DisputeDecision:
    """A second person approves, and it is carried out as it was proposed. The post comes last.

    Raises OwnDispute, SecondPersonRequired, AboveYourLimit (403), InvalidState (409) when it is decided, sent back or void by now,
    CaseChanged, PreviewExpired (409): then it can only be sent back. Nothing moves then.
    """

    def work(locked: object, escrow: Escrow, case: Case) -> DisputeDecision:
        decision = _proposed(case)
        if decision.pk != proposed.pk:
            raise InvalidState("Another decision is proposed by now.", currentState=case.stage, allowedActions=[])
        _check_impartial(actor, case)
        previews.check_may_approve(actor, decision)
        assert decision.preview is not None  # only a settlement has none, and that is of a dispute
        previews.check_same(decision.preview, case_facts.read_contest(case, escrow))
        decision.state, decision.second, decision.decided_at = "final", actor.me, clock.now()
        decision.save(update_fields=["state", "second", "decided_at"])
        events.contest_noted(case, "approved", actor, workerCents=decision.worker_cents)
        contested_seats.get(escrow.subject_kind)(locked, decision, actor)
        return decision

    assert proposed.case_id is not None  # of a contested seat
    return _under_locks(proposed.case_id, work)


def send_back(actor: Actor, case_id: UUID, *, reason: str) -> None:
    """Reject what is proposed: the case is open again. Every member of staff may, including the proposer. Raises OwnDispute (403),
    InvalidState (409). Moves no money."""

    def work(locked: object, escrow: Escrow, case: Case) -> None:
        _check_impartial(actor, case)
        _return(case)
        events.contest_noted(case, "sent_back", actor, note=reason)

    _under_locks(case_id, work)


def expire(case_id: UUID) -> bool:
    """Timer: nobody has approved in time, so it goes back and must be proposed again. Returns whether it did."""

    def work(locked: object, escrow: Escrow, case: Case) -> bool:
        if case.stage != "approval" or case.due_at is None or case.due_at > clock.now():
            return False
        _return(case)
        events.contest_noted(case, "proposal_expired", Actor.system())
        return True

    return _under_locks(case_id, work)


def _preview(actor: Actor, case: Case, escrow: Escrow, *, pays: bool, reason: str) -> DecisionPreview:
    facts = case_facts.read_contest(case, escrow)
    worker, fee = (escrow.human_payout_cents, escrow.platform_fee_cents) if pays else (0, 0)
    refund = escrow.amount_cents - worker - fee
    assert escrow.worker_id is not None
    hold = ledger.hold(escrow.pk)
    moves = [[hold, ledger.earnings(escrow.worker_id), worker], [hold, ledger.FEES, fee], [hold, TO_FUNDER, refund]]
    made = DecisionPreview(
        case=case,
        made_by=actor.me,
        decision="release" if pays else "refund",
        amount_cents=escrow.amount_cents,
        worker_cents=worker,
        fee_cents=fee,
        refund_cents=refund,
        moves=[move for move in moves if move[2]],
        reason=reason,
        needs_second=previews.needs_second(actor, escrow.amount_cents),
        facts=case_facts.stored(facts),
        digest=case_facts.digest(facts),
        expires_at=clock.now() + PREVIEW_LIFE,
    )
    made.save(force_insert=True)
    return made


def _check_impartial(actor: Actor, case: Case) -> None:
    if actor.id in (case.owner_id, case.worker_id):
        raise OwnDispute()


def _check_free(case: Case) -> None:
    if case.stage == "approval":
        proposed = _proposed(case)
        raise InvalidState(
            f"A colleague has to approve what {proposed.proposer.display_name} proposed first "
            f"({format_usd(proposed.worker_cents)} for the worker), or send it back.",
            currentState=case.stage,
            allowedActions=["approve", "send_back"],
        )


def _proposed(case: Case) -> DisputeDecision:
    found: DisputeDecision | None = (
        case.decisions.filter(state="proposed").select_related("preview", "proposer").first()
    )
    if found is None:
        raise InvalidState("Nothing is proposed here.", currentState=case.stage, allowedActions=[])
    return found


def _return(case: Case) -> None:
    decision = _proposed(case)
    decision.state, decision.decided_at = "sent_back", clock.now()
    decision.save(update_fields=["state", "decided_at"])
    cases.go_on(case)


def _under_locks(case_id: UUID, work: Callable[[object, Escrow, Case], R]) -> R:
    seen: Escrow = Case.objects.select_related("escrow").get(pk=case_id).escrow

    def whole(subject: SeatSubject, locked: object, escrow: Escrow) -> R:
        return work(locked, escrow, Case.objects.locked().get(pk=case_id))

    return escrows.under_locks(seen, whole)
