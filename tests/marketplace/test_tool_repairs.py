"""A refusal that a tool makes for its arguments leads on as those of the service do."""

from pathlib import Path
from typing import Any

import httpx
import pytest

from marketplace.core import near, tools
from tests.api import Api
from tests.contract.document import validate
from tests.factories.tools import use
from tests.factories.toolserver import Recorder, call, config, fine
from tests.marketplace.test_tool_reach import refused

POST: dict[str, Any] = {"title": "Count the benches", "description": "Count all benches in the park.", "price": 20}
POST |= {"estimatedHours": 1, "completionCriteria": "All are counted.", "evidenceTypes": ["photo"]}
BOUNTY = "bty_01h455vb4pex5vsknk084sn02q"


def wrong(name: str, **arguments: Any) -> dict[str, Any]:
    found = tools.check(tools.catalog()[name], arguments)
    assert found is not None and (found["retryable"], found["success"]) == (False, False)
    return found


def action(found: dict[str, Any]) -> dict[str, Any]:
    """The only one, whose arguments the tool takes once what it needs is chosen."""
    [only] = found["nextActions"]
    tool = tools.catalog()[only["tool"]]
    left = tools.check(tool, only["arguments"])
    assert left is None or {path.partition(".")[0] for path in left["fields"]} <= {*only["needs"]}
    return dict(only)


def test_what_fits_is_kept_and_what_is_wrong_is_asked_for() -> None:
    found = wrong("create_bounty", **POST | {"price": "twenty", "titel": "x", "location": {"city": []}})

    again = action(found)
    assert again["arguments"] == {name: POST[name] for name in POST if name != "price"} | {"location": {"city": []}}
    assert {*again["needs"]} == {"price", "location"}
    assert (again["operation"], again["method"], again["path"]) == ("createBounty", "POST", "/api/bounties")
    assert again["body"].items() >= again["arguments"].items()
    assert "price: give a number" in again["why"]
    assert found["docUrl"] == "/api/docs#operation/createBounty"


def test_a_misspelt_argument_asks_for_the_one_that_was_meant_unless_it_is_given() -> None:
    assert action(wrong("get_bounty", bounty=BOUNTY))["needs"] == ["bountyId"]
    given = action(wrong("get_bounty", bountyId=BOUNTY, bounty_ids=BOUNTY))
    assert (given["needs"], given["arguments"]) == ([], {"bountyId": BOUNTY})
    assert given["path"] == f"/api/bounties/{BOUNTY}"
    missed = action(wrong("create_bounty", **POST, seats=3))
    assert missed["needs"] == ["spotsAvailable"]


# What was sent, and what is proposed for it: there is one way only to read it.
CERTAIN: list[tuple[str, dict[str, Any], dict[str, Any]]] = [
    ("create_bounty", {"dry_run": True}, {"dryRun": True}),
    ("create_bounty", {"dryRun": "true"}, {"dryRun": True}),
    ("create_bounty", {"dryRun": 1}, {"dryRun": True}),
    ("create_bounty", {"spotAvailable": 3}, {"spotsAvailable": 3}),
    ("create_bounty", {"price": "8"}, {"price": 8}),
    ("create_bounty", {"price": " 8.5 "}, {"price": 8.5}),
    ("create_bounty", {"evidenceTypes": "photo"}, {"evidenceTypes": ["photo"]}),
    ("create_bounty", {"evidenceTypes": ["Photo"]}, {"evidenceTypes": ["photo"]}),
    ("create_bounty", {"evidenceTypes": '["photo", "text"]'}, {"evidenceTypes": ["photo", "text"]}),
    ("create_bounty", {"location": '{"city": "Porto"}'}, {"location": {"city": "Porto"}}),
    ("create_bounty", {"idempotencyKey": 12345678}, {"idempotencyKey": "12345678"}),
    ("search_humans", {"skills": "piano"}, {"skill": "piano"}),
    ("search_humans", {"limit": "5"}, {"limit": 5}),
]


@pytest.mark.parametrize(("tool", "sent", "meant"), CERTAIN)
def test_what_can_be_read_in_one_way_only_is_put_right_and_nothing_is_lost(
    tool: str, sent: dict[str, Any], meant: dict[str, Any]
) -> None:
    others = POST if tool == "create_bounty" else {"city": "Porto"}

    again = action(wrong(tool, **others | sent))

    assert (again["arguments"], again["needs"]) == (others | meant, [])
    assert tools.check(tools.catalog()[tool], again["arguments"]) is None


# What has no certain reading: the fields that are asked for.
UNCERTAIN: list[tuple[dict[str, Any], list[str]]] = [
    ({"idempotencyKey": "abc"}, ["idempotencyKey"]),
    ({"dryRun": "perhaps"}, ["dryRun"]),
    ({"simulate": True}, ["dryRun"]),
    ({"seats": 3}, ["spotsAvailable"]),
    ({"spotsAvailable": "many"}, ["spotsAvailable"]),
    ({"neverBefore": "noon"}, []),
    ({"description": "x" * 5000, "neverBefore": "noon"}, ["description"]),
]


@pytest.mark.parametrize(("sent", "needs"), UNCERTAIN)
def test_a_call_that_writes_does_nothing_as_it_is_proposed_while_anything_that_was_sent_is_missing(
    sent: dict[str, Any], needs: list[str]
) -> None:
    again = action(wrong("create_bounty", **POST | sent))

    assert again["needs"] == needs
    refused_again = tools.check(tools.catalog()["create_bounty"], again["arguments"])
    assert refused_again is not None or again["arguments"]["dryRun"] is True


def test_neither_cents_nor_the_other_end_of_a_range_are_taken_for_what_was_meant() -> None:
    known = ("budgetPerWholeMonthCents", "minCompletedJobsInAll", "spendingCapRolling7dCents", "price")

    assert near.certain("budgetPerWholeMonth", known) == ""
    assert near.certain("maxCompletedJobsInAll", known) == ""
    assert near.certain("spendingCapRolling1dCents", known) == ""
    assert near.certain("budget", known) == near.certain("price_cents", known) == ""
    assert near.certain("Prices", known) == "price"


def test_fields_of_the_wider_tool_are_kept() -> None:
    again = action(wrong("create_bounty", **POST, timeWindow=7, completionWindowHours=24))

    assert again["arguments"]["completionWindowHours"] == 24


def test_an_id_that_is_missing_stays_a_name_in_braces() -> None:
    again = action(wrong("release_payment", acknowledgement=7))

    assert again["path"] == "/api/escrow/{escrowId}/release"
    assert "escrowId" in again["needs"] and again["irreversible"] is True


def test_a_read_keeps_its_query() -> None:
    again = action(wrong("search_humans", skill="piano", limit=0))

    assert again["path"].startswith("/api/humans?") and "skill=piano" in again["path"]
    assert (again["needs"], again["body"]) == (["limit"], {})


def test_a_long_text_is_not_repeated_but_asked_for_again() -> None:
    again = action(wrong("create_bounty", **POST | {"description": "x" * 5000, "price": True}))

    assert "description" not in again["arguments"] and {"description", "price"} == {*again["needs"]}


@pytest.mark.django_db
def test_over_http_each_of_them_has_the_shape_of_the_service(agent: Api, unchanged: Any, settings: Any) -> None:
    with unchanged():
        bodies = [
            refused(agent, "get_bounty"),
            refused(agent, "create_bounty", **POST, titel=1),
            refused(agent, "call_tool", name="call_tool"),
            refused(agent, "call_tool", name="get_bounty", argumentsJson="{"),
            refused(agent, "call_tool", name="get_bounty", argumentsJson="[]"),
            refused(agent, "call_tool", arguments={}),
            refused(agent, "find_tools"),
            refused(agent, "pay_worker", escrowId="esc_x"),
            refused(agent, "zzzz"),
        ]
    for body in bodies:
        assert body["retryable"] is False
        assert body["docUrl"].startswith(f"{settings.BASE_URL}/api/docs"), body
        assert body["nextActions"], body
        for each in body["nextActions"]:
            assert each["tool"] in tools.catalog()
            assert each.keys() <= {"tool", "arguments", "needs", "choices", "until", "irreversible", "why"}, (
                "as a caller of tools needs it"
            )
            assert {"arguments", "needs", "irreversible"} <= each.keys()
            told = tools.check(tools.catalog()[each["tool"]], each["arguments"])
            assert told is None or {path.partition(".")[0] for path in told["fields"]} <= set(each["needs"])
    for each in tools.check(tools.catalog()["create_bounty"], {})["nextActions"]:  # type: ignore[index]
        validate({"$ref": "#/components/schemas/NextCallOut"}, each, strict=True)


@pytest.mark.django_db
def test_a_name_that_no_tool_has_leads_to_the_one_that_was_meant_and_to_the_search(agent: Api) -> None:
    meant, search = refused(agent, "get_wallet_balanc")["nextActions"]
    assert (meant["tool"], meant["needs"], meant["why"]) == ("get_wallet_balance", [], "Probably meant.")
    assert use(agent, meant["tool"], **meant["arguments"])["isError"] is False
    assert (search["tool"], search["arguments"]) == ("find_tools", {"query": "get wallet balanc"})
    made = use(agent, search["tool"], **search["arguments"])
    assert made["isError"] is False and made["structuredContent"]["tools"]


def test_the_local_tool_server_says_the_same_and_may_be_asked_again_when_nobody_answered(tmp_path: Path) -> None:
    service, given = Recorder(fine), config(tmp_path)
    told = call(service, given, "get_bounty")["structuredContent"]
    assert told["docUrl"] == f"{given.base_url}/api/docs#operation/getBounty"
    assert (told["retryable"], told["nextActions"][0]["needs"]) == (False, ["bountyId"])
    named = call(service, given, "switch_identity")["structuredContent"]["nextActions"][0]
    assert (named["tool"], named["needs"], "path" in named) == ("switch_identity", ["name"], False)
    assert service.requests == []

    def away(request: httpx.Request) -> httpx.Response:
        raise httpx.ConnectError("nobody there", request=request)

    lost = call(Recorder(away), given, "get_bounty", bountyId=BOUNTY)["structuredContent"]
    assert (lost["error_code"], lost["retryable"]) == ("service_unreachable", True)
    assert lost["docUrl"] == f"{given.base_url}/api/docs"
