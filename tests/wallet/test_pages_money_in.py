"""/owner/wallet/add and /owner/wallet/links: money in, by payment pages."""

import pytest

from marketplace.models import Call
from tests.api import Api
from tests.factories.accounts import given_agent
from tests.factories.market import given_funded_agent, untouched
from tests.visitor import Visitor
from tests.wallet.conftest import Payer, wallet_of
from wallet.models import Checkout, PaymentLink, ProviderAccount

pytestmark = pytest.mark.django_db
EVIL = "<script>alert(1)</script>"


@pytest.mark.usefixtures("sound_books")
def test_money_is_added_from_the_wallet_s_page_to_the_card_page(agent: Api) -> None:
    visitor = Visitor(agent.account)

    asked = visitor.send(visitor.open("/owner/wallet"), "add", amount="$1,250.50")

    row = Checkout.objects.get()
    assert asked.path == f"/owner/wallet/add/{row.public_id}" and row.amount_cents == 125_050
    assert "$1,250.50" in asked.text and "your wallet, which has $0.00 now" in asked.text and "Fee none" in asked.text
    assert "Open until" in asked.text and "It leaves at once, and is there when your bank has booked it" in asked.text
    assert f"/checkout/{row.public_id}" in asked.links
    assert wallet_of(agent) == 0

    assert Payer().pay(row).status == 302
    paid = visitor.open(asked.path)
    assert "There are $1,250.50 in your wallet now." in paid.text and wallet_of(agent) == 125_050


def test_a_double_tap_is_one_payment_page(agent: Api) -> None:
    visitor = Visitor(agent.account)
    page = visitor.open("/owner/wallet/add")

    first, again = (visitor.send(page, "add", amount="20") for _ in range(2))

    assert first.path == again.path and Checkout.objects.count() == 1


@pytest.mark.usefixtures("sound_books")
def test_the_card_is_kept_when_that_is_asked_for(agent: Api) -> None:
    visitor = Visitor(agent.account)
    asked = visitor.send(visitor.open("/owner/wallet/add?save"), "add", amount="20")
    assert "is kept for automatic top-ups" in asked.text

    assert Payer().pay(Checkout.objects.get(), save_card="yes").status == 302

    assert ProviderAccount.objects.get().saved_method_label == "card •••• 4242"
    assert "Charges card •••• 4242" in visitor.open("/owner/wallet/controls").text


@pytest.mark.parametrize(("amount", "said"), [("0.50", "at least"), ("x", "such as 12.50"), ("", "such as 12.50")])
def test_another_sum_is_refused_as_it_was_typed(agent: Api, amount: str, said: str) -> None:
    visitor = Visitor(agent.account)
    page = visitor.open("/owner/wallet")

    with untouched():
        refused = visitor.send(page, "add", amount=amount)

    assert refused.status == 400 and refused.path == "/owner/wallet/add" and said in refused.text
    assert dict(refused.form("add").fields)["amount"] == amount


def test_a_payment_page_that_is_not_wanted_is_closed_once(agent: Api) -> None:
    visitor = Visitor(agent.account)
    asked = visitor.send(visitor.open("/owner/wallet/add"), "add", amount="20")

    for _ in range(2):
        assert "Nothing was charged" in visitor.send(asked, "cancel").text

    assert Checkout.objects.get().status == "cancelled"
    assert "The payment page was closed." in visitor.open(asked.path).text


def test_only_who_asked_for_a_deposit_sees_its_page(agent: Api, other_agent: Api) -> None:
    visitor, stranger = Visitor(agent.account), Visitor(other_agent.account)
    asked = visitor.send(visitor.open("/owner/wallet/add"), "add", amount="20")

    assert stranger.open(asked.path).status == stranger.open("/owner/wallet/add/nonsense").status == 404
    assert "/account/login" in Visitor().open(asked.path).path


@pytest.mark.usefixtures("sound_books")
def test_a_link_is_made_once_passed_on_and_paid(agent: Api) -> None:
    visitor = Visitor(agent.account)
    page = visitor.open("/owner/wallet/links")
    typed = {"amount": "40", "description": f"Two hours {EVIL}", "payerEmail": "payer@example.com"}

    made, again = (visitor.send(page, "create", **typed) for _ in range(2))

    link = PaymentLink.objects.get()
    assert made.path == again.path == f"/owner/wallet/links/{link.public_id}"
    assert f"/checkout/{Checkout.objects.get().public_id}" in made.text and "<script>alert" not in made.html
    assert Payer().pay(Checkout.objects.get()).status == 302
    assert "Paid" in visitor.open(made.path).text and wallet_of(agent) == 4000


def test_an_ended_link_can_t_be_paid(agent: Api) -> None:
    visitor = Visitor(agent.account)
    made = visitor.send(visitor.open("/owner/wallet/links"), "create", amount="40", description="Proofreading")

    ended = visitor.send(made, "disable")
    again = visitor.send(made, "disable")

    assert ended.path == again.path == "/owner/wallet/links" and "Nobody can pay it any more" in ended.text
    assert Payer().pay(Checkout.objects.get()).status == 409
    shown = agent.get(f"/api/payment-links/{PaymentLink.objects.get().public_id}")
    assert shown["status"] == "expired" and shown["updatedAt"] == shown["createdAt"]
    assert wallet_of(agent) == 0


def test_a_link_needs_words_and_a_sum(agent: Api) -> None:
    visitor = Visitor(agent.account)
    page = visitor.open("/owner/wallet/links")

    with untouched():
        refused = visitor.send(page, "create", amount="forty", description="", payerEmail="nobody")

    assert refused.status == 400 and refused.html.count('aria-invalid="true"') == 3
    assert dict(refused.form("create").fields)["amount"] == "forty"


def test_somebody_else_s_link_is_not_there(agent: Api, other_agent: Api) -> None:
    visitor, other = Visitor(agent.account), Visitor(other_agent.account)
    made = visitor.send(visitor.open("/owner/wallet/links"), "create", amount="40", description="Proofreading")

    with untouched():
        assert other.open(made.path).status == 404
        token = other.open("/owner/wallet/links").form("create")
        sent = other.client.post(made.path, token.data | {"act": ["disable"]})
    assert sent.status_code == 404


def test_how_agents_pay_in_is_said_as_it_is_set_up(settings: object) -> None:
    page = Visitor(given_agent().account).open("/owner/wallet/add")
    assert "Your agents can add money by themselves" in page.text and "x402" not in page.text

    settings.X402_PAY_TO = "0x" + "1" * 40  # type: ignore[attr-defined]
    assert "by stablecoin (x402)" in Visitor(given_funded_agent(100).account).open("/owner/wallet/add").text


def test_a_deposit_says_how_much_it_is_about() -> None:
    agent = given_funded_agent()
    for _ in range(2):
        assert agent.post("/api/wallet/deposit", {"amount": 25}, Idempotency_Key="dep-1").status == 200

    me = Visitor(agent.account)

    assert "Begin a deposit $25.00 into the wallet, once it is paid" in me.open("/owner/events").text
    [line] = Call.objects.filter(account=agent.account, operation="depositToWallet", note__contains="$25.00")
    assert line.cents == 0, "nothing left the wallet"
