"""Nothing is out of reach: any tool can be called, whatever the list shows, and a call that can't be done says what can."""

from typing import Any

import pytest

from marketplace.core import tools
from marketplace.services import mcp
from tests.api import Api
from tests.factories.tools import check_answer, given_connector, say, use
from tests.wallet.test_spender_limits import given_key, given_limits

pytestmark = pytest.mark.django_db


def listed(caller: Api, sets: str = "") -> dict[str, Any]:
    return {tool["name"]: tool for tool in say(caller, "tools/list", sets=sets)["result"]["tools"]}


def refused(caller: Api, name: Any, /, **arguments: Any) -> dict[str, Any]:
    """A refusal that is a result: its body."""
    answer = say(caller, "tools/call", {"name": name, "arguments": arguments})
    assert answer.status == 200 and "error" not in answer.body, answer.body
    result = answer["result"]
    assert result["isError"] is True
    assert result["structuredContent"]["requestId"] == answer.headers["X-Request-Id"]
    found: dict[str, Any] = result["structuredContent"]
    return found


@pytest.mark.parametrize("sets", ["", "default", "people", "tools"])
def test_a_tool_that_is_not_in_the_list_can_be_called(agent: Api, sets: str) -> None:
    assert "get_wallet_report" not in listed(agent, sets)

    assert use(agent, "get_wallet_report", sets)["isError"] is False
    same = use(agent, "call_tool", sets, name="get_wallet_report", arguments={})
    assert same["structuredContent"]["report"]["totals"]["paid"] == 0
    assert use(agent, "call_tool", sets, name="get_wallet_balance")["structuredContent"]["balanceCents"] == 0


def test_a_client_that_can_send_named_fields_only_calls_any_tool_with_its_arguments_as_text(
    agent: Api, unchanged: Any
) -> None:
    """Strict function schemas know no object of any fields: CrewAI's and OpenAI's strict mode leave `{}` of it."""
    by_text = use(agent, "call_tool", name="find_tools", argumentsJson='{"query": "pay a tip", "limit": 1}')
    by_object = use(agent, "call_tool", name="find_tools", arguments={"query": "pay a tip", "limit": 1})
    assert by_text == by_object
    assert len(by_text["structuredContent"]["tools"]) == 1
    assert use(agent, "call_tool", name="get_wallet_balance", arguments={}, argumentsJson="{}")["isError"] is False

    with unchanged():
        both = refused(agent, "call_tool", name="get_bounty", arguments={"bountyId": "x"}, argumentsJson="{}")
        assert both["fields"] == {"argumentsJson": ["give either this or arguments, not both"]}
        for broken in ("", "{", "bountyId", '{"bountyId": "a", "bountyId": "b"}', '{"a": NaN}'):
            wrong = refused(agent, "call_tool", name="get_bounty", argumentsJson=broken)
            assert list(wrong["fields"]) == ["argumentsJson"], broken
        for no_object in ("[]", "null", "7"):
            wrong = refused(agent, "call_tool", name="get_bounty", argumentsJson=no_object)
            assert wrong["fields"] == {"arguments": ["give an object"]}, no_object
        missing = refused(agent, "call_tool", name="get_bounty", argumentsJson="{}")
        assert missing["fields"] == {"bountyId": ["give this, it is required"]}


@pytest.mark.parametrize("revision", [*mcp.HANDSHAKE, *mcp.STATELESS])
def test_a_name_that_no_tool_has_is_a_result_in_every_revision(agent: Api, unchanged: Any, revision: str) -> None:
    meta = {"io.modelcontextprotocol/protocolVersion": revision, "io.modelcontextprotocol/clientCapabilities": {}}
    params: dict[str, Any] = {"name": "pay_worker", "arguments": {}}
    headers = {"MCP-Protocol-Version": revision}
    if revision in mcp.STATELESS:
        params["_meta"] = meta
        headers |= {"Mcp-Method": "tools/call", "Mcp-Name": "pay_worker"}

    with unchanged():
        result = say(agent, "tools/call", params, **headers)["result"]

    said = result["structuredContent"]
    assert (result["isError"], said["error_code"]) == (True, "unknown_tool")
    assert said["didYouMean"][0] == "release_payment" and "Did you mean release_payment" in said["error"]
    assert "find_tools" in result["content"][0]["text"]


def test_whoever_can_act_on_a_refusal_is_told_how(agent: Api, unchanged: Any) -> None:
    with unchanged():
        assert "ahm-mcp" in refused(agent, "create_identity")["error"]
        assert refused(agent, "call_tool", name="no_such_thing")["error_code"] == "unknown_tool"
        assert "not call_tool itself" in refused(agent, "call_tool", name="call_tool")["error"]
        wrong = refused(agent, "call_tool", name="get_bounty", arguments={})
        assert wrong["fields"] == {"bountyId": ["give this, it is required"]}
        for odd in ([], "x", 7, False):
            answer = say(agent, "tools/call", {"name": "get_bounty", "arguments": odd})["result"]
            assert answer["structuredContent"]["fields"] == {"arguments": ["give an object"]}
    assert say(agent, "tools/call", {"name": "get_wallet_balance", "arguments": None})["result"]["isError"] is False
    unknown = say(agent, "prompts/get", {"name": "write_brif"})["error"]
    assert "Did you mean write_brief?" in unknown["message"]
    assert "ahm://wallet" in say(agent, "resources/read", {"uri": "ahm://walet"})["error"]["message"]


def test_tools_are_found_with_all_that_it_takes_to_call_them(agent: Api) -> None:
    result = use(agent, "find_tools", query="hire three testers for a week", limit=2)

    found = result["structuredContent"]
    check_answer(tools.catalog()["find_tools"], found)
    assert result["isError"] is False and found["count"] == len(found["tools"]) == 2
    first = found["tools"][0]
    whole = tools.whole(tools.catalog()["create_qa_run_template"])
    assert {name: first[name] for name in ("name", "description", "inputSchema")} == {
        name: whole[name] for name in ("name", "description", "inputSchema")
    }
    assert found["others"] and not {row["name"] for row in found["tools"]} & set(found["others"])
    posts = use(agent, "find_tools", query="post a job", limit=10)["structuredContent"]["tools"]
    assert posts[0]["name"] == "create_bounty" and "create_bounty_advanced" not in {row["name"] for row in posts[:3]}
    every = use(agent, "find_tools", query="create_bounty_advanced", limit=1)["structuredContent"]["tools"]
    assert every[0]["inputSchema"]["properties"].keys() > posts[0]["inputSchema"]["properties"].keys()
    assert use(agent, "find_tools", query="get_humanization")["structuredContent"]["count"] == 1, "an exact name"
    nothing = use(agent, "find_tools", query="xylophone")["structuredContent"]
    assert (nothing["tools"], "other words" in nothing["hint"]) == ([], True)


def test_what_two_tools_take_alike_is_told_once_and_what_they_answer_when_asked(agent: Api) -> None:
    def found(query: str, **more: Any) -> dict[str, Any]:
        result = use(agent, "find_tools", query=query, **more)
        check_answer(tools.catalog()["find_tools"], result["structuredContent"])
        return {row["name"]: row for row in result["structuredContent"]["tools"]}

    both = found("recurring QA runs of testers, change their schedule", limit=10)
    first, second = both["create_qa_run_template"], both["update_qa_run_template"]
    earlier, later = sorted((first, second), key=list(both.values()).index)
    same = later["sameFieldsAs"][earlier["name"]]
    whole = tools.catalog()[later["name"]].properties
    assert {"payPerTesterCents", "testerCount"} <= set(same) and "sameFieldsAs" not in earlier
    assert {**later["inputSchema"]["properties"], **{name: whole[name] for name in same}} == whole
    for name in same:
        assert earlier["inputSchema"]["properties"][name] == whole[name]
    assert all("outputSchema" not in row for row in both.values())
    [alone] = found("get_humanization", outputSchema=True).values()
    assert alone["outputSchema"] == tools.output_schema(tools.catalog()["get_humanization"])


def test_what_a_credential_may_not_call_is_not_in_its_default_list_and_said_in_the_full_one(agent: Api) -> None:
    limited, key = given_key(agent)
    given_limits(agent, key, scopes=["pay"])
    default, full = listed(limited), listed(limited, "all")

    assert {"get_wallet_balance", "send_money", "find_tools"} <= default.keys()
    assert not {"create_bounty", "post_review", "open_dispute"} & default.keys()
    assert full.keys() == tools.offered(["all"]).keys()
    assert full["create_bounty"]["description"].startswith(
        "ALWAYS REFUSED. For your credential: its owner gave it no scope hire."
    )
    assert full["book_service"]["description"].startswith("ALWAYS REFUSED. Single bookings are paused")
    assert not full["send_money"]["description"].startswith("ALWAYS")
    found = use(limited, "find_tools", query="create_bounty")["structuredContent"]["tools"][0]
    assert "no scope hire" in found["refused"]
    assert refused_code(limited, "create_bounty", **tools.catalog()["create_bounty"].examples[0]) == "scope_not_allowed"


def test_a_connector_is_told_what_takes_a_key(agent: Api) -> None:
    connector = given_connector()
    full = listed(connector, "all")
    marked = {name for name, tool in full.items() if tool["description"].startswith("ALWAYS REFUSED. For a program")}

    assert marked == {name for name, tool in tools.catalog().items() if tool.by_key}
    assert not any(tool["description"].startswith("ALWAYS REFUSED. For") for tool in listed(agent, "all").values())
    sent: dict[str, Any] = {
        "endpointId": "whe_x",
        "deliveryId": "whd_x",
        "keyId": "key_x",
        "url": "https://x.test",
        "name": "x",
        "from": "2026-11-01T00:00:00.000Z",
        "until": "2026-11-01T06:00:00.000Z",
    }
    sent["events"] = ["escrow.released"]
    for name in marked:
        given = {field: sent[field] for field in tools.catalog()[name].required}
        assert refused_code(connector, name, **given) == "api_key_required", name


def refused_code(caller: Api, name: str, /, **arguments: Any) -> str:
    result = use(caller, name, **arguments)
    assert result["isError"] is True
    code: str = result["structuredContent"]["error_code"]
    return code


@pytest.mark.parametrize(
    ("sets", "words"),
    [
        ("", "The list has the default set; ?toolsets= in the address"),
        ("all", "All tools are listed"),
        ("people,money", "The list has the toolsets people and money;"),
    ],
)
def test_the_greeting_is_true_of_the_list(agent: Api, sets: str, words: str) -> None:
    greeted = say(agent, "initialize", {"protocolVersion": "2025-11-25"}, sets=sets)["result"]["instructions"]

    assert words in greeted and "call_tool" in greeted and "AHM_TOOLSETS" not in greeted
    assert ("although they are not listed" in greeted) == ("find_tools" not in listed(agent, sets))


def test_the_greeting_of_a_sandbox_says_where_its_clock_and_its_people_are(agent: Api, settings: Any) -> None:
    settings.BASE_URL = "http://market.test"

    def greeted() -> str:
        found: str = say(agent, "initialize", {"protocolVersion": "2025-11-25"})["result"]["instructions"]
        return found

    settings.SANDBOX = False
    assert "sandbox" not in greeted()
    settings.SANDBOX = True
    assert "This is a sandbox" in greeted()
    for path in ("/api/sandbox/clock/advance", "/api/sandbox/people", "/docs/sandbox"):
        assert f"http://market.test{path}" in greeted()


@pytest.mark.parametrize("path", ["/mcp", "/mcp/", "/sse", "/api/mcp/"])
def test_who_looks_for_the_tools_elsewhere_is_told_where_they_are(agent: Api, settings: Any, path: str) -> None:
    settings.MCP_URL = "http://market.test/api/mcp"

    for missed in (agent.get(path), agent.post(path, {"jsonrpc": "2.0", "id": 1, "method": "ping"})):
        assert (missed.status, missed.code) == (404, "not_found")
        assert missed["error"].endswith("are at http://market.test/api/mcp.")
    assert "http://market.test/api/mcp" not in agent.get("/api/mcpx")["error"]
