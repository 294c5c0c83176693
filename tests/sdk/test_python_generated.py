"""What is generated in the Python SDK is what the document of today makes."""

import tomllib

from config.devstack import locations
from marketplace import VERSION
from sdk.generator import python
from sdk.generator.operations import fingerprint, operations
from tests.contract.document import document

PROJECT = tomllib.loads((locations.ROOT / "sdk" / "python" / "pyproject.toml").read_text())


def test_types_and_methods_are_those_of_the_document() -> None:
    """Else: `.venv/bin/python -m sdk.generator` (sdk/README.md says what it needs)."""
    made = python.files(document(), operations(document()))
    stale = [path.name for path, text in made.items() if path.read_text() != text]
    assert stale == []
    assert f"# Schemas: {fingerprint(document())}\n" in (python.PACKAGE / "types.py").read_text()


def test_its_version_is_the_programs() -> None:
    assert PROJECT["project"]["version"] == VERSION
    assert (python.PACKAGE / "_version.py").read_text() == f'VERSION = "{VERSION}"\n'
    for extra in PROJECT["project"]["optional-dependencies"].values():
        assert extra[0].endswith(f"=={VERSION}")
