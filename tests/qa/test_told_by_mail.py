"""What an owner is mailed of by itself: a report, a card that is kept or forgotten, a webhook endpoint, a low wallet; each once."""

from collections.abc import Callable
from datetime import datetime

import pytest
from django.db import connection

from marketplace.core import ids
from marketplace.core.transactions import unit
from tests.api import Api
from tests.factories.accounts import given_agent
from tests.factories.approvals import owner_of
from tests.factories.mailbox import mailbox, subjects
from tests.factories.market import given_bounty, given_funded_agent, given_money, untouched
from tests.factories.members import given_member
from tests.factories.qa import given_run, given_tester, send, turn
from tests.factories.taste import given_panel, later
from tests.visitor import Visitor
from wallet.models import Checkout, Controls, ProviderAccount
from wallet.providers.cards import SavedMethod
from wallet.services import checkouts, low_balance
from webhooks.models import Event

pytestmark = pytest.mark.django_db
HOOK = {"url": "http://127.0.0.1:9/hook", "events": ["escrow.funded", "escrow.released"]}
At = Callable[[str], datetime]


def about(owner: Api, words: str) -> list[str]:
    """The texts of mails with these words in their subject."""
    return [" ".join(mail["text"].split()) for mail in mailbox(owner) if words in mail["subject"]]


def test_the_report_of_a_test_run_is_mailed_once_to_whoever_ordered_it_unless_switched_off() -> None:
    owner, run = given_run(testerCount=1, budgetPerRunCents=1180)
    quiet, other = given_run(testerCount=1, budgetPerRunCents=1180)
    assert quiet.patch("/api/humans/me", {"notifications": {"work": False}}).status == 200
    for one in (run, other):
        worker, _ = given_tester(one)
        assert send(worker, one, text="I bought a mug and all of it went well.").status == 200
    turn()
    turn()

    [text] = about(owner, "The report of your test run is ready")
    assert "Testers: 1 of 1" in text and "fewer answers" not in text
    assert f"/owner/runs/{run.public_id}/report" in text
    assert Visitor(owner.account).open(f"/owner/runs/{run.public_id}/report").status == 200
    assert about(quiet, "The report of") == []


def test_the_report_of_a_panel_says_how_many_voted_and_what_came_back() -> None:
    panel = given_panel(respondentCount=3)
    panel.vote(panel.respondent())
    for _ in range(4):
        later(24 * 7)

    [text] = about(panel.agent, "The report of your panel is ready")
    assert "Votes: 1 of 3" in text and "It has fewer answers than were asked for" in text
    assert f"/owner/runs/panels/{panel.run_id}/report" in text


def kept(agent: Api, method: str = "pm_1", label: str = "card •••• 4242", fingerprint: str = "") -> None:
    """A deposit by card, on whose page whoever pays lets us keep it."""
    deposit = agent.post("/api/wallet/deposit", {"amount": 20, "savePaymentMethod": True})
    page = Checkout.objects.get(account=agent.account, status="open")
    assert deposit.status == 200
    saved = SavedMethod(customer="cus_1", method=method, label=label, fingerprint=fingerprint)
    checkouts.book(page.pk, rail="card", reference=f"ch_{page.pk}", cents=2000, method=label, saved=saved)


def test_a_card_that_is_kept_is_mailed_when_it_is_new_and_when_it_is_forgotten() -> None:
    agent = given_agent()
    kept(agent)
    kept(agent)
    [text] = about(agent, "a card is kept")
    assert "Card: card •••• 4242" in text and "/owner/wallet/controls" in text

    kept(agent, "pm_2", "card •••• 1881")
    assert len(about(agent, "a card is kept")) == 2

    visitor = Visitor(agent.account)
    page = visitor.open("/owner/wallet/controls")
    for _ in range(2):
        visitor.send(page, "forget")
    [text] = about(agent, "the kept card was forgotten")
    assert "Card: card •••• 1881" in text and "the top-up is off" in text
    assert not ProviderAccount.objects.exclude(saved_method_ref="").exists()


def test_a_card_is_kept_once_where_each_payment_has_another_id() -> None:
    agent = given_agent()
    kept(agent, "pm_1")
    kept(agent, "pm_2", fingerprint="fp_a")  # the first time that the provider says one
    kept(agent, "pm_3", fingerprint="fp_a")
    assert len(about(agent, "a card is kept")) == 1
    assert ProviderAccount.objects.get().saved_method_ref == "pm_3", "which is the one that can be charged"

    kept(agent, "pm_4", fingerprint="fp_b")
    assert len(about(agent, "a card is kept")) == 2, "another card with the same last digits"

    visitor = Visitor(agent.account)
    visitor.send(visitor.open("/owner/wallet/controls"), "forget")
    assert ProviderAccount.objects.get().saved_method_fingerprint == ""
    kept(agent, "pm_5", fingerprint="fp_b")
    assert len(about(agent, "a card is kept")) == 3, "it was forgotten meanwhile"

    for method in ("pm_6", "pm_7"):
        kept(agent, method, label="")
    assert len(about(agent, "a card is kept")) == 5, "nobody knows whether these are one"


def test_a_webhook_endpoint_is_mailed_when_it_is_made_not_when_it_is_refused() -> None:
    agent = given_agent()
    with untouched():
        assert agent.post("/api/webhooks/endpoints", HOOK | {"url": "ftp://nowhere"}).status == 400
    assert agent.post("/api/webhooks/endpoints", HOOK).status == 200

    [text] = about(agent, "a webhook endpoint was made")
    assert f"Webhook endpoint: {HOOK['url']}" in text and "It gets: Money was set aside; Pay was released" in " ".join(
        text.split()
    )
    assert "/owner/webhooks" in text and "API key: " in text and "whsec_" not in text


def test_an_endpoint_that_an_agent_renews_at_each_start_is_mailed_once_a_day(at: At) -> None:
    at("2026-11-21T10:00:00Z")
    agent = given_agent()
    other = HOOK | {"url": f"{HOOK['url']}/2"}
    made = [agent.post("/api/webhooks/endpoints", hook)["endpoint"]["id"] for hook in (HOOK, other)]
    renewed = "a webhook endpoint has a new secret"
    assert about(agent, renewed) == []

    for _ in range(3):
        assert agent.post("/api/webhooks/endpoints", HOOK).status == 200
    [text] = about(agent, renewed)
    assert f"Webhook endpoint: {HOOK['url']}" in text and f"/owner/webhooks/{made[0]}" in text
    assert "API key: " in text and "whsec_" not in text

    assert agent.post("/api/webhooks/endpoints", other).status == 200
    assert len(about(agent, renewed)) == 2, "each endpoint is told of alone"

    at("2026-11-22T09:59:00Z")
    agent.post("/api/webhooks/endpoints", HOOK)
    assert len(about(agent, renewed)) == 2
    at("2026-11-22T10:00:01Z")
    agent.post("/api/webhooks/endpoints", HOOK)
    assert len(about(agent, renewed)) == 3


def test_an_endpoint_that_its_owner_renews_is_no_news_to_them_but_one_that_a_member_renews_is() -> None:
    agent = given_agent()
    assert agent.post("/api/webhooks/endpoints", HOOK).status == 200
    key = {"keyId": owner_of(agent).get("/api/keys")["keys"][0]["id"]}

    assert owner_of(agent).post("/api/webhooks/endpoints", HOOK | key).status == 200
    assert about(agent, "a webhook endpoint has a new secret") == []

    assert given_member(agent, "owner").post("/api/webhooks/endpoints", HOOK | key).status == 200
    assert len(about(agent, "a webhook endpoint has a new secret")) == 1


def test_a_wallet_that_falls_below_its_mark_is_mailed_once_an_hour_at_most(at: At) -> None:
    at("2026-11-21T10:00:00Z")
    agent = given_funded_agent(1500)
    assert owner_of(agent).patch("/api/wallet/controls", {"lowBalanceThresholdCents": 1000}).status == 200
    given_bounty(agent)
    given_money(agent, 1000)
    given_bounty(agent, price_cents=1000)
    assert subjects(agent).count("Your wallet is low: $9.10") == 1
    [text] = about(agent, "Your wallet is low")
    assert "Your mark: $10.00" in text and "/owner/wallet/add" in text and "automatic top-up" not in text

    at("2026-11-21T11:00:01Z")
    given_money(agent, 1000)
    given_bounty(agent, price_cents=1000)
    assert len(about(agent, "Your wallet is low")) == 2


def test_a_wallet_that_crosses_its_mark_again_and_again_is_mailed_each_hour(at: At) -> None:
    """Each time fifty minutes after the last: the pause is from the last mail, not from the last crossing."""
    at("2026-11-21T10:00:00Z")
    agent = given_funded_agent(1500)
    assert owner_of(agent).patch("/api/wallet/controls", {"lowBalanceThresholdCents": 1000}).status == 200
    mails = []
    for moment in ("10:00", "10:50", "11:40", "12:30", "13:20"):
        at(f"2026-11-21T{moment}:00Z")
        given_bounty(agent, price_cents=1000)
        mails.append(len(about(agent, "Your wallet is low")))
        given_money(agent, 1180)

    assert mails == [1, 1, 2, 2, 3]
    assert Event.objects.filter(account=agent.account, type="wallet.low_balance").count() == 5


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("house_accounts")
def test_a_loss_does_not_wait_for_controls_that_somebody_has_who_waits_for_the_wallet() -> None:
    agent = given_funded_agent(1500)
    controls = Controls.objects.create(account=agent.account, low_balance_threshold_cents=1000)
    theirs = connection.copy()
    with theirs.cursor() as other:
        other.execute("begin")
        other.execute("select 1 from wallet_controls where account_id = %s for no key update", [agent.account.pk])

        unit(lambda: low_balance.crossed(controls, transaction_id=ids.new(), balance_cents=10, threshold_cents=1000))

        other.execute("rollback")
    theirs.close()
    assert len(about(agent, "Your wallet is low")) == 1
    controls.refresh_from_db()
    assert controls.low_mail_not_before is None, "the next post mails again, at worst"


def test_whoever_sets_no_mark_or_wants_no_such_mail_gets_none() -> None:
    plain, quiet = given_funded_agent(1500), given_funded_agent(1500)
    assert owner_of(quiet).patch("/api/wallet/controls", {"lowBalanceThresholdCents": 1000}).status == 200
    assert quiet.patch("/api/humans/me", {"notifications": {"work": False}}).status == 200

    for agent in (plain, quiet):
        given_bounty(agent)
        assert about(agent, "Your wallet is low") == []
