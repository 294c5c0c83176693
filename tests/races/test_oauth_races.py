"""The same code, the same refresh token, by two at once: one is served."""

import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.db import connection
from oauth2_provider.models import AccessToken, Grant, RefreshToken

from marketplace.core.errors import Unauthorized
from marketplace.services import oauth
from tests.api import Answer
from tests.marketplace.test_oauth_flow import at_the_tools
from tests.oauth_client import Program, given_person, returned

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("house_accounts")]


def both(monkeypatch: pytest.MonkeyPatch, check: str, call: Any) -> list[Answer]:
    """Two calls that have both been found valid before either goes on."""
    gate, library = threading.Barrier(2, timeout=20), getattr(oauth.Validator, check)

    def checked(*args: Any, **kwargs: Any) -> bool:
        valid: bool = library(*args, **kwargs)
        gate.wait()
        return valid

    def one(_: int) -> Answer:
        try:
            answer: Answer = call()
            return answer
        finally:
            connection.close()

    with monkeypatch.context() as patch, ThreadPoolExecutor(2) as pool:
        patch.setattr(oauth.Validator, check, checked)
        return sorted(pool.map(one, range(2)), key=lambda answer: answer.status)


def test_a_code_that_is_traded_twice_at_once_buys_one_pair_that_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    person, program = given_person(), Program()
    person.open(program.asks())
    person.send(decision="allow")
    code = returned(person)["code"]

    served, refused = both(monkeypatch, "validate_code", lambda: program.trade(code=code))

    assert (served.status, refused.status, refused["error"]) == (200, 400, "invalid_grant")
    # One of the two has stolen it, and nobody can tell which.
    assert RefreshToken.objects.count() == 1 and not AccessToken.objects.filter(scope="tools").exists()
    assert not Grant.objects.exists()
    with pytest.raises(Unauthorized):
        at_the_tools(served["access_token"])


def test_a_refresh_token_that_is_sent_twice_at_once_is_renewed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    person, program = given_person(), Program()
    token = program.connected(person)["refresh_token"]

    served, refused = both(monkeypatch, "validate_refresh_token", lambda: program.renew(token))

    assert (served.status, refused.status, refused["error"]) == (200, 400, "invalid_grant")
    assert served["access_token"] and served["refresh_token"]
    assert at_the_tools(served["access_token"]) is not None
    assert program.renew(served["refresh_token"]).status == 200
