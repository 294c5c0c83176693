"""The examples in the OpenAPI document are recorded answers of a whole hire, and are proven again on every run.

`./dev test tests/contract/test_examples.py --record-examples` writes marketplace/api/examples.json anew.
"""

from pathlib import Path
from typing import Any

import orjson
import pytest
from pytest_django import DjangoDbBlocker

from marketplace.api.document import EXAMPLES
from tests.contract import document as documents
from tests.contract.cells import OWN_BODIES, answers_json
from tests.contract.walked import Walked, whole_hire

SECRETS = {"apiKey": "ahm_test_…", "secret": "whsec_…", "webhookSecret": "whsec_…"}


@pytest.fixture(scope="module")
def document() -> dict[str, Any]:
    return documents.document()


@pytest.fixture(scope="module")
def walked(django_db_setup: None, django_db_blocker: DjangoDbBlocker, request: pytest.FixtureRequest) -> Walked:
    with django_db_blocker.unblock():
        found = whole_hire()
    answers = {name: masked(body) for name, body in found.answers.items()}
    if request.config.getoption("--record-examples"):
        Path(EXAMPLES).write_bytes(orjson.dumps(answers, option=orjson.OPT_INDENT_2 | orjson.OPT_SORT_KEYS) + b"\n")
    return Walked(answers, found.events)


@pytest.fixture
def answers(walked: Walked) -> dict[str, Any]:
    return walked.answers


def operations(document: dict[str, Any]) -> dict[str, Any]:
    """Without what has bodies of its own, and without what only refuses."""
    found = [op for methods in document["paths"].values() for op in methods.values()]
    return {op["operationId"]: op for op in found if op["tags"] not in OWN_BODIES and answers_json(op)}


def validate(operation: dict[str, Any], body: Any) -> None:
    documents.validate(operation["responses"]["200"]["content"]["application/json"]["schema"], body)


def shape(value: Any) -> Any:
    """Field names, to any depth; a list by its first item, and a null by nothing at all."""
    if isinstance(value, dict):
        return {name: shape(inner) for name, inner in sorted(value.items()) if inner is not None}
    return [shape(value[0])] if isinstance(value, list) and value else None


def masked(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: SECRETS.get(name, masked(inner)) for name, inner in value.items()}
    return [masked(item) for item in value] if isinstance(value, list) else value


def test_every_operation_has_an_example_its_errors_and_a_summary(document: dict[str, Any]) -> None:
    for name, operation in operations(document).items():
        content = operation["responses"]["200"]["content"]["application/json"]
        assert content.get("examples"), f"{name} has no example"
        assert operation["summary"], name
        assert {"401", "429", "500", "503"} < set(operation["responses"]), name


def test_a_whole_hire_passes_every_operation_and_fits_its_schema(
    document: dict[str, Any], answers: dict[str, Any]
) -> None:
    assert set(answers) == set(operations(document))
    for name, body in answers.items():
        validate(operations(document)[name], body)


def test_the_recorded_examples_fit_the_schema_and_what_is_answered_today(
    document: dict[str, Any], answers: dict[str, Any]
) -> None:
    recorded = orjson.loads(Path(EXAMPLES).read_bytes())

    assert set(recorded) == set(operations(document)), "record the examples again (see the top of this file)"
    for name, body in recorded.items():
        validate(operations(document)[name], body)
        assert shape(body) == shape(answers[name]), f"{name} answers other fields now: record the examples again"


def test_no_example_shows_a_secret(document: dict[str, Any]) -> None:
    text = Path(EXAMPLES).read_text()

    assert "whsec_" not in text.replace("whsec_…", "")
    assert "ahm_test_" not in text.replace("ahm_test_…", "").replace('"keyPrefix": "ahm_test_', "")


def test_what_a_whole_hire_sends_to_webhooks_fits_the_document(document: dict[str, Any], walked: Walked) -> None:
    assert len({event["type"] for event in walked.events}) > 5
    for event in walked.events:
        described = documents.event(event["type"])["requestBody"]["content"]["application/json"]["schema"]
        documents.validate(described, event, strict=True)
        documents.validate({"$ref": "#/components/schemas/Event"}, event, strict=True)
