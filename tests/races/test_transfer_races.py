"""Tips at once: never past the cap of a seat, never more than the wallet has, and a page's payment completes one once."""

from typing import Any

import pytest

from escrow.models import Transfer
from escrow.services import pending_transfers
from tests.factories.market import given_funded_agent, given_released
from wallet import ledger as books
from wallet.models import Checkout
from wallet.services import checkouts
from webhooks.models import Event

pytestmark = pytest.mark.django_db(transaction=True)


def test_tips_at_once_never_pass_the_cap_together(at_once: Any) -> None:
    seat = given_released(agent=given_funded_agent(10_000))
    body = {
        "recipientId": seat.worker.account.public_profile_id,
        "bountyId": seat.bounty.public_id,
        "amount": 2,
    }

    answers = at_once(*[lambda: seat.agent.post("/api/transfers/send", body)] * 6)

    assert sorted(answer.status for answer in answers) == [200, 200, 403, 403, 403, 403]
    assert books.balance(books.earnings(seat.worker.account.pk)) == 900


def test_bulk_sends_in_opposite_orders_at_once_do_not_deadlock(at_once: Any) -> None:
    agent = given_funded_agent(10_000)
    seats = [given_released(agent=agent) for _ in range(4)]
    lines = [{"recipientId": seat.worker.account.public_profile_id, "amount": 1} for seat in seats]

    def send(order: list[Any]) -> Any:
        return lambda: agent.post("/api/transfers/bulk-send", {"recipients": order})

    answers = at_once(*[send(lines), send(lines[::-1])] * 3)

    passed = [answer.status for answer in answers].count(200)
    assert {answer.status for answer in answers} <= {200, 403}
    assert Transfer.objects.filter(status="completed").count() == passed * 4 == 20


def test_a_tip_is_settled_or_lapsed_once_whoever_comes(at_once: Any) -> None:
    seat = given_released(agent=given_funded_agent(690))
    seat.agent.post(
        "/api/transfers/send",
        {"recipientId": seat.worker.account.public_profile_id, "bountyId": seat.bounty.public_id, "amount": 4},
    )
    page = Checkout.objects.get(purpose="transfer")
    checkouts.book(page.pk, rail="card", reference="paid", cents=300)
    Transfer.objects.update(lapses_at=page.created_at)

    at_once(*[lambda: checkouts.settle(page.pk)] * 3, *[pending_transfers.lapse_due] * 3)

    assert Transfer.objects.get().status == "completed"
    assert books.balance(books.earnings(seat.worker.account.pk)) == 900


def test_a_tip_is_paid_or_cancelled_once_whoever_comes(at_once: Any) -> None:
    seat = given_released(agent=given_funded_agent(690))
    tip = {"recipientId": seat.worker.account.public_profile_id, "bountyId": seat.bounty.public_id, "amount": 4}
    asked = seat.agent.post("/api/transfers/send", tip | {"idempotencyKey": "k"})
    page = Checkout.objects.get(purpose="transfer")
    path = f"/api/transfers/{asked['transfer']['id']}/cancel"

    def pay() -> None:
        checkouts.book(page.pk, rail="card", reference="paid", cents=300)
        checkouts.settle(page.pk)

    again = [lambda: seat.agent.post("/api/transfers/send", tip | {"idempotencyKey": "k"})] * 2
    answers = at_once(*[pay] * 2, *[lambda: seat.agent.post(path)] * 3, *again)

    assert {answer.status for answer in answers[2:]} <= {200, 409}
    row = Transfer.objects.get()
    money = (books.balance(books.earnings(seat.worker.account.pk)), books.balance(books.wallet(seat.agent.account.pk)))
    assert (row.status, money) in (("completed", (900, 0)), ("failed", (500, 400)))
    assert Event.objects.filter(type__in=["payment.sent", "payment.failed"], subject_id=row.pk).count() == 1
    assert not Checkout.objects.filter(purpose="transfer", status="open").exists()
