"""Tips and reimbursements: only for released work on an own bounty, up to the seat's price, from the wallet or by a page."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest

from escrow.models import Transfer
from escrow.services import pending_transfers
from marketplace.core import clock, ids
from marketplace.models import Mail
from tests.api import Answer, Api
from tests.factories.accounts import given_agent, given_worker
from tests.factories.market import (
    Seat,
    given_bounty,
    given_delivered,
    given_funded_agent,
    given_released,
    untouched,
    violations,
)
from wallet import ledger as books
from wallet.models import Checkout
from wallet.services import checkouts
from webhooks.models import Event

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("sound_books")]
At = Callable[[str], datetime]


def tip(seat: Seat, amount: float = 2.5, **more: Any) -> Answer:
    asked = {"recipientId": seat.worker.account.public_profile_id, "bountyId": seat.bounty.public_id, "amount": amount}
    return seat.agent.post("/api/transfers/send", {k: v for k, v in (asked | more).items() if v is not None})


def wallet(api: Api) -> int:
    return books.balance(books.wallet(api.account.pk))


def earned(api: Api) -> int:
    return books.balance(books.earnings(api.account.pk))


def heard(agent: Api) -> list[dict[str, Any]]:
    return list(Event.objects.filter(account_id=agent.account.pk, type="payment.sent").values_list("data", flat=True))


def test_a_tip_goes_from_the_wallet_to_the_workers_earnings_without_a_fee() -> None:
    seat = given_released(agent=given_funded_agent(1000))

    sent = tip(seat, description="For the bus.")

    assert (sent.status, sent["status"], "checkoutUrl" in sent.body) == (200, "completed", False)
    shown = sent["transfer"]
    assert {
        name: shown[name] for name in ("amount", "amountCents", "currency", "status", "payoutStatus", "direction")
    } == {
        "amount": 2.5,
        "amountCents": 250,
        "currency": "usd",
        "status": "completed",
        "payoutStatus": "paid",
        "direction": "sent",
    }
    assert shown["sender"]["id"] == seat.agent.account.public_profile_id
    assert shown["recipient"] == {
        "id": seat.worker.account.public_profile_id,
        "name": seat.worker.account.display_name,
    }
    assert (wallet(seat.agent), earned(seat.worker)) == (160, 750)
    (fact,) = heard(seat.agent)
    assert (fact["transferId"], fact["amountCents"]) == (shown["id"], 250)
    assert "2.50" in Mail.objects.latest("created_at").subject
    line = seat.agent.get("/api/wallet/transactions")["transactions"][0]
    assert (line["type"], line["amountCents"], line["bountyId"]) == ("transfer", 250, seat.bounty.public_id)


def test_a_person_can_be_named_by_his_address_or_username() -> None:
    seat = given_released(agent=given_funded_agent(1000))
    seat.worker.account.username = "ada-lovelace"
    seat.worker.account.save()

    by_mail = tip(seat, 1, recipientId=None, recipientEmail=seat.worker.account.email.upper())
    by_name = tip(seat, 1, recipientId="ada-lovelace")

    assert [by_mail.status, by_name.status, earned(seat.worker)] == [200, 200, 700]


def test_refusals_move_nothing() -> None:
    seat = given_released(agent=given_funded_agent(5000))
    other = given_released(agent=given_funded_agent(5000))
    open_seat = given_delivered(agent=seat.agent)
    stranger = given_worker()
    hidden = given_bounty(given_agent())
    mine = seat.bounty.public_id
    me = seat.agent.account.public_profile_id
    unconfirmed = given_worker()
    unconfirmed.account.email_verified_at = None
    unconfirmed.account.save()
    with untouched():
        found = [
            tip(seat, bountyId=None),
            tip(seat, bountyId=""),
            tip(seat, recipientId=None),
            tip(seat, recipientEmail="a@example.com"),
            tip(seat, 0.99),
            tip(seat, 10_000.01),
            tip(seat, 1.005),
            tip(seat, recipientId=me),
            tip(seat, recipientId=ids.encode("prf", ids.new())),
            tip(seat, recipientId="prf_x"),
            tip(seat, recipientId=None, recipientEmail="nobody@example.com"),
            tip(seat, recipientId=None, recipientEmail=unconfirmed.account.email),
            tip(seat, bountyId=other.bounty.public_id),
            tip(seat, bountyId=hidden.public_id),
            tip(seat, bountyId="bty_x"),
            tip(seat, recipientId=stranger.account.public_profile_id),
            tip(seat, recipientId=open_seat.worker.account.public_profile_id, bountyId=open_seat.bounty.public_id),
            tip(seat, recipientId=open_seat.worker.account.public_profile_id, bountyId=mine),
            tip(seat, 5.01),
            tip(seat, conversationId="cnv_x"),
        ]
    assert [(answer.status, answer.code) for answer in found] == [
        (400, "bounty_required"),
        (400, "bounty_required"),
        (400, "validation_error"),
        (400, "validation_error"),
        (400, "validation_error"),
        (400, "validation_error"),
        (400, "validation_error"),
        (400, "validation_error"),
        (404, "recipient_not_found"),
        (404, "recipient_not_found"),
        (404, "recipient_not_found"),
        (404, "recipient_not_found"),
        (403, "bounty_not_owned"),
        (404, "not_found"),
        (404, "not_found"),
        (403, "work_not_released"),
        (403, "work_not_released"),
        (403, "work_not_released"),
        (403, "tip_cap_exceeded"),
        (404, "not_found"),
    ]
    assert (found[-2]["capCents"], found[-2]["sentCents"]) == (500, 0)


def test_all_tips_for_one_bounty_come_to_the_seats_price_at_most() -> None:
    seat = given_released(agent=given_funded_agent(5000))
    assert tip(seat, 3).status == 200
    with untouched():
        refused = tip(seat, 2.01)
    assert (refused.code, refused["capCents"], refused["sentCents"]) == ("tip_cap_exceeded", 500, 300)
    assert tip(seat, 2).status == 200


def test_the_own_caps_of_the_wallet_hold_for_tips() -> None:
    seat = given_released(agent=given_funded_agent(5000))
    seat.agent.patch("/api/wallet/controls", {"spendingCapRolling24hCents": 700})

    assert tip(seat, 1).status == 200
    refused = tip(seat, 2)

    assert (refused.status, refused.code, Transfer.objects.count()) == (403, "spending_cap_exceeded", 1)


def test_a_conversation_of_the_two_may_be_named() -> None:
    seat = given_released(agent=given_funded_agent(5000))
    talk = seat.agent.get("/api/conversations")["conversations"][0]["id"]
    other = given_released(agent=seat.agent)
    theirs = next(row["id"] for row in seat.agent.get("/api/conversations")["conversations"] if row["id"] != talk)

    assert tip(seat, 1, conversationId=talk).status == 200
    with untouched():
        assert tip(seat, 1, conversationId=theirs).code == "not_found"
    assert other.worker.account.pk != seat.worker.account.pk


def test_a_short_wallet_gets_a_page_and_the_transfer_completes_when_it_is_paid() -> None:
    seat = given_released(agent=given_funded_agent(690))
    asked = tip(seat, 4, idempotencyKey="tip-1")
    assert (asked["status"], asked["transfer"]["payoutStatus"], wallet(seat.agent)) == ("pending", "hold", 100)
    page = Checkout.objects.get(purpose="transfer")
    assert (asked["checkoutUrl"], page.amount_cents) == (page.url, 300)
    with untouched():
        assert tip(seat, 4, idempotencyKey="tip-1")["checkoutUrl"] == page.url

    checkouts.book(page.pk, rail="card", reference="paid", cents=300)
    checkouts.settle(page.pk)

    again = tip(seat, 4, idempotencyKey="tip-1")
    assert (again["status"], "checkoutUrl" in again.body) == ("completed", False)
    assert (wallet(seat.agent), earned(seat.worker), len(heard(seat.agent))) == (0, 900, 1)
    page.refresh_from_db()
    assert page.outcome == "funded"


def test_a_pending_tip_fails_when_nobody_pays(at: At) -> None:
    begun = at("2026-03-01T10:00:00Z")
    seat = given_released(agent=given_funded_agent(690))
    asked = tip(seat, 4)

    clock.freeze(begun + timedelta(hours=24))
    assert (pending_transfers.lapse_due(), pending_transfers.lapse_due()) == (1, 0)

    row = seat.agent.get(f"/api/transfers/{asked['transfer']['id']}")["transfer"]
    assert (row["status"], row["payoutStatus"]) == ("failed", "failed")
    assert tip(seat, 1).status == 200


def test_a_page_that_is_paid_after_the_tip_failed_leaves_its_money_in_the_wallet(at: At) -> None:
    begun = at("2026-03-01T10:00:00Z")
    seat = given_released(agent=given_funded_agent(690))
    tip(seat, 4)
    page = Checkout.objects.get(purpose="transfer")
    clock.freeze(begun + timedelta(hours=24))
    pending_transfers.lapse_due()

    checkouts.book(page.pk, rail="card", reference="late", cents=300)
    checkouts.settle(page.pk)

    page.refresh_from_db()
    assert (page.outcome, wallet(seat.agent), earned(seat.worker)) == ("left_in_wallet", 400, 500)


def test_a_paid_page_whose_wallet_was_spent_meanwhile_fails_the_tip() -> None:
    seat = given_released(agent=given_funded_agent(690))
    tip(seat, 4)
    page = Checkout.objects.get(purpose="transfer")
    checkouts.book(page.pk, rail="card", reference="paid", cents=300)
    given_bounty(seat.agent, price_cents=100)

    checkouts.settle(page.pk)

    page.refresh_from_db()
    assert (Transfer.objects.get().status, page.outcome) == ("failed", "left_in_wallet")
    assert (wallet(seat.agent), earned(seat.worker), heard(seat.agent)) == (282, 500, [])


def test_a_paid_tip_that_waits_to_be_settled_does_not_lapse(at: At) -> None:
    begun = at("2026-03-01T10:00:00Z")
    seat = given_released(agent=given_funded_agent(690))
    tip(seat, 4)
    page = Checkout.objects.get(purpose="transfer")
    checkouts.book(page.pk, rail="card", reference="paid", cents=300)
    clock.freeze(begun + timedelta(hours=25))

    pending_transfers.lapse_due()
    checkouts.settle_pending()

    assert (Transfer.objects.get().status, earned(seat.worker)) == ("completed", 900)


# ------------------------------------------------------------------ many at once


def bulk(agent: Api, *lines: dict[str, Any], **more: Any) -> Answer:
    return agent.post("/api/transfers/bulk-send", {"recipients": list(lines), "description": "Thanks."} | more)


def line(seat: Seat, amount: float = 1, **more: Any) -> dict[str, Any]:
    return {"recipientId": seat.worker.account.public_profile_id, "amount": amount} | more


def test_many_are_paid_in_one_post_or_none_is() -> None:
    agent = given_funded_agent(10_000)
    seats = [given_released(agent=agent) for _ in range(3)]
    before = wallet(agent)

    paid = bulk(agent, *[line(seat, place + 1) for place, seat in enumerate(seats)])

    assert (paid.status, paid["count"], paid["totalCents"]) == (200, 3, 600)
    assert [row["amountCents"] for row in paid["transfers"]] == [100, 200, 300]
    assert [earned(seat.worker) for seat in seats] == [600, 700, 800]
    assert (wallet(agent), len(heard(agent)), violations()) == (before - 600, 3, [])


@pytest.mark.parametrize(
    ("bad", "status", "code"),
    [
        ({"recipientId": "nobody-here", "amount": 1}, 404, "recipient_not_found"),
        ({"amount": 1}, 400, "validation_error"),
        ({"recipientId": "prf_x", "amount": 0.5}, 400, "validation_error"),
    ],
)
def test_one_bad_line_refuses_all_and_is_named(bad: dict[str, Any], status: int, code: str) -> None:
    agent = given_funded_agent(10_000)
    seat = given_released(agent=agent)

    with untouched():
        refused = bulk(agent, line(seat), bad)

    assert (refused.status, refused.code) == (status, code)
    assert (
        "recipients[1]" in refused["error"]
        or "recipients.1" in str(refused.body)
        or "recipients[1]" in str(refused.body)
    )


def test_rules_of_tips_hold_for_each_line() -> None:
    agent = given_funded_agent(10_000)
    seat, other = given_released(agent=agent), given_released(agent=given_funded_agent(1000))
    with untouched():
        found = [
            bulk(agent, line(seat), line(other)),
            bulk(agent, line(seat), line(seat, bountyId=other.bounty.public_id)),
            bulk(agent, line(seat, 3), line(seat, 2.01)),
            bulk(agent, line(seat), {"recipientId": agent.account.public_profile_id, "amount": 1}),
            bulk(agent),
            bulk(agent, *[line(seat)] * 101),
        ]
    assert [(answer.status, answer.code) for answer in found] == [
        (403, "work_not_released"),
        (403, "bounty_not_owned"),
        (403, "tip_cap_exceeded"),
        (400, "validation_error"),
        (400, "validation_error"),
        (400, "validation_error"),
    ]
    assert found[0]["error"].startswith("recipients[1]: ")
    assert found[2]["error"].startswith("recipients[1]: ")


def test_a_line_without_a_bounty_counts_for_the_workers_latest_released_seat() -> None:
    agent = given_funded_agent(10_000)
    first = given_released(agent=agent)
    latest = given_released(agent=agent, worker=first.worker)

    paid = bulk(agent, line(first, 5), line(first, 5, bountyId=first.bounty.public_id))

    assert [row["bountyId"] for row in paid["transfers"]] == [latest.bounty.public_id, first.bounty.public_id]


def test_a_wallet_that_is_too_short_for_all_pays_nobody() -> None:
    agent = given_funded_agent(590 * 2 + 250)
    seats = [given_released(agent=agent) for _ in range(2)]

    with untouched():
        refused = bulk(agent, line(seats[0], 2), line(seats[1], 1))

    assert (refused.status, refused.code, refused["shortfallCents"]) == (402, "insufficient_funds", 50)


def test_a_hundred_lines_take_as_many_queries_as_two(django_assert_max_num_queries: Any) -> None:
    agent = given_funded_agent(10_000)
    seats = [given_released(agent=agent) for _ in range(4)]

    with django_assert_max_num_queries(60) as two:
        bulk(agent, *[line(seat) for seat in seats[:2]])
    with django_assert_max_num_queries(90) as four:
        bulk(agent, *[line(seat) for seat in seats])

    assert len(four) - len(two) <= 2 * 3, "the fact and the mail of each line, and nothing else, are its own"


def test_an_address_that_nobody_confirmed_pays_nobody_not_even_beside_a_username() -> None:
    agent = given_funded_agent(10_000)
    seat = given_released(agent=agent)
    person = seat.worker.account
    person.username, person.email_verified_at = "bobby", None
    person.save()

    with untouched():
        refused = bulk(agent, {"recipientId": "bobby", "amount": 1}, {"recipientEmail": person.email, "amount": 1})

    assert (refused.status, refused.code) == (404, "recipient_not_found")
    assert refused["error"].startswith("recipients[1]: ")


# ------------------------------------------------------------------ reading


def test_both_sides_read_it_and_nobody_else() -> None:
    seat = given_released(agent=given_funded_agent(5000))
    made = tip(seat)["transfer"]["id"]

    assert seat.worker.get(f"/api/transfers/{made}")["transfer"]["direction"] == "received"
    for stranger in (given_agent(), given_worker()):
        assert stranger.get(f"/api/transfers/{made}").status == 404
        assert stranger.get("/api/transfers/mine")["transfers"] == []


def test_the_list_is_filtered_by_direction_and_status() -> None:
    seat = given_released(agent=given_funded_agent(690))
    first = tip(seat, 1)["transfer"]["id"]
    second = tip(seat, 2)["transfer"]["id"]

    def listed(api: Api, query: str = "") -> list[str]:
        return [row["id"] for row in api.get(f"/api/transfers/mine{query}")["transfers"]]

    assert listed(seat.agent) == [second, first]
    assert listed(seat.agent, "?status=completed") == [first]
    assert listed(seat.agent, "?direction=received") == []
    assert listed(seat.worker, "?direction=received&status=pending") == [second]
    assert [seat.agent.get(f"/api/transfers/mine?{bad}").status for bad in ("status=x", "direction=up")] == [400, 400]
