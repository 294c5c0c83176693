"""What simulated people write in a humanization: a sample to apply with, then the whole text, each with a recording."""

from typing import Final

from bounties.models import Bounty, Humanization
from bounties.rules.humanizations import RECORDING_SECONDS, words
from bounties.services import play_files, rewrites
from bounties.services.humanizations import unseal
from bounties.services.rewrites import AdmittedSample, FinalTextForm, HandIn, SampleForm
from marketplace.core.actor import Actor

_WORDS_A_MINUTE: Final = 30
# The sandbox's detector reads it: written by a person.
_BY_HAND: Final = "[[ai:0.12]]"


def sample(actor: Actor, bounty: Bounty) -> tuple[SampleForm, AdmittedSample]:
    """The application with its sample, its files stored. Locks nothing. Raises what `rewrites.admit` raises."""
    row = _of(bounty)
    form: SampleForm = {
        **_written(unseal(row.sealed_sample)),
        "resume": play_files.resume() if row.require_resume else None,
        "cover_letter": "I write for a living, by hand.",
    }
    return form, rewrites.admit(actor, row.public_id, form)


def apply(actor: Actor, bounty: Bounty, made: tuple[SampleForm, AdmittedSample]) -> None:
    """Locks and raises as `rewrites.apply`."""
    rewrites.apply(actor, _of(bounty).public_id, *made)


def whole(actor: Actor, bounty: Bounty) -> tuple[FinalTextForm, HandIn]:
    """The whole text, its files stored. Locks nothing. Raises what `rewrites.keep` raises."""
    row = _of(bounty)
    form = _written(unseal(row.sealed_source))
    return form, rewrites.keep(actor, row.public_id, form)


def hand_in(actor: Actor, bounty: Bounty, made: tuple[FinalTextForm, HandIn]) -> None:
    """Locks and raises as `rewrites.submit`."""
    rewrites.submit(actor, _of(bounty).public_id, *made)


def _of(bounty: Bounty) -> Humanization:
    found: Humanization = Humanization.objects.select_related("bounty").get(bounty_id=bounty.pk)
    return found


def _written(text: str) -> FinalTextForm:
    """Nobody here can write: the words of the text, two by two in reverse, so that it is no copy, under a line that says so; and a
    recording as long as writing it takes."""
    seconds = min(60 * (1 + words(text) // _WORDS_A_MINUTE), RECORDING_SECONDS)
    return {
        "document": play_files.document(f"Rewritten by a simulated person. {_BY_HAND}\n{_reordered(text)}"),
        "recording": play_files.recording(seconds),
    }


def _reordered(text: str) -> str:
    """Line by line, each second word before the one that it followed."""
    lines = []
    for line in text.splitlines():
        found = line.split()
        lines.append(" ".join(word for at in range(0, len(found), 2) for word in reversed(found[at : at + 2])))
    return "\n".join(lines)
