"""/owner/keys/{id} and /owner/programs/{id}: an owner limits one key or program on its page, and sees what was used."""

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from oauth2_provider.models import RefreshToken

from bounties.pages import leash
from marketplace.core.scopes import SCOPES
from marketplace.models import ApiKey, Connector, Mail
from tests.api import Api
from tests.factories.accounts import given_agent, given_connection
from tests.factories.market import given_funded_agent, untouched
from tests.house.strangers import EVIL
from tests.visitor import Seen, Visitor
from tests.wallet.test_spender_limits import given_key
from wallet.models import SpenderLimits

pytestmark = pytest.mark.django_db
TASK: dict[str, Any] = {"title": "Errand", "description": "One errand.", "price": 5, "estimatedHours": 0.5}  # 5.90
ALL = {"scopes.all": "true", "categories.all": "true", "countries.all": "true"}


def key_page(agent: Api) -> str:
    return f"/owner/keys/{agent.key.public_id}"


def typed(page: Seen) -> dict[str, list[str]]:
    return page.form("limits").data


def test_the_scopes_have_the_words_of_the_reference() -> None:
    assert {name: str(words) for name, words in leash.SCOPES.items()} == SCOPES


def test_a_key_without_limits_may_do_all_and_saving_that_changes_nothing() -> None:
    agent = given_agent()
    me = Visitor(agent.account)
    page = me.open(key_page(agent))
    assert {name: typed(page)[name] for name in ALL} == {name: ["true"] for name in ALL}

    assert me.send(page, "limits").status == 200

    assert (
        not SpenderLimits.objects.exists() and not Mail.objects.filter(subject__contains="limits were changed").exists()
    )
    assert not ApiKey.objects.get(pk=agent.key.pk).is_limited


def test_limits_are_typed_in_dollars_and_hold_at_once() -> None:
    agent = given_funded_agent(100_000)
    me = Visitor(agent.account)

    saved = me.send(
        me.open(key_page(agent)), "limits", spendingCapPerBountyCents="$1,000", spendingCapRolling24hCents="8",
        spendingCapRolling7dCents="12,50", askAboveCents="7", categories=["labor-gigs"], countries=["PT", "ES"],
        scopes=["read", "hire"], **dict.fromkeys(ALL),
    )  # fmt: skip

    caps, key = SpenderLimits.objects.get(), ApiKey.objects.get(pk=agent.key.pk)
    assert caps.rolling_caps == {"rolling_24h": 800, "rolling_7d": 1250}
    assert (caps.spending_cap_per_bounty_cents, caps.ask_above_cents) == (100_000, 700)
    assert (key.scopes, key.categories, key.countries) == (["read", "hire"], ["labor-gigs"], ["PT", "ES"])
    assert "The limits are saved." in saved.text
    shown = typed(saved)
    assert shown["spendingCapRolling24hCents"] == ["8.00"] and shown["countries"] == ["PT", "ES"]
    assert shown["scopes"] == ["read", "hire"] and shown["categories"] == ["labor-gigs"] and "scopes.all" not in shown
    with untouched():
        assert agent.post("/api/bounties", TASK).code == "category_not_allowed"
        assert agent.post("/api/payment-links", {"amount": 5, "description": "x"}).code == "scope_not_allowed"


def test_what_this_key_used_stands_beside_its_limits() -> None:
    agent = given_funded_agent(100_000)
    other, _ = given_key(agent)
    assert other.post("/api/bounties", TASK).status == 200
    assert agent.post("/api/bounties", TASK).status == 200
    me = Visitor(agent.account)

    page = me.send(me.open(key_page(agent)), "limits", spendingCapRolling24hCents="10")

    assert "$5.90 used, $4.10 left" in page.text and "$11.80" not in page.text


def test_nothing_ticked_is_nothing_allowed_and_stays_so() -> None:
    agent = given_agent()
    me = Visitor(agent.account)
    page = me.send(me.open(key_page(agent)), "limits", **dict.fromkeys(ALL))
    again = me.send(page, "limits", spendingCapRolling24hCents="5")

    key = ApiKey.objects.get(pk=agent.key.pk)
    assert (key.scopes, key.categories, key.countries) == ([], [], []) and again.status == 200
    lifted = me.send(again, "limits", spendingCapRolling24hCents="", **ALL)
    key.refresh_from_db()
    assert (key.scopes, key.categories, key.countries, key.is_limited) == (None, None, None, False)
    assert lifted.status == 200


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("spendingCapRolling24hCents", "x"),
        ("askAboveCents", "-1"),
        ("scopes", ["hire", "nonsense"]),
    ],
)
def test_what_makes_no_sense_is_refused_as_it_was_typed(field: str, value: Any) -> None:
    agent = given_agent()
    me = Visitor(agent.account)
    page = me.open(key_page(agent))
    fields = dict.fromkeys(ALL) | {field: value, "spendingCapRolling30dCents": "30"}

    with untouched():
        refused = me.send(page, "limits", **fields)

    assert refused.status == 400 and f"limits-{field}-error" in refused.html
    assert typed(refused)["spendingCapRolling30dCents"] == ["30"]
    if field != "scopes":
        assert typed(refused)[field] == [value]


def test_a_tick_for_all_beside_a_choice_is_not_guessed_about() -> None:
    agent = given_agent()
    me = Visitor(agent.account)
    page = me.open(key_page(agent))

    with untouched():
        refused = me.send(page, "limits", scopes=["read"], categories=["labor-gigs"], countries="PT")

    assert refused.status == 400
    for words in ("“Everything”", "“Any kind of work”", "“Anywhere”"):
        assert f"Untick {words}" in refused.text
    assert typed(refused)["categories"] == ["labor-gigs"]


def test_sent_twice_it_is_changed_and_told_once() -> None:
    agent = given_agent()
    me = Visitor(agent.account)
    page = me.open(key_page(agent))
    for _ in range(2):
        assert me.send(page, "limits", spendingCapRolling24hCents="5").status == 200

    assert SpenderLimits.objects.get().rolling_caps == {"rolling_24h": 500}
    assert Mail.objects.filter(subject__contains="limits were changed").count() == 1


def test_a_program_is_limited_and_disconnected_on_its_page() -> None:
    agent = given_funded_agent()
    row = given_connection(agent.account)
    RefreshToken.objects.create(user=agent.account, application=row.application, token="t" * 40)
    me = Visitor(agent.account)
    path = f"/owner/programs/{row.public_id}"
    listed = me.open("/owner/keys")
    assert path in listed.links and [form.act for form in listed.forms] == ["make"], "it ends on its own page"

    page = me.send(me.open(path), "limits", spendingCapRolling24hCents="5", scopes=["read"], **{"scopes.all": None})

    assert SpenderLimits.objects.get().connector_id == row.pk
    assert Connector.objects.get().scopes == ["read"] and "The limits are saved." in page.text
    gone = me.send(page, "disconnect")
    assert gone.path == "/owner/keys" and "Disconnected" in gone.text
    assert "disconnect" not in [form.act for form in me.open(path).forms]


def test_strangers_see_neither_and_a_key_that_is_gone_has_no_form() -> None:
    agent, other = given_agent(), Visitor(given_agent().account)
    program = given_connection(agent.account).public_id
    for path in (key_page(agent), f"/owner/programs/{program}", "/owner/programs/ctr_1", "/owner/keys/key_1"):
        assert other.open(path).status == 404, path
        assert "/account/login" in Visitor().open(path).path
    me = Visitor(agent.account)
    me.send(me.open(key_page(agent)), "revoke")
    assert [form.act for form in me.open(key_page(agent)).forms if form.act in ("limits", "revoke")] == []


def test_hostile_names_do_no_harm() -> None:
    agent = given_agent()
    program = given_connection(agent.account)
    Connector.objects.update(name=EVIL)
    ApiKey.objects.filter(pk=agent.key.pk).update(name=EVIL[:50])
    me = Visitor(agent.account)
    for path in (key_page(agent), f"/owner/programs/{program.public_id}", "/owner/keys"):
        assert "<img src=x" not in me.open(path).html and "<script>alert" not in me.open(path).html


def test_it_takes_as_many_statements_with_more_activity() -> None:
    counts = []
    for calls in (1, 5):
        agent = given_funded_agent(100_000)
        for _ in range(calls):
            agent.post("/api/bounties", TASK)
        me = Visitor(agent.account)
        me.open(key_page(agent))
        with CaptureQueriesContext(connection) as seen:
            me.open(key_page(agent))
        counts.append(len(seen))
    assert counts[0] == counts[1] <= 15
