"""How a person stands with the microphone and language checks of a bounty.

No sample can be recorded yet, so nobody has any. Everything that asks about the checks asks here (the routes, the gates
of applying and accepting, the automatic review): once samples are scored, these two functions read them.
"""

from uuid import UUID

from bounties.models import Bounty
from bounties.rules.checks import LanguageCheck, MicCheck


def mic(bounty: Bounty, human_id: UUID) -> MicCheck:
    """Of the samples that this person recorded for this bounty."""
    return MicCheck(required=bounty.mic_check_required)


def language(bounty: Bounty, human_id: UUID) -> LanguageCheck | None:
    """By the level that is kept with the person, whichever bounty it was shown for. None where none is asked for."""
    return LanguageCheck(requirement=bounty.language_requirement) if bounty.language_requirement else None
