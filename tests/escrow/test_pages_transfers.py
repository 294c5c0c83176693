"""/owner/wallet/transfers: tips and repaid expenses, with the exact sum before they leave."""

import pytest

from escrow.models import Transfer
from marketplace.core.transactions import unit
from marketplace.web.drafts import ACTING
from tests.api import Api
from tests.factories.hiring import earned, wallet
from tests.factories.market import Seat, given_agent, given_bounty, given_money, given_released, untouched
from tests.visitor import Visitor
from wallet.models import Checkout
from wallet.services import checkouts

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("sound_books")]
PATH, EVIL = "/owner/wallet/transfers", "<script>alert(1)</script>"


@pytest.fixture
def seat() -> Seat:
    """Paid 5.00; the owner has 4.10 left."""
    agent = given_agent()
    given_money(agent, 1000)
    return given_released(agent=agent, bounty=given_bounty(agent, title=f"Photograph {EVIL}"))


def typed(visitor: Visitor, amount: str, description: str = "For the bus ticket") -> object:
    [form] = [form for form in visitor.open(PATH).forms if form.action == f"{PATH}/send"]
    seat = dict(form.fields)["seat"]
    return visitor.open(f"{PATH}/send?seat={seat}&amount={amount}&description={description}")


def test_the_exact_sum_is_shown_then_sent_once(seat: Seat) -> None:
    visitor = Visitor(seat.agent.account)
    page = typed(visitor, "1,50")
    assert f"To {seat.worker.account.display_name}" in page.text and "your wallet of $4.10" in page.text
    assert "Left here $2.60" in page.text and "cannot be undone" in page.text and "<script>alert" not in page.html

    done, again = (visitor.send(page, "send") for _ in range(2))

    assert done.path == again.path == PATH and f"$1.50 went to {seat.worker.account.display_name}." in done.text
    assert (Transfer.objects.count(), wallet(seat.agent), earned(seat.worker)) == (1, 260, 650)
    assert "For the bus ticket" in done.text


def test_what_the_wallet_lacks_is_paid_on_a_page_and_then_sent(seat: Seat) -> None:
    visitor = Visitor(seat.agent.account)
    page = typed(visitor, "5")
    assert "you pay $1.00 on a page" in page.text

    waits = visitor.send(page, "send")
    assert "once the rest is paid" in waits.text and earned(seat.worker) == 500
    pay = visitor.send(waits, "pay")
    again = visitor.send(waits, "pay")

    due = Checkout.objects.get(purpose="transfer")
    assert pay.path == again.path == f"/checkout/{due.public_id}"
    checkouts.book(due.pk, rail="card", reference="paid", cents=due.amount_cents)
    unit(lambda: checkouts.settle(due.pk))
    assert earned(seat.worker) == 1000 and "Paid" in visitor.open(PATH).text


def test_one_that_waits_is_cancelled_once(seat: Seat) -> None:
    visitor = Visitor(seat.agent.account)
    waits = visitor.send(typed(visitor, "5"), "send")

    for _ in range(2):
        cancelled = visitor.send(waits, "cancel")

    assert "Nothing was sent" in cancelled.text and Transfer.objects.get().status == "failed"
    assert (wallet(seat.agent), earned(seat.worker)) == (410, 500)
    with untouched():
        assert visitor.send(waits, "pay").status in (200, 409)


@pytest.mark.parametrize(("amount", "said"), [("0.10", "at least"), ("x", "such as 12.50"), ("99999", "at most")])
def test_another_sum_is_refused_beside_its_field(seat: Seat, amount: str, said: str) -> None:
    page = typed(Visitor(seat.agent.account), amount)

    assert 'aria-invalid="true"' in page.html and said in page.text
    [form] = [form for form in page.forms if form.method == "get"]
    assert dict(form.fields)["amount"] == amount


def test_more_than_the_work_paid_is_refused(seat: Seat) -> None:
    """Before it is sent, beside its field; and when something else was sent meanwhile, with a form to change it."""
    visitor, agent = Visitor(seat.agent.account), seat.agent
    page = typed(visitor, "6")
    assert "At most $5.00 more: $5.00 in all for this work." in page.text and "Send $6.00" not in page.text
    [form] = [form for form in page.forms if form.method == "get"]
    assert dict(form.fields)["amount"] == "6"

    page = typed(visitor, "2")
    who = {"recipientId": seat.worker.account.public_profile_id, "bountyId": seat.bounty.public_id}
    assert agent.post("/api/transfers/send", who | {"amount": 3.5}).status == 200
    with untouched():
        refused = visitor.send(page, "send")

    assert refused.status == 403 and "may come to $5.00 in all" in refused.text and "Send $2.00" not in refused.text
    [form] = [form for form in refused.forms if form.method == "get"]
    assert dict(form.fields)["amount"] == "2.00" and dict(form.fields)["description"] == "For the bus ticket"
    assert "At most $1.50 more" in typed(visitor, "2").text
    given_money(agent, 1000)
    assert agent.post("/api/transfers/send", who | {"amount": 1.5}).status == 200
    assert "For this work $5.00 of at most $5.00 are sent: no more can be." in typed(visitor, "1").text


def test_nobody_sends_for_somebody_else_or_to_somebody_they_have_not_paid(seat: Seat, other_agent: Api) -> None:
    other, key = Visitor(other_agent.account), seat.escrow.public_id

    page = other.open(f"{PATH}/send?seat={key}&amount=1")
    assert seat.worker.account.display_name not in page.text and "Nobody to send it to yet" in page.text
    own = typed(Visitor(seat.agent.account), "1").form("send")
    theirs = other.open("/owner/wallet").form("freeze").data
    theirs = {name: theirs[name] for name in ("csrfmiddlewaretoken", ACTING)}
    with untouched():
        sent = other.client.post(f"{PATH}/send", own.data | theirs)
    assert sent.status_code == 404
    waits = Visitor(seat.agent.account)
    pending = waits.send(typed(waits, "5"), "send").form("pay")
    with untouched():
        for act in ("pay", "cancel"):
            sent = other.client.post(PATH, pending.data | theirs | {"act": [act]})
            assert sent.status_code == 404
        worker = Visitor(seat.worker.account)
        theirs = worker.open("/owner/wallet").form("freeze").data
        theirs = {name: theirs[name] for name in ("csrfmiddlewaretoken", ACTING)}
        for act in ("pay", "cancel"):
            sent = worker.client.post(PATH, pending.data | theirs | {"act": [act]})
            assert sent.status_code in (403, 404)


def test_an_empty_list_says_whom_one_may_pay(agent: Api) -> None:
    page = Visitor(agent.account).open(PATH)

    assert "Nothing was sent yet" in page.text and "Once you have paid somebody's work" in page.text
    assert "/account/login" in Visitor().open(PATH).path
