"""Tools for agents: those of the specification and a few besides, each one a route of ours in the route's own terms, and described
for a model that has never seen the service.

The catalogue in marketplace/core/data/tools.json is written by `manage.py tools_catalogue`.
"""

import re
from collections.abc import Iterator
from typing import Any

import jsonschema
import pytest
from django.urls import resolve

from marketplace.api import catalogue
from marketplace.core import tools
from marketplace.core.tools import Tool
from tests.contract import document as documents

CATALOG = tools.catalog()
EVERY = pytest.mark.parametrize("tool", CATALOG.values(), ids=CATALOG)
ROUTED = [tool for tool in CATALOG.values() if tool.operation]  # the tool servers run the others themselves
OF_ROUTES = pytest.mark.parametrize("tool", ROUTED, ids=[tool.name for tool in ROUTED])
# fmt: off
SPECIFIED = [
    "search_humans", "browse_taste_humans", "get_human", "get_reviews", "block_human", "unblock_human",
    "list_blocked", "prefer_human", "unprefer_human", "list_preferred", "create_taste_run", "get_taste_run",
    "create_qa_run_template", "get_qa_run", "list_qa_runs", "stop_qa_run", "start_conversation", "send_message",
    "get_conversation", "list_conversations", "create_bounty", "create_humanization", "get_humanization",
    "list_bounties", "get_bounty", "update_bounty", "cancel_bounty", "get_bounty_applications",
    "get_bounty_dataset", "accept_application", "reject_application", "expire_application",
    "decide_extension_request", "get_bounty_outreach_status", "boost_bounty_outreach", "pay_enterprise_bounty",
    "get_bounty_submissions", "get_submission", "review_submission", "x402_signup", "x402_fund_wallet",
    "rent_human", "create_escrow_checkout", "get_escrow", "list_escrows", "confirm_delivery", "release_payment",
    "cancel_escrow", "get_my_rentals", "create_personal_bounty", "open_dispute", "send_money", "list_transfers",
    "get_transfer", "get_wallet_balance", "deposit_wallet", "bulk_send_money", "get_wallet_report",
    "get_wallet_controls", "set_wallet_controls", "list_wallet_transactions", "withdraw_wallet",
    "list_refundable_wallet_funding", "refund_wallet_funding", "get_earnings_balance", "withdraw_earnings",
    "create_agent_checkout", "get_agent_checkout", "list_agent_checkouts", "refund_agent_checkout",
    "quote_cake_order", "send_cake_order", "get_cake_order_status", "browse_services", "get_service_availability",
    "book_service", "list_my_service_bookings", "subscribe_to_service", "list_my_subscriptions",
    "cancel_subscription", "get_agent_identity", "list_identities", "create_identity", "switch_identity",
    "delete_identity", "check_account_status", "list_api_keys", "create_api_key", "revoke_api_key",
    "create_webhook_endpoint", "list_webhook_endpoints", "delete_webhook_endpoint", "test_webhook_endpoint",
    "get_webhook_deliveries", "get_webhook_delivery", "report_support_issue",
]
BESIDES = {  # what the specification has routes for, but no tool: without these a tool's work can't be brought to its end
    "update_qa_run_template", "list_qa_run_templates", "set_qa_credentials", "decide_qa_escalation", "list_taste_runs",
    "list_disputes", "get_dispute", "add_dispute_evidence", "withdraw_dispute", "start_payout_onboarding", "post_review",
    "appeal_dispute", "pay_attendance",
    "cancel_transfer", "answer_review", "get_wallet_headroom", "estimate_bounty_reach",
    "list_approvals", "get_approval", "run_qa_template", "wait_for_events",
    "answer_dispute", "offer_settlement", "accept_settlement", "decline_settlement",
    "list_pending", "get_request", "rotate_webhook_secret", "redeliver_webhook", "replay_webhook_events",
    "request_picture", "get_picture",
    "find_tools", "call_tool", "create_bounty_advanced",  # the way to all tools from a short list, and its short form
}
# fmt: on
SIGNED = {
    *(
        "create_bounty",
        "create_bounty_advanced",
        "send_message",
        "accept_application",
        "reject_application",
        "review_submission",
    ),
    *("get_bounty_applications", "get_bounty_submissions", "get_submission"),
}
TAKEN_ONCE = {  # without a key, too
    # The state that a first call makes refuses a second.
    *("confirm_delivery", "release_payment", "cancel_escrow", "open_dispute", "accept_application"),
    "run_qa_template",
    *("reject_application", "expire_application", "review_submission", "cancel_bounty", "pay_enterprise_bounty"),
    *("withdraw_dispute", "appeal_dispute", "post_review", "answer_review", "pay_attendance", "cancel_transfer"),
    # A second finds what the first one left, by a name that both give.
    *("send_cake_order", "refund_wallet_funding", "create_agent_checkout", "refund_agent_checkout", "stop_qa_run"),
    *("cancel_transfer", "cancel_subscription", "delete_webhook_endpoint", "revoke_api_key", "delete_identity"),
    # What is set stays set.
    *("block_human", "unblock_human", "prefer_human", "unprefer_human", "set_wallet_controls", "switch_identity"),
    *("set_qa_credentials", "accept_settlement", "decline_settlement"),
}
REFUSING = {"start_conversation", "book_service"}  # they take whatever older clients send


@pytest.fixture(scope="module")
def document() -> dict[str, Any]:
    return documents.document()


@pytest.fixture(scope="module")
def operations(document: dict[str, Any]) -> dict[tuple[str, str], dict[str, Any]]:
    """By method, and path without the names of its parameters."""
    return {
        (method.upper(), re.sub(r"\{\w+\}", "{}", path)): operation
        for path, methods in document["paths"].items()
        for method, operation in methods.items()
    }


def of(tool: Tool, operations: dict[tuple[str, str], dict[str, Any]]) -> dict[str, Any]:
    return operations[tool.method, re.sub(r"\{\w+\}", "{}", tool.path)]


def solid(schema: dict[str, Any], document: dict[str, Any]) -> dict[str, Any]:
    """A schema of the document without references, and without the null that it may be instead."""
    while True:
        if "$ref" in schema:
            schema = document["components"]["schemas"][schema["$ref"].rsplit("/", 1)[1]]
        elif len(schema.get("allOf", [])) == 1:
            schema = schema["allOf"][0]
        elif options := [
            option
            for option in schema.get("oneOf", schema.get("anyOf", []))
            if option.get("type") != "null" and not option.get("$ref", "").endswith(("NullEnum", "BlankEnum"))
        ]:
            schema = options[0]
        else:
            return schema


def body_of(operation: dict[str, Any], document: dict[str, Any]) -> dict[str, Any]:
    content = operation.get("requestBody", {}).get("content", {})
    return solid(content["application/json"]["schema"], document) if "application/json" in content else {}


def test_the_tools_are_those_of_the_specification_and_a_few_more() -> None:
    assert sorted(CATALOG) == sorted([*SPECIFIED, *BESIDES])


def test_the_catalogue_is_what_the_apps_and_their_operations_say() -> None:
    assert tools.CATALOGUE.read_bytes() == catalogue.build(), "write it anew: manage.py tools_catalogue"


@OF_ROUTES
def test_each_tool_is_a_route_with_that_method(tool: Tool) -> None:
    found = resolve(re.sub(r"\{\w+\}", "x", tool.path))

    assert tool.method.lower() in getattr(found.func, "actions", {})


@OF_ROUTES
def test_what_a_tool_takes_is_what_the_route_takes(
    tool: Tool, document: dict[str, Any], operations: dict[tuple[str, str], dict[str, Any]]
) -> None:
    if tool.name in REFUSING:
        return
    operation = of(tool, operations)
    body = body_of(operation, document)
    query = {p["name"]: p["schema"] for p in operation.get("parameters", []) if p["in"] == "query"}
    in_path = set(re.findall(r"\{(\w+)\}", tool.path))
    taken = (
        query
        if tool.method == "GET"
        else body.get("properties", {}) | {name: query[name] for name in (*tool.query, "dryRun") if name in query}
    )
    elsewhere = {*in_path, *tool.unsent, "idempotencyKey"}
    assert not tool.wider or tool.properties.keys() <= CATALOG[tool.wider].properties.keys()
    sent = {tool.rename.get(name, name): schema for name, schema in tool.properties.items() if name not in elsewhere}

    assert in_path <= set(tool.required)
    assert sent.keys() | tool.fixed.keys() <= taken.keys()
    needed = {tool.rename.get(name, name) for name in tool.required} | tool.fixed.keys()
    assert set(body.get("required", [])) <= needed
    for name, value in tool.fixed.items():
        assert value in solid(taken[name], document).get("enum", [value])
    for name, schema in sent.items():
        if name not in {tool.rename.get(n, n) for n in tool.values}:
            assert_narrower(f"{tool.name}.{name}", schema, taken[name], document)


def assert_narrower(where: str, ours: dict[str, Any], theirs: dict[str, Any], document: dict[str, Any]) -> None:
    """What the tool lets pass, the route does not refuse for its shape."""
    theirs = solid(theirs, document)
    if "enum" in ours and "enum" in theirs:
        assert set(ours["enum"]) - {None} <= set(theirs["enum"]), where
    for bound in ("maximum", "maxLength", "maxItems"):
        if bound in theirs and where not in SPLIT:
            assert ours.get(bound, float("inf")) <= theirs[bound] or "enum" in ours or "pattern" in ours, (where, bound)
    for bound in ("minimum", "minLength", "minItems"):
        if theirs.get(bound, 0) > 1:
            assert ours.get(bound, 0) >= theirs[bound] or "enum" in ours or "pattern" in ours, (where, bound)
    if "properties" in ours and "properties" in theirs:
        assert ours["properties"].keys() <= theirs["properties"].keys(), where
        assert set(theirs.get("required", [])) <= set(ours.get("required", [])), where
        for name, schema in ours["properties"].items():
            assert_narrower(f"{where}.{name}", schema, theirs["properties"][name], document)
    if "items" in ours and "items" in theirs:
        assert_narrower(f"{where}[]", ours["items"], theirs["items"], document)


SPLIT = {"search_humans.limit"}  # the tool asks twice


def fields(schema: dict[str, Any], path: str = "") -> Iterator[tuple[str, dict[str, Any]]]:
    """Every named field, to any depth."""
    for name, field in schema.get("properties", {}).items():
        yield f"{path}{name}", field
        yield from fields(field, f"{path}{name}.")
    if "items" in schema:
        yield f"{path}[]", schema["items"]
        yield from fields(schema["items"], f"{path}[].")


@EVERY
def test_every_schema_is_valid_and_every_parameter_explained(tool: Tool) -> None:
    listed = tools.whole(tool)
    for schema in (listed["inputSchema"], listed["outputSchema"]):
        jsonschema.Draft202012Validator.check_schema(schema)
        assert schema["type"] == "object"
    assert set(tool.required) <= set(tool.properties)
    assert listed["inputSchema"]["additionalProperties"] is False
    for name, field in fields(listed["inputSchema"]):
        if name.endswith("[]"):
            continue  # the list says what its entries are
        assert field.get("description", "").endswith((".", "…).")), name
        if re.search(r"(?i)cents$", name):
            assert "US cents" in field["description"], name
        elif re.search(r"(?i)(^|\.)(amount|price|.*(Rate|Price))$", name):
            assert "US dollars" in field["description"], name
        if re.search(r"(^|\.)\w+Id$", name) and name != "externalOrderId":
            assert "pattern" in field, f"{name} is a free text that becomes an address"


@EVERY
def test_every_description_says_what_it_does_and_what_that_changes(tool: Tool) -> None:
    words = tool.description

    assert re.match(r"[a-z]+(_[a-z0-9]+)+$|x402_\w+$", tool.name)
    assert 5 <= len(tool.title) <= 40
    assert len(tool.what) > 30 and len(tool.effects) > 10
    assert len(words) <= 750, "a model reads this with every list"
    assert words[0].isupper() and all(part.endswith(".") for part in (tool.what, tool.effects, tool.then) if part)
    for named in re.findall(r"\b[a-z]+_[a-z_]+\b", words):
        assert named in CATALOG or named in WORDS, f"{named} is no tool"
    if tool.read_only:
        assert tool.effects == tools.READS and not tool.destructive
    elif re.search(r"[Ss]pend|[Mm]oves (money|the whole|expected)", tool.effects):
        assert re.search(r"undone|[Uu]ndo|returns|taken back|comes? back", tool.effects), "can it be undone?"
        assert re.search(r"fee|exact|amount|[Cc]ents|sum|dollars|money out", tool.effects), "how much?"
    else:
        assert re.search(r"[Mm]oves no|[Rr]eturns?|[Nn]othing|Charges nobody|Takes no|refunded", tool.effects)


# Fields in which an answer shows what somebody else wrote.
WRITTEN = {
    *("coverLetter", "textEvidence", "comment", "content", "bio", "headline", "preview", "humanName", "doerName"),
    *("applicantName", "quotes", "findings", "note", "title", "name", "reason"),
}
OWN_WORDS = {  # the caller wrote them, or our program did
    *(
        "create_bounty",
        "create_bounty_advanced",
        "update_bounty",
        "send_message",
        "create_qa_run_template",
        "list_qa_runs",
        "create_taste_run",
        "create_humanization",
    ),
    *("check_account_status", "list_api_keys", "create_api_key", "revoke_api_key", "send_money", "bulk_send_money"),
    "get_request",
    *("block_human", "prefer_human", "cancel_bounty", "open_dispute", "stop_qa_run", "post_review"),
    *("update_qa_run_template", "list_qa_run_templates", "run_qa_template"),
    *("check_account_status", "list_api_keys", "create_api_key", "revoke_api_key"),
    *("block_human", "prefer_human", "cancel_bounty", "open_dispute", "stop_qa_run"),
}


def names_in(schema: dict[str, Any], document: dict[str, Any], seen: frozenset[str] = frozenset()) -> set[str]:
    """The fields of an answer, to any depth."""
    if (ref := schema.get("$ref")) in seen:
        return set()
    inner = solid(schema, document)
    seen = seen | {ref} if ref else seen
    found: set[str] = set(inner.get("properties", {}))
    for part in [*inner.get("properties", {}).values(), *([inner["items"]] if "items" in inner else [])]:
        found |= names_in(part, document, seen)
    return found


@OF_ROUTES
def test_answers_with_words_of_people_are_marked(
    tool: Tool, document: dict[str, Any], operations: dict[tuple[str, str], dict[str, Any]]
) -> None:
    content = of(tool, operations)["responses"].get("200", {}).get("content", {}).get("application/json")
    shown = names_in(content["schema"], document) & WRITTEN if content else set()

    assert not shown or tool.words or tool.name in OWN_WORDS, f"{tool.name} shows {shown}"
    assert tool.words == ("notice" in tools.output_schema(tool)["properties"]), "no route of ours has such a field"


WORDS = {
    *("dry_run", "error_code", "deposit_url", "request_redo", "payment_offer", "service_bookings_unavailable"),
    *("settlement_under_review", "payout_onboarding_required", "low_balance", "report_ready"),
    *("api_key_required", "looks_complete", "unchanged_from_source"),
}


@EVERY
def test_writes_that_cost_or_make_something_can_be_repeated_safely(tool: Tool) -> None:
    if tool.read_only or tool.local or tool.name in REFUSING | {"set_wallet_controls", "call_tool"}:
        return
    assert tool.repeatable or "idempotencyKey" in tool.properties


@EVERY
def test_what_spends_and_can_not_be_undone_is_called_destructive(tool: Tool) -> None:
    if re.search(r"[Ss]pend(s|ing)? money|[Ss]pends exactly|[Mm]oves (money|the whole|expected)", tool.effects):
        assert tool.destructive or "Undone by" in tool.effects


@EVERY
def test_a_call_is_called_idempotent_only_when_it_can_not_act_twice(tool: Tool) -> None:
    expected = tool.read_only or tool.name in TAKEN_ONCE or "idempotencyKey" in tool.required

    assert tools.whole(tool)["annotations"]["idempotentHint"] is expected


def test_what_is_always_refused_says_why_and_is_no_default() -> None:
    assert {name for name, tool in CATALOG.items() if tool.refused} == REFUSING
    assert not REFUSING & tools.offered(["default"]).keys()


def test_signed_are_those_that_the_contract_names() -> None:
    assert {name for name, tool in CATALOG.items() if tool.signed} == SIGNED


def test_the_default_set_covers_hire_pay_tip_review_and_dispute_and_every_set_has_tools() -> None:
    default = tools.offered(["default"])

    assert {"create_bounty", "accept_application", "review_submission", "release_payment"} <= default.keys()
    assert {"expire_application", "open_dispute", "get_dispute"} <= default.keys(), "the ways out of a bad hire"
    assert {"send_money", "post_review", "report_support_issue", "find_tools", "call_tool"} <= default.keys()
    assert set(tools.DEFAULT) - default.keys() <= {"wait_for_events"}, "in the list as soon as there is one"
    assert {tool.toolset for tool in CATALOG.values()} == set(tools.TOOLSETS)
    assert tools.offered(["all"]).keys() == {name for name, tool in CATALOG.items() if not tool.local}
    assert not tools.offered(["local"])


@EVERY
def test_what_can_not_be_taken_back_is_called_destructive(tool: Tool) -> None:
    if re.search(r"can't be (taken back|undone|called back)", tool.effects):
        assert tool.destructive
