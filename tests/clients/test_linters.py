"""What the linters of OpenAPI and the parser of AsyncAPI recommend is kept, warnings included. Exceptions stand with their reason
in redocly.yaml and spectral.yaml."""

import json
from pathlib import Path

import pytest

from tests.clients import generators
from webhooks.rules.catalog import EVENT_TYPES
from webhooks.serializers import asyncapi

pytestmark = pytest.mark.node
OFFERS_A_NEWER_VERSION = "asyncapi-latest-version"


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return generators.write_document(tmp_path_factory.mktemp("document"))


def test_redocly_finds_nothing(source: Path) -> None:
    told = generators.node("redocly", "lint", source, "--config", "redocly.yaml", "--format", "json")

    found = json.loads(told[told.index("{") : told.rindex("}") + 1])
    assert found["totals"] == {"errors": 0, "warnings": 0, "ignored": 0}, found["problems"][:5]


def test_spectral_finds_nothing(source: Path) -> None:
    told = generators.node("spectral", "lint", source, "--ruleset", "spectral.yaml", "--fail-severity", "warn")

    assert "No results with a severity of 'warn' or higher found!" in told


def test_the_parser_of_asyncapi_reads_every_event(tmp_path: Path) -> None:
    path = tmp_path / "asyncapi.json"
    path.write_text(json.dumps(asyncapi.document()))

    read = json.loads(generators.node("node", "asyncapi.mjs", path))

    assert [found for found in read["diagnostics"] if found["code"] != OFFERS_A_NEWER_VERSION] == []
    assert (read["version"], read["messages"]) == ("3.0.0", list(EVENT_TYPES))
