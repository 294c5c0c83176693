"""A 404 for an id of another kind: which kind it looks like, and the list that leads from the one to the other."""

from collections.abc import Mapping
from typing import Any, Final

from marketplace.api import next_calls, routes
from marketplace.api.serializers import camel
from marketplace.core import context, near
from marketplace.core.errors import NotFound
from marketplace.core.next_reads import KIND_OF

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
    if asked is None:
        return problem.message, []
    of_path = routes.ids_in(asked.path)
    mixed_up = _mixed_up(ids_sent(asked.sent) | of_path)
    if mixed_up is None:
        return problem.message, []
    return f"{problem.message} {near.other_kind(*mixed_up)}", _exchanged(of_path) or _filtered(*mixed_up)


def _exchanged(ids: Mapping[str, str]) -> list[dict[str, Any]]:
    """The same call with the ids of its path where each belongs, when they were only exchanged."""
    by_kind = {given[:3]: given for given in ids.values()}
    right = {name: by_kind.get(KIND_OF.get(name, ""), "") for name in ids}
    return (
        next_calls.same_call({}, "The ids were exchanged.", ids=right) if len(ids) > 1 and all(right.values()) else []
    )


def ids_sent(body: Mapping[str, Any]) -> dict[str, str]:
    """The ids in a body, by the names that parameters of paths have for them."""
    sent = {name: body.get(camel(name)) for name in KIND_OF}
    return {name: given for name, given in sent.items() if isinstance(given, str)}


def _mixed_up(ids: Mapping[str, str]) -> tuple[str, str] | None:
    """The id that is one of another kind, and the prefix of the kind that goes there."""
    for name, given in ids.items():
        if near.other_kind(given, KIND_OF.get(name, "")):
            return given, KIND_OF[name]
    return None


def _filtered(given: str, wanted: str) -> list[dict[str, Any]]:
    """The list of what goes there, of the one thing that was named instead."""
    operation, filters = _BY_ANOTHER.get(wanted, ("", {}))
    name = filters.get(given[:3])
    return [next_calls.call(operation, {}, {name: given}, why="The id is in there.")] if name else []
