"""Every error code in the OpenAPI document has an example, which is what the program answers with it today.

`./dev test tests/contract/test_failures.py --record-examples` writes marketplace/api/failures.json anew.
"""

import re
from typing import Any

import orjson
import pytest

from marketplace.api.failures import EXAMPLES
from marketplace.core.errors import Problem
from tests.contract import document as documents
from tests.contract.failures import OF_A_PROTOCOL, of_code

GENERIC = {kind.message: kind.code for kind in [Problem, *Problem.__subclasses__()]}
_REQUEST_ID = "req_01h455vb4pex5vsknk084sn02q"


def codes() -> set[str]:
    """All that are named in the document."""
    whole = documents.document()
    responses = [
        response
        for methods in whole["paths"].values()
        for operation in methods.values()
        for response in operation["responses"].values()
    ]
    told = [response.get("description", "") for response in [*responses, *whole["components"]["responses"].values()]]
    return {code for text in told for code in re.findall(r"`(\w+)`", text.partition("Codes: ")[2])}


@pytest.fixture
def made() -> dict[str, Any]:
    return {code: problem.body() | {"requestId": _REQUEST_ID} for code, problem in of_code(codes()).items()}


def test_every_code_has_an_example_that_is_answered_today(made: dict[str, Any], request: pytest.FixtureRequest) -> None:
    if request.config.getoption("--record-examples"):
        EXAMPLES.write_bytes(orjson.dumps(made, option=orjson.OPT_INDENT_2 | orjson.OPT_SORT_KEYS) + b"\n")

    assert codes() - set(made) == OF_A_PROTOCOL
    assert orjson.loads(EXAMPLES.read_bytes()) == made, "record the examples again (see the top of this file)"
    for code, body in made.items():
        documents.validate({"$ref": "#/components/schemas/Failure"}, body)
        assert body["code"] == body["error_code"] == code
        assert GENERIC.get(body["error"], code) == code, f"{code} says no more than its status"


def test_every_refusal_shows_the_examples_of_its_codes() -> None:
    examples = documents.document()["components"]["examples"]
    for name, operation in documents.operations().items():
        for status, response in operation["responses"].items():
            named = re.findall(r"`(\w+)`", response.get("description", "").partition("Codes: ")[2])
            shown = response.get("content", {}).get("application/json", {}).get("examples", {})
            if status >= "300" and set(named) - OF_A_PROTOCOL:
                assert set(shown) == set(named) - OF_A_PROTOCOL, (name, status)
                assert set(shown) <= set(examples)
