"""Payment links: a page that anybody pays into its owner's wallet, open for 30 days, paid once."""

from datetime import timedelta

import pytest

from marketplace.core import clock
from marketplace.models import Mail
from tests.api import Answer, Api
from tests.factories.accounts import given_agent
from tests.factories.market import untouched
from tests.wallet.conftest import Payer, wallet_of
from tests.wallet.test_checkout_page import Page
from wallet.models import Checkout, Payment
from wallet.services import checkouts

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("sound_books")]
ASKED = {"amount": 40.5, "description": "Two hours of <i>proofreading</i>"}


def link(agent: Api, **more: object) -> Answer:
    return agent.post("/api/payment-links", ASKED | more)


def page_of(answer: Answer) -> Checkout:
    found: Checkout = Checkout.objects.get(pk=Checkout.objects.order_by("-id").values("pk")[:1])
    assert answer["checkoutUrl"].endswith(found.public_id)
    return found


def test_a_link_is_pending_for_30_days_and_pays_its_owners_wallet(agent: Api, payer: Payer) -> None:
    made = link(agent)

    shown = agent.get(f"/api/payment-links/{made['paymentLinkId']}")
    assert made.status == shown.status == 200
    assert made.body == shown.body
    assert (made["amount"], made["amountCents"], made["currency"], made["status"], made["paidAt"]) == (
        *(40.5, 4050, "usd", "pending"),
        None,
    )
    page = page_of(made)
    assert page.expires_at - page.created_at == timedelta(days=30)

    assert payer.pay(page).status == 302

    paid = agent.get(f"/api/payment-links/{made['paymentLinkId']}")
    assert (paid["status"], wallet_of(agent)) == ("paid", 4050)
    assert paid["updatedAt"] == paid["paidAt"] != made["updatedAt"]


def test_paid_twice_it_is_one_payment_and_one_receipt(agent: Api, payer: Payer) -> None:
    page = page_of(link(agent))

    assert [payer.pay(page, email="payer@example.com").status for _ in range(2)] == [302, 409]

    assert (wallet_of(agent), Payment.objects.count()) == (4050, 1)
    (mail,) = Mail.objects.filter(to="payer@example.com")
    assert mail.subject == "Receipt for your payment of $40.50"
    for words in (agent.account.display_name, ASKED["description"], page.url):
        assert str(words) in mail.text
    assert "<i>proofreading" not in mail.html


def test_the_page_says_who_is_paid_for_what_and_knows_the_payers_address(agent: Api, payer: Payer) -> None:
    page = page_of(link(agent, payerEmail="payer@example.com"))

    shown = Page(payer.look(page))

    assert agent.account.display_name in shown.text
    assert "$40.50" in shown.text
    assert "Two hours of &lt;i&gt;proofreading&lt;/i&gt;" in shown.source
    assert shown.inputs["email"]["value"] == "payer@example.com"
    assert set(shown.inputs) == shown.labels
    assert shown.buttons == ["pay"], "who does not want to pay leaves it to others"
    assert payer.pay(page, email="payer@example.com").status == 302
    shown = Page(payer.look(page))
    assert "receipt is on its way" in shown.text and "payer@example.com" not in shown.source, "others may look, too"


def test_what_a_payer_types_is_shown_to_nobody_else(agent: Api, payer: Payer) -> None:
    page = page_of(link(agent, payerEmail="owner.knows@example.com"))

    declined = payer.pay(page, cc_number="4000 0000 0000 0002", email="typed@example.com")

    assert (declined.status, Page(declined).inputs["email"]["value"]) == (402, "typed@example.com")
    assert Page(payer.look(page)).inputs["email"]["value"] == "owner.knows@example.com"


def test_without_an_address_there_is_no_receipt(agent: Api, payer: Payer) -> None:
    payer.pay(page_of(link(agent, payerEmail="payer@example.com")), email="")

    assert not Mail.objects.filter(to="payer@example.com").exists()


def test_an_address_with_a_slip_is_shown_again_and_nothing_is_charged(agent: Api, payer: Payer) -> None:
    page = page_of(link(agent))

    with untouched():
        answer = payer.pay(page, email="payer at example")

    shown = Page(answer)
    assert (shown.status, shown.inputs["email"]["value"]) == (400, "payer at example")
    assert "Check the e-mail address" in shown.text


def test_a_payer_can_not_close_somebodys_link(agent: Api, payer: Payer) -> None:
    page = page_of(link(agent))

    with untouched():
        assert payer.cancel(page).status == 400


def test_after_30_days_it_is_expired_at_once_and_takes_no_card(agent: Api, payer: Payer) -> None:
    made = link(agent)
    page = page_of(made)
    Checkout.objects.update(expires_at=clock.now())

    assert agent.get(f"/api/payment-links/{made['paymentLinkId']}")["status"] == "expired", "before the timer came by"
    assert "expired" in Page(payer.look(page)).text
    with untouched():
        assert payer.pay(page).status == 409
    checkouts.expire_due()
    assert agent.get(f"/api/payment-links/{made['paymentLinkId']}")["status"] == "expired"


def test_a_replay_answers_how_the_link_stands_and_other_input_is_refused(agent: Api, payer: Payer) -> None:
    key = {"Idempotency-Key": "one"}
    first = agent.post("/api/payment-links", ASKED, **key)
    payer.pay(page_of(first))

    again = agent.post("/api/payment-links", ASKED, **key)
    assert (again.status, again["paymentLinkId"], again["status"]) == (200, first["paymentLinkId"], "paid")
    assert again.headers["Idempotency-Replayed"] == "true"
    with untouched():
        other = agent.post("/api/payment-links", ASKED | {"amount": 41}, **key)
    assert (other.status, other.code) == (409, "idempotency_key_reused")
    assert link(agent)["paymentLinkId"] != first["paymentLinkId"], "without a key every call makes another"


def test_links_are_their_owners_only(agent: Api) -> None:
    made, stranger = link(agent), given_agent()

    for unknown in (made["paymentLinkId"], "lnk_00000000000000000000000000", "nonsense"):
        assert stranger.get(f"/api/payment-links/{unknown}").status == 404
    assert stranger.get("/api/payment-links")["count"] == 0
    assert [row["paymentLinkId"] for row in agent.get("/api/payment-links")["paymentLinks"]] == [made["paymentLinkId"]]


def test_a_deposit_is_no_payment_link(agent: Api) -> None:
    deposit = agent.post("/api/wallet/deposit", {"amount": 5})["depositId"]

    assert agent.get(f"/api/payment-links/{deposit.replace('dep_', 'lnk_')}").status == 404
    assert agent.get("/api/payment-links")["count"] == 0


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("amount", 0.99),
        ("amount", 10_000.01),
        ("amount", 5.001),
        ("amount", None),
        ("description", ""),
        ("description", "x" * 501),
        ("payerEmail", "nobody"),
    ],
)
def test_what_is_beyond_the_limits_is_refused_by_name(agent: Api, field: str, value: object) -> None:
    with untouched():
        answer = link(agent, **{field: value})

    assert (answer.status, list(answer["fields"])) == (400, [field])
