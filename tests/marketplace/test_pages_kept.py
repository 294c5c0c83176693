"""What a browser keeps for a person is theirs alone, and what they typed survives a page that was open for too long."""

from typing import Any

import pytest
from django.contrib.sessions.models import Session

from marketplace.models import Account
from marketplace.web.readers_sign import HEADER, NOBODY
from tests.factories.accounts import given_worker
from tests.factories.conversations import given_talk
from tests.factories.market import untouched
from tests.marketplace.test_pages_ground import Naming, ada, naming  # noqa: F401
from tests.visitor import HTML, Visitor

pytestmark = pytest.mark.django_db
OURS = {"Origin": "http://testserver"}


def post(visitor: Visitor, data: dict[str, Any], **headers: str) -> Any:
    return visitor.client.post("/naming", data, headers=HTML | headers)


def test_a_page_says_by_an_opaque_sign_whose_it_is_and_the_page_without_a_network_does_not(
    ada: Account,  # noqa: F811
) -> None:
    one, other = Visitor(ada), Visitor(given_worker(name="Bea").account)
    signs = [visitor.open("/naming").headers[HEADER] for visitor in (one, one, other)]
    assert signs[0] == signs[1] != signs[2]
    assert ada.public_id not in signs[0] and NOBODY not in signs
    assert Visitor().open("/jobs").headers[HEADER] == NOBODY
    assert Visitor().open("/account/login").headers[HEADER] == NOBODY
    offline = one.open("/offline")
    assert HEADER not in offline.headers and signs[0] not in offline.html and "evidence.js" in offline.html


def test_a_form_of_a_page_that_was_open_for_too_long_comes_back_as_typed(ada: Account) -> None:  # noqa: F811
    visitor = Visitor(ada)
    old = visitor.open("/naming").form("rename").data | {"csrfmiddlewaretoken": ["x" * 64], "name": ["Kept"]}
    with untouched(besides=Session):
        answer = post(visitor, old, **OURS)
    assert (answer.status_code, answer["Location"]) == (302, "/naming")
    again = visitor.open("/naming")
    assert "was not sent yet" in again.text and again.form("rename").data["name"] == ["Kept"]
    assert "AdaKept" in visitor.send(again, "rename").text


@pytest.mark.parametrize(
    ("headers", "token"),
    [
        ({}, "x" * 64),
        ({"Origin": "https://evil.example"}, "x" * 64),
        (OURS, None),
        (OURS | {"X-Name-Next": "1"}, "x" * 64),
    ],
    ids=["no origin", "another site", "no token", "a script"],
)
def test_only_a_form_that_the_browser_vouches_for_comes_back(
    ada: Account,  # noqa: F811
    headers: dict[str, str],
    token: str | None,
) -> None:
    visitor = Visitor(ada)
    form = visitor.open("/naming").form("rename").data | {"name": ["Planted"]}
    form.pop("csrfmiddlewaretoken")
    answer = post(visitor, form | ({"csrfmiddlewaretoken": [token]} if token else {}), **headers)
    assert (answer.status_code, answer["X-Error-Code"]) == (403, "form_too_old")
    assert visitor.open("/naming").form("rename").data["name"] == [""]


def test_a_script_is_told_the_next_page_and_what_is_said_there_stays_for_the_person(ada: Account) -> None:  # noqa: F811
    visitor = Visitor(ada)
    form = visitor.open("/naming").form("rename").data
    answer = post(visitor, form | {"name": "B"}, **{"X-Name-Next": "1"})
    assert (answer.status_code, answer.json()) == (200, {"to": "/naming"})
    assert "Renamed." in visitor.open("/naming").text
    refused = post(visitor, form | {"name": "taken"}, **{"X-Name-Next": "1"})
    assert (refused.status_code, refused["X-Error-Code"]) == (409, "idempotency_key_reused")

    visitor.client.logout()
    stranger = Visitor()
    stranger.client.cookies = visitor.client.cookies
    gone = post(stranger, stranger.open("/jobs").forms[0].data | form, **{"X-Name-Next": "1"} | OURS)
    assert gone.status_code == 403 or gone.json()["to"].startswith("/account/login")


def test_something_that_a_form_names_and_that_is_not_there_loses_nothing(
    ada: Account,  # noqa: F811
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from marketplace.core.errors import NotFound

    def missing(self: Naming) -> None:
        raise NotFound("There is no such name.")

    monkeypatch.setattr(Naming, "act_rename", missing)
    visitor = Visitor(ada)
    after = visitor.send(visitor.open("/naming"), "rename", name="Typed")
    assert (after.status, after.form("rename").data["name"]) == (404, ["Typed"])
    assert "There is no such name." in after.text


def test_a_conversation_that_is_refreshed_after_signing_out_leads_the_whole_page_to_sign_in(
    house_accounts: None,
) -> None:
    talk = given_talk()
    answer = Visitor().client.get(f"/messages/{talk.row.public_id}", headers=HTML | {"HX-Request": "true"})
    assert answer["HX-Redirect"].startswith("/account/login?next=") and answer.content == b""
