"""What `pip install` brings for the tool server alone is all that it imports: a stranger's machine has nothing else."""

import ast
import subprocess
import sys
import tomllib
from importlib.metadata import PackageNotFoundError, packages_distributions, requires
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from config.devstack import locations

LOADED = """
import sys
import marketplace.toolserver
print("\\n".join(module.__file__ for name, module in sys.modules.items() if name.partition(".")[0] == "marketplace"))
"""


def imported(source: Path) -> set[str]:
    """The packages that a module imports as it is loaded."""
    found: set[str] = set()
    for statement in ast.parse(source.read_text()).body:
        if isinstance(statement, ast.Import):
            found |= {alias.name.partition(".")[0] for alias in statement.names}
        if isinstance(statement, ast.ImportFrom) and not statement.level:
            found.add((statement.module or "").partition(".")[0])
    return found


def brought(named: list[str]) -> set[str]:
    """The distributions that these requirements bring, and those that they bring, here."""
    found: set[str] = set()
    todo = [Requirement(text) for text in named]
    while todo:
        requirement = todo.pop()
        name = canonicalize_name(requirement.name)
        wanted = [{"extra": extra} for extra in (requirement.extras or {""})]
        if name in found and not requirement.extras:
            continue
        found.add(name)
        try:
            inner = [Requirement(text) for text in requires(name) or []]
        except PackageNotFoundError:  # of another platform
            continue
        todo += [one for one in inner if one.marker is None or any(one.marker.evaluate(extra) for extra in wanted)]
    return found


def test_the_tool_server_imports_only_what_is_installed_with_it() -> None:
    project = tomllib.loads((locations.ROOT / "pyproject.toml").read_text())["project"]

    done = subprocess.run(
        [sys.executable, "-c", LOADED], capture_output=True, text=True, check=True, cwd=locations.ROOT
    )

    owners = packages_distributions()
    names = {name for source in done.stdout.split() for name in imported(Path(source))}
    needed = {canonicalize_name(owner) for name in names for owner in owners.get(name, [])}
    assert "mcp" in needed
    assert needed - brought(project["dependencies"]) == set()
