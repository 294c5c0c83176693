"""Every sum says its unit: in its name, as `…Cents` does, or in its description, in what is sent, answered, and told to a model."""

import re
from collections.abc import Iterator
from typing import Any

import pytest

from marketplace.core import tools
from tests.contract.document import document

SUM = re.compile(
    r"(amount|price|\w+(Price|Amount)|(hourly|min|max)Rate|budget|balance|total(Deposited|Sent|Returned|Withdrawn)|fundingTotal|checkoutTotal"
    r"|humanPayout|platformFee|paid|inEscrow|pendingRelease|settled|refunded|funded)"
)
UNIT = re.compile(r"US (dollars|cents)\b")


def sums(properties: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """The fields that hold a sum and don't say in which unit by their name."""
    for name, schema in properties.items():
        kind = str([schema.get("type"), schema.get("anyOf"), schema.get("oneOf")])
        if SUM.fullmatch(name) and ("number" in kind or "integer" in kind):
            yield name, schema


@pytest.mark.main
def test_each_sum_of_the_document_says_whether_it_is_dollars_or_cents() -> None:
    found = {
        f"{shape}.{name}": schema.get("description", "")
        for shape, one in document()["components"]["schemas"].items()
        for name, schema in sums(one.get("properties", {}))
    }

    assert len(found) > 30, "they are found by their names"
    assert {name: words for name, words in found.items() if not UNIT.search(words)} == {}


def test_a_model_is_told_the_same_of_what_it_gets_in_the_short_list_too() -> None:
    def leaves(schema: Any, path: str) -> Iterator[tuple[str, str]]:
        if isinstance(schema, list):
            for one in schema:
                yield from leaves(one, path)
        elif isinstance(schema, dict):
            for name, part in sums(schema.get("properties", {}) if isinstance(schema.get("properties"), dict) else {}):
                yield f"{path}.{name}", part.get("description", "")
            for part in schema.values():
                yield from leaves(part, path)

    for listed in (tools.whole, tools.short):
        found = [row for tool in tools.catalog().values() for row in leaves(listed(tool)["outputSchema"], tool.name)]
        assert [name for name, words in found if not UNIT.search(words)] == []
        assert len(found) > 10
    assert tools.short(tools.catalog()["create_bounty"])["outputSchema"]["properties"]["fundingTotal"] == {
        "type": "number",
        "description": "US dollars.",
    }
