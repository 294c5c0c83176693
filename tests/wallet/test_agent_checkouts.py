"""Agent checkouts: an agent charges its own customer under its own order's name, and gives everything back when asked."""

from typing import Any

import pytest

from marketplace.core import clock
from marketplace.core.actor import Actor
from tests.api import Answer, Api
from tests.factories.accounts import given_agent
from tests.factories.market import untouched, violations
from tests.wallet.conftest import Payer, wallet_of
from tests.wallet.test_checkout_page import Page
from wallet.models import AgentCheckout, Checkout, Outflow, Payment, SandboxRecord
from wallet.providers.cards import Outcome
from wallet.services import checkouts, outflows

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("sound_books")]
ORDER = {
    "externalOrderId": "order-1042",
    "amount": 18.5,
    "description": "Flowers",
    "customerPhone": "+351 910 000 000",
    "successUrl": "https://shop.example.com/thanks?o=1042",
    "cancelUrl": "https://shop.example.com/cart",
    "metadata": {"basket": [1, 2]},
}


def charge(agent: Api, **more: Any) -> Answer:
    return agent.post("/api/agent-checkouts", ORDER | more)


def page_of(answer: Answer) -> Checkout:
    public_id = answer["checkout"]["checkoutUrl"].rpartition("/")[2]
    found: Checkout = Checkout.objects.get(agent_checkout__isnull=False, description=answer["checkout"]["description"])
    assert found.public_id == public_id
    return found


def stands(agent: Api, answer: Answer) -> dict[str, Any]:
    shown: dict[str, Any] = agent.get(f"/api/agent-checkouts/{answer['checkout']['id']}")["checkout"]
    return shown


def given_paid(agent: Api, payer: Payer) -> Answer:
    made = charge(agent)
    assert payer.pay(page_of(made)).status == 302
    return made


def refund(agent: Api, answer: Answer, **headers: str) -> Answer:
    return agent.post(f"/api/agent-checkouts/{answer['checkout']['id']}/refund", {}, **headers)


def test_a_customer_pays_the_agents_wallet_and_is_led_back(agent: Api, payer: Payer) -> None:
    made = charge(agent)
    assert made.status == 200
    shown = made["checkout"]
    assert {name: shown[name] for name in ORDER} == ORDER
    assert (shown["status"], shown["amountCents"], shown["currency"], shown["refund"]) == ("pending", 1850, "usd", None)
    page = page_of(made)
    assert "910 000" not in Page(payer.look(page)).source, "the telephone is the agent's business"

    assert payer.pay(page).status == 302

    assert (stands(agent, made)["status"], wallet_of(agent)) == ("paid", 1850)
    assert ORDER["successUrl"] in Page(payer.look(page)).links
    assert "910 000" not in payer.look(page).body.decode()


def test_a_customer_who_cancels_is_led_back_to_the_cart(agent: Api, payer: Payer) -> None:
    made = charge(agent)

    assert payer.cancel(page_of(made)).status == 302

    assert stands(agent, made)["status"] == "cancelled"
    assert ORDER["cancelUrl"] in Page(payer.look(page_of(made))).links


def test_a_page_that_nobody_paid_is_expired(agent: Api, payer: Payer) -> None:
    made = charge(agent)
    Checkout.objects.update(expires_at=clock.now())

    assert stands(agent, made)["status"] == "expired"
    assert ORDER["cancelUrl"] in Page(payer.look(page_of(made))).links


def test_an_order_has_one_checkout_for_ever(agent: Api, payer: Payer) -> None:
    first = given_paid(agent, payer)

    again = charge(agent, currency="USD")  # what it is called at bounties, and by default here
    assert (again.status, again["checkout"]["id"], again["checkout"]["status"]) == (
        200,
        first["checkout"]["id"],
        "paid",
    )
    assert again.headers["Idempotency-Replayed"] == "true"
    for other in ({"amount": 19}, {"description": "Trees"}, {"metadata": {}}, {"customerPhone": ""}):
        with untouched():
            refused = charge(agent, **other)
        assert (refused.status, refused.code) == (409, "idempotency_key_reused")
    assert charge(given_agent(), amount=19, description="Theirs").status == 200, "another agent has orders of its own"
    assert AgentCheckout.objects.count() == Checkout.objects.count() == 2


def test_the_list_is_ones_own_and_finds_an_order(agent: Api) -> None:
    made = charge(agent)
    charge(agent, externalOrderId="other", description="Other")
    stranger = given_agent()

    assert agent.get("/api/agent-checkouts")["count"] == 2
    found = agent.get("/api/agent-checkouts?externalOrderId=order-1042")["checkouts"]
    assert [row["id"] for row in found] == [made["checkout"]["id"]]
    assert stranger.get("/api/agent-checkouts?externalOrderId=order-1042")["count"] == 0
    assert stranger.get(f"/api/agent-checkouts/{made['checkout']['id']}").status == 404
    with untouched():
        assert refund(stranger, made).status == 404


@pytest.mark.parametrize(
    "url",
    [
        "http://shop.example.com/",
        "javascript:alert(1)",
        "https://",
        "https:///x",
        "//shop.example.com",
        "https://shop.example.com@evil.example/",
        "https://shop.example.com\\@evil.example/",
        "https://shop.example.com/ x",
        "https://shop.example.com/\nX: y",
        "https://shop.example.com:port/",
        "data:text/html,x",
        "https://[::1",
        "https://shop.example.com/" + "x" * 2000,
    ],
)
@pytest.mark.parametrize("field", ["successUrl", "cancelUrl"])
def test_a_hostile_way_back_is_refused(agent: Api, field: str, url: str) -> None:
    with untouched():
        answer = charge(agent, **{field: url})

    assert (answer.status, list(answer["fields"])) == (400, [field])


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("externalOrderId", ""),
        ("externalOrderId", "x" * 101),
        ("amount", 0.5),
        ("amount", 10_001),
        ("description", ""),
        ("customerPhone", "call me"),
        ("metadata", [1]),
        ("metadata", {"a": "x" * 4100}),
    ],
)
def test_what_is_beyond_the_limits_is_refused_by_name(agent: Api, field: str, value: object) -> None:
    with untouched():
        answer = charge(agent, **{field: value})

    assert (answer.status, list(answer["fields"])) == (400, [field])


# ------------------------------------------------------------------ the way back


def test_a_refund_gives_everything_back_and_the_rails_cost_is_ours(agent: Api, payer: Payer) -> None:
    made = given_paid(agent, payer)

    done = refund(agent, made)

    assert (done.status, done["checkout"]["status"], wallet_of(agent)) == (200, "refunded", 0)
    outflow = Outflow.objects.get()
    outflows.send(outflow.pk)
    shown = stands(agent, made)
    assert (shown["status"], shown["refund"]["status"], shown["refund"]["amountCents"]) == (
        "refunded",
        "succeeded",
        1850,
    )
    assert shown["refund"]["id"] == outflow.public_id
    assert (outflow.kind, outflow.kept_cents, outflow.payment) == ("checkout_refund", 0, Payment.objects.get())
    assert list(SandboxRecord.objects.filter(kind="refund").values_list("cents", flat=True)) == [1850]
    line = agent.get("/api/wallet/transactions")["transactions"][0]
    assert (line["type"], line["direction"], line["amountCents"]) == ("checkout_refund", "out", 1850)


def test_the_customers_page_says_that_the_money_goes_back(agent: Api, payer: Payer) -> None:
    page = page_of(given_paid(agent, payer))
    made = charge(agent)
    refund(agent, made)

    assert "is on its way back to card •••• 4242" in Page(payer.look(page)).text
    outflows.send(Outflow.objects.get().pk)
    shown = Page(payer.look(page)).text
    assert "Refunded on" in shown and "was given back to card •••• 4242" in shown
    outflows.mark_returned(Outflow.objects.get().pk)
    assert "Refunded" not in Page(payer.look(page)).text, "it came back, so the agent has it again"


def test_asked_for_twice_it_is_one_refund(agent: Api, payer: Payer) -> None:
    made = given_paid(agent, payer)

    answers = [refund(agent, made), refund(agent, made), refund(agent, made, **{"Idempotency-Key": "r"})]
    outflows.send(Outflow.objects.get().pk)
    answers.append(refund(agent, made, **{"Idempotency-Key": "r"}))

    assert {answer.status for answer in answers} == {200}
    assert {answer["checkout"]["refund"]["id"] for answer in answers} == {Outflow.objects.get().public_id}
    assert answers[-1]["checkout"]["refund"]["status"] == "succeeded", "a replay shows how it stands"
    assert wallet_of(agent) == 0


@pytest.mark.parametrize("state", ["pending", "cancelled", "expired"])
def test_what_was_not_paid_is_not_refunded(agent: Api, payer: Payer, state: str) -> None:
    made = charge(agent)
    if state == "cancelled":
        payer.cancel(page_of(made))
    elif state == "expired":
        Checkout.objects.update(expires_at=clock.now())

    with untouched():
        answer = refund(agent, made)

    assert (answer.status, answer.code, answer["currentState"]) == (409, "not_refundable", state)


def test_money_that_was_spent_is_not_there_to_refund(agent: Api, payer: Payer) -> None:
    made = given_paid(agent, payer)
    given_spent(agent, 1)

    with untouched():
        answer = refund(agent, made)

    assert (answer.status, answer.code, answer["shortfallCents"]) == (402, "insufficient_funds", 1)
    assert stands(agent, made)["status"] == "paid"


def test_a_refund_that_the_provider_refuses_comes_back_and_may_be_tried_anew(agent: Api, payer: Payer) -> None:
    made = given_paid(agent, payer)
    refund(agent, made)

    outflows.finish(Outflow.objects.get().pk, Outcome("failed", "x", "card_gone"))

    shown = stands(agent, made)
    assert (shown["status"], shown["refund"]["status"], wallet_of(agent)) == ("paid", "failed", 1850)
    assert refund(agent, made)["checkout"]["status"] == "refunded"
    assert (Outflow.objects.count(), wallet_of(agent), violations()) == (2, 0, [])


def test_a_payment_that_goes_back_in_another_way_is_not_refunded_here(agent: Api, payer: Payer) -> None:
    made = given_paid(agent, payer)
    payment = Payment.objects.get()
    outflows.begin(
        by=Actor.system(), account_id=agent.account.pk, kind="funding_refund", rail="card", cents=850, payment=payment
    )

    with untouched():
        answer = refund(agent, made)

    assert (answer.status, answer.code) == (409, "not_refundable")


def given_spent(agent: Api, cents: int) -> None:
    """Out of the wallet by any way: here, to a bounty's pool is too long a story, so a withdrawal."""
    outflows.begin(
        by=Actor.system(),
        account_id=agent.account.pk,
        kind="withdrawal",
        rail="payout",
        cents=cents,
        destination="bank",
    )


def test_tampering_with_a_refund_is_found(agent: Api, payer: Payer) -> None:
    made = given_paid(agent, payer)
    refund(agent, made)

    Outflow.objects.update(kind="funding_refund")
    found = [fault for fault, *_ in violations()]
    Outflow.objects.update(kind="checkout_refund")

    assert "refund that is not all of its own payment" in found


def test_tampering_with_an_order_is_found(agent: Api, payer: Payer) -> None:
    made = given_paid(agent, payer)
    refund(agent, made)
    order = AgentCheckout.objects.get()
    other = checkouts.open_checkout(account_id=given_agent().account.pk, purpose="deposit", cents=100, description="A")

    AgentCheckout.objects.update(checkout=other)
    found = {fault for fault, *_ in violations()}
    AgentCheckout.objects.update(checkout=order.checkout_id)

    assert found >= {
        "agent checkout and its page belong to two accounts",
        "page of an agent checkout without its order",
        "checkout refund of no agent checkout",
    }
