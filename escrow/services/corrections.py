"""The second round: a decision about an appeal holds, and the difference to the first one is posted under `correct:<dispute>`.

The side that loses gives what its account has; the platform bears the rest. What it has is read under the lock of the ledger's
accounts, right before the post: when the moves would differ from those that were previewed, nothing moves (`CaseChanged`).
"""

from collections.abc import Iterable
from dataclasses import dataclass

from escrow import events
from escrow.errors import CaseChanged
from escrow.models import Appeal, Case, Dispute, DisputeDecision, Escrow
from escrow.rules.appeals import Side, borne, correction, payer
from escrow.rules.cases import APPEAL
from escrow.rules.disputes import Award
from escrow.services import cases, disputes
from marketplace.core import clock
from marketplace.core.actor import Actor
from marketplace.core.money import format_usd
from marketplace.services import mail_templates
from wallet import ledger
from wallet.services import controls, earnings_holds


@dataclass(frozen=True, slots=True)
class Plan:
    """The postings of a correction, and what of it the platform would bear, in cents."""

    moves: tuple[ledger.Move, ...]
    borne: int


def first_of(dispute: Dispute) -> DisputeDecision:
    """The decision that is appealed."""
    found: DisputeDecision = dispute.decisions.get(round=1, state="final")
    return found


def plan(escrow: Escrow, first: DisputeDecision, second: Award, *, balances: dict[str, int] | None = None) -> Plan:
    """Compute the exact postings that turn the first division into the second, from the balances of both parties' accounts, which
    are read without a lock unless the caller has locked them and gives them."""
    assert escrow.worker_id is not None
    codes: dict[Side, str] = {
        "worker": ledger.earnings(escrow.worker_id),
        "funder": ledger.wallet(escrow.owner_id),
        "fees": ledger.FEES,
        "platform": ledger.LOSSES,
    }
    before = award_of(first)
    who = payer(before, second)
    if who is None:
        return Plan((), 0)
    has = ledger.balance(codes[who]) if balances is None else balances[codes[who]]
    steps = correction(before, second, payer_has=has)
    moves = tuple(
        ledger.Move(codes[step.source], codes[step.destination], step.cents, escrow.bounty_id) for step in steps
    )
    return Plan(moves, borne(steps))


def award_of(decision: DisputeDecision) -> Award:
    """What a decision gave to the worker, took as the fee and returned to the owner, in cents."""
    return Award(decision.worker_cents, decision.fee_cents, decision.refund_cents)


def carry_out(
    actor: Actor, title: str, escrow: Escrow, dispute: Dispute, case: Case, decision: DisputeDecision
) -> None:
    """A final decision about an appeal holds: the case is closed for good, what was kept of the worker's share is free, and the
    difference is posted last (key `correct:<dispute>`).

    The caller holds the locks of subject, escrow, dispute and case; locks the appeal, the ledger accounts. Raises CaseChanged
    (409) when the postings would not be those of the preview; the caller's transaction then rolls back.
    """
    assert decision.preview is not None
    first, now = first_of(dispute), clock.now()
    changes = decision.worker_cents != first.worker_cents
    appeal: Appeal = Appeal.objects.locked().get(dispute=dispute)
    appeal.state, appeal.decided_at = APPEAL.next(appeal.state, "overturn" if changes else "uphold"), now
    sealed = [ledger.Move(source, to, cents, escrow.bounty_id) for source, to, cents in decision.preview.moves]
    appeal.borne_cents = sum(move.cents for move in sealed if move.source == ledger.LOSSES)
    appeal.save(update_fields=["state", "decided_at", "borne_cents"])
    escrow.corrected_cents = to_account(sealed, ledger.earnings(dispute.worker_id))
    escrow.save(update_fields=["corrected_cents"])
    cases.end(case)
    events.appeal_decided(dispute, decision, appeal, actor)
    _mail(dispute, decision, appeal, title)

    # From here on the accounts of both are locked: what is there can't change until the commit.
    locked = ledger.lock_balances([ledger.earnings(dispute.worker_id), ledger.wallet(dispute.owner_id)])
    if list(plan(escrow, first, award_of(decision), balances=locked).moves) != sealed:
        what = "what the side that has to give back has in its account has changed, and with it what the platform would bear"
        raise CaseChanged([{"what": what, "at": None}])
    earnings_holds.end(dispute.pk)
    posted = ledger.post(
        key=f"correct:{dispute.pk}",
        kind="correction",
        moves=sealed,
        tags={"actor": actor.label, "reason": decision.reason, "dispute": dispute.public_id},
    )
    controls.after_loss(dispute.owner_id, posted, sealed)


def to_account(moves: Iterable[ledger.Move], code: str) -> int:
    """What these moves bring to an account, in cents; negative for what they take."""
    return sum(move.cents * ((move.destination == code) - (move.source == code)) for move in moves)


def _mail(dispute: Dispute, decision: DisputeDecision, appeal: Appeal, title: str) -> None:
    """To both sides; each reads its own letter alone."""
    letters = decision.preview.words if decision.preview is not None else {}
    for account in (dispute.owner, dispute.worker):
        disputes.mail_party(
            dispute,
            account,
            "appeal_decided",
            title,
            is_overturned=appeal.state == "overturned",
            worker_gets=format_usd(decision.worker_cents),
            returned=format_usd(decision.refund_cents),
            words=mail_templates.Words(decision.reason),
            letter=mail_templates.Words(letters.get(dispute.side_of(account.pk), "")),
        )
