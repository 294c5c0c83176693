"""The whole OpenAPI document read by schemathesis, which sends what fits it and what does not, with a key, a session and
nothing: no answer is a 5xx, and none has a status, type, header or body that the document does not name.

A few requests for each operation, others by each run's seed; a gate draws operations. FUZZ_EXAMPLES=500 asks that many.
"""

import os
import re
from collections.abc import Iterator
from typing import Any

import orjson
import pytest
import schemathesis
from django.core.signals import request_finished, request_started
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections, transaction
from drf_spectacular.generators import SchemaGenerator
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st
from pytest_django import Settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi import checks as openapi

from tests import sampling
from tests.api import Api
from tests.contract.document import validate
from tests.contract.routes import ROUTES, Route
from tests.contract.scenario import World

schemathesis.serializer.alias("audio/wav", "application/octet-stream")  # bytes, as of any other kind
CHECKS = [
    not_a_server_error,
    openapi.status_code_conformance,
    openapi.content_type_conformance,
    openapi.response_headers_conformance,
    openapi.response_schema_conformance,
]
MODES = list(schemathesis.GenerationMode)
CALLERS = ("nobody", "owner", "worker")  # nothing, a key, a session
A_FEW = settings(
    max_examples=int(os.environ.get("FUZZ_EXAMPLES", 6)),
    database=None,
    deadline=None,
    phases=[Phase.generate],
    suppress_health_check=list(HealthCheck),
)


@pytest.fixture(scope="module")
def operations() -> Iterator[dict[tuple[str, str], Any]]:
    """The operations of the document by method and path, asked in this process and on this connection."""
    schema = schemathesis.openapi.from_dict(
        orjson.loads(orjson.dumps(SchemaGenerator().get_schema(request=None, public=True)))
    )
    schema.app = get_wsgi_application()
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield {
        shape(each.method.upper(), each.path): each for each in (found.ok() for found in schema.get_all_operations())
    }
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


def shape(method: str, path: str) -> tuple[str, str]:
    """However the parts of a path are called."""
    return method, re.sub(r"\{\w+\}", "{}", path.partition("?")[0])


OTHERWISE = ("/api/mcp", "/api/picture-of-sf")  # described, and answering in bodies of their own
CARD = "/api/mcp/server-card"  # a document about the tools
STREAM = ("GET", "/api/events/stream")  # has no end: tests/webhooks/test_event_stream.py
# Of sign-in, allauth answers these two as well; the document does not offer them.
_UNSAID = {"GET /api/auth/app/v1/auth/email/verify", "GET /api/auth/app/v1/auth/password/reset"}
ROWS: dict[tuple[str, str], list[Route]] = {}
for _row in ROUTES:
    is_signin = _row.path.startswith("/api/auth/") and _row.name not in _UNSAID
    is_otherwise = _row.path.startswith(OTHERWISE) and _row.path != CARD
    is_described = _row.operation != "-" or _row.note == "retired" or is_signin or is_otherwise
    if is_described and _row.note != "from outside":
        ROWS.setdefault(shape(_row.method, _row.path), []).append(_row)


def names_in(template: str, path: str) -> dict[str, str]:
    """The path's values, by the names that the document gives them."""
    pattern = re.sub(r"\\\{(\w+)\\\}", r"(?P<\1>[^/]+)", re.escape(template))
    match = re.fullmatch(pattern, path.partition("?")[0])
    assert match, (template, path)
    return match.groupdict()


@pytest.mark.parametrize("where", ROWS, ids=" ".join)
def test_no_answer_is_outside_the_document(
    world: World, operations: dict[tuple[str, str], Any], where: tuple[str, str], settings: Settings
) -> None:
    settings.RATE_LIMIT_SCALE = 10_000.0
    operation = operations[where]

    @seed(sampling.rng("fuzz", *where).getrandbits(64))
    @A_FEW
    @given(
        case=st.one_of(*[operation.as_strategy(generation_mode=mode) for mode in MODES]),
        row=st.sampled_from(ROWS[where]),
        caller=st.sampled_from(CALLERS),
        is_real=st.booleans(),
    )
    def ask(case: Any, row: Route, caller: str, is_real: bool) -> None:
        if is_real and case.path_parameters:
            case.path_parameters.update(names_in(operation.path, world.path(row.path)))
        who: Api = world[caller]
        with transaction.atomic():
            response = case.call(headers=who.headers, environ_overrides={"REMOTE_ADDR": row.peer or who.address})
            transaction.set_rollback(True)
        if response.status_code == 200 and b'"dryRun":true' in response.content:
            validate({"$ref": "#/components/schemas/DryRunAnswer"}, orjson.loads(response.content))
            return
        case.validate_response(response, checks=CHECKS)

    ask()


@pytest.mark.main
def test_every_operation_of_the_document_is_asked(operations: dict[tuple[str, str], Any]) -> None:
    assert set(operations) == set(ROWS) | {STREAM}
