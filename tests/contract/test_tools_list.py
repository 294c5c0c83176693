"""The list of tools that nobody has chosen: short enough to be read with every conversation, and with a way to all others."""

import re
from typing import Any

import jsonschema
import pytest
from django.urls import resolve

from bench.tools import as_sent, listed, tokens
from marketplace.core import tools
from marketplace.core.tools import Tool
from marketplace.core.tools.elsewhere import ELSEWHERE

MOST = 8_000
DEFAULT = tools.offered(["default"])
EVERY = pytest.mark.parametrize("tool", DEFAULT.values(), ids=DEFAULT)


def test_the_default_list_takes_at_most_so_many_tokens() -> None:
    assert tokens(as_sent(listed(["default"]))) <= MOST


def test_the_measure_counts_what_is_sent() -> None:
    assert tokens('{"name":"get_bounty"}') == 7, "four characters of a word, or a run of signs, are one"
    assert len(listed(["all"])) == len(tools.offered(["all"])), "all of them, on one page"


def test_the_core_of_a_post_has_twelve_fields_at_most_and_an_example() -> None:
    core, wide = tools.catalog()["create_bounty"], tools.catalog()["create_bounty_advanced"]

    assert len(core.properties) <= 12 < len(wide.properties)
    assert core.properties.keys() < wide.properties.keys()
    assert tools.check(core, {**core.examples[0], "keepApplicantsOnFill": True}) is None, "older clients send more"
    assert tools.check(core, {**core.examples[0], "surprise": True}) is not None


@pytest.mark.parametrize(
    "tool", [tool for tool in tools.catalog().values() if tool.examples], ids=lambda tool: tool.name
)
def test_every_example_is_taken(tool: Tool) -> None:
    for example in tool.examples:
        assert tools.check(tool, dict(example)) is None


@EVERY
def test_a_short_listing_promises_nothing_that_the_whole_one_does_not(tool: Tool) -> None:
    short, whole = tools.short(tool), tools.whole(tool)

    jsonschema.Draft202012Validator.check_schema(short["inputSchema"])
    jsonschema.Draft202012Validator.check_schema(short["outputSchema"])
    assert {name: short[name] for name in ("name", "title", "description")} == {
        name: whole[name] for name in ("name", "title", "description")
    }
    assert short["inputSchema"]["properties"].keys() <= whole["inputSchema"]["properties"].keys()
    assert short["inputSchema"].get("required") == whole["inputSchema"].get("required")
    usual = {"readOnlyHint": False, "destructiveHint": True, "idempotentHint": False, "openWorldHint": True}
    meant = usual | short["annotations"]
    for hint, value in whole["annotations"].items():
        if not tool.read_only or hint in ("readOnlyHint", "openWorldHint"):  # the others say nothing of a read
            assert meant[hint] is value, hint
    assert_within(short["outputSchema"], whole["outputSchema"])


def assert_within(short: dict[str, Any], whole: dict[str, Any]) -> None:
    for name, schema in short.get("properties", {}).items():
        assert name in whole["properties"], name
        assert_within(schema, whole["properties"][name])
    if "properties" in short.get("items", {}):
        assert_within(short["items"], whole["items"])


@pytest.mark.parametrize("tool", tools.catalog().values(), ids=tools.catalog())
def test_every_answer_is_described_to_its_leaves(tool: Tool) -> None:
    def leaves(schema: dict[str, Any], path: str) -> None:
        if "$ref" in schema:
            raise AssertionError(f"{path} refers to what a client does not have")
        for name, part in schema.get("properties", {}).items():
            leaves(part, f"{path}.{name}")
        if "items" in schema:
            leaves(schema["items"], f"{path}[]")
        for option in schema.get("anyOf", []):
            leaves(option, path)

    schema = tools.output_schema(tool)
    leaves(schema, tool.name)
    for name, part in schema["properties"].items():
        if part.get("type") == "array" and tool.operation:
            assert part["items"], f"{tool.name}.{name}: what is in the list?"


# What somebody wants, in their words, and the tool for it.
WANTED = {
    "tip a worker": "send_money",
    "give a bonus": "send_money",
    "leave a review with five stars": "post_review",
    "get my money back for rubbish work": "open_dispute",
    "how does my dispute stand": "get_dispute",
    "hire three testers for one week": "create_qa_run_template",
    "private rewrite of a text": "create_humanization",
    "has the owner decided on my approval": "get_approval",
    "pay the worker": "release_payment",
    "refund a deposit to the card": "refund_wallet_funding",
    "post a job: a photo of a shop": "create_bounty",
    "contact staff about a bug": "report_support_issue",
    "how much money do I have left": "get_wallet_balance",
    "top up the wallet": "deposit_wallet",
    "hire one person by name": "rent_human",
    "set a spending limit": "set_wallet_controls",
    "be notified of events by webhook": "create_webhook_endpoint",
    "stop a recurring appointment": "cancel_subscription",
    "read the chat": "get_conversation",
    "which of two logos is better": "create_taste_run",
    "order a birthday cake": "quote_cake_order",
    "a fresh picture of the Golden Gate": "request_picture",
    "order a photo of a place in San Francisco": "request_picture",
    "is my ordered picture ready": "get_picture",
    "send all webhook events of some hours again": "replay_webhook_events",
    "who applied": "get_bounty_applications",
    "replace a no-show": "expire_application",
    "offer a partial refund to end a dispute": "offer_settlement",
    "change the price of my bounty": "update_bounty",
    "look at the photo evidence": "get_submission",
    "invoice a customer": "create_agent_checkout",
    "never hire this person again": "block_human",
    "download uploaded videos of a collection": "get_bounty_dataset",
    "get_wallet_report": "get_wallet_report",
    "set up a webhook and test it": "create_webhook_endpoint",
    "replay a webhook delivery": "redeliver_webhook",
    "rotate the secret of a webhook": "rotate_webhook_secret",
    "why was my spend refused": "get_wallet_headroom",
    "what needs my attention": "list_pending",
    "what waits for me": "list_pending",
    "pause a bounty": "update_bounty",
    "change the price of a job": "update_bounty",
    "raise pay": "update_bounty",
    "more spots": "update_bounty",
    "ask a question to the worker": "send_message",
    "give somebody more time": "decide_extension_request",
    "hire the same person again": "rent_human",
    "hire three people": "create_bounty",
    "translate a text": "create_bounty",
    "testers look at my web site": "create_qa_run_template",
    "find bugs on my website": "create_qa_run_template",
    "vote between two images": "create_taste_run",
    "what became of my request": "get_request",
    "settle a disagreement by splitting the money": "offer_settlement",
    "how much did I spend this month": "get_wallet_report",
    "worker did not show up": "expire_application",
}
# What no tool does, and a word of the way to do it.
NOT_BY_TOOLS = {
    "upload a file": "/evidence",
    "send a file": "/evidence",
    "move the sandbox clock": "/api/sandbox/clock/advance",
    "sandbox clock": "/api/sandbox/clock/advance",
    "receipt or invoice": "/api/wallet/invoices",
    "save a draft": "dryRun",
    "undo a payment": "open_dispute",
    "delete my account": "/settings",
    "what time is it": "get_wallet_balance",
    "archive a conversation": "archived",
    "what fee does the platform charge": "ahm://policies",
}
UNKNOWN = ["xylophone", "order a pizza", "book a flight", "weather in Lisbon", "crypto exchange rate", "rent an office"]
MOST_FOUND = 2_200  # tokens of an answer of find_tools


@pytest.mark.parametrize(("query", "name"), WANTED.items(), ids=WANTED)
def test_what_is_wanted_is_among_the_first_three_that_are_found(query: str, name: str) -> None:
    assert name in tools.ranked(query)[:3]


def test_most_of_it_is_found_first() -> None:
    first = sum(tools.ranked(query)[0] == name for query, name in WANTED.items())

    assert first >= 0.75 * len(WANTED), first


@pytest.mark.parametrize(("query", "way"), NOT_BY_TOOLS.items(), ids=NOT_BY_TOOLS)
def test_what_no_tool_does_is_said_with_the_way_to_do_it(query: str, way: str) -> None:
    found = tools.find(query, None, lambda _: "")

    assert found["tools"] == [] and found["hint"].startswith("No tool does this. "), found
    assert way in found["hint"]


@pytest.mark.parametrize("query", UNKNOWN)
def test_where_nothing_fits_that_is_said_and_no_schema_is_answered(query: str) -> None:
    found = tools.find(query, None, lambda _: "")

    assert found["tools"] == [] and found["hint"].startswith("Nothing fits these words"), found
    assert tokens(as_sent(found)) < 100


@pytest.mark.parametrize("query", WANTED)
def test_what_fits_is_found_with_its_schema_for_few_tokens(query: str) -> None:
    found = tools.find(query, None, lambda _: "")

    assert "hint" not in found, found["hint"]
    assert tokens(as_sent(found)) <= MOST_FOUND
    for row in found["tools"]:
        whole = tools.catalog()[row["name"]]
        shown, same = row["inputSchema"]["properties"], row.get("sameFieldsAs", {})
        elsewhere = [name for names in same.values() for name in names]
        assert sorted([*shown, *elsewhere, *row.get("moreFields", [])]) == sorted(whole.properties)
        assert shown.keys() | set(elsewhere) >= set(whole.required), "what must be given is always shown"


def test_a_long_schema_is_cut_to_what_is_asked_for_and_whole_by_its_name() -> None:
    asked, named = (tools.find(query, None, lambda _: "")["tools"][0] for query in ("pause a bounty", "update_bounty"))

    assert asked["name"] == named["name"] == "update_bounty"
    assert {"status", "price", "dryRun", "acknowledgement"} <= asked["inputSchema"]["properties"].keys()
    assert "checkIns" in asked["moreFields"] and "additionalProperties" not in asked["inputSchema"]
    assert named["inputSchema"] == tools.catalog()["update_bounty"].input_schema and "moreFields" not in named


def test_each_way_without_a_tool_is_a_route_and_what_it_names_exists() -> None:
    for one in ELSEWHERE:
        for method, path in re.findall(r"\b(GET|POST|PATCH|DELETE) (/api/[\w/{}-]+)", one.says):
            found = resolve(re.sub(r"\{\w+\}", "x", path))
            actions = getattr(found.func, "actions", {"get": ""})
            assert method.lower() in actions, f"{method} {path}"
        for page in re.findall(r"page (/[a-z/]+\w)|under (/[a-z]+)", one.says):
            assert resolve("".join(page)), page
        for name in re.findall(r"\b[a-z]+_[a-z_]+\b", one.says):
            assert name in tools.catalog(), name


def test_words_that_no_tool_has_find_nothing_and_what_is_refused_or_elsewhere_is_not_found() -> None:
    assert tools.ranked("xylophone zebra") == tools.ranked("the and of") == tools.ranked("") == []
    assert "book_service" not in tools.ranked("book a single appointment of a service")
    assert "create_identity" not in tools.ranked("create a signing identity")
    assert tools.ranked("create a signing identity", local=True)[0] == "create_identity"


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("create_bountys", "create_bounty"),
        ("payWorker", "release_payment"),
        ("pay_worker", "release_payment"),
        ("tip", "send_money"),
        ("get-wallet-balance", "get_wallet_balance"),
        ("leave_review", "post_review"),
    ],
)
def test_a_name_that_no_tool_has_leads_to_the_nearest(name: str, meant: str) -> None:
    assert meant in tools.nearest(name)
