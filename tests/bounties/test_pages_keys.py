"""/owner/keys: a key has its limits before it exists, the list has each key's limits in a line, and says when all is stopped."""

from typing import Any

import pytest
from django.conf import settings
from django.db import connection
from django.test.utils import CaptureQueriesContext
from oauth2_provider.models import RefreshToken

from marketplace.models import ApiKey, Call, Mail
from marketplace.services import keys
from tests.api import Api
from tests.factories.accounts import given_agent, given_connection
from tests.factories.market import given_funded_agent, untouched
from tests.house.strangers import EVIL
from tests.visitor import Seen, Visitor
from wallet.models import SpenderLimits
from webhooks.models import Event

pytestmark = pytest.mark.django_db
TASK: dict[str, Any] = {"title": "Errand", "description": "One errand.", "price": 5, "estimatedHours": 0.5}  # 5.90


def made_by(page: Seen) -> Api:
    """Whoever has the key that this page shows once."""
    [raw] = [field.split('value="')[1].split('"')[0] for field in page.html.split("<input") if 'id="secret"' in field]
    return Api(headers={"X-API-Key": raw})


def test_a_key_is_made_with_its_limits_which_hold_at_its_first_call_and_are_told_in_one_mail() -> None:
    agent = given_funded_agent(100_000)
    me = Visitor(agent.account)

    page = me.send(
        me.open("/owner/keys"), "make", name="bounded", spendingCapPerBountyCents="$20", spendingCapRolling24hCents="5.50",
        askAboveCents="3", **{"categories.all": None, "countries.all": None}, categories=["labor-gigs"], countries=["PT", "ES"],
    )  # fmt: skip

    key = ApiKey.objects.get(name="bounded")
    caps = SpenderLimits.objects.get(key=key)
    assert (caps.spending_cap_per_bounty_cents, caps.rolling_caps, caps.ask_above_cents) == (
        2000,
        {"rolling_24h": 550},
        300,
    )
    assert (key.categories, key.countries, key.is_limited) == (["labor-gigs"], ["PT", "ES"], True)
    line = (
        "$20.00 for one job · $5.50 in 24 hours · asks you above $3.00 · hires and pays, takes no money out · "
        "only Labor gigs · only in Portugal, Spain"
    )
    assert line in page.text and line in me.open("/owner/keys").text
    with untouched():
        assert made_by(page).post("/api/bounties", TASK).code == "category_not_allowed"
    mails = Mail.objects.filter(to=agent.account.email, subject__contains="key")
    assert mails.count() == 1 and not Mail.objects.filter(subject__contains="limits were changed").exists()
    assert Event.objects.get(type="wallet.limits_changed").data["spenderId"] == key.public_id
    assert "Per job: $20.00" in Call.objects.get(operation="page.Keys.make", status=200).note


def test_a_new_key_stands_with_the_addresses_that_take_it_and_a_line_to_try_it() -> None:
    agent = given_funded_agent()
    me = Visitor(agent.account)

    page = me.send(me.open("/owner/keys"), "make", name="helper")

    raw = made_by(page).headers["X-API-Key"]
    for words in (f"{settings.BASE_URL}/api ", f"{settings.BASE_URL}/api/mcp", f"curl {settings.BASE_URL}/api/account"):
        assert words in page.text, words
    assert f"X-API-Key: {raw}" in page.text and Api(None, {"X-API-Key": raw}).get("/api/account").status == 200
    assert me.open("/docs/frameworks").status == 200 and "/docs/frameworks" in page.links


def test_a_limit_of_one_job_above_that_of_a_day_is_said_to_be_overruled() -> None:
    me = Visitor(given_funded_agent().account)
    words = "$60.00 in 24 hours is less than $100.00 for one job: the lower limit rules."

    page = me.send(
        me.open("/owner/keys"), "make", name="two", spendingCapPerBountyCents="100", spendingCapRolling24hCents="60"
    )

    key = ApiKey.objects.get(name="two")
    assert words in page.text and words in me.open(f"/owner/keys/{key.public_id}").text
    page = me.send(me.open("/owner/keys"), "make", name="one", spendingCapPerBountyCents="60")
    assert "the lower limit rules" not in page.text


def test_a_cap_given_while_making_the_key_refuses_its_first_spend() -> None:
    agent = given_funded_agent(100_000)
    me = Visitor(agent.account)
    page = me.send(me.open("/owner/keys"), "make", name="small", spendingCapRolling24hCents="5.89")
    with untouched():
        assert made_by(page).post("/api/bounties", TASK).code == "spending_cap_exceeded"


def test_a_key_may_do_only_what_was_ticked() -> None:
    agent = given_agent()
    me = Visitor(agent.account)
    me.send(me.open("/owner/keys"), "make", name="judge", may="chosen", scopes=["review_work", "message"])
    me.send(me.open("/owner/keys"), "make", name="reader", may="chosen")

    assert ApiKey.objects.get(name="judge").scopes == ["review_work", "message"]
    assert ApiKey.objects.get(name="reader").scopes == []
    shown = me.open("/owner/keys").text
    assert "may only: judge work, write" in shown and "only reads" in shown


@pytest.mark.parametrize(
    ("field", "fields"),
    [
        ("spendingCapRolling24hCents", {"spendingCapRolling24hCents": "x"}),
        ("countries", {"countries": "Atlantis", "countries.all": None}),
        ("countries", {"countries": "PT"}),
        ("categories", {"categories": ["labor-gigs"]}),
        ("scopes", {"scopes": ["wallet"]}),
        ("scopes", {"scopes": ["wallet"], "may": "all"}),
        ("scopes", {"scopes": ["nonsense"], "may": "chosen"}),
        ("name", {"name": " "}),
        ("may", {"may": "wallet"}),
    ],
)
def test_what_makes_no_sense_makes_no_key_and_comes_back_as_typed(field: str, fields: dict[str, Any]) -> None:
    agent = given_agent()
    me = Visitor(agent.account)
    page = me.open("/owner/keys")

    with untouched():
        refused = me.send(page, "make", **{"name": "helper", "spendingCapRolling30dCents": "30"} | fields)

    assert refused.status == 400
    assert f'id="make-{field}"' in refused.html and f"make-{field}-error" in refused.html
    assert refused.form("make").data["spendingCapRolling30dCents"] == ["30"]


def test_all_that_is_wrong_is_said_at_once() -> None:
    agent = given_agent()
    me = Visitor(agent.account)
    with untouched():
        refused = me.send(me.open("/owner/keys"), "make", name="helper", may="", askAboveCents="-1")
    assert all(f"make-{field}-error" in refused.html for field in ("may", "askAboveCents"))


def test_the_list_says_each_keys_and_programs_limits_and_those_of_the_account() -> None:
    agent = given_agent()
    program = given_connection(agent.account)
    RefreshToken.objects.create(user=agent.account, application=program.application, token="t" * 40)
    me = Visitor(agent.account)
    before = me.open("/owner/keys").text
    assert before.count("no limits of money of its own") == 2
    assert "Your account has no limits of its own" in before

    me.send(me.open("/owner/wallet/controls"), "caps", spendingCapPerBountyCents="60", spendingCapRolling24hCents="100")
    me.send(me.open(f"/owner/keys/{agent.key.public_id}"), "limits", spendingCapRolling7dCents="40")

    shown = me.open("/owner/keys").text
    assert "the limits of your account: $60.00 for one job · $100.00 in 24 hours." in shown
    assert "$40.00 in 7 days" in shown and shown.count("no limits of money of its own") == 1


def test_the_page_says_that_all_spending_is_stopped_and_why() -> None:
    agent = given_agent()
    me = Visitor(agent.account)
    assert "All spending is stopped." not in me.open("/owner/keys").text
    me.send(me.open("/owner"), "freeze", reason=EVIL)
    page = me.open("/owner/keys")
    assert "All spending is stopped." in page.text and EVIL in page.text and EVIL not in page.html


def test_limits_cost_the_list_no_statement_for_each_key() -> None:
    counts = []
    for number in (1, 5):
        agent = given_agent()
        me = Visitor(agent.account)
        for name in range(number - 1):
            keys.add(agent.account.pk, f"k{name}")
        me.open("/owner/keys")
        with CaptureQueriesContext(connection) as seen:
            me.open("/owner/keys")
        counts.append(len(seen))
    assert counts[0] == counts[1] <= 15
