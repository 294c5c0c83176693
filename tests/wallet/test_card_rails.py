"""One suite over both card rails: whoever asks them can't tell which one answers."""

from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.conf import settings

from marketplace.core import clock
from marketplace.core.actor import Actor
from marketplace.core.transactions import unit
from marketplace.models import Mail
from tests.api import Api
from tests.factories.market import violations
from tests.wallet.conftest import Payer, given_checkout, wallet_of
from tests.wallet.rails import DECLINED, DECLINED_LATER, PRESENT_ONLY, Rail, Sandbox, Stripe
from tests.wallet.stripe_stand_in import SECRET, running
from wallet import ledger as books
from wallet.models import Checkout, Controls, Discrepancy, Outflow, Payment, ProviderAccount, TopUp
from wallet.services import checkouts, outflows, pages, reconciliation, topups

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("sound_books")]
At = Callable[[str], Any]


@pytest.fixture(params=["sandbox", "stripe"])
def rail(request: pytest.FixtureRequest, settings: Any) -> Iterator[Rail]:
    """Afterwards the provider's books and ours agree, whatever happened."""
    if request.param == "sandbox":
        rail: Rail = Sandbox()
        yield rail
        rail.back()
        assert reconciliation.compare(None, None) == []
        return
    for api in running():
        settings.CARD_PROVIDER, settings.STRIPE_API_KEY, settings.STRIPE_WEBHOOK_SECRET = "stripe", "sk_test_x", SECRET
        settings.STRIPE_API_BASE = api.url
        rail = Stripe(api)
        yield rail
        rail.back()
        assert reconciliation.compare(None, None) == []


def later(minutes: int = 1) -> None:
    clock.freeze(clock.now() + timedelta(minutes=minutes))


def state(checkout: Checkout) -> tuple[str, int, int]:
    """(status, wallet, payments)"""
    checkout.refresh_from_db()
    return (
        checkout.status,
        books.balance(books.wallet(checkout.account_id)),
        Payment.objects.filter(checkout=checkout).count(),
    )


def given_outflow(agent: Api, cents: int, **fields: Any) -> Outflow:
    return unit(lambda: outflows.begin(by=Actor.system(), account_id=agent.account.pk, cents=cents, **fields))


def given_payment(agent: Api, rail: Rail, cents: int = 1000) -> Payment:
    checkout = given_checkout(agent, cents)
    assert rail.pay(checkout)
    payment: Payment = Payment.objects.get(checkout=checkout)
    return payment


def outcome(outflow: Outflow) -> tuple[str, str]:
    outflow.refresh_from_db()
    return outflow.status, outflow.failure


# ------------------------------------------------------------------ the page


def test_a_paid_page_is_booked_once_and_shows_the_receipt(agent: Api, rail: Rail, payer: Payer) -> None:
    checkout = given_checkout(agent, 2550)

    assert rail.pay(checkout)
    pages.collect(checkout.pk)

    assert state(checkout) == ("paid", 2550, 1)
    receipt = payer.look(checkout)
    assert receipt.status == 200
    assert "card •••• 4242".encode() in receipt.body


def test_a_declined_card_takes_nothing_and_another_one_pays(agent: Api, rail: Rail) -> None:
    checkout = given_checkout(agent, 2550)

    assert not rail.pay(checkout, DECLINED)
    assert state(checkout) == ("open", 0, 0)

    assert rail.pay(checkout)
    assert state(checkout) == ("paid", 2550, 1)


@pytest.mark.parametrize("end", ["cancelled", "expired", "withdrawn"])
def test_a_page_that_is_over_takes_no_card_any_more(
    agent: Api, rail: Rail, payer: Payer, at: At, end: str, purpose: object
) -> None:
    at("2026-11-21T10:00Z")
    subject = agent.account.pk if end == "withdrawn" else None
    checkout = given_checkout(agent, subject=subject)
    payer.look(checkout)

    if end == "cancelled":
        payer.cancel(checkout)
    elif end == "expired":
        later(24 * 60)
        assert checkouts.expire_due() == 1
    else:
        assert subject is not None
        unit(lambda: checkouts.cancel_open(subject_id=subject, purpose="thing"))
    pages.collect_due()

    assert not rail.pay(checkout)
    assert state(checkout) == ("expired" if end == "expired" else "cancelled", 0, 0)
    assert checkout.next_attempt_at is None, "nothing is left to look for"
    if isinstance(rail, Stripe):
        assert rail.api.things[str(checkout.provider_ref)]["status"] == "expired"


def test_a_page_that_is_paid_is_not_paid_again(agent: Api, rail: Rail, payer: Payer) -> None:
    checkout = given_checkout(agent)
    rail.pay(checkout)

    again = payer.pay(checkout)

    assert again.status == 409
    assert b"You were not charged again" in again.body
    assert state(checkout) == ("paid", 2550, 1)


def test_a_second_real_payment_goes_back_by_itself(agent: Api, rail: Rail) -> None:
    checkout = given_checkout(agent, 2550)
    rail.pay(checkout)

    second = rail.charge_again(checkout)
    for _ in range(2):
        checkouts.book(checkout.pk, rail="card", reference=second, cents=2550)
    assert books.house_balance(books.TRANSIT) == 2550
    for _ in range(2):
        outflows.send(Outflow.objects.get().pk)

    assert state(checkout) == ("paid", 2550, 2)
    assert outcome(Outflow.objects.get()) == ("paid", "")
    assert (books.house_balance(books.TRANSIT), books.house_balance(books.WORLD["card"])) == (0, -2550)


def test_the_sweep_finds_a_payment_that_nobody_reported(agent: Api, rail: Rail, at: At) -> None:
    at("2026-11-21T10:00Z")
    checkout = given_checkout(agent)
    assert rail.pay_unheard(checkout)
    assert (pages.collect_due(), state(checkout)) == (0, ("open", 0, 0))

    later()

    assert pages.collect_due() == 1
    assert state(checkout) == ("paid", 2550, 1)
    later(5)
    pages.collect_due()
    later(120)
    assert pages.collect_due() == 0


def test_money_that_was_taken_while_the_page_was_cancelled_is_booked(agent: Api, rail: Rail, at: At) -> None:
    at("2026-11-21T10:00Z")
    checkout = given_checkout(agent)
    assert rail.pay_unheard(checkout)
    checkouts.cancel(checkout.pk)

    later()
    pages.collect_due()

    assert state(checkout) == ("paid", 2550, 1)


def test_a_page_nobody_pays_is_looked_at_less_and_less(agent: Api, rail: Rail, at: At, payer: Payer) -> None:
    at("2026-11-21T10:00Z")
    checkout = given_checkout(agent)
    payer.look(checkout)

    looks = 0
    for _ in range(120):
        later()
        looks += pages.collect_due()

    assert looks <= 7
    assert state(checkout) == ("open", 0, 0)


# ------------------------------------------------------------------ a card that was kept


def given_kept_card(agent: Api, rail: Rail, card: str) -> None:
    """A wallet below its floor, and a card to bring it to 30 USD."""
    assert rail.pay(given_checkout(agent, 1000), card, save=True)
    Controls.objects.create(
        account=agent.account,
        auto_topup_enabled=True,
        auto_topup_floor_cents=1500,
        auto_topup_target_cents=3000,
        auto_topup_max_per_day_cents=5000,
    )


def test_a_card_is_kept_only_when_asked(agent: Api, rail: Rail) -> None:
    rail.pay(given_checkout(agent, 1000))
    assert not ProviderAccount.objects.exclude(saved_method_ref="").exists()

    rail.pay(given_checkout(agent, 1000), save=True)

    kept = ProviderAccount.objects.get()
    assert (kept.account_id, kept.provider, kept.saved_method_label) == (agent.account.pk, rail.name, "card •••• 4242")


def test_its_owner_is_mailed_once_however_often_it_is_paid_with(agent: Api, rail: Rail) -> None:
    for _ in range(2):
        rail.pay(given_checkout(agent, 1000), save=True)

    assert [mail.subject for mail in Mail.objects.all() if "a card is kept" in mail.subject] == [
        f"{settings.SERVICE_NAME}: a card is kept for your wallet"
    ]


def test_a_kept_card_tops_the_wallet_up_once(agent: Api, rail: Rail) -> None:
    given_kept_card(agent, rail, "4242 4242 4242 4242")

    top_up = topups.top_up(agent.account.pk)
    assert top_up is not None
    topups.charge(top_up.pk)

    assert (top_up.status, wallet_of(agent)) == ("succeeded", 3000)
    assert Payment.objects.order_by("id").last().method == "card •••• 4242"


@pytest.mark.parametrize(
    ("card", "reason"), [(DECLINED_LATER, "card_declined"), (PRESENT_ONLY, "authentication_required")]
)
def test_a_kept_card_that_is_refused_tops_nothing_up(agent: Api, rail: Rail, card: str, reason: str) -> None:
    given_kept_card(agent, rail, card)

    topups.top_up(agent.account.pk)

    row = TopUp.objects.get()
    assert (row.status, row.failure, wallet_of(agent)) == ("failed", reason, 1000)


def test_a_deposit_may_ask_to_keep_the_card(agent: Api, rail: Rail) -> None:
    agent.post("/api/wallet/deposit", {"amount": 10, "savePaymentMethod": True})

    checkout = Checkout.objects.get()
    assert checkout.save_method
    if isinstance(rail, Sandbox):
        assert b'value="yes" checked' in Payer().look(checkout).body
    else:
        assert rail.pay(checkout)
        assert ProviderAccount.objects.get().saved_method_label == "card •••• 4242"


# ------------------------------------------------------------------ money that goes out


def test_a_refund_goes_back_to_its_card_once(agent: Api, rail: Rail) -> None:
    payment = given_payment(agent, rail)
    back = given_outflow(agent, 400, kind="funding_refund", rail="card", payment=payment)

    for _ in range(3):
        outflows.send(back.pk)

    assert outcome(back) == ("paid", "")
    assert (wallet_of(agent), books.house_balance(books.WORLD["card"])) == (600, -600)


def test_more_than_the_charge_is_not_refunded(agent: Api, rail: Rail) -> None:
    payment = given_payment(agent, rail)
    given_payment(agent, rail)
    back = given_outflow(agent, 1001, kind="funding_refund", rail="card", payment=payment)

    outflows.send(back.pk)

    assert outcome(back) == ("failed", "charge_already_refunded")
    assert wallet_of(agent) == 2000


@pytest.mark.parametrize(("fails", "ends"), [(False, ("paid", "")), (True, ("failed", "account_closed"))])
def test_a_payout_reaches_the_bank_or_comes_back(agent: Api, rail: Rail, fails: bool, ends: tuple[str, str]) -> None:
    given_payment(agent, rail)
    out = given_outflow(agent, 400, kind="withdrawal", rail="payout", destination=rail.bank(fails=fails))

    for _ in range(2):
        outflows.send(out.pk)

    assert outcome(out) == ends
    assert (wallet_of(agent), books.house_balance(books.WORLD["payout"])) == ((1000, 0) if fails else (600, 400))


# ------------------------------------------------------------------ a provider that is away


def test_nothing_is_guessed_while_the_provider_is_away(agent: Api, rail: Rail, at: At) -> None:
    at("2026-11-21T10:00Z")
    payment = given_payment(agent, rail, 5000)
    refund = given_outflow(agent, 400, kind="funding_refund", rail="card", payment=payment)
    payout = given_outflow(agent, 300, kind="withdrawal", rail="payout", destination=rail.bank())
    unheard = given_checkout(agent, 700)
    rail.pay_unheard(unheard)
    rail.away()

    later()
    pages.collect_due()
    outflows.send_due()

    assert {outcome(refund)[0], outcome(payout)[0], state(unheard)[0]} == {"sending", "open"}
    assert (wallet_of(agent), books.house_balance(books.TRANSIT)) == (4300, 700)

    rail.back()
    later(10)
    pages.collect_due()
    outflows.send_due()

    assert (outcome(refund)[0], outcome(payout)[0], state(unheard)[0]) == ("paid", "paid", "paid")
    assert (wallet_of(agent), books.house_balance(books.TRANSIT)) == (5000, 0)


def test_a_top_up_is_finished_when_the_provider_is_back(agent: Api, rail: Rail, at: At) -> None:
    at("2026-11-21T10:00Z")
    given_kept_card(agent, rail, "4242 4242 4242 4242")
    rail.away()
    topups.top_up(agent.account.pk)
    assert (TopUp.objects.get().status, wallet_of(agent)) == ("initiated", 1000)

    rail.back()
    later()
    topups.poll_due()

    assert (TopUp.objects.get().status, wallet_of(agent)) == ("succeeded", 3000)


# ------------------------------------------------------------------ the books of both


def test_a_charge_that_only_one_side_knows_is_named(agent: Api, rail: Rail) -> None:
    payment = given_payment(agent, rail)
    second = rail.charge_again(given_checkout(agent, 700))

    found = reconciliation.compare(None, None)

    assert [row[:2] for row in found] == [
        ("charge that is not in our books", second),
        ("the provider holds another sum", "card"),
    ]
    assert reconciliation.run() == 0, "what is younger than an hour may be under way"
    checkouts.book(Checkout.objects.exclude(pk=payment.checkout_id).get().pk, rail="card", reference=second, cents=700)
    assert violations() == []


def test_a_payment_the_provider_never_saw_is_named_to_staff(agent: Api, rail: Rail, at: At) -> None:
    at("2026-11-21T10:00Z")
    checkout = given_checkout(agent, 700)
    checkouts.book(checkout.pk, rail="card", reference="made_up", cents=700)
    later(120)

    assert [reconciliation.run(), reconciliation.run()] == [1, 1]

    row = Discrepancy.objects.get()
    assert (row.fault, row.subject) == ("charge that is not in the provider's books", "made_up")
    Payment.objects.filter(reference="made_up").update(reference=rail.charge_again(checkout))
