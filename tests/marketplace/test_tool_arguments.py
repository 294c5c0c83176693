"""Arguments that a tool does not take are named in words that say what it takes."""

from typing import Any

import pytest

from marketplace.core import tools

POST: dict[str, Any] = {"title": "Count the benches", "description": "Count all benches in the park.", "price": 20}


def fields(name: str, **arguments: Any) -> dict[str, list[str]]:
    found = tools.check(tools.catalog()[name], arguments)
    assert found is not None
    named: dict[str, list[str]] = found["fields"]
    return named


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"title": "x"}, "give at least 5 characters"),
        ({"title": "x" * 201}, "give at most 200 characters"),
        ({"title": 7}, "give a text"),
        ({"spotsAvailable": 0}, "give at least 1"),
        ({"spotsAvailable": 1.5}, "give a whole number"),
        ({"dryRun": "yes"}, "give true or false"),
    ],
)
def test_a_bound_that_is_missed_is_named(given: dict[str, Any], words: str) -> None:
    [name] = given

    assert fields("create_bounty", **(POST | given))[name] == [words]


def test_what_is_missing_stands_under_its_own_name() -> None:
    assert fields("accept_application") == {
        "bountyId": ["give this, it is required"],
        "applicationId": ["give this, it is required"],
    }


def test_what_is_unknown_stands_under_its_own_name_with_what_was_meant() -> None:
    assert fields("get_bounty", bountyId="bty_x", bounty_ids=1) == {
        "bounty_ids": ["there is no such field; did you mean bountyId?"]
    }
    assert fields("get_bounty", bountyId="bty_x", surprise=1)["surprise"][0].startswith(
        "there is no such field; there "
    )
    assert fields("get_wallet_balance", surprise=1) == {"surprise": ["there is no such field"]}


def test_an_id_of_a_wrong_form_is_said_with_what_it_is() -> None:
    [words] = fields("get_bounty", bountyId="x y")["bountyId"]

    assert "The bounty (bty_…)" in words


def test_the_sentence_names_some_and_the_fields_all() -> None:
    found = tools.check(tools.catalog()["create_bounty"], {"title": "x", "a": 1, "b": 2, "c": 3, "d": 4})

    assert found is not None
    assert len(found["fields"]) > 3
    assert "title" in found["fields"] and " more, see fields. See the tool's inputSchema." in found["error"]
