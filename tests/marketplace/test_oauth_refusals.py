"""What a program is refused on its way to a token, and what a token does not open."""

from typing import Any

import pytest
from django.conf import settings as project
from oauth2_provider.models import Application, Grant, RefreshToken

from tests.api import Api
from tests.oauth_client import CALLBACK, Browser, Program, form, given_person, returned

pytestmark = pytest.mark.django_db
OTHER_RESOURCE = "https://other.example.org/api/mcp"


@pytest.mark.parametrize(
    ("changes", "error"),
    [
        ({"code_challenge_method": "plain"}, "invalid_request"),
        ({"code_challenge_method": None}, "invalid_request"),
        ({"code_challenge": None, "code_challenge_method": None}, "invalid_request"),
        ({"resource": OTHER_RESOURCE}, "invalid_target"),
        ({"resource": project.BASE_URL}, "invalid_target"),
        ({"response_type": "token"}, "unauthorized_client"),
        ({"response_type": "id_token"}, "unsupported_response_type"),
        ({"scope": "tools admin"}, "invalid_scope"),
        ({"scope": "openid"}, "invalid_scope"),
    ],
)
def test_a_wrong_question_goes_back_to_the_program(changes: dict[str, Any], error: str) -> None:
    person, program = given_person(), Program()

    for answer in (person.open(program.asks(**changes)), person.client.get(program.asks(**changes))):
        assert answer.status_code == 302, person.text
        back = returned(person)
        assert (back["error"], back["state"], back["iss"]) == (error, "st4te", project.BASE_URL), back
        assert "code" not in back
    assert not Grant.objects.exists()


@pytest.mark.parametrize(
    "changes",
    [
        {"redirect_uri": "https://evil.example.org/callback"},
        {"redirect_uri": CALLBACK + "/more"},
        {"redirect_uri": CALLBACK + "?more=1"},
        {"redirect_uri": "http://127.0.0.1:33418@evil.example.org/callback"},
        {"redirect_uri": "http://localhost:33418/callback"},
        {"redirect_uri": "javascript:alert(1)"},
        {"redirect_uri": "http://evil.example.org\\@127.0.0.1:33418/callback"},
        {"redirect_uri": "http://evil.example.org\\@127.0.0.1/callback"},
        {"client_id": "nobody"},
        {"client_id": None},
        {"client_id": "nul\x00"},
    ],
)
def test_a_question_of_doubtful_origin_is_a_page_and_no_redirect(changes: dict[str, Any]) -> None:
    person, program = given_person(), Program()

    answer = person.open(program.asks(**changes))

    assert answer.status_code == 400
    assert "Location" not in answer.headers
    assert person.client.post(program.asks(**changes), {"decision": "allow"}).status_code in (400, 403)
    assert not Grant.objects.exists()


def test_the_answer_to_a_question_that_was_changed_meanwhile_is_refused() -> None:
    person, program = given_person(), Program()
    person.open(program.asks())

    person.send(program.asks(redirect_uri="https://evil.example.org/"), decision="deny")

    assert person.last.status_code == 400
    assert "Location" not in person.last.headers


def test_any_port_of_the_own_computer_is_taken() -> None:
    """RFC 8252: a program on a desktop listens where it finds a port."""
    person, program = given_person(), Program(redirect="http://localhost/callback")
    program.redirect = "http://localhost:50123/callback"

    person.open(program.asks())
    person.send(decision="allow")

    assert person.last.headers["Location"].startswith("http://localhost:50123/callback?code=")
    assert program.trade(code=returned(person)["code"]).status == 200


def given_code(person: Browser, program: Program) -> str:
    person.open(program.asks())
    person.send(decision="allow")
    return returned(person)["code"]


@pytest.mark.parametrize(
    ("changes", "status", "error"),
    [
        ({"code_verifier": "x" * 64}, 400, "invalid_grant"),
        ({"code_verifier": None}, 400, "invalid_request"),
        ({"redirect_uri": "https://evil.example.org/"}, 400, "invalid_request"),
        ({"resource": OTHER_RESOURCE}, 400, "invalid_target"),
        ({"resource": "no address"}, 400, "invalid_target"),
        ({"client_id": "nobody"}, 401, "invalid_client"),
        ({"code": "guessed"}, 400, "invalid_grant"),
        ({"grant_type": "password"}, 400, "unsupported_grant_type"),
        ({"grant_type": "client_credentials"}, 400, "unsupported_grant_type"),
        ({"grant_type": "urn:ietf:params:oauth:grant-type:device_code"}, 400, "unsupported_grant_type"),
        ({"grant_type": None}, 400, "unsupported_grant_type"),
    ],
)
def test_a_code_alone_is_worth_nothing(changes: dict[str, Any], status: int, error: str) -> None:
    program = Program()
    code = given_code(given_person(), program)

    answer = program.trade(**{"code": code} | changes)

    assert (answer.status, answer["error"]) == (status, error), answer.body
    assert not RefreshToken.objects.exists()


def test_a_code_is_good_once() -> None:
    program = Program()
    code = given_code(given_person(), program)
    assert program.trade(code=code).status == 200

    replayed = program.trade(code=code)

    assert (replayed.status, replayed["error"]) == (400, "invalid_grant")
    assert RefreshToken.objects.count() == 1


def test_what_one_program_was_given_is_of_no_use_to_another() -> None:
    person, program, thief = given_person(), Program(), Program("Thief")
    code = given_code(person, program)
    thief.verifier = program.verifier
    assert thief.trade(code=code).status == 400
    tokens = program.trade(code=code)

    stolen = thief.renew(tokens["refresh_token"])
    assert (stolen.status, stolen["error"]) == (400, "invalid_grant")
    form(thief.api, "/oauth/revoke", {"client_id": thief.client_id, "token": tokens["refresh_token"]})

    assert program.renew(tokens["refresh_token"]).status == 200, "the thief could not end it either"


def test_a_renewal_gets_no_other_resource() -> None:
    person, program = given_person(), Program()
    tokens = program.connected(person)

    answer = program.renew(tokens["refresh_token"], resource=OTHER_RESOURCE)

    assert (answer.status, answer["error"]) == (400, "invalid_target")
    assert program.renew(tokens["refresh_token"]).status == 200


@pytest.mark.parametrize(
    "path",
    [
        "/api/account",
        "/api/keys",
        "/api/bounties",
        "/api/humans",
        "/api/mcpx",
        "/api/mcp/",
        "/api/auth/app/v1/auth/session",
    ],
)
def test_a_token_opens_no_other_route(path: str) -> None:
    token = Program().connected(given_person())["access_token"]

    for headers in ({"Authorization": f"Bearer {token}"}, {"X-API-Key": token}, {"X-Session-Token": token}):
        assert Api(headers=headers).get(path).status in (401, 410), headers


def test_the_token_that_manages_a_registration_opens_nothing_else() -> None:
    program = Program()
    manager = Api(headers={"Authorization": f"Bearer {program.registered['registration_access_token']}"})

    assert manager.post("/api/mcp", {}).status == 401
    assert manager.get("/api/account").status == 401
    assert manager.get(f"/oauth/register/{program.client_id}")["client_id"] == program.client_id
    assert manager.get(f"/oauth/register/{Program().client_id}").status == 401


@pytest.mark.parametrize(
    ("metadata", "error"),
    [
        ({"redirect_uris": []}, "invalid_redirect_uri"),
        ({"redirect_uris": "https://a.example"}, "invalid_redirect_uri"),
        ({"redirect_uris": ["http://a.example/callback"]}, "invalid_redirect_uri"),
        ({"redirect_uris": ["http://127.0.0.1.evil.example/"]}, "invalid_redirect_uri"),
        ({"redirect_uris": ["https://a.example/ https://b.example/"]}, "invalid_redirect_uri"),
        ({"redirect_uris": ["https://a.example/" + "x" * 500]}, "invalid_redirect_uri"),
        ({"redirect_uris": [f"https://a.example/{n}" for n in range(11)]}, "invalid_redirect_uri"),
        ({"redirect_uris": ["https://[broken/"]}, "invalid_redirect_uri"),
        ({"redirect_uris": ["http://evil.example.org\\@127.0.0.1/"]}, "invalid_redirect_uri"),
        ({"redirect_uris": ["javascript:alert(1)"]}, "invalid_client_metadata"),
        ({"redirect_uris": ["data:text/html,x"]}, "invalid_client_metadata"),
        ({"redirect_uris": ["https://a.example/#part"]}, "invalid_client_metadata"),
        ({"grant_types": ["client_credentials"]}, "invalid_client_metadata"),
        ({"grant_types": ["authorization_code", "password"]}, "invalid_client_metadata"),
        ({"grant_types": ["implicit"]}, "invalid_client_metadata"),
        ({"grant_types": ["refresh_token"]}, "invalid_client_metadata"),
        ({"grant_types": "authorization_code"}, "invalid_client_metadata"),
        ({"response_types": ["token"]}, "invalid_client_metadata"),
        ({"client_name": "x" * 101}, "invalid_client_metadata"),
        ({"client_name": "a\u202eb"}, "invalid_client_metadata"),
        ({"client_name": "a\u0000"}, "invalid_client_metadata"),
        ({"client_name": ["a"]}, "invalid_client_metadata"),
        ({"token_endpoint_auth_method": "private_key_jwt"}, "invalid_client_metadata"),
    ],
)
def test_a_registration_that_asks_for_more_than_is_offered_is_refused(metadata: dict[str, Any], error: str) -> None:
    asked = {"client_name": "Proto", "redirect_uris": [CALLBACK], "token_endpoint_auth_method": "none"}

    answer = Api().post("/oauth/register", asked | metadata)

    assert (answer.status, answer["error"]) == (400, error), answer.body
    assert answer["error_description"]
    assert not Application.objects.exists()


@pytest.mark.parametrize("raw", [b"", b"{", b"[]", b'"x"', b"\xff"])
def test_a_registration_is_a_json_object(raw: bytes) -> None:
    answer = Api().call("POST", "/oauth/register", raw=raw)

    assert (answer.status, answer["error"]) == (400, "invalid_client_metadata")


def test_a_registration_is_changed_by_its_own_token_and_within_the_same_rules() -> None:
    program = Program()
    manager = Api(headers={"Authorization": f"Bearer {program.registered['registration_access_token']}"})
    manager.client.handler.enforce_csrf_checks = True
    assert program.registered["registration_client_uri"] == f"{project.BASE_URL}/oauth/register/{program.client_id}"
    where = f"/oauth/register/{program.client_id}"

    assert manager.call("PUT", where, {"redirect_uris": ["http://evil.example/"]}).status == 400
    assert manager.call("PUT", where, {"redirect_uris": [CALLBACK], "grant_types": ["password"]}).status == 400
    assert Application.objects.get().redirect_uris == CALLBACK
    assert Api().call("DELETE", where).status == 401
    assert manager.call("DELETE", where).status == 204
    assert not Application.objects.exists()


@pytest.mark.parametrize(
    "redirect", ["https://a.example/callback", "http://[::1]/callback", "cursor://x.y/oauth/callback"]
)
def test_programs_in_the_web_on_a_desktop_and_in_an_editor_connect(redirect: str) -> None:
    person, program = given_person(), Program(redirect=redirect)

    person.open(program.asks())
    person.send(decision="allow")

    assert person.last.status_code == 302, person.text
    assert person.last.headers["Location"].startswith(redirect + "?")
    assert program.trade(code=returned(person)["code"]).status == 200


def test_a_program_with_a_secret_proves_it() -> None:
    person, program = given_person(), Program(token_endpoint_auth_method="client_secret_post")
    secret = program.registered["client_secret"]
    assert secret not in str(list(Application.objects.values()))
    code = given_code(person, program)

    assert program.trade(code=code, client_secret="wrong").status == 401
    assert program.trade(code=code).status == 401
    assert program.trade(code=code, client_secret=secret).status == 200


def test_the_twenty_first_registration_of_an_hour_is_refused() -> None:
    caller = Api()
    for _ in range(20):
        assert caller.post("/oauth/register", {}).status == 400

    refused = caller.post("/oauth/register", {"redirect_uris": [CALLBACK]})

    assert (refused.status, refused["limitClass"]) == (429, "oauth.register")
    assert "Retry-After" in refused.headers
    assert not Application.objects.exists()


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("GET", "/oauth/authorize"), ("POST", "/oauth/token"), ("POST", "/oauth/revoke"), ("POST", "/oauth/register"),
        ("GET", "/.well-known/oauth-authorization-server"), ("GET", "/account/login"), ("POST", "/account/login"),
        ("GET", "/account"), ("GET", "/account/nowhere"), ("GET", "/oauth/nowhere"),
    ],
)  # fmt: skip
def test_every_answer_carries_its_id_and_the_state_of_a_limit(method: str, path: str) -> None:
    answer = Api().call(method, path)

    assert {"X-Request-Id", "X-RateLimit-Limit", "X-RateLimit-Remaining", "X-RateLimit-Reset"} <= set(answer.headers)
    assert answer.status < 500
