"""Programs that are known by a document at their own address, and what is forgotten at night."""

from datetime import timedelta
from typing import Any

import orjson
import pytest
from oauth2_provider.models import AccessToken, Application, RefreshToken

from marketplace.core import clock, http
from marketplace.services import oauth
from tests.factories.accounts import oauth_token
from tests.oauth_client import CALLBACK, Browser, Program, given_person, returned

pytestmark = pytest.mark.django_db
ADDRESS = "https://client.example.org/oauth/client.json"
DOCUMENT = {
    "client_id": ADDRESS,
    "client_name": "Document client",
    "redirect_uris": [CALLBACK],
    "token_endpoint_auth_method": "none",
    "grant_types": ["authorization_code", "refresh_token"],
    "response_types": ["code"],
}


@pytest.fixture
def site(monkeypatch: pytest.MonkeyPatch) -> Any:
    """The program's own web site: `site.reply` is what it answers, `site.asked` how often it was."""

    class Site:
        reply: http.Reply | Exception = http.Reply(200, orjson.dumps(DOCUMENT))
        asked = 0

        def get(self, url: str, *, headers: dict[str, str], rules: http.Policy) -> http.Reply:
            assert url == ADDRESS and rules.timeout == 5 and rules.longest <= 17_000
            self.asked += 1
            if isinstance(self.reply, Exception):
                raise self.reply
            return self.reply

    made = Site()
    monkeypatch.setattr(http, "get", made.get)
    return made


def given_program() -> Program:
    program = Program()
    Application.objects.all().delete()
    program.client_id = ADDRESS
    return program


def test_a_program_is_known_by_its_document(site: Any) -> None:
    person, program = given_person(), given_program()

    assert person.open(program.asks()).status_code == 200
    assert "Document client" in person.text
    person.send(decision="allow")

    assert program.trade(code=returned(person)["code"]).status == 200
    assert site.asked == 1, "kept for an hour"


def test_a_document_is_fetched_for_a_signed_in_person_only(site: Any) -> None:
    program = given_program()

    assert Browser().open(program.asks()).status_code == 302
    assert Browser().open(program.asks(prompt="none")).status_code == 302
    assert program.trade(code="guessed").status == 401
    assert site.asked == 0


@pytest.mark.parametrize(
    "reply",
    [
        http.Reply(404, b"{}"),
        http.Reply(302, b""),
        http.Reply(200, b"<html>"),
        http.Reply(200, b"[]"),
        http.Reply(200, b" " * 17_000),
        http.Reply(200, orjson.dumps(DOCUMENT | {"client_id": "https://other.example.org/client.json"})),
        http.Reply(200, orjson.dumps(DOCUMENT | {"redirect_uris": ["http://evil.example.org/"]})),
        http.Reply(200, orjson.dumps(DOCUMENT | {"redirect_uris": ["javascript:alert(1)"]})),
        http.Reply(200, orjson.dumps(DOCUMENT | {"grant_types": ["implicit"]})),
        http.Reply(200, orjson.dumps(DOCUMENT | {"token_endpoint_auth_method": "client_secret_basic"})),
        http.Blocked("the host is not on the public internet"),
        http.CallFailed("timed out"),
    ],
    ids=str,
)
def test_a_document_that_is_not_right_is_nobodys(site: Any, reply: Any) -> None:
    person, program = given_person(), given_program()
    site.reply = reply

    assert person.open(program.asks()).status_code == 400
    assert person.open(program.asks()).status_code == 400
    assert site.asked == 1, "and is not fetched again for a minute"
    assert not Application.objects.exists()


def test_a_private_address_is_not_called() -> None:
    with pytest.raises(oauth.cimd.CIMDError):
        oauth.ClientDocuments().fetch("https://169.254.169.254/latest")


def test_at_night_the_dead_go_and_the_living_stay() -> None:
    person, used = given_person(), Program("Used")
    tokens = used.connected(person)
    unused, young = Program("Unused"), Program("Young")
    long_ago = clock.wall() - timedelta(days=91)
    Application.objects.filter(client_id__in=[used.client_id, unused.client_id]).update(created=long_ago)
    oauth_token(person.account)
    AccessToken.objects.filter(application__client_id="connector").update(expires=long_ago)

    oauth.delete_expired()

    assert not Application.objects.filter(client_id=unused.client_id).exists()
    assert Application.objects.filter(client_id__in=[used.client_id, young.client_id]).count() == 2
    assert not AccessToken.objects.filter(application__client_id="connector").exists()
    assert used.renew(tokens["refresh_token"]).status == 200


def test_a_refresh_token_of_a_month_ago_is_over_and_goes() -> None:
    person, program = given_person(), Program()
    tokens = program.connected(person)
    AccessToken.objects.filter(scope="tools").update(expires=clock.wall() - timedelta(days=30, seconds=1))

    assert program.renew(tokens["refresh_token"]).status == 400
    oauth.delete_expired()
    assert not RefreshToken.objects.exists()
