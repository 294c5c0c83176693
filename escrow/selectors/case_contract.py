"""The contract of a case against what was delivered, said and found, line by line."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from escrow.models import Case, CaseFinding, DisputeEvidence
from escrow.ports import Contract, ContractLine, Said, case_subjects, case_talk
from escrow.rules import mentions
from escrow.rules.suggestions import Found, Suggestion, suggest
from escrow.selectors import appeals

_GROUNDS = {"new_fact": "the appeal: something new", "error": "the appeal: an error of the first decision"}


@dataclass(frozen=True, slots=True)
class Line:
    """One line with the sentences of each side that are about it, what staff found, and, of an appeal, what was found first."""

    agreed: ContractLine
    funder: list[str] = field(default_factory=list)
    worker: list[str] = field(default_factory=list)
    found: CaseFinding | None = None
    earlier: CaseFinding | None = None


@dataclass(frozen=True, slots=True)
class Sheet:
    """`funder` and `worker`: all that each said about the work and in the dispute, oldest first. `rule`: verdicts that no
    person gave."""

    contract: Contract
    lines: list[Line]
    funder: list[Said]
    worker: list[Said]
    rule: list[Said]


def contract_of(case: Case) -> Contract:
    """What was agreed for the seat of a case."""
    return case_subjects.get(case.escrow.subject_kind).contract(case.escrow)


def sheet(case: Case) -> Sheet:
    """The whole first page of a case. About ten queries, whatever was said. Needs escrow and dispute. Locks nothing."""
    contract = contract_of(case)
    said = sorted([*contract.said, *_in_dispute(case)], key=lambda one: one.at)
    by_side = {side: [one for one in said if one.by == pk] for side, pk in _sides(case).items()}
    messages = case_talk.get()(case.escrow)
    talk = {side: [one.words for one in messages if one.by == pk] for side, pk in _sides(case).items()}
    if contract.own_words is not None:
        talk["funder"] = [contract.own_words(words) for words in talk["funder"]]
    found = {(one.round, one.key): one for one in case.findings.select_related("found_by")}
    lines = []
    for agreed in contract.lines:
        quoted = {
            side: mentions.about(agreed.asked, [*(one.words for one in by_side[side]), *talk[side]]) for side in by_side
        }
        lines.append(
            Line(
                agreed,
                quoted["funder"],
                [agreed.answer] if agreed.answer else quoted["worker"],
                found.get((case.round, agreed.key)),
                found.get((1, agreed.key)) if case.round > 1 else None,
            )
        )
    return Sheet(contract, lines, by_side["funder"], by_side["worker"], [one for one in said if one.by is None])


def suggestion(case: Case, contract: Contract, findings: Sequence[CaseFinding]) -> Suggestion:
    """What this round's findings suggest. Queries nothing. Needs the escrow."""
    found = {one.key: one.finding for one in findings if one.round == case.round}
    return suggest(
        [Found(line.asked, found.get(line.key, "")) for line in contract.lines],
        payout_cents=case.escrow.human_payout_cents,
        is_delivered=case.escrow.delivered_at is not None,
    )


def _sides(case: Case) -> dict[str, object]:
    return {"funder": case.owner_id, "worker": case.worker_id}


def _in_dispute(case: Case) -> list[Said]:
    """The objection, the words and links of both sides' evidence, and why somebody appealed."""
    dispute = case.dispute
    if dispute is None:
        return []
    pieces = DisputeEvidence.objects.filter(dispute=dispute).exclude(text="", urls=[]).order_by("id")
    appeal = appeals.of(dispute) if case.round > 1 else None
    return [
        Said(dispute.created_at, case.owner_id, dispute.description, "the objection", tuple(dispute.urls)),
        *(Said(one.created_at, one.author_id, one.text, "dispute evidence", tuple(one.urls)) for one in pieces),
        *([Said(appeal.created_at, appeal.made_by_id, appeal.words, _GROUNDS[appeal.ground])] if appeal else []),
    ]
