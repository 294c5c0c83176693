"""What of the TypeScript SDK can be judged without Node: its generated methods are those of the document, and its texts agree."""

import json
import re

from marketplace import VERSION
from sdk.generator import typescript
from sdk.generator.operations import fingerprint, operations
from tests.contract.document import document

PACKAGE = typescript.SOURCES.parent
MANIFEST = json.loads((PACKAGE / "package.json").read_text())
README = (PACKAGE / "README.md").read_text()
HOW = "Write them anew: .venv/bin/python -m sdk.generator"


def test_the_methods_are_those_of_the_document() -> None:
    found = document()

    written = typescript.namespaces(found, operations(found))

    assert (typescript.SOURCES / "namespaces.ts").read_text() == written, HOW


def test_the_types_are_of_the_schemas_of_today() -> None:
    head = (typescript.SOURCES / "schema.ts").read_text().partition("import ")[0]

    assert f"// Schemas: {fingerprint(document())}\n" in head, HOW


def test_every_type_that_a_method_names_is_in_the_committed_schema() -> None:
    schema = (typescript.SOURCES / "schema.ts").read_text()
    sources = "".join(path.read_text() for path in typescript.SOURCES.glob("*.ts"))

    named = set(re.findall(r"\btypes\.(\w+)", sources))

    assert len(named) > 300
    assert named <= set(re.findall(r"^export type (\w+) =", schema, re.MULTILINE)), HOW


def test_it_has_the_version_of_the_service_and_depends_on_nothing() -> None:
    [code] = re.findall(r'VERSION = "(.+)"', (typescript.SOURCES / "version.ts").read_text())
    [packed, installed] = re.findall(r"agent-hire-(\S+)\.tgz", README)

    assert {MANIFEST["version"], code, packed, installed} == {VERSION}
    assert [name for name in MANIFEST if "ependencies" in name] == []
    assert (MANIFEST["name"], MANIFEST["type"], MANIFEST["engines"]) == ("agent-hire", "module", {"node": ">=20"})


def test_no_module_of_a_runtime_is_imported() -> None:
    imported = {
        name for path in typescript.SOURCES.glob("*.ts") for name in re.findall(r'from "([^"]+)"', path.read_text())
    }

    assert {name for name in imported if not name.startswith("./")} == {"agent-hire"}  # in a comment


def test_files_that_people_write_are_short() -> None:
    generated = {typescript.SOURCES / name for name in ("namespaces.ts", "schema.ts")}
    written = {
        path: len(path.read_text().splitlines())
        for folder in ("src", "test", "examples")
        for path in (PACKAGE / folder).glob("*.ts")
        if path not in generated
    }

    assert len(written) > 10
    assert {path.name: lines for path, lines in written.items() if lines > 300} == {}


def test_the_readme_tells_which_class_is_thrown_for_which_status() -> None:
    code = (typescript.SOURCES / "errors.ts").read_text()
    thrown: dict[str, set[str]] = {}
    for status, name in re.findall(r"^  (\d{3}): (\w+),$", code, re.MULTILINE):
        thrown.setdefault(name, set()).add(status)

    told = {
        name: set(re.findall(r"\d{3}", row))
        for name, row in re.findall(r"^\| `(\w+)` \| ([\d, ]+) \|", README, re.MULTILINE)
    }

    assert told == thrown
    assert len(told) == 7
    for name in re.findall(r"^export class (\w+)", code, re.MULTILINE):
        assert f"`{name}`" in README, name
        assert re.search(rf"^  {name},$", (typescript.SOURCES / "index.ts").read_text(), re.MULTILINE), name
