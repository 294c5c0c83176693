"""The page on which a person gives the bank account that is paid out to, and what the provider says about it."""

from collections.abc import Callable
from datetime import datetime
from typing import Any

import pytest

from marketplace.core import ids
from marketplace.models import Account, Call, Mail
from tests.api import Api
from tests.factories.accounts import given_agent
from tests.factories.market import (
    given_funded_agent,
    given_payouts,
    untouched,
)
from tests.visitor import Visitor
from wallet import providers
from wallet.errors import ProviderUnavailable
from wallet.models import Outflow, ProviderAccount
from wallet.providers.cards import Recipient
from wallet.services import outflows, payouts

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("sound_books")]
At = Callable[[str], datetime]
FORM = {"Content-Type": "application/x-www-form-urlencoded"}


def given_rich(cents: int = 1000, bank: str = "000123456789") -> Api:
    agent = given_funded_agent(cents)
    given_payouts(agent, bank)
    return agent


def pay_out() -> None:
    for outflow in Outflow.objects.all():
        outflows.send(outflow.pk)


def mails(api: Api) -> list[str]:
    return list(Mail.objects.filter(to=api.account.email).order_by("created_at").values_list("subject", flat=True))


# ------------------------------------------------------------------ onboarding


def path_of(url: str) -> str:
    return "/" + url.split("/", 3)[3]


def form(url: str, number: str) -> Any:
    return Api().call("POST", path_of(url), raw=f"account-number={number}".encode(), **FORM)


def test_the_page_asks_for_a_bank_account_and_then_payouts_work() -> None:
    agent = given_funded_agent(1000)
    started = agent.post("/api/payouts/onboarding")
    assert (started.status, started["onboarded"], started.headers["Cache-Control"]) == (200, False, "private, no-store")
    url = started["onboardingUrl"]
    assert b"Where are you paid?" in Api().get(path_of(url)).body

    given = form(url, "0001+2345+6789")

    assert given.status == 302
    assert b"You can be paid" in Api().get(path_of(url)).body
    shown = agent.get("/api/account")["account"]["payouts"]
    assert (shown["onboarded"], shown["bankLast4"], shown["bankGivenAt"] is not None) == (True, "6789", True)
    assert agent.post("/api/wallet/withdraw").status == 200
    again = agent.post("/api/payouts/onboarding")
    assert (again["onboarded"], again["onboardingUrl"]) == (True, url)


def test_who_only_works_is_led_to_their_earnings_and_not_to_an_owners_wallet() -> None:
    person = given_rich()
    path = path_of(person.post("/api/payouts/onboarding")["onboardingUrl"])
    me = Visitor(person.account)

    assert {"/earnings", "/owner/wallet/withdraw"} <= set(Visitor().open(path).links)
    only_works = me.open(path).links
    assert "/earnings" in only_works and "/owner/wallet/withdraw" not in only_works

    me.open("/owner")
    assert {"/earnings", "/owner/wallet/withdraw"} <= set(me.open(path).links)


def test_whoever_gives_a_bank_account_its_owner_is_told_and_who_had_asked_for_the_page() -> None:
    agent = given_funded_agent(1000)
    key = agent.account.keys.get()
    url = agent.post("/api/payouts/onboarding")["onboardingUrl"]
    form(url, "000123456789")
    form(url, "000123456789")  # the same one: nothing changes
    form(url, "000111111116")

    told = Mail.objects.filter(to=agent.account.email, subject__contains="bank account ending").order_by("created_at")
    first, second = [mail.text for mail in told]
    assert "- Bank account: ending 6789" in first
    assert "Until now" not in first
    assert "- Bank account: ending 1116\n- Until now: ending 6789" in second
    for text in (first, second):
        assert f"- Its page was last asked for by: the key “{key.name}”" in text
        assert "- Who gave it: whoever has the address of that page can" in text
        assert "- From: " in text
        assert "/settings#bank" in text
    lines = Call.objects.filter(account=agent.account, via="service").order_by("created_at")
    notes = [
        f"Bank account: ending {last4}; its page was last asked for by the key “{key.name}”" for last4 in (6789, 1116)
    ]
    assert [(row.operation, row.note, row.object_id) for row in lines] == [("giveBankAccount", n, "") for n in notes]


def test_who_asks_for_the_page_afterwards_has_not_given_the_bank_account() -> None:
    agent = given_rich()
    row = ProviderAccount.objects.get(account=agent.account)
    agent.account.keys.update(name="another name")

    agent.post("/api/payouts/onboarding")

    row.refresh_from_db()
    assert (row.bank_asked_via, row.bank_asked_by) == ("key", "another name")
    assert (row.bank_given_via, row.bank_given_by) == ("", ""), "it was given before anybody asked"


def test_a_bank_account_of_another_provider_is_asked_for_again() -> None:
    agent = given_rich()
    ProviderAccount.objects.update(provider="former")

    started = agent.post("/api/payouts/onboarding")

    assert started["onboarded"] is False
    assert b"Where are you paid?" in Api().get(path_of(started["onboardingUrl"])).body
    assert agent.post("/api/wallet/withdraw").code == "payout_onboarding_required"


def test_a_page_without_the_bank_account_pays_nobody() -> None:
    agent = given_funded_agent(1000)
    url = agent.post("/api/payouts/onboarding")["onboardingUrl"]
    with untouched():
        for number, words in (
            ("", b"Enter the bank account number"),
            ("123456", b"only its test accounts"),
            ("1" * 999, b"only"),
        ):
            answer = form(url, number)
            assert (answer.status, words in answer.body) == (400, True)
            assert b'123456"' not in answer.body, "what was typed never comes back"
        assert agent.post("/api/wallet/withdraw").code == "payout_onboarding_required"
    for address in ("/payouts/onboarding/pac_x", f"/payouts/onboarding/{ids.encode('pac', ids.new())}"):
        assert Api().get(address).status == 404


def test_the_bank_account_can_be_changed_and_what_is_under_way_keeps_its_own() -> None:
    agent = given_rich(bank="000111111116")
    agent.post("/api/wallet/withdraw", {"amountCents": 100})
    url = agent.post("/api/payouts/onboarding")["onboardingUrl"]
    assert b"Bank account number" in Api().get(path_of(url) + "?change").body
    form(url, "000123456789")
    agent.post("/api/wallet/withdraw", {"amountCents": 200})

    pay_out()

    assert [row["status"] for row in agent.get("/api/wallet/withdrawals")["withdrawals"]] == ["paid", "failed"]


def test_the_sandbox_s_verify_route_makes_payouts_work_and_takes_them_back() -> None:
    agent = given_funded_agent(1000)
    here = Api()
    here.address = "127.0.0.1"
    path = f"/api/sandbox/humans/{agent.account.public_profile_id}/verify"

    here.post(path, {"payouts": True})
    assert agent.post("/api/wallet/withdraw", {"amountCents": 100}).status == 200
    pay_out()
    assert Outflow.objects.get().status == "paid"

    here.post(path, {"linkedin": True})
    assert agent.post("/api/wallet/withdraw", {"amountCents": 100}).status == 200
    here.post(path, {"payouts": False})
    assert agent.post("/api/wallet/withdraw", {"amountCents": 100}).code == "payout_onboarding_required"


def test_a_provider_that_is_away_is_502_and_the_same_key_goes_on_later(monkeypatch: pytest.MonkeyPatch) -> None:
    agent = given_agent()
    with monkeypatch.context() as away:
        away.setattr(providers.SandboxCards, "onboarding", _away)
        assert agent.post("/api/payouts/onboarding", Idempotency_Key="k").status == 502

    again = agent.post("/api/payouts/onboarding", Idempotency_Key="k")

    assert (again.status, ProviderAccount.objects.count()) == (200, 1)
    assert again["onboardingUrl"].endswith(ProviderAccount.objects.get().public_id)


def test_what_a_real_provider_says_is_written_down_when_somebody_returns_from_its_page(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    agent = given_agent()
    row = ProviderAccount.objects.create(account=agent.account, provider="real", payout_ref="acct_1")
    address = f"/payouts/onboarding/{row.public_id}"
    with untouched():
        assert Api().get(address).status == 503, "another provider by now: nobody to ask"
    monkeypatch.setattr(providers.SandboxCards, "name", "real")
    for able in (False, True, False):
        monkeypatch.setattr(providers.SandboxCards, "recipient", lambda *_, able=able: Recipient(able))
        shown = Api().get(address).body
        assert (b"You can be paid" in shown, b"Not finished yet" in shown) == (able, not able)
        assert (Account.objects.get(pk=agent.account.pk).payouts_onboarded_at is not None) == able
    monkeypatch.setattr(providers.SandboxCards, "recipient", _away)
    assert Api().get(address).status == 502


def test_a_notice_about_a_person_is_looked_up(monkeypatch: pytest.MonkeyPatch) -> None:
    agent = given_rich()
    reference = ProviderAccount.objects.get(account=agent.account).payout_ref
    monkeypatch.setattr(providers.SandboxCards, "recipient", lambda *_: Recipient(can_be_paid=False))

    for about in (reference, "", "none of ours"):
        payouts.on_webhook(about)

    assert agent.post("/api/wallet/withdraw").code == "payout_onboarding_required"


def _away(*args: object, **kwargs: object) -> Any:
    raise ProviderUnavailable()
