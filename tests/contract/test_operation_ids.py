"""An operation keeps its name, method and address: generated clients have functions of these names.

`./dev test tests/contract/test_operation_ids.py --record-examples` adds new ones to operation_ids.json. What has to go is marked
as deprecated first, and taken out of the file by hand.
"""

from pathlib import Path

import orjson
import pytest

from tests.contract.document import document

RECORDED = Path(__file__).with_name("operation_ids.json")


def test_no_operation_was_renamed_moved_or_removed(request: pytest.FixtureRequest) -> None:
    now = {
        operation["operationId"]: f"{method.upper()} {path}"
        for path, methods in document()["paths"].items()
        for method, operation in methods.items()
    }
    recorded = orjson.loads(RECORDED.read_bytes()) if RECORDED.exists() else {}
    if request.config.getoption("--record-examples"):
        recorded = now | recorded
        RECORDED.write_bytes(orjson.dumps(recorded, option=orjson.OPT_INDENT_2 | orjson.OPT_SORT_KEYS) + b"\n")

    assert {name: now.get(name) for name in recorded} == recorded
    assert set(now) == set(recorded), "record the new ones (see the top of this file)"
