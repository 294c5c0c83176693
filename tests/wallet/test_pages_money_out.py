"""/owner/wallet/refunds and /owner/wallet/withdraw: money out, to its card or to the bank."""

import pytest
from django.utils import translation

from marketplace.web import formats
from tests.api import Api
from tests.factories.accounts import given_agent
from tests.factories.market import given_bounty, given_charged, given_payouts, given_taken_back, untouched
from tests.visitor import Visitor
from tests.wallet.conftest import wallet_of
from wallet.models import Outflow
from wallet.services import outflows

pytestmark = pytest.mark.django_db
REFUNDS, WITHDRAW = "/owner/wallet/refunds", "/owner/wallet/withdraw"


@pytest.fixture
def payer() -> Api:
    """An owner who has paid in 20.00 by card and has a bank account."""
    made = given_agent()
    given_charged(made, 2000)
    given_payouts(made)
    return made


@pytest.mark.usefixtures("sound_books")
def test_a_deposit_goes_back_once_by_the_figures_that_were_shown(payer: Api) -> None:
    visitor = Visitor(payer.account)
    page = visitor.open(REFUNDS)
    assert "your wallet: $20.00" in page.text and "We keep $0.88" in page.text
    assert "card •••• 4242: $19.12" in page.text and "cannot be undone" in page.text

    done, again = (visitor.send(page, "refund") for _ in range(2))

    assert "$19.12 is on its way back to card •••• 4242" in done.text and again.path == REFUNDS
    row = Outflow.objects.get()
    assert (row.kind, row.amount_cents, row.kept_cents, wallet_of(payer)) == ("funding_refund", 2000, 88, 0)
    assert "Nothing can be returned" in done.text and "On its way" in done.text
    outflows.send(row.pk)
    assert "Refunded" in visitor.open(REFUNDS).text


def test_two_payments_of_one_card_are_told_apart_before_one_is_returned(payer: Api) -> None:
    given_charged(payer, 3000)
    given_bounty(payer)

    page = Visitor(payer.account).open(REFUNDS)

    assert page.text.count("Card •••• 4242: $") == 2
    assert "$20.00 of the $20.00 added on " in page.text and "$30.00 of the $30.00 added on " in page.text


def test_figures_that_have_changed_move_nothing_and_the_new_ones_are_shown(payer: Api) -> None:
    visitor = Visitor(payer.account)
    page = visitor.open(REFUNDS)
    given_bounty(payer)

    with untouched():
        refused = visitor.send(page, "refund")

    assert refused.status == 409 and "The amounts have changed since you looked." in refused.text
    assert "your wallet: $14.10" in refused.text and "`" not in refused.text


@pytest.mark.parametrize("figure", ["", "x", "-1", "9" * 30])
def test_forged_figures_move_nothing(payer: Api, figure: str) -> None:
    visitor = Visitor(payer.account)
    page = visitor.open(REFUNDS)

    with untouched():
        refused = visitor.send(page, "refund", expectedRefundAmountCents=figure)

    assert refused.status in (400, 409)


def test_somebody_else_s_deposit_is_not_there(payer: Api, other_agent: Api) -> None:
    given_charged(other_agent, 2000)
    theirs = Visitor(payer.account).open(REFUNDS).form("refund")
    other = Visitor(other_agent.account)
    page = other.open(REFUNDS)

    with untouched():
        refused = other.send(page, "refund", fundingTransactionId=dict(theirs.fields)["fundingTransactionId"])

    assert refused.status == 404


@pytest.mark.usefixtures("sound_books")
def test_a_withdrawal_is_shown_exactly_then_made_once(payer: Api) -> None:
    visitor = Visitor(payer.account)
    typed = visitor.open(f"{WITHDRAW}?amount=7.25")
    assert "Withdraw $7.25" in typed.text and "your wallet of $20.00" in typed.text and "cannot be undone" in typed.text

    assert "the bank account ending 6789" in typed.text and "asked for by" not in typed.text
    done, again = (visitor.send(typed, "withdraw") for _ in range(2))

    assert done.path == again.path == WITHDRAW and "$7.25 is on its way to your bank account" in done.text
    row = Outflow.objects.get()
    assert (row.kind, row.amount_cents, wallet_of(payer)) == ("withdrawal", 725, 1275)
    assert "Withdrawals On its way" in done.text


def test_more_than_there_is_is_said_before_and_moves_nothing(payer: Api) -> None:
    visitor = Visitor(payer.account)
    confirm = visitor.open(f"{WITHDRAW}?amount=8")
    page = visitor.open(f"{WITHDRAW}?amount=80")
    assert "That is more than there is: you can withdraw up to $20.00" in page.text
    assert "Withdraw $80.00" not in page.text and "withdraw" not in [form.act for form in page.forms]
    [typed] = [dict(form.fields)["amount"] for form in page.forms if form.method == "get"]
    assert typed == "80" and 'aria-invalid="true"' in page.html

    with untouched():
        refused = visitor.send(confirm, "withdraw", amount="80")

    assert refused.status == 402 and "$20.00 can be withdrawn" in refused.text
    assert "Withdraw $80.00" not in refused.text and "withdraw" not in [form.act for form in refused.forms]


def test_fresh_card_money_is_not_offered(payer: Api, settings: object) -> None:
    settings.CARD_CLEARING_DAYS = 3  # type: ignore[attr-defined]

    page = Visitor(payer.account).open(WITHDRAW)

    assert "You can withdraw up to $0.00" in page.text and "$20.00 came by card within the last 3 days" in page.text


def test_a_wallet_that_owes_says_so(agent: Api) -> None:
    payment = given_charged(agent, 2000)
    given_bounty(agent)
    given_taken_back(payment)
    given_payouts(agent)
    visitor = Visitor(agent.account)

    assert "$5.90 of it are still owed" in visitor.open("/owner/wallet").text
    assert "$5.90 is owed: what you add pays that off first." in visitor.open("/owner/wallet/add").text
    page = visitor.open(WITHDRAW)
    assert "$5.90 is owed, so nothing can be withdrawn" in page.text


def test_without_a_bank_account_one_is_asked_for(agent: Api) -> None:
    given_charged(agent, 2000)
    visitor = Visitor(agent.account)

    asked = visitor.send(visitor.open(WITHDRAW), "payouts")

    assert asked.path.startswith("/payouts/onboarding/")
    given_payouts(agent)
    done = visitor.open(asked.path)
    assert WITHDRAW in done.links and "/earnings" in done.links


@pytest.mark.usefixtures("sound_books")
def test_a_failed_withdrawal_says_where_the_money_is() -> None:
    agent = given_agent()
    given_charged(agent, 2000)
    given_payouts(agent, bank="000111111116")
    visitor = Visitor(agent.account)
    visitor.send(visitor.open(f"{WITHDRAW}?amount=5"), "withdraw")
    outflows.send(Outflow.objects.get().pk)

    page = visitor.open(WITHDRAW)

    assert "Failed" in page.text and "The money is back in your wallet." in page.text and wallet_of(agent) == 2000


def test_strangers_are_asked_to_sign_in() -> None:
    assert all("/account/login" in Visitor().open(path).path for path in (REFUNDS, WITHDRAW))


def test_where_a_payment_came_from_is_in_the_readers_language() -> None:
    with translation.override("es"):
        assert formats.told_as("card •••• 4242") == "tarjeta •••• 4242"
        assert formats.told_as("card") == "tarjeta"
    assert formats.told_as("card •••• 4242") == "card •••• 4242"
    assert formats.told_as("0x12…89ab") == "0x12…89ab"


def test_what_it_costs_to_get_money_back_stands_there_before_it_is_paid_in() -> None:
    agent = given_agent()
    visitor = Visitor(agent.account)
    form = visitor.open("/owner/wallet/add")
    assert "We keep what the card costs us: 2.9 % of the payment and $0.30, once a payment" in form.text
    assert "To your bank account. We keep nothing." in form.text and "#ways" in "".join(form.links)

    deposit = visitor.send(form, "add", amount="20")

    assert "To return all $20.00 to the card costs $0.88" in deposit.text and "$19.12 comes back" in deposit.text
    given_charged(agent, 2000)
    [quote] = agent.get("/api/wallet/funding-refunds")["refundable"]
    assert (quote["feeRetainedCents"], quote["refundAmountCents"]) == (88, 1912), "as it was said before"


def test_both_ways_out_are_compared_on_both_pages(payer: Api, settings: object) -> None:
    visitor = Visitor(payer.account)
    for path in (REFUNDS, WITHDRAW):
        text = visitor.open(path).text.partition("The two ways beside each other")[2]
        for words in (
            "We keep 2.9 % of the payment and $0.30, once a payment Nothing",
            "$1.00 to $10,000.00",
            "14 days",
        ):
            assert words in text, (path, words)
        assert "All that is in the wallet" in text and "but what came by card" not in text

    settings.CARD_CLEARING_DAYS = 3  # type: ignore[attr-defined]
    assert "but what came by card within the last 3 days" in visitor.open(WITHDRAW).text
