"""The local tool server as somebody starts it: what it says of itself, which tools it offers, what a missing or wrong key gives."""

import asyncio
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import httpx
import pytest
from mcp import MCPError

import marketplace
from marketplace.core import tools
from marketplace.toolserver import config as environment
from marketplace.toolserver.calls import Service
from marketplace.toolserver.config import BadEnvironment, Config
from marketplace.toolserver.server import build, read
from tests.factories.toolserver import Recorder, call, code, config, fine


def started(*arguments: str, **variables: str) -> tuple[int, str, str]:
    command = [sys.executable, "-c", "from marketplace.toolserver import main; main()", *arguments]
    done = subprocess.run(
        command, env={"PATH": os.environ["PATH"]} | variables, capture_output=True, text=True, check=False, timeout=60
    )
    return done.returncode, done.stdout, done.stderr


def test_it_says_how_it_is_used_and_which_one_it_is() -> None:
    status, told, _ = started("--help")
    assert status == 0 and told.startswith("usage: ahm-mcp")
    for name in ("BASE_URL", "API_KEY", "TOOLSETS", "X402_PRIVATE_KEY", "X402_MAX_CENTS", "X402_ASSET", "HOME"):
        assert f"AHM_{name} " in told

    assert started("--version") == (0, f"ahm-mcp {marketplace.VERSION}\n", "")


@pytest.mark.parametrize("argument", ["--port", "serve"])
def test_an_argument_that_it_does_not_take_ends_it(argument: str) -> None:
    status, told, wrong = started(argument)

    assert (status, told) == (2, "")
    assert wrong.startswith("usage: ahm-mcp") and argument in wrong


def test_a_set_of_tools_that_there_is_not_ends_it() -> None:
    status, told, wrong = started(AHM_TOOLSETS="default,moneys")

    assert (status, told) == (2, "")
    assert "AHM_TOOLSETS" in wrong and "'moneys'" in wrong and "money, people" in wrong


@pytest.mark.parametrize(
    ("said", "sets"),
    [("", ["all"]), ("default, money", ["default", "money"]), ("local", ["local"]), ("default,local", ["default", "local"])],
)  # fmt: skip
def test_the_tools_offered_may_be_fewer(monkeypatch: pytest.MonkeyPatch, said: str, sets: list[str]) -> None:
    monkeypatch.setenv("AHM_TOOLSETS", said)

    offered = tools.offered(environment.read().toolsets, local=True)

    wanted = {name for name, tool in tools.catalog().items() if "all" in sets or tool.toolset in sets}
    assert offered.keys() == wanted | (tools.offered(["default"]).keys() if "default" in sets else set())


@pytest.mark.parametrize("said", [",", "default,", "Money"])
def test_a_list_of_sets_is_not_guessed_at(monkeypatch: pytest.MonkeyPatch, said: str) -> None:
    monkeypatch.setenv("AHM_TOOLSETS", said)

    with pytest.raises(BadEnvironment):
        environment.read()


def test_a_tool_that_is_left_out_of_the_list_can_be_called(tmp_path: Path) -> None:
    service = Recorder(fine)
    given = config(tmp_path, toolsets=("default",))

    assert call(service, given, "get_wallet_report")["isError"] is False
    assert call(service, given, "call_tool", name="get_human", arguments={"humanId": "ada"})["isError"] is False

    assert [request.url.path for request in service.requests] == ["/api/wallet/report", "/api/humans/ada"]


def test_a_name_that_no_tool_has_is_answered_with_the_nearest(tmp_path: Path) -> None:
    service = Recorder(fine)

    told = call(service, config(tmp_path), "create_identities")

    assert code(told) == "unknown_tool" and "create_identity" in told["structuredContent"]["didYouMean"]
    assert service.requests == []


def test_its_tools_are_found_as_well_and_those_without_a_wallet_say_so(tmp_path: Path) -> None:
    service = Recorder(fine)

    found = call(service, config(tmp_path), "find_tools", query="add money in USDC")["structuredContent"]["tools"]
    listed = {tool["name"]: tool for tool in tools.listed(["all"], Service(config(tmp_path), None).refusal, local=True)}  # type: ignore[arg-type]

    assert found[0]["name"] == "x402_fund_wallet" and "AHM_X402_PRIVATE_KEY is not set" in found[0]["refused"]
    assert listed["x402_fund_wallet"]["description"].startswith("ALWAYS REFUSED. AHM_X402_PRIVATE_KEY is not set")
    assert not listed["create_identity"]["description"].startswith("ALWAYS REFUSED")


@pytest.mark.parametrize(
    ("sets", "words"),
    [
        (("all",), "All tools are listed"),
        (("default",), "The list has the default set; AHM_TOOLSETS chooses another."),
        (("money", "local"), "The list has the toolsets money and local; AHM_TOOLSETS chooses another."),
    ],
)
def test_what_it_says_of_itself_is_true_of_its_list(tmp_path: Path, sets: tuple[str, ...], words: str) -> None:
    said = build(config(tmp_path, toolsets=sets), None).instructions or ""  # type: ignore[arg-type]

    assert words in said and "?toolsets" not in said
    listed = tools.offered(sets, local=True)
    assert ("Both can be called, although they are not listed." in said) == ("find_tools" not in listed)
    for name in set(re.findall(r"\b[a-z]+_[a-z_]+\b", said)) & tools.catalog().keys():
        assert (
            call(Recorder(fine), config(tmp_path, toolsets=sets), name)["structuredContent"].get("code")
            != "unknown_tool"
        )


@pytest.mark.parametrize(
    ("key", "is_sandbox"), [("ahm_test_x", True), ("our_ahm_test_x", True), ("ahm_live_x_test_y", False), ("", False)]
)
def test_that_it_is_a_sandbox_is_said_by_its_key(tmp_path: Path, key: str, is_sandbox: bool) -> None:
    said = build(config(tmp_path, api_key=key), None).instructions or ""  # type: ignore[arg-type]

    assert ("http://market.test/api/sandbox/people" in said) is is_sandbox


def test_a_key_that_is_refused_is_named_by_its_variable(tmp_path: Path) -> None:
    refused = {"success": False, "error": "This API key is not valid.", "error_code": "invalid_credentials"}

    told = call(Recorder(lambda _: httpx.Response(401, json=refused)), config(tmp_path), "get_wallet_balance")

    assert code(told) == "invalid_credentials"
    assert told["structuredContent"]["error"].startswith("This API key is not valid. It came from AHM_API_KEY")


def test_a_resource_without_a_key_says_what_tools_say(tmp_path: Path) -> None:
    service = Recorder(fine)

    with pytest.raises(MCPError, match="AHM_API_KEY is not set"):
        resource(service, config(tmp_path, api_key=""), "ahm://wallet")
    assert service.requests == []

    assert resource(service, config(tmp_path, api_key=""), "ahm://policies") == '{"success": true}'
    assert resource(service, config(tmp_path), "ahm://wallet") == '{"success": true}'


def test_a_field_that_is_there_twice_is_refused_as_over_http() -> None:
    """The SDK by itself would take the last one: two readers of one message would see two calls."""
    name = '"method":"tools/call","params":{"name":"get_agent_identity","arguments":'
    lines = [
        '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},'
        '"clientInfo":{"name":"t","version":"1"}}}',
        '{"jsonrpc":"2.0","method":"notifications/initialized"}',
        '{"jsonrpc":"2.0","id":2,' + name + '{"a":1,"a":2}}}',
        '{"jsonrpc":"2.0","id":3,"id":4,' + name + "{}}}",
        "",
        "{no JSON",
        '{"jsonrpc":"2.0","id":5,"method":"ping"}',
    ]

    command = [sys.executable, "-c", "from marketplace.toolserver import main; main()"]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, env={"PATH": os.environ["PATH"]}, stdin=pipe, stdout=pipe, text=True) as server:
        assert server.stdin is not None and server.stdout is not None
        server.stdin.write("\n".join(lines) + "\n")
        server.stdin.flush()
        answers = [json.loads(server.stdout.readline()) for _ in range(5)]
        server.stdin.close()  # which ends it

    assert server.returncode == 0
    refused = {answer["id"]: answer["error"] for answer in answers if "error" in answer}
    assert refused.keys() == {2, 4, None} and {error["code"] for error in refused.values()} == {-32700}
    assert "has the field a twice" in refused[2]["message"] and "has the field id twice" in refused[4]["message"]
    assert sorted(answer["id"] for answer in answers if "result" in answer) == [1, 5], "and it goes on"


def resource(service: Recorder, given: Config, uri: str) -> str:
    async def run() -> str:
        async with httpx.AsyncClient(base_url=given.base_url, transport=httpx.MockTransport(service)) as http:
            return await read(Service(given, http), uri)

    return asyncio.run(run())
