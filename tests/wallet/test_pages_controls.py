"""/owner/wallet/controls: limits, notice and top-up, typed in dollars."""

from typing import Any

import pytest

from marketplace.core import rights
from tests.api import Api
from tests.factories.accounts import given_agent
from tests.factories.market import given_bounty, given_funded_agent, untouched
from tests.factories.members import given_member
from tests.visitor import Visitor
from wallet.models import Controls, ProviderAccount, TopUp
from wallet.models.ledger import LedgerTransaction
from wallet.services import topups

pytestmark = pytest.mark.django_db
PATH = "/owner/wallet/controls"
NAMES = ("PerBounty", "Rolling24h", "Rolling7d", "Rolling30d")
CAPS = [f"spendingCap{name}Cents" for name in NAMES]
TOKEN = 'name="csrfmiddlewaretoken" value="'
TOP_UP = {"autoTopupFloorCents": "20", "autoTopupTargetCents": "50", "autoTopupMaxPerDayCents": "$1,000"}


def test_limits_are_typed_in_dollars_and_hold_at_once() -> None:
    agent = given_funded_agent(100_000)
    visitor = Visitor(agent.account)

    saved = visitor.send(visitor.open(PATH), "caps", **dict(zip(CAPS, ("5", "12,50", "$1,000", ""), strict=True)))

    mine = Controls.objects.get()
    assert mine.spending_cap_per_bounty_cents == 500
    assert mine.rolling_caps == {"rolling_24h": 1250, "rolling_7d": 100_000}
    assert "Your limits are saved." in saved.text
    assert [dict(saved.form("caps").fields)[name] for name in CAPS] == ["5.00", "12.50", "1000.00", ""]
    refused = agent.post(
        "/api/bounties", {"title": "Too dear", "description": "A job.", "price": 20, "estimatedHours": 1}
    )
    assert refused.code == "spending_cap_exceeded", refused.body


def test_the_timeline_says_which_limits_were_changed_on_the_page(agent: Api) -> None:
    visitor = Visitor(agent.account)
    visitor.send(visitor.open(PATH), "caps", spendingCapPerBountyCents="5", spendingCapRolling24hCents="12.50")

    timeline = visitor.open("/owner/events")

    assert "Per job: $5.00, was not set; Per 24 hours: $12.50, was not set" in timeline.text


def test_a_limit_below_that_of_a_shorter_time_is_taken_and_said_to_rule(agent: Api) -> None:
    visitor = Visitor(agent.account)
    saved = visitor.send(visitor.open(PATH), "caps", spendingCapRolling24hCents="50", spendingCapRolling7dCents="20")

    said = "$20.00 in 7 days is less than $50.00 in 24 hours: the lower limit rules."
    assert Controls.objects.get().rolling_caps == {"rolling_24h": 5000, "rolling_7d": 2000}
    assert said in saved.text and said in visitor.open(PATH).text
    key = visitor.open(f"/owner/keys/{agent.key.public_id}")
    limited = visitor.send(key, "limits", spendingCapRolling24hCents="50", spendingCapRolling7dCents="20")
    assert said in limited.text and said not in key.text


def test_what_is_used_stands_beside_each_limit() -> None:
    agent = given_funded_agent(100_000)
    given_bounty(agent)
    visitor = Visitor(agent.account)
    page = visitor.send(visitor.open(PATH), "caps", spendingCapRolling24hCents="10")

    assert "$5.90 used, $4.10 left" in page.text and page.text.count("$5.90 set aside or sent") == 2
    overview = visitor.open("/owner/wallet")
    assert "$5.90 in 24 hours, of at most $10.00 : $4.10 left" in overview.text
    assert "$5.90 in 7 days no limit" in overview.text


@pytest.mark.parametrize("typed", ["x", "-1", "1.234", "9999999999", "<b>"])
def test_what_is_no_sum_is_refused_as_it_was_typed(agent: Api, typed: str) -> None:
    visitor = Visitor(agent.account)
    page = visitor.open(PATH)

    with untouched():
        refused = visitor.send(page, "caps", **dict.fromkeys(CAPS, typed))

    assert refused.status == 400 and refused.html.count('aria-invalid="true"') == 4
    assert dict(refused.form("caps").fields)[CAPS[0]] == typed and "<b>" not in refused.html


def test_each_form_changes_what_it_shows_only(agent: Api) -> None:
    visitor = Visitor(agent.account)
    page = visitor.open(PATH)
    visitor.send(page, "caps", spendingCapRolling24hCents="10")
    visitor.send(page, "notice", lowBalanceThresholdCents="7")
    visitor.send(page, "topup", **TOP_UP)

    mine = Controls.objects.get()
    assert (mine.spending_cap_rolling_24h_cents, mine.low_balance_threshold_cents) == (1000, 700)
    assert (mine.auto_topup_enabled, mine.auto_topup_floor_cents) == (False, 2000)


def test_a_double_tap_saves_once(agent: Api) -> None:
    visitor = Visitor(agent.account)
    page = visitor.open(PATH)
    visitor.send(page, "caps", spendingCapRolling24hCents="10")
    Controls.objects.update(spending_cap_rolling_24h_cents=2000)

    visitor.send(page, "caps", spendingCapRolling24hCents="10")

    assert Controls.objects.get().spending_cap_rolling_24h_cents == 2000


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"autoTopupFloorCents": ""}, "more than $0"),
        ({"autoTopupTargetCents": "10"}, "Give more than the balance below which"),
        ({"autoTopupMaxPerDayCents": "1"}, "the second sum less the first"),
    ],
)
def test_a_top_up_that_makes_no_sense_is_explained_in_dollars(agent: Api, change: dict[str, Any], said: str) -> None:
    visitor = Visitor(agent.account)
    page = visitor.open(PATH)

    with untouched():
        refused = visitor.send(page, "topup", autoTopupEnabled="true", **TOP_UP | change)

    assert refused.status == 400 and said in refused.text and "2000" not in refused.text


def test_the_top_up_is_switched_on_and_off(agent: Api) -> None:
    visitor = Visitor(agent.account)
    on = visitor.send(visitor.open(PATH), "topup", autoTopupEnabled="true", **TOP_UP)
    assert "The automatic top-up is on." in on.text and Controls.objects.get().auto_topup_enabled
    assert "No card is kept yet" in on.text and "/owner/wallet/add?save" in on.links
    assert "below $20.00 , up to $50.00" in visitor.open("/owner/wallet").text

    off = visitor.send(visitor.open(PATH), "topup", autoTopupEnabled=None)

    assert "The automatic top-up is off." in off.text and not Controls.objects.get().auto_topup_enabled


def test_a_stranger_is_asked_to_sign_in() -> None:
    assert "/account/login" in Visitor().open(PATH).path
    assert Visitor(given_agent().account).open(PATH).status == 200


@pytest.mark.parametrize("role", [rights.VIEWER, rights.MANAGER])
def test_a_member_sees_the_limits_and_that_they_can_not_change_them(role: str) -> None:
    owner = given_funded_agent()
    member = Visitor(given_member(owner, role).account)
    member.send(member.open("/owner/members"), "switch", account=owner.account.public_id)

    theirs, own = member.open(PATH), Visitor(owner.account).open(PATH)

    assert "Only an owner of this account changes these." in theirs.text
    assert theirs.html.count("<fieldset disabled>") == 3
    assert "Only an owner" not in own.text and "<fieldset disabled>" not in own.html


def given_kept_card(agent: Api) -> None:
    ProviderAccount.objects.create(
        account=agent.account,
        provider="sandbox",
        customer_ref="sbx_cus",
        saved_method_ref="sbx_pm_4242424242424242",
        saved_method_label="card •••• 4242",
    )
    owner = Visitor(agent.account)
    owner.send(owner.open(PATH), "topup", autoTopupEnabled="true", **TOP_UP)


def test_the_kept_card_is_forgotten_and_charged_no_more() -> None:
    agent = given_funded_agent(1000)
    given_kept_card(agent)
    topups.top_up(agent.account.pk)
    visitor = Visitor(agent.account)
    assert "Added automatically, from your card" in visitor.open("/owner/wallet/statement").text
    assert LedgerTransaction.objects.filter(kind="deposit", tags__has_key="top_up").count() == 1
    page = visitor.open(PATH)
    assert "Nothing else charges card •••• 4242." in page.text

    after = visitor.send(page, "forget")

    assert "The card is forgotten, and the automatic top-up is off." in after.text and "4242" not in after.text
    kept = ProviderAccount.objects.get()
    assert (kept.saved_method_ref, kept.saved_method_label, kept.customer_ref) == ("", "", "sbx_cus")
    assert Controls.objects.get().auto_topup_enabled is False
    given_bounty(agent, price_cents=4000)
    assert topups.top_up(agent.account.pk) is None and topups.poll_due() == 0


def test_a_card_is_not_forgotten_while_a_charge_of_it_is_on_its_way() -> None:
    agent = given_funded_agent(1000)
    given_kept_card(agent)
    visitor = Visitor(agent.account)
    page = visitor.open(PATH)
    TopUp.objects.create(account=agent.account, amount_cents=4000)

    with untouched():
        refused = visitor.send(page, "forget")

    assert refused.status == 409 and "A charge of this card is on its way." in refused.text
    assert ProviderAccount.objects.get().saved_method_ref and Controls.objects.get().auto_topup_enabled


def test_only_an_owner_forgets_the_card(agent: Api) -> None:
    given_kept_card(agent)
    own = Visitor(agent.account).open(PATH)
    manager = Visitor(given_member(agent, rights.MANAGER).account)
    manager.send(manager.open("/owner/members"), "switch", account=agent.account.public_id)

    assert "Forget this card" in own.text and "Forget this card" not in manager.open(PATH).text
    with untouched():
        refused = manager.send(own, "forget", csrfmiddlewaretoken=manager.open(PATH).html.split(TOKEN)[1].split('"')[0])
    assert (
        refused.status == 403
        and "Only its owners may do it" in refused.text
        and ProviderAccount.objects.get().saved_method_ref
    ), refused.text
