"""A 404 for an id of another kind: which kind it looks like, and the list that leads from the one to the other."""

from collections.abc import Mapping
from typing import Any, Final

from marketplace.api import next_actions, routes
from marketplace.api.serializers import camel
from marketplace.core import context, near
from marketplace.core.errors import NotFound

# The kind of id that goes into a parameter of a path, by its prefix. Runs have ids of two kinds, people may be named otherwise.
_WANTED: Final = {
    "bounty_id": "bty",
    "application_id": "app",
    "submission_id": "sub",
    "escrow_id": "esc",
    "dispute_id": "dsp",
    "conversation_id": "cnv",
    "humanization_id": "hmz",
    "transfer_id": "trf",
    "template_id": "qat",
    "approval_id": "apv",
    "review_id": "rev",
}
# Where the id of one kind is found by that of another: the list and its filter, by the prefix of what was given.
_BY_ANOTHER: Final[Mapping[str, tuple[str, Mapping[str, str]]]] = {
    "esc": ("listEscrows", {"bty": "bountyId", "app": "applicationId"}),
    "dsp": ("listDisputes", {"esc": "escrowId"}),
}


def told(problem: NotFound) -> tuple[str, list[dict[str, Any]]]:
    """What the failure says, and the calls that lead on before all others. What is said of an id, in the path or in the body that
    was sent, follows from its form alone: an unknown id of the right kind and one of somebody else are answered alike.
    """
    asked = context.call()
    mixed_up = _mixed_up(_ids_in(asked.sent) | routes.ids_in(asked.path)) if asked is not None else None
    if mixed_up is None:
        return problem.message, []
    return f"{problem.message} {near.other_kind(*mixed_up)}", _filtered(*mixed_up)


def _ids_in(body: Mapping[str, Any]) -> dict[str, str]:
    sent = {name: body.get(camel(name)) for name in _WANTED}
    return {name: given for name, given in sent.items() if isinstance(given, str)}


def _mixed_up(ids: Mapping[str, str]) -> tuple[str, str] | None:
    """The id that is one of another kind, and the prefix of the kind that goes there."""
    for name, given in ids.items():
        if near.other_kind(given, _WANTED.get(name, "")):
            return given, _WANTED[name]
    return None


def _filtered(given: str, wanted: str) -> list[dict[str, Any]]:
    """The list of what goes there, of the one thing that was named instead."""
    operation, filters = _BY_ANOTHER.get(wanted, ("", {}))
    name = filters.get(given[:3])
    return [next_actions.call(operation, {}, {name: given}, why="The id is in there.")] if name else []
