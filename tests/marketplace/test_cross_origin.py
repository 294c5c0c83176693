"""Connectors that run in a browser: pages of any origin may use the tools and OAuth's programs, and nothing else."""

import pytest

from tests.api import Answer, Api
from tests.oauth_client import Program, given_person, returned

pytestmark = pytest.mark.django_db
PAGE = {"Origin": "https://inspector.example.org"}
OPEN = [
    "/api/mcp",
    "/oauth/token",
    "/oauth/revoke",
    "/oauth/register",
    "/oauth/register/some-client",
    "/.well-known/oauth-authorization-server",
    "/.well-known/oauth-protected-resource",
    "/.well-known/oauth-protected-resource/api/mcp",
]
CLOSED = [
    "/oauth/authorize",
    "/oauth/tokens",
    "/api/mcp/more",
    "/api/account",
    "/api/humans",
    "/api/auth/app/v1/auth/login",
    "/account/login",
    "/.well-known/api-catalog",
]


def asked_first(path: str, method: str = "POST") -> Answer:
    return Api().call("OPTIONS", path, **PAGE, **{"Access-Control-Request-Method": method})


def words(answer: Answer, header: str) -> set[str]:
    return set(answer.headers[header].split(", "))


@pytest.mark.parametrize("path", OPEN)
def test_a_browser_that_asks_first_hears_what_may_be_sent_and_read(path: str) -> None:
    answer = asked_first(path)

    assert (answer.status, answer.body) == (200, b"")
    assert answer.headers["Access-Control-Allow-Origin"] == "*"
    assert "POST" in words(answer, "Access-Control-Allow-Methods")
    sent = {
        "Authorization",
        "Content-Type",
        "Mcp-Method",
        "Mcp-Name",
        "Mcp-Protocol-Version",
        "Mcp-Session-Id",
        "X-API-Key",
    }
    assert sent <= words(answer, "Access-Control-Allow-Headers")
    assert "Access-Control-Allow-Credentials" not in answer.headers
    assert "X-RateLimit-Limit" in answer.headers


@pytest.mark.parametrize("path", OPEN)
def test_what_is_answered_there_may_be_read_by_any_page(path: str) -> None:
    for method in ("GET", "POST"):
        answer = Api().call(method, path, **PAGE)

        assert answer.headers["Access-Control-Allow-Origin"] == "*", (method, answer.status)
        shown = {"WWW-Authenticate", "Mcp-Session-Id", "Mcp-Protocol-Version", "Retry-After", "X-RateLimit-Remaining"}
        assert shown <= words(answer, "Access-Control-Expose-Headers")
        assert "Access-Control-Allow-Credentials" not in answer.headers


@pytest.mark.parametrize("path", CLOSED)
def test_nothing_else_may(path: str) -> None:
    answers = [asked_first(path), Api().get(path, **PAGE), Api().post(path, {}, **PAGE)]

    assert not [name for answer in answers for name in answer.headers if name.startswith("Access-Control-")]


def test_refusals_of_the_front_door_may_be_read_too() -> None:
    too_large = Api().call("POST", "/oauth/register", raw=b" " * (1024 * 1024 + 1), **PAGE)
    nobody = Api(headers={"X-API-Key": "a guess"}).post("/api/mcp", {}, **PAGE)

    assert [too_large.status, nobody.status] == [413, 401]
    assert nobody.headers["WWW-Authenticate"].startswith("Bearer resource_metadata=")
    assert {too_large.headers["Access-Control-Allow-Origin"], nobody.headers["Access-Control-Allow-Origin"]} == {"*"}


def test_a_program_in_a_browser_connects() -> None:
    program, person = Program(), given_person()
    program.api.headers = PAGE
    person.open(program.asks())
    person.send(decision="allow")

    tokens = program.trade(code=returned(person)["code"])

    assert tokens.status == 200
    assert tokens.headers["Access-Control-Allow-Origin"] == "*"
