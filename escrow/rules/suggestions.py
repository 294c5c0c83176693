"""What a case suggests by its findings, with the rule and its facts. A suggestion is never applied by itself."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from marketplace.core.money import format_usd

_LISTED: Final = 3


@dataclass(frozen=True, slots=True)
class Found:
    """One line of the contract with what staff found; an empty `finding` is not looked at yet."""

    asked: str
    finding: str


@dataclass(frozen=True, slots=True)
class Suggestion:
    """`decision` is empty when the facts suggest nothing. `because` are the facts, `changes` what would change it."""

    decision: str
    worker_cents: int
    rule: str
    because: tuple[str, ...]
    changes: tuple[str, ...]


def suggest(lines: Sequence[Found], *, payout_cents: int, is_delivered: bool) -> Suggestion:
    """The rule of the first that fits: nothing was delivered; all is met; nothing is met; a part is met, which is paid by its
    share of the lines that could be judged. With lines that nobody has looked at yet, nothing is suggested."""
    met, missed, unclear = (
        [line.asked for line in lines if line.finding == word] for word in ("met", "not_met", "unclear")
    )
    unseen = [line.asked for line in lines if not line.finding]
    if not is_delivered:
        return Suggestion(
            "refund",
            0,
            "Work that was never delivered is not paid.",
            ("no evidence of the work was sent",),
            ("evidence that the work was delivered in time",),
        )
    if unseen or not lines:
        return Suggestion(
            "",
            0,
            "A finding for each line comes first.",
            (f"{len(unseen)} of {len(lines)} lines have no finding yet",),
            _named("a finding on", unseen),
        )
    judged = len(met) + len(missed)
    facts = (f"{len(met)} of {judged} lines that could be judged are met", *_named("not met:", missed))
    changes = (*_named("proof either way on", unclear), *_named("the opposite finding on", missed or met))
    if not judged:
        return Suggestion("", 0, "What is unclear is asked for, not guessed.", ("no line could be judged",), changes)
    if not missed:
        return Suggestion("release", payout_cents, "Work that does all it was asked for is paid whole.", facts, changes)
    if not met:
        return Suggestion("refund", 0, "Work that does nothing it was asked for is not paid.", facts, changes)
    cents = payout_cents * len(met) // judged
    rule = f"A part is paid by its share: {len(met)} of {judged} of {format_usd(payout_cents)}."
    return Suggestion("split" if cents else "refund", cents, rule, facts, changes)  # of one cent there is no part


def _named(words: str, lines: Sequence[str]) -> tuple[str, ...]:
    more = f" and {len(lines) - _LISTED} more" if len(lines) > _LISTED else ""
    named = "; ".join(f"“{line[:80]}”" for line in lines[:_LISTED])
    return (f"{words} {named}{more}",) if lines else ()
