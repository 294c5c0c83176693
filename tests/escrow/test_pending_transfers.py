"""A tip that waits for its page: the page can be opened again, the tip cancelled, and what is not paid uses up no cap. And
nobody is paid by mistake whom the sender has blocked."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest

from escrow.models import Transfer
from escrow.services import pending_transfers
from marketplace.core import clock
from tests.api import Answer, Api
from tests.escrow.test_transfers import bulk, earned, heard, line, tip, wallet
from tests.factories.accounts import given_agent
from tests.factories.market import Seat, given_bounty, given_funded_agent, given_released, untouched, violations
from tests.wallet.conftest import Payer
from wallet.models import Checkout
from wallet.services import checkouts
from webhooks.models import Event

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("sound_books")]
At = Callable[[str], datetime]
KEY = {"idempotencyKey": "tip-1"}


def given_pending(cents: int = 690, amount: float = 4) -> tuple[Seat, Answer]:
    """A tip for which the wallet is short."""
    seat = given_released(agent=given_funded_agent(cents))
    return seat, tip(seat, amount, **KEY)


def open_pages() -> list[Checkout]:
    return list(Checkout.objects.filter(purpose="transfer", status="open"))


def cancel(agent: Api, asked: Answer, **headers: str) -> Answer:
    return agent.post(f"/api/transfers/{asked['transfer']['id']}/cancel", **headers)


def failed(agent: Api) -> list[dict[str, Any]]:
    return list(Event.objects.filter(account_id=agent.account.pk, type="payment.failed").values_list("data", flat=True))


def pay(page: Checkout, reference: str = "paid") -> Checkout:
    checkouts.book(page.pk, rail="card", reference=reference, cents=page.amount_cents)
    return checkouts.settle(page.pk)


# ------------------------------------------------------------------ the page


def test_a_page_that_was_cancelled_is_opened_again_by_the_same_call_and_pays_the_tip() -> None:
    seat, asked = given_pending()
    Payer().cancel(open_pages()[0])

    again = tip(seat, 4, **KEY)

    (page,) = open_pages()
    assert (again["status"], again["checkoutUrl"]) == ("pending", page.url)
    assert again["checkoutUrl"] != asked["checkoutUrl"] and page.amount_cents == 300
    assert tip(seat, 4, **KEY)["checkoutUrl"] == page.url, "one page at a time"
    pay(page)
    assert (earned(seat.worker), wallet(seat.agent), Transfer.objects.get().status) == (900, 0, "completed")


def test_the_new_page_lives_as_long_as_the_tip(at: At) -> None:
    begun = at("2026-03-01T10:00:00Z")
    seat, _ = given_pending()
    clock.freeze(begun + timedelta(hours=20))
    Payer().cancel(open_pages()[0])
    tip(seat, 4, **KEY)

    assert open_pages()[0].expires_at == Transfer.objects.get().lapses_at


def test_a_tip_that_has_ended_gets_no_page_again() -> None:
    seat, asked = given_pending()
    cancel(seat.agent, asked)
    with untouched():
        again = tip(seat, 4, **KEY)

    assert (again["status"], "checkoutUrl" in again.body) == ("failed", False)


def test_a_tip_whose_page_was_paid_gets_no_second_page_before_it_is_settled() -> None:
    seat, _ = given_pending()
    checkouts.book(open_pages()[0].pk, rail="card", reference="paid", cents=300)
    with untouched():
        again = tip(seat, 4, **KEY)

    assert (again["status"], "checkoutUrl" in again.body) == ("pending", False)


def test_a_page_that_was_cancelled_and_charged_nevertheless_pays_the_tip_once() -> None:
    seat, _ = given_pending()
    (first,) = open_pages()
    Payer().cancel(first)
    tip(seat, 4, **KEY)
    (second,) = open_pages()

    pay(first, "first")
    second.refresh_from_db()
    pay(second, "second")

    second.refresh_from_db()
    assert (earned(seat.worker), wallet(seat.agent), second.outcome) == (900, 300, "left_in_wallet")
    assert violations() == []


# ------------------------------------------------------------------ cancel


def test_the_sender_cancels_a_tip_that_is_not_paid() -> None:
    seat, asked = given_pending()

    gone = cancel(seat.agent, asked)

    shown = gone["transfer"]
    assert (gone.status, shown["status"], shown["payoutStatus"], shown["failureReason"]) == (
        200, "failed", "failed", "cancelled",
    )  # fmt: skip
    assert (open_pages(), wallet(seat.agent), earned(seat.worker)) == ([], 100, 500)
    assert seat.worker.get(f"/api/transfers/{shown['id']}")["transfer"]["failureReason"] == "", "the sender's affair"
    (told,) = failed(seat.agent)
    assert (told["transferId"], told["amountCents"], told["reason"]) == (shown["id"], 400, "cancelled")


def test_cancelling_twice_is_the_same_as_once() -> None:
    seat, asked = given_pending()
    first = cancel(seat.agent, asked)
    with untouched():
        again = cancel(seat.agent, asked)

    assert (again.status, again["transfer"]) == (200, first["transfer"])
    assert len(failed(seat.agent)) == 1


def test_what_was_sent_or_paid_for_can_not_be_cancelled() -> None:
    seat = given_released(agent=given_funded_agent(790))
    sent = tip(seat, 1)
    waiting = tip(seat, 3)
    checkouts.book(open_pages()[0].pk, rail="card", reference="paid", cents=open_pages()[0].amount_cents)
    with untouched():
        answers = [cancel(seat.agent, sent), cancel(seat.agent, waiting)]

    assert [(answer.status, answer.code) for answer in answers] == [(409, "invalid_state")] * 2


def test_only_the_sender_cancels() -> None:
    seat, asked = given_pending()
    with untouched():
        answers = [cancel(seat.worker, asked), cancel(given_agent(), asked), cancel(Api(), asked)]

    assert [(answer.status, answer.code) for answer in answers] == [
        (403, "not_sender"), (404, "not_found"), (401, "authentication_required"),
    ]  # fmt: skip


def test_a_page_that_is_charged_after_the_tip_was_cancelled_leaves_its_money_in_the_wallet() -> None:
    seat, asked = given_pending()
    (page,) = open_pages()
    cancel(seat.agent, asked)

    done = pay(page)

    assert (done.outcome, wallet(seat.agent), earned(seat.worker)) == ("left_in_wallet", 400, 500)


def test_a_tip_that_lapses_says_so(at: At) -> None:
    begun = at("2026-03-01T10:00:00Z")
    seat, asked = given_pending()
    clock.freeze(begun + timedelta(hours=24))
    pending_transfers.lapse_due()

    shown = seat.agent.get(f"/api/transfers/{asked['transfer']['id']}")["transfer"]
    assert (shown["status"], shown["failureReason"], failed(seat.agent)[0]["reason"]) == ("failed", "lapsed", "lapsed")


# ------------------------------------------------------------------ the cap


def test_what_is_not_paid_does_not_use_up_the_cap() -> None:
    seat, _ = given_pending()

    second = tip(seat, 5)

    assert (second.status, second["status"]) == (200, "pending")
    assert len(open_pages()) == 2


def test_a_tip_whose_page_was_paid_counts_to_the_cap_before_it_is_settled() -> None:
    seat, _ = given_pending()
    checkouts.book(open_pages()[0].pk, rail="card", reference="paid", cents=300)
    with untouched():
        refused = tip(seat, 1.01)

    assert (refused.code, refused["sentCents"]) == ("tip_cap_exceeded", 400)


def test_pages_that_are_paid_never_pass_the_cap_together() -> None:
    seat, _ = given_pending()
    tip(seat, 5)
    first, second = sorted(open_pages(), key=lambda page: page.pk)

    pay(first, "first")
    done = pay(second, "second")

    assert (earned(seat.worker), done.outcome, len(heard(seat.agent))) == (900, "left_in_wallet", 1)
    assert wallet(seat.agent) == second.amount_cents, "the payer's money stays in the wallet"
    assert [told["reason"] for told in failed(seat.agent)] == ["tip_cap_exceeded"]
    assert violations() == []


def test_a_tip_whose_wallet_was_spent_meanwhile_says_so() -> None:
    seat, _ = given_pending()
    (page,) = open_pages()
    checkouts.book(page.pk, rail="card", reference="paid", cents=300)
    given_bounty(seat.agent, price_cents=100)
    checkouts.settle(page.pk)

    assert [told["reason"] for told in failed(seat.agent)] == ["insufficient_funds"]


# ------------------------------------------------------------------ blocked recipients


def given_blocked(cents: int = 5000) -> Seat:
    seat = given_released(agent=given_funded_agent(cents))
    blocked = seat.agent.post("/api/humans/blocks", {"humanId": seat.worker.account.public_profile_id})
    assert blocked.status == 200, blocked.body
    return seat


def test_a_recipient_whom_the_sender_has_blocked_is_refused() -> None:
    seat = given_blocked()
    other = given_released(agent=seat.agent)
    with untouched():
        single = tip(seat, 1)
        many = bulk(seat.agent, line(other), line(seat))
        false = tip(seat, 1, override=False)

    assert [(answer.status, answer.code) for answer in (single, many, false)] == [(403, "recipient_blocked")] * 3
    assert many["error"].startswith("recipients[1]: ")


def test_a_blocked_recipient_is_paid_when_the_sender_says_so() -> None:
    seat = given_blocked()
    other = given_released(agent=seat.agent)

    assert tip(seat, 1, override=True)["status"] == "completed"
    assert bulk(seat.agent, line(other), line(seat), override=True).status == 200
    assert earned(seat.worker) == 700


def test_a_recipient_who_has_blocked_the_sender_is_paid() -> None:
    """Taking money from somebody needs no talking to them."""
    seat = given_released(agent=given_funded_agent(5000))
    seat.worker.post("/api/humans/blocks", {"humanId": seat.agent.account.public_profile_id})

    assert tip(seat, 1).status == 200
