"""The automatic top-up: one charge at a time, up to the target, within the day's maximum, and never two for one need."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from marketplace.core import clock
from marketplace.models import Mail
from tests.api import Api
from tests.factories.accounts import given_agent
from tests.factories.market import given_bounty, untouched
from tests.wallet.low_wallets import At, balance, given_low, given_unanswered, timeline
from wallet import providers
from wallet.errors import ProviderUnavailable
from wallet.models import Controls, Payment, ProviderAccount, SandboxRecord, TopUp
from wallet.models.ledger import LedgerTransaction
from wallet.providers.cards import Outcome
from wallet.services import topups
from webhooks.models import Event

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("sound_books")]


def mails(agent: Api, subject: str) -> int:
    return Mail.objects.filter(to=agent.account.email, subject=subject).count()


def heard(agent: Api) -> list[tuple[str, Any]]:
    rows = Event.objects.filter(account_id=agent.account.pk, type__startswith="wallet.auto").order_by("pk")
    return [(row.type.removeprefix("wallet.auto_topup_"), next(iter(row.data.values()))) for row in rows]


def test_a_wallet_below_its_floor_is_filled_up_to_its_target_once() -> None:
    agent = given_low()

    first = topups.top_up(agent.account.pk)
    again = topups.top_up(agent.account.pk)

    assert first is not None
    assert (first.status, first.amount_cents, balance(agent)) == ("succeeded", 1090, 2000)
    assert (again, heard(agent)) == (None, [("initiated", 1090)])
    payment = Payment.objects.get(reference=first.provider_ref)
    assert (payment.method, payment.checkout_id) == ("card •••• 4242", None)


def test_at_its_floor_a_wallet_is_left_alone() -> None:
    agent = given_low(cents=1590)

    assert (balance(agent), topups.top_up(agent.account.pk), topups.poll_due()) == (1000, None, 0)


def test_switched_off_nothing_is_charged() -> None:
    agent = given_low(autoTopupEnabled=False)

    assert (topups.top_up(agent.account.pk), topups.poll_due()) == (None, 0)


def test_the_sweep_finds_a_wallet_whose_message_was_lost() -> None:
    agent = given_low()

    assert (topups.poll_due(), topups.poll_due()) == (1, 0)

    assert balance(agent) == 2000


def test_the_days_maximum_bounds_what_is_charged_in_24_hours(at: At) -> None:
    begun = at("2026-03-01T10:00:00Z")
    agent = given_low(autoTopupMaxPerDayCents=1200)
    topups.top_up(agent.account.pk)
    given_bounty(agent, price_cents=1000)
    assert balance(agent) == 820

    clock.freeze(begun + timedelta(hours=1))
    third = topups.top_up(agent.account.pk)

    assert third is not None
    assert (third.amount_cents, balance(agent)) == (110, 930), "the rest of the day's maximum"
    clock.freeze(begun + timedelta(hours=2))
    assert topups.top_up(agent.account.pk) is None, "nothing under a dollar"
    clock.freeze(begun + timedelta(hours=24))
    fresh = topups.top_up(agent.account.pk)
    assert fresh is not None
    assert (fresh.amount_cents, balance(agent)) == (1070, 2000)


def test_without_a_kept_card_it_fails_and_says_so(at: At) -> None:
    begun = at("2026-03-01T10:00:00Z")
    agent = given_low("")

    topups.top_up(agent.account.pk)
    assert topups.top_up(agent.account.pk) is None, "an hour's rest after a failure"

    assert (heard(agent), balance(agent)) == ([("failed", "no_saved_payment_method")], 910)
    clock.freeze(begun + timedelta(hours=1))
    assert topups.poll_due() == 1


def test_three_failures_in_a_row_switch_it_off_and_the_owner_is_mailed(at: At) -> None:
    begun = at("2026-03-01T10:00:00Z")
    agent = given_low("4000000000000341")

    for hour in range(4):
        clock.freeze(begun + timedelta(hours=hour))
        topups.poll_due()

    assert heard(agent) == [("initiated", 1090), ("failed", "card_declined")] * 3
    controls = Controls.objects.get()
    assert (controls.auto_topup_enabled, balance(agent)) == (False, 910)
    assert mails(agent, "Your card could not be charged automatically: $10.90") == 2, "of the third the next one tells"
    off = Mail.objects.get(subject="Your automatic top-up was switched off")
    assert "Last reason: the card's bank declined it" in off.text
    assert timeline(agent) == ["$10.90 from card •••• 0341: the card's bank declined it"] * 3
    agent.patch("/api/wallet/controls", {"autoTopupEnabled": True})
    controls.refresh_from_db()
    assert (controls.topup_failures, controls.topup_not_before) == (0, None)


def test_a_charge_nobody_heard_of_is_asked_for_again_with_the_same_key(at: At, monkeypatch: pytest.MonkeyPatch) -> None:
    begun = at("2026-03-01T10:00:00Z")
    agent = given_low()
    charge = providers.SandboxCards.charge_saved

    def lost(self: Any, **asked: Any) -> Outcome:
        charge(self, **asked)  # it was taken, and the answer never came
        raise ProviderUnavailable()

    with monkeypatch.context() as away:
        away.setattr(providers.SandboxCards, "charge_saved", lost)
        topups.top_up(agent.account.pk)
    assert (TopUp.objects.get().status, balance(agent), topups.top_up(agent.account.pk)) == ("initiated", 910, None)

    clock.freeze(begun + timedelta(seconds=30))
    assert topups.poll_due() == 1

    assert (TopUp.objects.get().status, balance(agent)) == ("succeeded", 2000)
    assert SandboxRecord.objects.count() == 1


# ------------------------------------------------------------------ nobody answers


def staff() -> Client:
    client = Client()
    client.force_login(given_agent(is_staff=True).account)
    return client


def decide(office: Client, row: TopUp, verb: str, **form: str) -> str:
    values = {f"{verb}-{name}": value for name, value in form.items()} | {"confirmed": "1"}
    return office.post(reverse("admin:wallet_topup_decide", args=[row.pk, verb]), values, follow=True).content.decode()


def test_after_a_day_without_an_answer_staff_is_called_and_the_owner_told(
    at: At, monkeypatch: pytest.MonkeyPatch
) -> None:
    agent, row = given_unanswered(at, monkeypatch)

    assert (row.status, row.next_attempt_at, balance(agent)) == ("attention", None, 910)
    assert heard(agent) == [("initiated", 1090), ("failed", "unknown")]
    assert mails(agent, "An automatic charge of $10.90 has no answer yet") == 1
    assert re.search(r"Top-ups to trace <strong>1</strong>", staff().get("/admin/").content.decode())


def test_another_may_be_charged_meanwhile_and_the_first_is_never_charged_late(
    at: At, monkeypatch: pytest.MonkeyPatch
) -> None:
    agent, row = given_unanswered(at, monkeypatch)

    assert topups.top_up(agent.account.pk) is None, "an hour's rest, as after a failure"
    clock.freeze(clock.now() + timedelta(hours=1))
    assert topups.poll_due() == 1
    topups.charge(row.pk)

    assert sorted(TopUp.objects.values_list("status", flat=True)) == ["attention", "succeeded"]
    assert (balance(agent), SandboxRecord.objects.count()) == (2000, 1)
    second = TopUp.objects.get(status="succeeded")
    with untouched():
        late = decide(staff(), row, "charged", reference=second.provider_ref, reason="I found this.")
    assert "This charge is booked already." in late


def test_the_providers_message_ends_it_late(at: At, monkeypatch: pytest.MonkeyPatch) -> None:
    agent, row = given_unanswered(at, monkeypatch, charged=True)

    ended = topups.charge(row.pk, reference=SandboxRecord.objects.get().reference)

    assert (ended.status, balance(agent), SandboxRecord.objects.count()) == ("succeeded", 2000, 1)


def test_a_name_that_the_provider_gave_is_looked_at_every_hour(at: At, monkeypatch: pytest.MonkeyPatch) -> None:
    agent, row = given_unanswered(at, monkeypatch, charged=True)
    reference = SandboxRecord.objects.get().reference
    Controls.objects.update(auto_topup_enabled=False)

    def away(*_: Any) -> Outcome:
        raise ProviderUnavailable()

    with monkeypatch.context() as still:
        still.setattr(providers.SandboxCards, "poll", away)
        row = topups.charge(row.pk, reference=reference)
    assert (row.status, row.provider_ref, balance(agent)) == ("attention", reference, 910)

    clock.freeze(clock.now() + timedelta(hours=1))
    assert topups.poll_due() == 1

    assert (TopUp.objects.get().status, balance(agent), SandboxRecord.objects.count()) == ("succeeded", 2000, 1)


def test_staff_records_that_it_was_charged(at: At, monkeypatch: pytest.MonkeyPatch) -> None:
    agent, row = given_unanswered(at, monkeypatch, charged=True)
    reference = SandboxRecord.objects.get().reference
    page = staff().get(reverse("admin:wallet_topup_change", args=[row.pk])).content.decode()
    assert "The provider has charged it" in page and "The provider has not charged it" in page

    done = decide(staff(), row, "charged", reference=reference, reason="Their support, by phone.")

    row.refresh_from_db()
    assert "recorded as charged." in done
    assert (row.status, row.provider_ref, balance(agent)) == ("succeeded", reference, 2000)
    booked = LedgerTransaction.objects.get(tags__top_up=row.public_id)
    assert booked.tags["reason"] == "Their support, by phone." and booked.tags["actor"].startswith("staff:prf_")


def test_staff_records_that_it_was_not_charged(at: At, monkeypatch: pytest.MonkeyPatch) -> None:
    agent, row = given_unanswered(at, monkeypatch)
    with untouched():
        assert "Write down who said what" in decide(staff(), row, "not-charged")
        decide(Client(), row, "not-charged", reason="Me, me, me.")

    decide(staff(), row, "not-charged", reason="Not on their list.")

    row.refresh_from_db()
    assert (row.status, row.failure, balance(agent)) == ("failed", "not_charged", 910)
    assert heard(agent) == [("initiated", 1090), ("failed", "unknown")], "it is counted once"
    assert Controls.objects.get().topup_failures == 1
    (late,) = Mail.objects.filter(subject="The automatic charge of $10.90 without an answer was not made")
    assert late.to == agent.account.email
    for words in ("says now that it was not", "- Begun: Sun 1 March, 10:00 UTC", "- Balance now: $9.10"):
        assert words in " ".join(late.text.split())
    assert "in an hour" not in late.text
    assert timeline(agent)[1:] == [
        "$10.90 from card •••• 4242 was not charged: the payment provider says so now",
    ]
    with untouched():
        again = decide(staff(), row, "charged", reference="ch_1", reason="They said yes.")
    assert "This one is failed by now." in again


def test_a_card_that_was_taken_away_after_the_first_call_does_not_make_it_failed(
    at: At, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, row = given_unanswered(at, monkeypatch)
    now = clock.now()
    TopUp.objects.update(status="initiated", created_at=now, next_attempt_at=now, ended_at=None)
    ProviderAccount.objects.update(saved_method_ref="")

    assert topups.charge(row.pk).status == "initiated"
