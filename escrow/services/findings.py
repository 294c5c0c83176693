"""What staff find about each line of a contract. The findings are the reasons of the decision; they move no money."""

from collections.abc import Mapping
from uuid import UUID

from escrow.errors import NotYourCase
from escrow.models import Case, CaseFinding
from escrow.rules.cases import FINDINGS, OPEN_STAGES
from escrow.selectors import case_contract
from marketplace.core.actor import Actor
from marketplace.core.errors import Invalid
from marketplace.core.states import InvalidState

WORDS_MAX = 300


def record(actor: Actor, case_id: UUID, found: Mapping[str, tuple[str, str]]) -> int:
    """Keep what was found about these lines, of the round that is decided now.

    Args: `found`: by a line's key one of met, not_met, unclear, and words (at most 300 characters); an empty finding takes it back.
    Locks the case. Raises NotYourCase (403) for everybody but its assignee, InvalidState (409) when nothing is to be decided any
    more, Invalid (400) for an unknown line or finding. Returns how many lines changed. Spec: desk, section 4.
    """
    seen = Case.objects.select_related("escrow").get(pk=case_id)
    asked = {line.key: line.asked for line in case_contract.contract_of(seen).lines}
    check(found, asked)
    case: Case = Case.objects.locked().get(pk=case_id)
    check_open(actor, case)
    before = {row.key: row for row in case.findings.filter(round=case.round)}
    changed = 0
    for key, (finding, words) in found.items():
        kept = before.get(key)
        if (kept.finding, kept.words) == (finding, words) if kept else not finding:
            continue
        changed += 1
        if not finding:
            assert kept is not None
            kept.delete()
            continue
        row = kept or CaseFinding(case=case, round=case.round, key=key)
        row.asked, row.finding, row.words, row.found_by = asked[key], finding, words, actor.me
        row.save()
    return changed


def check(found: Mapping[str, tuple[str, str]], asked: Mapping[str, str]) -> None:
    """Raises Invalid (400) with the reason by key."""
    wrong = {}
    for key, (finding, words) in found.items():
        if key not in asked:
            wrong[key] = ["There is no such line in this contract."]
        elif finding not in ("", *FINDINGS):
            wrong[key] = ["Choose met, not met or unclear."]
        elif words and not finding:
            wrong[key] = ["Choose what you found, too: met, not met or unclear."]
        elif len(words) > WORDS_MAX:
            wrong[key] = [f"At most {WORDS_MAX} characters."]
    if wrong:
        raise Invalid(wrong)


def check_open(actor: Actor, case: Case) -> None:
    """Raises NotYourCase (403), InvalidState (409)."""
    if case.assignee_id != actor.id:
        raise NotYourCase()
    if case.stage not in OPEN_STAGES:
        raise InvalidState(
            "This case is decided: its findings stay as they are.", currentState=case.stage, allowedActions=[]
        )
