"""A 404 for an id: which kind of id it looks like, and the lists that have the right ones, as calls."""

import re
from collections.abc import Mapping
from functools import cache
from typing import Any, Final

from marketplace.api import next_actions, routes
from marketplace.core import context, near
from marketplace.core.actor import Actor
from marketplace.core.errors import NotFound

_NAMES: Final = re.compile(r"\{(\w+)\}")
_PARAMETER: Final = re.compile(r"\{\w+\}")
_READS: Final = re.compile(r"\bGET (/api/[\w/{}-]+)(?:\?([\w=&]+))?")
_PLAIN: Final = {"true": True, "false": False}
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


def told(problem: NotFound, caller: Actor | None) -> dict[str, Any]:
    """The fields of the failure that lead on. `caller`: None for nobody, who is not sent to what is somebody's own. What is said of
    an id follows from its form alone: an unknown id of the right kind and one of somebody else are answered alike.
    """
    asked = context.call()
    ids = routes.ids_in(asked.path) if asked is not None else {}
    mixed_up = _mixed_up(ids)
    found: dict[str, Any] = {next_actions.FIELD: [*_filtered(mixed_up), *_lists(problem.message, ids, caller)]}
    if mixed_up is not None:
        found["error"] = f"{problem.message} {near.other_kind(*mixed_up)}"
    return found


def _mixed_up(ids: Mapping[str, str]) -> tuple[str, str] | None:
    """The id in a path that is one of another kind, and the prefix of the kind that goes there."""
    for name, given in ids.items():
        if near.other_kind(given, _WANTED.get(name, "")):
            return given, _WANTED[name]
    return None


def _filtered(mixed_up: tuple[str, str] | None) -> list[dict[str, Any]]:
    """The list of what goes there, of the one thing that was named instead."""
    if mixed_up is None:
        return []
    given, wanted = mixed_up
    operation, filters = _BY_ANOTHER.get(wanted, ("", {}))
    name = filters.get(given[:3])
    return [next_actions.call(operation, {}, {name: given}, why="The id is in there.")] if name else []


def _lists(message: str, ids: Mapping[str, str], caller: Actor | None) -> list[dict[str, Any]]:
    """The reads that a message names, as calls."""
    found = []
    for path, query in _READS.findall(message):
        operation = _reads().get(_PARAMETER.sub("{}", path))
        asked = dict(part.split("=", 1) for part in query.split("&") if part)
        if operation is None or (asked and caller is None):
            continue  # what is somebody's own takes a credential
        names = _NAMES.findall(routes.addresses()[operation][1])
        if all(ids.get(name) for name in names):
            found.append(
                next_actions.call(operation, ids, {name: _PLAIN.get(value, value) for name, value in asked.items()})
            )
    return found


@cache
def _reads() -> dict[str, str]:
    """The operations of reads by their path, without the names of its parameters."""
    return {_PARAMETER.sub("{}", path): name for name, (method, path) in routes.addresses().items() if method == "GET"}
