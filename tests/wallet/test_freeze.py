"""A frozen wallet: one call stops every key, connector, template and standing agreement; what is owed goes on."""

from datetime import timedelta
from typing import Any

import pytest

from bounties.models import Bounty
from marketplace.core import clock
from marketplace.models import Mail
from qa.models import Run
from tests.api import Answer, Api
from tests.factories.accounts import session_token
from tests.factories.market import (
    given_bounty,
    given_completed,
    given_delivered,
    given_funded_agent,
    given_money,
    given_payouts,
    untouched,
)
from tests.factories.qa import given_template, turn
from tests.factories.services import given_approved, starts, wait
from wallet import ledger as books
from wallet import providers
from wallet.errors import ProviderUnavailable
from wallet.models import Checkout, Controls, ProviderAccount, SandboxRecord, TopUp
from wallet.services import checkouts, topups
from webhooks.models import Event

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("sound_books")]
TASK: dict[str, Any] = {"title": "Errand", "description": "One errand.", "price": 5, "estimatedHours": 0.5}


def owner_of(agent: Api) -> Api:
    """The same account, signed in."""
    return Api(agent.account, {"X-Session-Token": session_token(agent.account)})


def given_frozen(agent: Api, **said: Any) -> Answer:
    answer = owner_of(agent).post("/api/wallet/freeze", said)
    assert answer.status == 200
    return answer


def test_after_a_freeze_a_key_can_spend_nothing_and_is_told_why() -> None:
    agent = given_funded_agent(5000)
    given_payouts(agent)
    frozen = given_frozen(agent, reason="A key may have leaked.")["controls"]
    assert (frozen["frozenAt"] is not None, frozen["frozenReason"]) == (True, "A key may have leaked.")

    with untouched():
        refused = agent.post("/api/bounties", TASK)
        assert (refused.status, refused.code, refused["frozenAt"]) == (403, "wallet_frozen", frozen["frozenAt"])
        assert refused["frozenReason"] == "A key may have leaked."
        assert [action["operation"] for action in refused["nextActions"]] == ["getWalletHeadroom"]
        assert agent.post("/api/wallet/withdraw", {}).code == "wallet_frozen"


def test_a_page_that_could_only_be_left_in_the_wallet_is_not_opened(agent: Api) -> None:
    given_frozen(agent)

    with untouched():
        assert agent.post("/api/bounties", TASK).code == "wallet_frozen"


def test_what_a_page_brings_after_the_freeze_stays_in_the_wallet(agent: Api) -> None:
    assert agent.post("/api/bounties", TASK)["bounty"]["status"] == "pending_deposit"
    page = Checkout.objects.get(status="open")
    given_frozen(agent)

    checkouts.book(page.pk, rail="card", reference="paid", cents=page.amount_cents)
    checkouts.settle(page.pk)

    page.refresh_from_db()
    assert page.outcome == "left_in_wallet"
    assert books.balance(books.wallet(agent.account.pk)) == 590
    assert Bounty.objects.get().status == "pending_deposit"


def test_a_dry_run_says_that_the_wallet_is_frozen() -> None:
    agent = given_funded_agent(5000)
    given_frozen(agent)

    assert any(
        "wallet_frozen" in warning for warning in agent.post("/api/bounties", {**TASK, "dryRun": True})["warnings"]
    )


def test_the_owner_signed_in_may_still_spend() -> None:
    agent = given_funded_agent(5000)
    given_frozen(agent)

    made = owner_of(agent).post("/api/bounties", TASK)

    assert (made.status, made["bounty"]["status"]) == (200, "open")


def test_what_is_funded_is_paid_and_what_comes_back_comes_back() -> None:
    agent = given_funded_agent(5000)
    spare = given_bounty(agent)
    done = given_completed(agent=agent)
    looked_at = given_delivered(agent=agent)
    given_frozen(agent)

    paid = agent.post(f"/api/escrow/{done.application.escrow.public_id}/release", {"acknowledgeRelease": True})
    sent = looked_at.application.submissions.get().public_id
    approved = agent.patch(f"/api/bounties/{looked_at.bounty.public_id}/submissions/{sent}", {"action": "approve"})
    cancelled = agent.delete(f"/api/bounties/{spare.public_id}", {"reason": "task_no_longer_needed"})

    assert (paid.status, approved.status, cancelled.status) == (200, 200, 200)
    assert books.balance(books.earnings(done.worker.account.pk)) == 500


def test_a_cycle_of_a_subscription_is_past_due_until_its_booker_allows_spending(at: Any) -> None:
    at("2026-01-05T12:00+00:00")
    booked = given_approved(given_funded_agent(100_000))
    given_frozen(booked.agent)
    before = books.balance(books.wallet(booked.agent.account.pk))

    starts(booked)

    assert booked.statuses()[0] == "past_due"
    assert books.balance(books.wallet(booked.agent.account.pk)) == before
    owner_of(booked.agent).post("/api/wallet/unfreeze", {})
    wait(days=1)
    assert booked.statuses()[0] == "active"


def test_a_template_starts_no_run_from_a_frozen_wallet(at: Any) -> None:
    at("2026-03-02T09:00:00Z")
    agent = given_funded_agent(100_000)
    _, template = given_template(agent)
    given_frozen(agent)

    turn()

    assert [(run.status, run.reason) for run in Run.objects.filter(template=template)] == [("funding", "wallet_frozen")]
    assert books.balance(books.wallet(agent.account.pk)) == 100_000


def test_freezing_twice_is_one_freeze_and_its_owner_hears_of_each_change_once() -> None:
    agent = given_funded_agent(5000)
    owner, first = owner_of(agent), given_frozen(agent, reason="one")

    again = given_frozen(agent, reason="two")
    assert again["controls"] == first["controls"]
    assert owner.post("/api/wallet/unfreeze", {}).status == 200
    assert owner.post("/api/wallet/unfreeze", {}).status == 200

    told = Event.objects.filter(account_id=agent.account.pk, type="wallet.freeze_changed").order_by("pk")
    assert [(event.data["frozen"], event.data["reason"]) for event in told] == [(True, "one"), (False, "")]
    subjects = Mail.objects.filter(to=agent.account.email).order_by("pk").values_list("subject", flat=True)
    assert [subject.split(": ")[1] for subject in subjects] == ["spending was stopped", "spending is allowed again"]
    assert agent.post("/api/bounties", TASK).status == 200


def test_neither_a_key_nor_a_connector_freezes_or_unfreezes() -> None:
    agent = given_funded_agent(5000)
    given_frozen(agent)

    with untouched():
        for way in ("freeze", "unfreeze"):
            assert agent.post(f"/api/wallet/{way}", {}).code == "session_required"
    assert Controls.objects.get(pk=agent.account.pk).frozen_at is not None


def test_headroom_is_what_the_next_spend_may_take(agent: Api) -> None:
    given_money(agent, 5000)
    free = agent.get("/api/wallet/headroom")["headroom"]
    unlimited = dict.fromkeys(("asksAboveCents", "allowedScopes", "allowedCategories", "allowedCountries"))
    money = {"spendableCents": 5000, "balanceCents": 5000, "owedCents": 0, "frozenAt": None, "caps": []}
    money |= {"frozenReason": ""}
    assert free == money | unlimited | {"boundBy": "balance"}
    agent.patch(
        "/api/wallet/controls",
        {"spendingCapPerBountyCents": 2000, "spendingCapRolling24hCents": 1500, "spendingCapRolling30dCents": 4000},
    )
    bounty = agent.post("/api/bounties", TASK)["bountyId"]

    found = agent.get("/api/wallet/headroom")["headroom"]
    assert found["caps"] == [
        {"cap": "per_bounty", "capCents": 2000, "spentCents": 0, "leftCents": 2000},
        {"cap": "rolling_24h", "capCents": 1500, "spentCents": 590, "leftCents": 910},
        {"cap": "rolling_30d", "capCents": 4000, "spentCents": 590, "leftCents": 3410},
    ]
    assert (found["spendableCents"], found["balanceCents"]) == (910, 4410)
    on_it = agent.get(f"/api/wallet/headroom?bountyId={bounty}")["headroom"]["caps"][0]
    assert (on_it["spentCents"], on_it["leftCents"]) == (590, 1410)
    assert agent.get("/api/wallet/headroom?bountyId=nonsense").code == "validation_error"
    given_frozen(agent, reason="I look into something.")
    stopped = agent.get("/api/wallet/headroom")["headroom"]
    assert (stopped["spendableCents"], stopped["frozenReason"]) == (0, "I look into something.")


# ------------------------------------------------------------------ the kept card, and the limits meanwhile

TOP_UP: dict[str, Any] = {
    "autoTopupEnabled": True,
    "autoTopupFloorCents": 1000,
    "autoTopupTargetCents": 2000,
    "autoTopupMaxPerDayCents": 5000,
}


def given_wanting() -> Api:
    """An agent whose wallet has 5.00 USD and is to be filled up to 20.00 USD from a kept card, when somebody looks."""
    agent = given_funded_agent(500)
    kept = {"provider": "sandbox", "customer_ref": "sbx_cus", "saved_method_ref": "sbx_pm_4242424242424242"}
    ProviderAccount.objects.create(account=agent.account, **kept)
    assert owner_of(agent).patch("/api/wallet/controls", TOP_UP).status == 200
    return agent


def held(agent: Api) -> int:
    return books.balance(books.wallet(agent.account.pk))


def topped_up(agent: Api) -> list[Any]:
    rows = Event.objects.filter(account_id=agent.account.pk, type__startswith="wallet.auto").order_by("pk")
    return [next(iter(row.data.values())) for row in rows]


def test_while_spending_is_stopped_no_card_is_charged_and_afterwards_it_goes_on() -> None:
    agent = given_wanting()
    given_frozen(agent)

    with untouched():
        assert (topups.top_up(agent.account.pk), topups.poll_due()) == (None, 0), "neither queued nor due"
    assert (SandboxRecord.objects.count(), held(agent)) == (0, 500)

    owner_of(agent).post("/api/wallet/unfreeze", {})
    assert topups.poll_due() == 1
    assert (SandboxRecord.objects.count(), held(agent), topped_up(agent)) == (1, 2000, [1500])


def test_whoever_allows_spending_again_wakes_the_top_up(django_capture_on_commit_callbacks: Any) -> None:
    agent = given_wanting()
    given_frozen(agent)

    with django_capture_on_commit_callbacks() as queued:
        owner_of(agent).post("/api/wallet/unfreeze", {})

    assert "wallet.top_up" in [getattr(message, "task", "") for message in queued]


def test_a_top_up_that_was_begun_before_the_freeze_ends_without_a_charge(monkeypatch: pytest.MonkeyPatch) -> None:
    agent = given_wanting()
    begin = topups._begin

    def and_then_stopped(account_id: Any) -> Any:
        row = begin(account_id)
        Controls.objects.filter(pk=account_id).update(frozen_at=clock.now())
        return row

    with monkeypatch.context() as between:
        between.setattr(topups, "_begin", and_then_stopped)
        left = topups.top_up(agent.account.pk)

    assert left is not None
    assert (left.status, left.failure, left.attempts, SandboxRecord.objects.count()) == (
        "failed",
        "wallet_frozen",
        0,
        0,
    )
    assert (held(agent), topped_up(agent), Controls.objects.get().topup_failures) == (500, [1500, "wallet_frozen"], 0)
    given_money(agent, 300)
    owner_of(agent).post("/api/wallet/unfreeze", {})
    assert (topups.poll_due(), held(agent), topped_up(agent)[2:]) == (1, 2000, [1200]), "what is missing now"


def test_a_charge_of_unknown_outcome_is_not_sent_again_until_the_freeze_is_lifted(
    at: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun = at("2026-03-01T10:00:00Z")
    agent = given_wanting()

    def away(*_: Any, **__: Any) -> None:
        raise ProviderUnavailable()

    with monkeypatch.context() as silent:
        silent.setattr(providers.SandboxCards, "charge_saved", away)
        topups.top_up(agent.account.pk)
    given_frozen(agent)

    for minutes in (5, 30, 90):
        clock.freeze(begun + timedelta(minutes=minutes))
        assert topups.poll_due() == 0
    row = TopUp.objects.get()
    assert (row.status, row.attempts, SandboxRecord.objects.count(), held(agent)) == ("initiated", 1, 0, 500)

    owner_of(agent).post("/api/wallet/unfreeze", {})
    clock.freeze(begun + timedelta(minutes=95))
    assert (topups.poll_due(), TopUp.objects.get().status, held(agent)) == (1, "succeeded", 2000)


def test_a_charge_that_was_made_before_the_freeze_is_booked_in_it(at: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    at("2026-03-01T10:00:00Z")
    agent = given_wanting()
    charge = providers.SandboxCards.charge_saved

    def lost(self: Any, **asked: Any) -> None:
        charge(self, **asked)
        raise ProviderUnavailable()

    with monkeypatch.context() as silent:
        silent.setattr(providers.SandboxCards, "charge_saved", lost)
        topups.top_up(agent.account.pk)
    given_frozen(agent)

    topups.charge(TopUp.objects.get().pk, reference=SandboxRecord.objects.get().reference)  # as the provider reports it

    assert (TopUp.objects.get().status, held(agent), SandboxRecord.objects.count()) == ("succeeded", 2000, 1)


@pytest.mark.parametrize("change", [{"spendingCapRolling24hCents": None}, TOP_UP, {"lowBalanceThresholdCents": 1}])
def test_while_spending_is_stopped_no_key_changes_what_bounds_the_wallet(change: dict[str, Any]) -> None:
    agent = given_funded_agent(5000)
    given_frozen(agent, reason="A key may have leaked.")

    with untouched():
        refused = agent.patch("/api/wallet/controls", change)
    assert (refused.status, refused.code, refused["frozenReason"]) == (403, "wallet_frozen", "A key may have leaked.")

    assert owner_of(agent).patch("/api/wallet/controls", change).status == 200
    owner_of(agent).post("/api/wallet/unfreeze", {})
    assert agent.patch("/api/wallet/controls", {"spendingCapRolling24hCents": 700}).status == 200
