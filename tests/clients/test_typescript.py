"""TypeScript clients of the document compile strictly, and price, post, hire and list against a live instance."""

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from tests.clients import generators
from tests.stories.conftest import Instance

pytestmark = [pytest.mark.node, pytest.mark.live]


def hire(folder: Path, *words: str) -> dict[str, Any]:
    """What the program `hire.ts` of this folder prints, once it is compiled."""
    generators.compile_typescript(folder)
    told = generators.node("node", folder / "built" / "hire.js", *words, cwd=folder)
    found: dict[str, Any] = json.loads(told.strip().splitlines()[-1])
    return found


def test_openapi_typescript_types_every_call_of_openapi_fetch(instance: Instance, tmp_path: Path) -> None:
    source = generators.write_document(tmp_path, instance.base_url)
    # Left out: a field with a default, which this generator would make one that has to be sent.
    options = ("--output", tmp_path / "market.ts", "--default-non-nullable", "false")
    generators.node("openapi-typescript", source, *options)
    shutil.copy(generators.HERE / "typed.ts", tmp_path / "hire.ts")
    agent = instance.agent(20)

    found = hire(tmp_path, instance.base_url, agent.headers["X-API-Key"])

    bounty = found.pop("bountyId")
    assert agent("GET", f"/api/bounties/{bounty}")["bounty"]["status"] == "open"
    assert found == {
        "preview": "Photograph a shop front",
        "previewId": None,
        "total": 5.9,
        "status": "open",
        "listed": [bounty],
        "refused": "not_found",
        "fundedCents": 590,
    }


@pytest.mark.java
def test_the_classes_of_openapi_generator_compile_and_hire(instance: Instance, tmp_path: Path) -> None:
    source = generators.write_document(tmp_path, instance.base_url)
    generators.openapi_generator("typescript-fetch", source, tmp_path / "market")
    shutil.copy(generators.HERE / "fetch.ts", tmp_path / "hire.ts")
    agent, worker = instance.agent(20), instance.new_worker()

    found = hire(tmp_path, instance.base_url, agent.headers["X-API-Key"], worker.headers["X-Session-Token"])

    bounty = found.pop("bountyId")
    assert agent("GET", f"/api/bounties/{bounty}")["bounty"]["status"] == "assigned"
    assert found == {
        "preview": "Photograph a shop front",
        "previewId": None,
        "total": 5.9,
        "status": "open",
        "accepted": "accepted",
        "refused": "invalid_state",
        "listed": [bounty],
        "told": True,
    }
    instance.check_ledger()
