"""Clients that are generated from the OpenAPI document. What needs Node or Java is left out where there is none, saying so."""

import importlib
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from tests import families
from tests.clients import generators
from tests.stories.conftest import instance  # noqa: F401  a live instance


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    for mark, why in (("node", generators.missing_node()), ("java", generators.missing_java())):
        theirs = [item for item in items if item.get_closest_marker(mark)]
        if why and theirs:
            families.tell(config, f"{len(theirs)} tests of generated clients are left out: {why}")
            items[:] = [item for item in items if item not in theirs]


class Importing:
    """Imports generated packages from a folder, and forgets them afterwards: two generators may give them one name."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def __call__(self, name: str) -> Any:
        return importlib.import_module(name)


@pytest.fixture(scope="module")
def generated(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Importing]:
    """`generated("market_client.models")`, once something was generated into `generated.folder`."""
    folder = tmp_path_factory.mktemp("generated")
    before: dict[str, ModuleType] = dict(sys.modules)
    sys.path.insert(0, str(folder))
    yield Importing(folder)
    sys.path.remove(str(folder))
    for name in set(sys.modules) - set(before):
        if str(getattr(sys.modules[name], "__file__", "") or "").startswith(str(folder)):
            del sys.modules[name]
