"""An appeal: who lost by a decision of staff asks once, with a new fact or a claimed error, that another person decides again.

The first decision stands until the second. That one is previewed and sealed like the first (`decisions`); what it changes is
posted as new moves (`corrections`). A proposal is approved or sent back by `decisions.approve` and `decisions.send_back`.
"""

from collections.abc import Sequence
from uuid import UUID

from django.core.files.uploadedfile import UploadedFile

from escrow import events
from escrow.errors import PreviewOfAnother, TooMuchEvidence
from escrow.models import Appeal, Case, DecisionPreview, Dispute, DisputeDecision, DisputeEvidence, Escrow
from escrow.ports import SeatSubject
from escrow.rules.cases import PREVIEW_LIFE, STAGE
from escrow.rules.disputes import EVIDENCE_MAX, award
from escrow.selectors import appeals as reads
from escrow.selectors import approvals, case_facts, clocks, desk_settings
from escrow.selectors import disputes as dispute_reads
from escrow.services import cases, corrections, disputes, previews
from marketplace.core import clock
from marketplace.core.actor import Actor
from marketplace.core.errors import Invalid
from marketplace.core.money import format_usd
from marketplace.core.states import InvalidState
from marketplace.models import File
from marketplace.services import files, mail_templates
from wallet.services import earnings_holds


def store_files(actor: Actor, dispute_id: str, uploads: Sequence[UploadedFile]) -> list[File]:
    """Store the files of an appeal, before the transaction of `appeal`, if one may be made now.

    Locks nothing. Raises what `appeal` raises, Invalid (400) for a file type that is not accepted, TooLarge (413),
    StorageUnavailable (503).
    """
    dispute = dispute_reads.as_party(actor, dispute_id)
    _check(actor, dispute, getattr(dispute, "case", None), len(uploads))
    return files.store(actor.me, uploads, purpose="dispute")


def appeal(actor: Actor, dispute_id: str, *, ground: str, words: str, stored_files: Sequence[File] = ()) -> Dispute:
    """POST …/appeal: the worker who got less than the whole pay, or the funder who got less than everything back, asks for a second
    decision; of a split whoever comes first. Its files (see `store_files`) are a piece of evidence of theirs.

    Args: `dispute_id` is public (dsp_…); `ground` is new_fact or error. Moves no money. Locks the subject, the escrow, the
    dispute, its case, then the worker's earnings where a share is kept. Raises NotFound (404), Forbidden (403 `not_party`),
    NothingLost (403), InvalidState, SettledByOffer, AlreadyAppealed, AppealWindowClosed, TooMuchEvidence (409). Spec: desk, 3.
    """
    unlocked = dispute_reads.as_party(actor, dispute_id)

    def work(subject: SeatSubject, locked: object, escrow: Escrow, dispute: Dispute) -> None:
        case = Case.objects.locked().filter(dispute_id=dispute.pk).first()
        _check(actor, dispute, case, len(stored_files))
        assert case is not None
        made = Appeal.objects.create(dispute=dispute, made_by=actor.me, ground=ground, words=words)
        if stored_files:
            files.insert_rows(stored_files)
            piece = DisputeEvidence.objects.create(dispute=dispute, author=actor.me)
            piece.files.set(stored_files)
        cases.move(case, "appeal")
        events.appealed(dispute, made, actor)
        disputes.mail_parties(
            dispute,
            "dispute_appealed",
            subject.title(locked),
            by=actor.me.display_name,
            ground=ground,
            due=case.due_at,
            words=mail_templates.Words(words),
        )
        earnings_holds.keep_on(dispute.pk)

    disputes.under_locks(unlocked, work)
    return dispute_reads.get(actor, dispute_id)


def _check(actor: Actor, dispute: Dispute, case: Case | None, new_files: int) -> None:
    if (refused := reads.refusal(actor, dispute, case)) is not None:
        raise refused
    if new_files and dispute.evidence.filter(author_id=actor.id).count() >= EVIDENCE_MAX:
        raise TooMuchEvidence(currentState=dispute.status, allowedActions=[])


def preview(
    actor: Actor,
    dispute_id: UUID,
    *,
    worker_cents: int,
    reason: str,
    reason_code: str = "",
    words: dict[str, str] | None = None,
) -> DecisionPreview:
    """Compute the decision about an appeal and store it with what is known now; nothing moves. The postings are those of the
    difference to the first decision, by what both sides have in their accounts now (`corrections.plan`).

    Args: as `decisions.preview`; `reason_code` is needed when the division changes, one that is for overturning, and is not
    taken when it stays. A second person is needed by the same limits, and whenever the platform would bear something. Locks
    nothing. Raises OwnDispute, DecidedBefore (403), InvalidState (409) without an open appeal or while a proposal waits,
    Invalid (400). Spec: desk, section 4 (Appeals).
    """
    dispute = _get(dispute_id)
    _check_decidable(actor, dispute, dispute.case)
    escrow, first = dispute.escrow, corrections.first_of(dispute)
    try:
        parts = award(worker_cents, payout_cents=escrow.human_payout_cents, bps=escrow.fee_bps)
    except ValueError:
        most = format_usd(escrow.human_payout_cents)
        raise Invalid({"workerCents": [f"Give the worker 0 to {most}: more was never agreed."]})
    _check_code(reason_code, changes=worker_cents != first.worker_cents)
    planned = corrections.plan(escrow, first, parts)
    facts = case_facts.read(dispute, escrow)
    made = DecisionPreview(
        dispute=dispute,
        made_by=actor.me,
        round=2,
        decision=parts.kind,
        amount_cents=escrow.amount_cents,
        worker_cents=parts.worker,
        fee_cents=parts.fee,
        refund_cents=parts.refund,
        moves=[[move.source, move.destination, move.cents] for move in planned.moves],
        reason_code=reason_code,
        reason=reason,
        words=words or {},
        needs_second=planned.borne > 0 or approvals.needs_second(actor, escrow.amount_cents),
        facts=case_facts.stored(facts),
        digest=case_facts.digest(facts),
        expires_at=clock.now() + PREVIEW_LIFE,
    )
    made.save(force_insert=True)
    return made


def decide(actor: Actor, preview_id: UUID) -> DisputeDecision:
    """Carry out what was previewed about an appeal, or propose it when a second person is needed. The post comes last.

    Locks the subject, the escrow, the dispute, its case, the appeal, then the ledger accounts. Raises as `preview`;
    PreviewOfAnother (403); CaseChanged, PreviewExpired (409), also when the accounts changed so that the platform would bear
    another sum: then nothing moves and a new preview is needed.
    """
    seen = DecisionPreview.objects.select_related("dispute__escrow").get(pk=preview_id)
    if seen.made_by_id != actor.id:
        raise PreviewOfAnother()
    if seen.round != 2:
        raise InvalidState("This preview is not about an appeal.", currentState="resolved", allowedActions=[])

    def work(subject: SeatSubject, locked: object, escrow: Escrow, dispute: Dispute) -> DisputeDecision:
        case = cases.lock(dispute)
        _check_decidable(actor, dispute, case)
        previews.check_unchanged(seen, dispute, escrow)
        previews.check_alone(seen, actor)
        decision = previews.decision_from(seen, actor)
        if seen.needs_second:
            decision.save(force_insert=True)
            cases.move(case, "propose", due_at=clock.now() + clocks.holding().approval)
            events.dispute_noted(dispute, "proposed", actor, workerCents=decision.worker_cents)
        else:
            decision.state, decision.decided_at = "final", clock.now()
            decision.save(force_insert=True)
            corrections.carry_out(actor, subject.title(locked), escrow, dispute, case, decision)
        return decision

    assert seen.dispute is not None  # of a contested seat a preview is made and decided in one act (`contested`)
    return disputes.under_locks(seen.dispute, work)


def _check_decidable(actor: Actor, dispute: Dispute, case: Case) -> None:
    """Raises InvalidState (409) without an open appeal and while a proposal waits, OwnDispute, DecidedBefore (403)."""
    if case.round != 2 or "propose" not in STAGE.allowed(case.stage):
        words = "A decision about this appeal waits for its second person." if case.stage == "approval" else ""
        raise InvalidState(
            words or "No appeal of this dispute waits for a decision.", currentState=case.stage, allowedActions=[]
        )
    previews.check_impartial(actor, dispute, round_=2)


def _check_code(reason_code: str, *, changes: bool) -> None:
    codes = desk_settings.overturning_codes()
    if changes and reason_code not in codes:
        named = ", ".join(codes) or "none is set up yet: add one under reason codes"
        raise Invalid({"reasonCode": [f"This changes the first decision. Name why, one of: {named}."]})
    if not changes and reason_code in codes:
        raise Invalid({"reasonCode": ["The first decision stays: this reason is for one that is changed."]})


def _get(dispute_id: UUID) -> Dispute:
    found: Dispute = Dispute.objects.select_related("escrow", "owner", "worker", "case").get(pk=dispute_id)
    return found
