"""What the owner of a wallet is told of automatic charges, by mail and in the timeline."""

from datetime import timedelta

import pytest
from django.utils import translation

from marketplace.core import clock
from marketplace.models import Mail
from tests.factories.market import given_bounty
from tests.wallet.low_wallets import At, charge_mails, given_low, given_unanswered, timeline
from wallet.models import Controls, SandboxRecord, TopUp
from wallet.rules.topups import failure_words
from wallet.services import topups

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("sound_books")]


def test_each_automatic_charge_is_told_by_mail_and_in_the_timeline() -> None:
    agent = given_low()

    topups.top_up(agent.account.pk)
    topups.top_up(agent.account.pk)

    (told,) = Mail.objects.filter(to=agent.account.email, subject="Your card was charged automatically: $10.90")
    for words in (
        "- From: card •••• 4242",
        "- Because: the wallet fell below $10.00; it is filled up to $20.00",
        "- At most in 24 hours: $50.00",
        "/owner/wallet/controls",
    ):
        assert words in told.text
    assert timeline(agent) == ["$10.90 from card •••• 4242: the wallet was below $10.00"]


def test_of_many_charges_the_first_is_mailed_at_once_and_the_others_together_once_an_hour(at: At) -> None:
    begun = at("2026-03-01T10:00:00Z")
    agent = given_low(autoTopupFloorCents=1900, autoTopupMaxPerDayCents=20_000)
    for minute in range(4):  # 1090, then 700 three times
        clock.freeze(begun + timedelta(minutes=minute))
        topups.poll_due()
        given_bounty(agent, price_cents=500)
    assert len(timeline(agent)) == 4
    assert charge_mails(agent) == ["Your card was charged automatically: $10.90"]

    clock.freeze(begun + timedelta(minutes=59))
    Controls.objects.update(auto_topup_enabled=False)
    assert topups.poll_due() == 0
    clock.freeze(begun + timedelta(hours=1))
    assert (topups.poll_due(), topups.poll_due()) == (1, 0)

    total = sum(TopUp.objects.exclude(amount_cents=1090).values_list("amount_cents", flat=True))
    assert charge_mails(agent)[1:] == [f"Your card was charged 3 times automatically: ${total / 100:.2f}"]
    text = Mail.objects.get(subject__contains="3 times").text
    for words in (
        "- Total: ",
        "- Charges: 3",
        "- From: card •••• 4242",
        "- The last one: Sun 1 March, 10:03 UTC",
    ):
        assert words in text
    Controls.objects.update(auto_topup_enabled=True)
    clock.freeze(begun + timedelta(hours=1, minutes=1))
    assert topups.poll_due() == 1
    clock.freeze(begun + timedelta(hours=2))
    topups.poll_due()
    assert len(charge_mails(agent)) == 3, "an hour after the last mail, as for one that came alone"


def test_a_charge_after_a_quiet_hour_is_mailed_at_once_with_what_was_not_told(at: At) -> None:
    begun = at("2026-03-01T10:00:00Z")
    agent = given_low(autoTopupFloorCents=1900, autoTopupMaxPerDayCents=20_000)
    for passed in (0, 1, 61):
        clock.freeze(begun + timedelta(minutes=passed))
        topups.top_up(agent.account.pk)
        given_bounty(agent, price_cents=500)

    assert [subject.split(":")[0] for subject in charge_mails(agent)] == [
        "Your card was charged automatically",
        "Your card was charged 2 times automatically",
    ]
    controls = Controls.objects.get()
    assert (controls.topup_untold, controls.topup_untold_cents) == (0, 0)


def test_a_mail_about_a_late_charge_says_no_settings_that_are_not_there_any_more(
    at: At, monkeypatch: pytest.MonkeyPatch
) -> None:
    agent, row = given_unanswered(at, monkeypatch, charged=True)
    off = dict.fromkeys(("autoTopupFloorCents", "autoTopupTargetCents", "autoTopupMaxPerDayCents"))
    assert agent.patch("/api/wallet/controls", {"autoTopupEnabled": False} | off).status == 200

    topups.charge(row.pk, reference=SandboxRecord.objects.get().reference)

    (mail,) = Mail.objects.filter(subject="Your card was charged automatically: $10.90")
    assert "$0.00" not in mail.text and "Because" not in mail.text and "At most in 24" not in mail.text
    assert timeline(agent)[-1] == "$10.90 from card •••• 4242"


@pytest.mark.parametrize(
    ("code", "words", "spanish"),
    [
        ("card_declined", "the card's bank declined it", None),
        ("lost_card", "the payment provider refused it (lost_card)", "el proveedor de pagos lo rechazó (lost_card)"),
        ("", "the payment provider refused it", "el proveedor de pagos lo rechazó"),
    ],
)
def test_why_a_charge_failed_is_said_in_the_readers_language(code: str, words: str, spanish: str | None) -> None:
    assert failure_words(code) == words
    with translation.override("es"):
        assert failure_words(code) == spanish if spanish else failure_words(code) != words
