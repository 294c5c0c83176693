"""A person lets a program in, and the program acts for that person at the tools, and nowhere else."""

import html
import re

import pytest
from django.conf import settings as project
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.test import RequestFactory
from oauth2_provider.models import AccessToken, Application, Grant, RefreshToken

from marketplace.api.authentication import authenticate
from marketplace.api.middleware import GatewayMiddleware
from marketplace.core.actor import Actor
from marketplace.core.errors import Unauthorized
from marketplace.models import Mail
from marketplace.selectors import accounts
from tests.api import Api
from tests.factories.accounts import PASSWORD, AccountFactory
from tests.marketplace.test_sessions import mailed_code
from tests.oauth_client import CALLBACK, Browser, Program, form, given_person, returned

pytestmark = pytest.mark.django_db


def at_the_tools(token: str) -> Actor | None:
    """Who is calling POST /api/mcp with this token."""
    return authenticate(RequestFactory().post("/api/mcp", headers={"Authorization": f"Bearer {token}"}))


def test_a_program_finds_its_way_from_the_metadata() -> None:
    for path in ("/.well-known/oauth-protected-resource", "/.well-known/oauth-protected-resource/api/mcp"):
        resource = Api().get(path)
        assert resource["resource"] == project.MCP_URL
        assert resource["authorization_servers"] == [project.BASE_URL]
        assert resource["scopes_supported"] == ["tools"]

    server = Api().get("/.well-known/oauth-authorization-server")
    assert server["issuer"] == project.BASE_URL
    for name, path in {
        "authorization_endpoint": "/oauth/authorize",
        "token_endpoint": "/oauth/token",
        "registration_endpoint": "/oauth/register",
        "revocation_endpoint": "/oauth/revoke",
    }.items():
        assert server[name] == project.BASE_URL + path
    assert server["code_challenge_methods_supported"] == ["S256"]
    assert server["response_types_supported"] == ["code"]
    assert server["grant_types_supported"] == ["authorization_code", "refresh_token"]
    assert server["client_id_metadata_document_supported"] is True
    assert server["authorization_response_iss_parameter_supported"] is True


def test_a_person_signs_in_allows_and_the_program_acts_for_him() -> None:
    person, program = given_person(name="Ada"), Program("Proto <b>client</b>")

    page = person.open(program.asks())

    assert page.status_code == 200
    assert "Proto &lt;b&gt;client&lt;/b&gt;" in person.text, "a stranger's words, as text"
    assert "a program on this computer" in person.text
    assert "spend the money of your wallet" in person.text

    person.send(decision="allow")

    back = returned(person)
    assert person.last.headers["Location"].startswith(CALLBACK + "?")
    assert (back["state"], back["iss"]) == ("st4te", project.BASE_URL)
    tokens = program.trade(code=back["code"])
    assert (tokens.status, tokens["token_type"], tokens["expires_in"], tokens["scope"]) == (
        200,
        "Bearer",
        3600,
        "tools",
    )
    assert "no-store" in tokens.headers["Cache-Control"]
    actor = at_the_tools(tokens["access_token"])
    assert actor is not None and actor.via == "oauth" and actor.key is None
    assert actor.me == person.account
    assert accounts.describe(actor).authenticated_by == "oauth"


def test_nothing_that_opens_a_door_is_stored_as_it_is() -> None:
    person, program = given_person(), Program()
    tokens = program.connected(person)

    stored = str([list(model.objects.values()) for model in (AccessToken, RefreshToken, Application)])

    assert tokens["access_token"] not in stored and tokens["refresh_token"] not in stored
    assert program.registered["registration_access_token"] not in stored
    assert not Grant.objects.exists()


def test_a_denial_gives_nothing_and_says_so_to_the_program() -> None:
    person, program = given_person(), Program()
    person.open(program.asks())

    person.send(decision="deny")

    assert returned(person) == {"error": "access_denied", "state": "st4te", "iss": project.BASE_URL}
    assert not Grant.objects.exists()


def test_who_is_not_signed_in_signs_in_first_and_comes_back_to_the_question() -> None:
    account, program, person = AccountFactory(), Program(), Browser()
    asked = program.asks()

    assert person.open(asked).status_code == 302
    person.follow()
    person.send(login=account.email, password=PASSWORD)

    assert person.last.headers["Location"] == asked
    assert person.follow().status_code == 200
    assert "act for you" in person.text


def test_who_has_no_account_makes_one_and_comes_back_to_the_question() -> None:
    program, person = Program(), Browser()
    asked = program.asks()
    person.open(asked)
    person.follow()
    signup = re.search(r'href="(/join\?[^"]+)"', person.text)
    assert signup

    person.open(html.unescape(signup[1]))
    person.send(email="ada@example.com", country="PT", password1=PASSWORD)
    person.follow()
    person.send(code=mailed_code())

    assert person.last.headers["Location"] == asked
    assert person.follow().status_code == 200
    assert "act for you" in person.text


def test_a_person_is_asked_every_time() -> None:
    person, program = given_person(), Program()
    program.connected(person)

    assert person.open(program.asks(approval_prompt="auto")).status_code == 200
    assert person.open(program.asks(prompt="none")).status_code in (200, 302)
    assert "code=" not in person.last.headers.get("Location", "")


def test_a_consent_from_another_site_is_refused() -> None:
    person, program = given_person(), Program()

    forged = person.client.post(program.asks(), {"decision": "allow"})

    assert forged.status_code == 403
    assert not Grant.objects.exists()


def test_a_refresh_token_is_good_once_and_its_replay_ends_the_family() -> None:
    person, program = given_person(), Program()
    first = program.connected(person)

    second = program.renew(first["refresh_token"])

    assert second.status == 200
    assert second["refresh_token"] != first["refresh_token"]
    assert at_the_tools(second["access_token"]) is not None
    with pytest.raises(Unauthorized):
        at_the_tools(first["access_token"])
    replayed = program.renew(first["refresh_token"])
    assert (replayed.status, replayed["error"]) == (400, "invalid_grant")
    assert program.renew(second["refresh_token"]).status == 400
    with pytest.raises(Unauthorized):
        at_the_tools(second["access_token"])


@pytest.mark.parametrize("which", ["access_token", "refresh_token"])
def test_a_program_gives_its_tokens_back(which: str) -> None:
    person, program = given_person(), Program()
    tokens = program.connected(person)

    answer = form(program.api, "/oauth/revoke", {"client_id": program.client_id, "token": tokens[which]})

    assert answer.status == 200
    assert program.renew(tokens["refresh_token"]).status == 400
    with pytest.raises(Unauthorized):
        at_the_tools(tokens["access_token"])


def test_a_person_disconnects_a_program_and_it_ends_at_once() -> None:
    person, program, other = given_person(), Program("First"), Program("Second")
    tokens, others = program.connected(person), other.connected(person)
    person.open("/settings")
    assert "First" in person.text and "Second" in person.text
    client = RefreshToken.objects.get(application__client_id=program.client_id).application_id

    person.send(f"/account/connections/{client}/disconnect")

    person.follow()
    assert "First" not in person.text and "Second" in person.text
    assert program.renew(tokens["refresh_token"]).status == 400
    with pytest.raises(Unauthorized):
        at_the_tools(tokens["access_token"])
    assert at_the_tools(others["access_token"]) is not None


def test_nobody_disconnects_what_another_person_let_in() -> None:
    person, stranger, program = given_person(), given_person(), Program()
    tokens = program.connected(person)
    client = RefreshToken.objects.get().application_id
    stranger.open("/settings")

    stranger.send(f"/account/connections/{client}/disconnect")

    assert at_the_tools(tokens["access_token"]) is not None


def test_tokens_of_a_closed_account_open_nothing() -> None:
    person, program = given_person(), Program()
    tokens = program.connected(person)
    person.open(program.asks())
    person.send(decision="allow")
    code = returned(person)["code"]

    person.account.is_active = False
    person.account.save()

    with pytest.raises(Unauthorized):
        at_the_tools(tokens["access_token"])
    assert program.renew(tokens["refresh_token"]).status == 400
    assert program.trade(code=code).status == 400


def through_the_front_door(status: int, **headers: str) -> HttpResponse:
    def view(request: HttpRequest) -> HttpResponse:
        return JsonResponse({}, status=status)

    return GatewayMiddleware(view)(RequestFactory().post("/api/mcp", headers=headers))


def test_a_401_of_the_tools_says_where_a_token_is_to_be_had() -> None:
    metadata = (
        f'Bearer resource_metadata="{project.BASE_URL}/.well-known/oauth-protected-resource/api/mcp", scope="tools"'
    )

    assert through_the_front_door(401)["WWW-Authenticate"] == metadata
    refused = through_the_front_door(200, Authorization="Bearer nonsense")
    assert refused.status_code == 401
    assert refused["WWW-Authenticate"] == metadata + ', error="invalid_token"'


def test_an_api_key_and_a_session_open_the_tools_too(agent: Api, worker: Api) -> None:
    assert through_the_front_door(200, **agent.headers).status_code == 200
    assert through_the_front_door(200, **worker.headers).status_code == 200


@pytest.mark.django_db
def test_a_code_that_is_sent_again_ends_the_tokens_of_its_first_use() -> None:
    person, program = given_person(), Program()
    person.open(program.asks())
    person.send(decision="allow")
    code = returned(person)["code"]
    first = program.trade(code=code)
    renewed = program.renew(first["refresh_token"])
    mails = Mail.objects.filter(to=person.account.email, subject__contains="disconnected")

    again = program.trade(code=code)

    assert (again.status, again["error"]) == (400, "invalid_grant")
    with pytest.raises(Unauthorized):
        at_the_tools(renewed["access_token"])
    assert program.renew(renewed["refresh_token"]).status == 400
    assert mails.count() == 1, "the person reads that the program is out"
    assert program.trade(code=code).status == 400
    assert mails.count() == 1


@pytest.mark.django_db
def test_a_code_of_nobody_or_of_another_program_ends_nothing() -> None:
    person, program, other = given_person(), Program(), Program("Other")
    person.open(program.asks())
    person.send(decision="allow")
    code = returned(person)["code"]
    tokens = program.trade(code=code)

    assert other.trade(code=code).status == program.trade(code="nobody's").status == 400
    assert at_the_tools(tokens["access_token"]) is not None
