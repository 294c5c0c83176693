"""What a public service takes: mappings whose fields a reader, and mypy, can know."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.house.test_sizes import ROOT, product

# A mapping of which nothing is said, and whose values nobody has to check: `dict[str, Any]`, `Mapping[str, Any]`, a bare `dict`.
OPEN = re.compile(r"\b(?:dict|(?:Mutable)?Mapping)(?:\[[\w.]+, (?:typing\.)?Any\]|(?![\w\[]))")
# Methods that a library calls, with a dict of its own.
CALLED_BY_LIBRARIES = {
    "marketplace/services/oauth.py: Validator.save_authorization_code",  # oauthlib
    "marketplace/services/oauth.py: Validator.save_bearer_token",
    "marketplace/services/sessions.py: AccountAdapter.send_mail",  # allauth
    "marketplace/services/sessions.py: AccountAdapter.send_notification_mail",
}


def is_service(path: Path) -> bool:
    """A module of services, or one that services of upper apps write by."""
    return "services" in path.parts or path.name in ("ledger.py", "outbox.py", "events.py")


def public_functions(tree: ast.Module) -> Iterator[tuple[str, ast.FunctionDef]]:
    """The functions that others call, and the methods of classes that they use, as `Class.method`."""
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            yield node.name, node
        elif isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
            methods = (inner for inner in node.body if isinstance(inner, ast.FunctionDef))
            yield from ((f"{node.name}.{method.name}", method) for method in methods)


def is_public(name: str) -> bool:
    own = name.rpartition(".")[2]
    return own == "__init__" or not own.startswith("_")


def open_names(trees: list[ast.Module]) -> set[str]:
    """Other names that modules give to an open mapping: `Row = dict[str, Any]`."""
    return {
        ast.unparse(node.targets[0] if isinstance(node, ast.Assign) else node.target)
        for tree in trees
        for node in tree.body
        if isinstance(node, ast.Assign | ast.AnnAssign) and node.value and OPEN.fullmatch(ast.unparse(node.value))
    }


def says_nothing(annotation: str, names: set[str]) -> bool:
    return bool(OPEN.search(annotation) or set(re.findall(r"\w+", annotation)) & names)


def test_every_public_service_says_what_a_mapping_that_it_takes_consists_of() -> None:
    """A TypedDict or a dataclass where the fields are ours; else a name that says whose they are, as those of
    `marketplace/core/open_mappings.py` do, with values that have to be checked before they are used."""
    trees = {path: ast.parse(path.read_text()) for path in product()}
    names = open_names(list(trees.values()))
    found = {
        f"{path.relative_to(ROOT)}: {name}"
        for path, tree in trees.items()
        if is_service(path)
        for name, function in public_functions(tree)
        if is_public(name)
        for argument in (*function.args.posonlyargs, *function.args.args, *function.args.kwonlyargs)
        if argument.annotation is not None and says_nothing(ast.unparse(argument.annotation), names)
    }
    assert found == CALLED_BY_LIBRARIES


@pytest.mark.parametrize(
    ("annotation", "expected"),
    [
        ("dict[str, Any]", True),
        ("Sequence[Mapping[str, typing.Any]] | None", True),
        ("'dict[str, Any]'", True),
        ("dict", True),
        ("list[Row]", True),
        ("Mapping[str, str]", False),
        ("dict[UUID, list[Any]]", False),
        ("BountyFields | None", False),
    ],
)
def test_a_mapping_of_anything_is_recognised(annotation: str, expected: bool) -> None:
    assert says_nothing(annotation, {"Row"}) is expected
