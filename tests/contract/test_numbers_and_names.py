"""Numbers keep the digits that were sent, so that no rounding decides about money; a field that is given twice is refused."""

from collections.abc import Callable

import pytest

from marketplace.core import money, strict_json
from tests.api import Answer, Api
from tests.factories.accounts import given_agent
from tests.factories.market import given_money, untouched

pytestmark = pytest.mark.django_db
BOUNTY = '{"title": "T", "description": "D", "estimatedHours": 1, "price": %s}'
MANY_DIGITS = [
    "9999.9999999999999999", "10.000000000000000000001", "4.9999999999999999999", "10." + "0" * 40 + "1", "1e-400",
    "10.0000000000000000055511151231257827", "9999.99" + "9" * 400,
]  # fmt: skip


def _post(path: str, body: str) -> Callable[[Api], Answer]:
    return lambda agent: agent.call("POST", path, raw=body.encode())


def _tool(name: str, arguments: str) -> Callable[[Api], Answer]:
    message = '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"%s","arguments":%s}}'
    return lambda agent: agent.call("POST", "/api/mcp?toolsets=all", raw=(message % (name, arguments)).encode())


@pytest.mark.parametrize("digits", MANY_DIGITS, ids=range(len(MANY_DIGITS)))
@pytest.mark.parametrize(
    ("path", "body", "field"),
    [
        ("/api/bounties", BOUNTY, "price"),
        ("/api/wallet/deposit", '{"amount": %s}', "amount"),
        ("/api/payment-links", '{"amount": %s, "description": "R"}', "amount"),
        ("/api/x402/wallet/deposit", '{"amountCents": %s}', "amountCents"),
    ],
)
def test_money_of_more_digits_than_a_double_holds_is_refused_and_not_rounded(
    path: str, body: str, field: str, digits: str
) -> None:
    agent = given_agent()
    given_money(agent, 2_000_000)
    with untouched():
        answer = _post(path, body % digits)(agent)

    assert (answer.status, answer.code, list(answer["fields"])) == (400, "validation_error", [field])


@pytest.mark.parametrize("digits", MANY_DIGITS, ids=range(len(MANY_DIGITS)))
@pytest.mark.parametrize(("tool", "arguments"), [("create_bounty", BOUNTY), ("deposit_wallet", '{"amount": %s}')])
def test_a_tool_does_not_round_money_either(tool: str, arguments: str, digits: str) -> None:
    agent = given_agent()
    given_money(agent, 2_000_000)
    with untouched():
        answer = _tool(tool, arguments % digits)(agent)

    result = answer["result"]
    assert result["isError"] and result["structuredContent"]["error_code"] == "validation_error", result


@pytest.mark.parametrize("digits", ["10.10", "1010e-2", "10.1000000000000000000000000000"])
def test_digits_that_change_nothing_are_taken(digits: str) -> None:
    agent = given_agent()

    assert _post("/api/wallet/deposit", f'{{"amount": {digits}}}')(agent)["amountCents"] == 1010
    assert _tool("deposit_wallet", f'{{"amount": {digits}}}')(agent)["result"]["structuredContent"]["success"]


TWICE = [
    ("/api/wallet/deposit", '{"amount": 1, "amount": 5}'),
    ("/api/wallet/deposit", '{"amount": 5, "\\u0061mount": 5}'),
    ("/api/bounties", BOUNTY % '5, "location": {"city": "A", "city": "B"}'),
    ("/api/mpp/wallet/deposit", '{"quote": "a", "quote": "b"}'),
    ("/oauth/register", '{"redirect_uris": [], "redirect_uris": ["http://127.0.0.1/x"], "client_name": "P"}'),
    ("/api/auth/app/v1/auth/login", '{"email": "a@b.example", "email": "c@b.example", "password": "p"}'),
]


@pytest.mark.parametrize(("path", "body"), TWICE)
def test_a_field_given_twice_is_refused(path: str, body: str) -> None:
    agent = given_agent()
    with untouched():
        answer = _post(path, body)(agent)

    assert answer.status == 400
    assert path.startswith("/oauth") or (answer.code == "invalid_json" and "twice" in answer["error"])


@pytest.mark.parametrize(
    "message",
    [
        '{"jsonrpc":"2.0","id":1,"id":2,"method":"tools/list"}',
        '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"deposit_wallet","arguments":{"amount":1,"amount":5}}}',
    ],
)
def test_a_tool_message_with_a_field_given_twice_is_refused(message: str) -> None:
    agent = given_agent()
    with untouched():
        answer = agent.call("POST", "/api/mcp", raw=message.encode())

    assert (answer.status, answer["error"]["code"]) == (400, -32700)


CHECKOUT = (
    '{"amount": 5, "externalOrderId": "1", "description": "D", "customerPhone": "+15550001111", "successUrl": '
    '"https://a.example/", "cancelUrl": "https://a.example/", "metadata": {"a": [%s]}}'
)


@pytest.mark.parametrize(
    ("number", "status"),
    [
        ("0.1000000000000000055511151231257827", 200),
        ("1e-400", 200),
        ("9223372036854775807.5", 400),
        ("1e30", 400),
        ("1" * 30, 400),
    ],
)
def test_data_of_the_caller_s_own_comes_back_or_is_refused(number: str, status: int) -> None:
    """Numbers of more than 64 bits could be stored, and not be shown any more."""
    agent = given_agent()

    answers = [_post("/api/agent-checkouts", CHECKOUT % number)(agent) for _ in range(2)]

    assert [answer.status for answer in answers] == [status, status], answers[0].body
    assert agent.get("/api/agent-checkouts").status == 200


@pytest.mark.parametrize(
    ("text", "cents"),
    [("12.34", 1234), ("12.340", 1234), ("1e3", 100_000), ("5." + "0" * 60, 500), ("-0.0", 0), ("0e-9999", 0)],
)
def test_the_text_of_a_number_becomes_exactly_its_cents(text: str, cents: int) -> None:
    assert money.cents_from_dollars(strict_json.loads(text)) == cents


def test_a_long_number_leaves_as_it_came() -> None:
    text = '{"a":9999.9999999999999999,"b":[123456789012345678901234567890]}'

    assert strict_json.dumps(strict_json.loads(text)).decode() == text


@pytest.mark.parametrize(
    "text", ["1e-99999999999999999999", "1e400", "NaN", '{"a":{"b":1,"b":1}}', "[" * 101 + "]" * 101]
)
def test_what_is_no_strict_json_is_refused(text: str) -> None:
    with pytest.raises(strict_json.InvalidJson):
        strict_json.loads(text)
