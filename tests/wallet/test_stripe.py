"""What only Stripe has: signed messages, a network in between, and the forms of its requests."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from marketplace.core.actor import Actor
from marketplace.core.transactions import unit
from marketplace.models import Mail
from marketplace.services import upkeep
from tests.api import Answer, Api
from tests.factories.market import untouched
from tests.wallet.conftest import given_checkout, wallet_of
from tests.wallet.rails import Stripe, returned
from tests.wallet.stripe_stand_in import SECRET, running
from wallet import ledger as books
from wallet.models import Checkout, Outflow, Payment, ProviderAccount, ProviderWebhook
from wallet.providers import card_rail
from wallet.providers import stripe as rails
from wallet.providers.cards import Recipient
from wallet.services import checkouts, outflows, pages

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("sound_books")]


@pytest.fixture
def stripe(settings: Any) -> Iterator[Stripe]:
    for api in running():
        settings.CARD_PROVIDER, settings.STRIPE_API_KEY, settings.STRIPE_API_BASE = "stripe", "sk_test_x", api.url
        settings.STRIPE_WEBHOOK_SECRET = f"whsec_of_connected_accounts, {SECRET}"
        yield Stripe(api)


def deliver(message: tuple[bytes, str]) -> Answer:
    body, signature = message
    return Api().call("POST", "/api/providers/stripe/webhook", raw=body, Stripe_Signature=signature)


def session_of(checkout: Checkout) -> str:
    checkout.refresh_from_db()
    return str(checkout.provider_ref)


# ------------------------------------------------------------------ messages


def test_a_message_of_a_payment_books_it_however_often_it_comes(agent: Api, stripe: Stripe) -> None:
    checkout = given_checkout(agent)
    stripe.pay_unheard(checkout)
    message = stripe.api.message("checkout.session.completed", session_of(checkout))

    answers = [deliver(message) for _ in range(3)]
    other = deliver(stripe.api.message("checkout.session.completed", session_of(checkout)))

    assert [answer.status for answer in [*answers, other]] == [200] * 4
    assert answers[0].body == {"received": True}
    assert (wallet_of(agent), Payment.objects.count(), ProviderWebhook.objects.count()) == (2550, 1, 2)


def test_messages_out_of_order_say_nothing_that_is_not_so(agent: Api, stripe: Stripe) -> None:
    checkout = given_checkout(agent)
    assert Api().get(f"/checkout/{checkout.public_id}").status == 302
    early = stripe.api.message("checkout.session.completed", session_of(checkout))

    assert deliver(early).status == 200
    assert wallet_of(agent) == 0, "it is not paid, whatever the message says"

    stripe.pay_unheard(checkout)
    intent = stripe.api.things[session_of(checkout)]["payment_intent"]
    deliver(stripe.api.message("payment_intent.succeeded", intent))
    deliver(stripe.api.message("checkout.session.expired", session_of(checkout)))

    checkout.refresh_from_db()
    assert (checkout.status, wallet_of(agent)) == ("paid", 2550)


@pytest.mark.parametrize("fault", ["secret", "age", "body", "none"])
def test_a_message_nobody_signed_changes_nothing(agent: Api, stripe: Stripe, fault: str) -> None:
    checkout = given_checkout(agent)
    stripe.pay_unheard(checkout)
    about = ("checkout.session.completed", session_of(checkout))
    body, signature = stripe.api.message(
        *about, secret="whsec_other" if fault == "secret" else SECRET, age=600 if fault == "age" else 0
    )

    with untouched():
        refused = deliver((body + b" " if fault == "body" else body, "" if fault == "none" else signature))

    assert (refused.status, refused.code) == (400, "invalid_signature")
    assert not ProviderWebhook.objects.exists()


def test_while_stripe_is_away_its_message_is_asked_for_again(agent: Api, stripe: Stripe) -> None:
    checkout = given_checkout(agent)
    stripe.pay_unheard(checkout)
    message = stripe.api.message("checkout.session.completed", session_of(checkout))
    stripe.away()

    assert deliver(message).status == 502
    stripe.back()

    assert deliver(message).status == 200
    assert wallet_of(agent) == 2550


def test_a_message_about_something_else_is_taken_and_forgotten(stripe: Stripe) -> None:
    other = stripe.api._new("in", "invoice")["id"]
    stranger = stripe.api.charge_again("", 500)

    assert deliver(stripe.api.message("invoice.paid", other)).status == 200
    assert deliver(stripe.api.message("payment_intent.succeeded", stranger)).status == 200
    assert not Payment.objects.exists()


def test_a_payout_that_fails_days_later_comes_back(agent: Api, stripe: Stripe) -> None:
    stripe.pay(given_checkout(agent, 1000))
    out = unit(
        lambda: outflows.begin(
            by=Actor.system(),
            account_id=agent.account.pk,
            kind="withdrawal",
            rail="payout",
            cents=400,
            destination=stripe.bank(),
        )
    )
    outflows.send(out.pk)
    payout = next(thing for thing in stripe.api.things.values() if thing["object"] == "payout")
    payout.update(status="failed", failure_code="account_closed")

    for _ in range(2):
        assert deliver(stripe.api.message("payout.failed", payout["id"])).status == 200

    assert (Outflow.objects.get().status, wallet_of(agent)) == ("returned", 1000)
    assert books.house_balance(books.WORLD["payout"]) == 0


def test_a_person_who_told_his_bank_can_be_paid_from_then_on(agent: Api, stripe: Stripe) -> None:
    account, page = card_rail().onboarding(key="pac_1", account_ref="", return_url="https://here.example/done")
    ProviderAccount.objects.create(account=agent.account, provider="stripe", payout_ref=account)
    assert (account in page, card_rail().recipient(account)) == (True, Recipient(can_be_paid=False))

    first = stripe.api.give_bank(account, "4242")
    deliver(stripe.api.message("account.updated", account))

    agent.account.refresh_from_db()
    assert agent.account.payouts_onboarded_at is not None
    assert card_rail().recipient(account) == Recipient(True, first, "4242")
    again = card_rail().onboarding(key="pac_1", account_ref=account, return_url="https://here.example/done")
    assert again[0] == account


def test_another_bank_account_given_at_stripe_is_told_to_its_person_once(agent: Api, stripe: Stripe) -> None:
    account, _ = card_rail().onboarding(key="pac_1", account_ref="", return_url="https://here.example/done")
    row = ProviderAccount.objects.create(account=agent.account, provider="stripe", payout_ref=account)
    for last4 in ("4242", "6789"):
        bank = stripe.api.give_bank(account, last4)
        for type_, about in (("account.external_account.created", bank), ("account.updated", account)):
            assert deliver(stripe.api.message(type_, about)).status == 200

    row.refresh_from_db()
    assert (row.bank_ref, row.bank_last4) == (bank, "6789")
    told = [mail.text for mail in Mail.objects.filter(subject__contains="bank account ending").order_by("created_at")]
    assert ["ending 6789" in text for text in told] == [False, True]
    assert "Until now: ending 4242" in told[1]
    assert all("- From: " not in text for text in told), "Stripe's address is nobody's who gave it"
    assert all("asked for by: nobody that is known here" in text for text in told)


def test_a_card_or_bank_account_of_somebody_who_pays_is_no_concern_of_payouts(stripe: Stripe) -> None:
    customer = "cus_1"
    for name in ("bank_account", "card"):
        of_customer = stripe.api._new("src", name, customer=customer)["id"]
        assert deliver(stripe.api.message("customer.source.created", of_customer)).status == 200
    assert not ProviderWebhook.objects.exists(), "it is ignored"


def test_a_debit_card_is_where_somebody_is_paid_as_a_bank_account_is(agent: Api, stripe: Stripe) -> None:
    account, _ = card_rail().onboarding(key="pac_1", account_ref="", return_url="https://here.example/done")
    row = ProviderAccount.objects.create(account=agent.account, provider="stripe", payout_ref=account)
    card = stripe.api.give_bank(account, "5556", name="card")

    assert deliver(stripe.api.message("account.external_account.created", card)).status == 200

    row.refresh_from_db()
    assert (row.bank_ref, row.bank_last4) == (card, "5556")


def test_what_stripe_leaves_out_of_a_bank_account_is_not_needed(stripe: Stripe) -> None:
    account, _ = card_rail().onboarding(key="pac_1", account_ref="", return_url="https://here.example/done")
    first = stripe.api.give_bank(account, "4242")
    for left_out in ("default_for_currency", "currency", "last4"):
        del stripe.api.things[first][left_out]

    assert card_rail().recipient(account) == Recipient(True, first, "")


def test_old_messages_are_forgotten(stripe: Stripe, at: Callable[[str], Any]) -> None:
    at("2026-10-01T10:00Z")
    ProviderWebhook.objects.create(provider="stripe", event_id="evt_old", kind="page", reference="cs_1")
    at("2026-11-21T10:00Z")
    ProviderWebhook.objects.create(provider="stripe", event_id="evt_new", kind="page", reference="cs_1")

    upkeep.delete_expired()

    assert ProviderWebhook.objects.get().event_id == "evt_new"


# ------------------------------------------------------------------ the page


def test_the_payer_is_led_to_one_page_and_back(agent: Api, stripe: Stripe) -> None:
    checkout = given_checkout(agent)
    path = f"/checkout/{checkout.public_id}"

    first, again = Api().get(path), Api().get(path)
    assert (first.status, first.headers["Location"]) == (302, again.headers["Location"])

    unpaid = returned(checkout, "unpaid")
    assert b"Continue to payment" in unpaid.body
    assert b"cc-number" not in unpaid.body
    assert b"has not been confirmed yet" in returned(checkout, "paid").body
    onward = Api().call("POST", path, raw=b"action=pay", **{"Content-Type": "application/x-www-form-urlencoded"})
    assert onward.headers["Location"] == first.headers["Location"]
    assert wallet_of(agent) == 0


def test_while_stripe_is_away_the_page_says_so(agent: Api, stripe: Stripe) -> None:
    checkout = given_checkout(agent)
    stripe.away()

    page = Api().get(f"/checkout/{checkout.public_id}")

    assert page.status == 502
    assert b"does not answer right now" in page.body
    assert b"Continue to payment" in page.body


def test_a_page_of_another_provider_takes_nothing(agent: Api, stripe: Stripe) -> None:
    checkout = given_checkout(agent)
    Checkout.objects.update(provider="other")

    assert Api().get(f"/checkout/{checkout.public_id}").status == 503


def test_a_page_that_was_cancelled_while_it_was_opened_is_closed(agent: Api, stripe: Stripe) -> None:
    checkout = given_checkout(agent)
    opened = pages.Page("cs_x", "https://stripe.example", "")
    checkouts.cancel(checkout.pk)

    unit(lambda: pages._store_page(checkout, opened))

    checkout.refresh_from_db()
    assert checkout.next_attempt_at is not None


# ------------------------------------------------------------------ the network


def test_every_request_names_its_version_and_every_write_our_row(agent: Api, stripe: Stripe) -> None:
    checkout = given_checkout(agent)
    stripe.pay(checkout, save=True)

    assert {version for _, _, _, version in stripe.api.calls} == {rails.VERSION}
    keys = [key for method, _, key, _ in stripe.api.calls if method == "POST"]
    assert keys == [f"{agent.account.public_id}:customer", checkout.public_id]


def test_an_answer_that_is_lost_is_asked_for_with_the_same_key(agent: Api, stripe: Stripe) -> None:
    checkout = given_checkout(agent)
    stripe.api.down = "lost"

    assert Api().get(f"/checkout/{checkout.public_id}").status == 302

    sessions = [thing for thing in stripe.api.things.values() if thing["object"] == "checkout.session"]
    assert len(sessions) == 1, "the SDK repeated it, and the key made it one"


def test_an_answer_that_comes_too_late_is_no_answer(
    agent: Api, stripe: Stripe, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rails, "_TIMEOUT", 0.1)
    rails._client.cache_clear()
    checkout = given_checkout(agent)
    stripe.api.down = "slow"

    assert Api().get(f"/checkout/{checkout.public_id}").status == 502

    stripe.back()
    rails._client.cache_clear()
    assert Api().get(f"/checkout/{checkout.public_id}").status == 302


# ------------------------------------------------------------------ pages that live longer than Stripe's


def given_link(agent: Api, **more: Any) -> Checkout:
    made = agent.post("/api/payment-links", {"amount": 5, "description": "A sketch", **more})
    assert made.status == 200, made.body
    return Checkout.objects.get(purpose="payment_link", account=agent.account)


def test_a_link_outlives_stripe_s_page_and_is_paid_once_on_a_new_one(agent: Api, stripe: Stripe) -> None:
    link = given_link(agent)
    first = Api().get(f"/checkout/{link.public_id}").headers["Location"]
    old = session_of(link)
    stripe.api.things[old].update(status="expired", url=None)

    pages_ = {Api().get(f"/checkout/{link.public_id}").headers["Location"] for _ in range(2)}

    assert len(pages_) == 1 and first not in pages_
    assert session_of(link) != old
    assert stripe.pay(link)
    link.refresh_from_db()
    assert (link.status, wallet_of(agent), Payment.objects.count()) == ("paid", 500, 1)


def test_a_page_that_is_over_opens_nothing_at_stripe(agent: Api, stripe: Stripe) -> None:
    link = given_link(agent)
    Checkout.objects.filter(pk=link.pk).update(status="expired")

    assert pages.provider_page_url(link.pk) == ""
    assert Api().get(f"/checkout/{link.public_id}").status == 200
    link.refresh_from_db()
    assert link.provider_ref is None


@pytest.mark.parametrize("known", ["", "client@example.org"])
def test_the_receipt_goes_to_the_address_that_was_typed_at_stripe(agent: Api, stripe: Stripe, known: str) -> None:
    link = given_link(agent, **({"payerEmail": known} if known else {}))

    assert stripe.pay(link)

    assert list(Mail.objects.filter(subject__contains="$5.00").values_list("to", flat=True)) == [
        known or "payer@example.org"
    ]
