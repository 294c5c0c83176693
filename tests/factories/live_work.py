"""Work of every kind that is under way: each scene begins one for an owner of its own, and answers how it is finished."""

from collections.abc import Callable
from datetime import timedelta

from bounties.models import Bounty, CakeOrder
from bounties.services import timers
from escrow.models import Escrow
from escrow.rules.escrows import unit
from escrow.selectors import rates
from escrow.services import releases
from marketplace.core import clock, transactions
from qa.models import Run
from qa.services import taste
from tests.api import Api
from tests.bounties.test_cakes import move, wish
from tests.bounties.test_cakes import run_timers as run_cake_timers
from tests.bounties.test_offers import Talk
from tests.bounties.test_pictures import ask as ask_for_picture
from tests.bounties.test_pictures import given_taker
from tests.bounties.test_pictures import run_timers as run_picture_timers
from tests.bounties.test_waiting_raises import given_waiting, pay
from tests.escrow.test_decisions import decide, given_dispute
from tests.factories.accounts import given_agent, given_worker
from tests.factories.hiring import PERSONAL, RENT, given_hired_by_name, page_of, pay_page, rental
from tests.factories.humanizations import given_assigned
from tests.factories.market import (
    acting,
    given_application,
    given_bounty,
    given_completed,
    given_delivered,
    given_funded_agent,
    given_hired,
    given_money,
)
from tests.factories.qa import PAY, given_run, given_template, given_tester, turn
from tests.factories.services import given_approved, given_service, starts
from tests.factories.services import pay_page as pay_cycle
from tests.factories.services import wish as wish_of
from tests.factories.taste import given_panel
from wallet.models import Checkout

BUDGET = {"budgetPerRunCents": 3000, "periodCapCents": 100_000}  # enough at every rate that is tried
CHECKOUT = "/api/escrow/checkout"
Finish = Callable[[], object]


def release(owner: Api) -> None:
    """Every seat of theirs that is open is paid in full."""
    for held in Escrow.objects.filter(owner=owner.account, kind="seat", ended_at=None):
        transactions.unit(lambda held=held: releases.release(acting(owner), held.public_id, acknowledged=True))


def apply(bounty: Bounty) -> None:
    worker = given_worker(identity_verified_at=clock.now(), identity_country="US")
    path = f"/api/bounties/{bounty.public_id}/applications"
    assert worker.post(path, {"coverLetter": "Near."}).status == 200


def several_seats() -> tuple[Api, Finish]:
    """One is released, one completed, one delivered, one hired, and two are free."""
    agent = given_funded_agent()
    bounty = given_bounty(agent, price_cents=333, spots_available=6)
    done = given_completed(agent=agent, bounty=bounty)
    transactions.unit(lambda: releases.release(acting(agent), done.escrow.public_id, acknowledged=True))
    given_completed(agent=agent, bounty=bounty)
    given_delivered(agent=agent, bounty=bounty)
    silent = given_hired(agent=agent, bounty=bounty)

    def finish() -> None:
        clock.freeze(clock.now() + timedelta(hours=3))
        timers.release_unconfirmed()  # back to the pool, for the next
        silent.fresh()
        given_hired(agent=agent, bounty=bounty)
        assert agent.patch(f"/api/bounties/{bounty.public_id}", {"spotsAvailable": 4}).status == 200
        release(agent)

    return agent, finish


def pending_deposit() -> tuple[Api, Finish]:
    """Its page was opened, and is paid, at the sum that it names."""
    agent = given_agent()
    bounty = given_bounty(agent, price_cents=333, spots_available=2)
    page = Checkout.objects.get(purpose="bounty")

    def finish() -> None:
        quote = agent.get(f"/api/bounties/{bounty.public_id}/funding-quote")["quote"]
        assert (quote["fundingTotalCents"], quote["feeBps"]) == (page.amount_cents, bounty.fee_bps)
        assert pay(page) == "funded"
        for _ in range(2):
            given_hired(agent=agent, bounty=Bounty.objects.get(pk=bounty.pk))
        release(agent)

    return agent, finish


def pending_raise() -> tuple[Api, Finish]:
    """A confirmed raise with one seat hired waits for its page."""
    bps = rates.bps_for("bounty")
    before, after = unit(500, bps).total, unit(700, bps).total
    agent = given_funded_agent(2 * before)
    bounty = given_bounty(agent, spots_available=2)
    given_hired(agent=agent, bounty=bounty)
    page = given_waiting(agent, bounty, 2 * (after - before), price=7)

    def finish() -> None:
        assert pay(page) == "funded"
        given_hired(agent=agent, bounty=Bounty.objects.get(pk=bounty.pk))
        release(agent)

    return agent, finish


def by_name(path: str) -> Callable[[], tuple[Api, Finish]]:
    def begin() -> tuple[Api, Finish]:
        agent = given_funded_agent()
        given_hired_by_name(agent, given_worker(), path)
        return agent, lambda: release(agent)

    begin.__name__ = "rental" if path == RENT else "personal_bounty"
    return begin


def unpaid_rental() -> tuple[Api, Finish]:
    agent = given_agent()
    made = agent.post(RENT, rental(given_worker()))

    def finish() -> None:
        assert pay_page(made).outcome == "funded"
        release(agent)

    return agent, finish


def unpaid_offer() -> tuple[Api, Finish]:
    """It was taken up, and its page is open: the total that was named then is taken still."""
    talk = Talk(given_agent())
    talk.offer(talk.worker, 5)
    made = talk.pay()
    total = page_of(made).amount_cents

    def finish() -> None:
        assert talk.pay(amount=total / 100).status == 200
        assert pay_page(made).outcome == "funded"
        release(talk.agent)

    return talk.agent, finish


def seat_checkout() -> tuple[Api, Finish]:
    """The total of a pending applicant's seat is that of the pool."""
    agent = given_funded_agent()
    bounty = given_bounty(agent)
    _, application = given_application(bounty)
    total = bounty.unit.total

    def finish() -> None:
        ids = {"bountyId": bounty.public_id, "applicationId": application.public_id}
        assert agent.post(CHECKOUT, ids | {"amount": total / 100}).status == 200
        release(agent)

    return agent, finish


def picture() -> tuple[Api, Finish]:
    agent = given_funded_agent()
    assert ask_for_picture(agent).status == 202

    def finish() -> None:
        given_taker(agent)
        release(agent)

    return agent, finish


def unpaid_picture() -> tuple[Api, Finish]:
    agent = given_agent()
    assert ask_for_picture(agent).status == 402

    def finish() -> None:
        given_money(agent, 2000)
        run_picture_timers()
        given_taker(agent)
        release(agent)

    return agent, finish


def cake_quote() -> tuple[Api, Finish]:
    """It was quoted at the old rate, and the quote is good for half an hour."""
    agent = given_funded_agent()
    quote = agent.post("/api/cake-orders/quote", wish())["quoteId"]
    move(given_worker(), "Lisbon")

    def finish() -> None:
        assert agent.post("/api/cake-orders", {"quoteId": quote}).status == 200
        run_cake_timers()
        release(agent)

    return agent, finish


def cake() -> tuple[Api, Finish]:
    agent, finish = cake_quote()
    quote = CakeOrder.objects.get(owner=agent.account).public_id
    assert agent.post("/api/cake-orders", {"quoteId": quote}).status == 200
    return agent, finish  # which sends it again: a quote buys one cake


def humanization() -> tuple[Api, Finish]:
    agent, _, _ = given_assigned()
    return agent, lambda: release(agent)


def subscription() -> tuple[Api, Finish]:
    """One cycle is paid, another one comes."""
    booked = given_approved()

    def finish() -> None:
        release(booked.agent)
        starts(booked)
        release(booked.agent)
        assert len(booked.bookings) == 2

    return booked.agent, finish


def unpaid_subscription() -> tuple[Api, Finish]:
    agent = given_agent()
    made = agent.post("/api/services/subscribe", wish_of(given_service()))

    def finish() -> None:
        assert pay_cycle(made).outcome == "funded"
        release(agent)

    return agent, finish


def qa_run() -> tuple[Api, Finish]:
    """One tester is hired, one seat is free; its template runs again at what was agreed."""
    agent, run = given_run(**BUDGET)
    given_tester(run)
    return agent, lambda: end_runs(agent)


def unpaid_qa_run() -> tuple[Api, Finish]:
    agent, _ = given_template(given_agent(), **BUDGET)
    turn()

    def finish() -> None:
        given_money(agent, 2 * unit(PAY, Run.objects.get().template.fee_bps).total)
        clock.freeze(clock.now() + timedelta(hours=1))
        turn()
        given_tester(Run.objects.get())
        end_runs(agent)

    return agent, finish


def next_qa_run() -> tuple[Api, Finish]:
    """The run of tomorrow, of a template that was made today."""
    agent, run = given_run(**BUDGET)
    end_runs(agent)

    def finish() -> None:
        clock.freeze(run.due_at + timedelta(days=1))
        turn()
        again = Run.objects.latest("id")
        assert again.pk != run.pk
        given_tester(again)
        end_runs(agent)

    return agent, finish


def end_runs(agent: Api) -> None:
    release(agent)
    own = Run.objects.filter(owner=agent.account, ended_at=None)
    for run in own:
        assert agent.post(f"/api/v1/qa/runs/{run.public_id}/stop").status == 200
    turn()
    assert not own.all().exists()


def taste_run() -> tuple[Api, Finish]:
    panel = given_panel()
    first = panel.respondent()

    def finish() -> None:
        panel.vote(first)
        panel.vote(panel.respondent())

    return panel.agent, finish


def unpaid_taste_run() -> tuple[Api, Finish]:
    panel = given_panel(100)

    def finish() -> None:
        given_money(panel.agent, 2 * unit(500, panel.row.bounty.fee_bps).total - 100)
        clock.freeze(clock.now() + timedelta(minutes=2))
        taste.start_due()
        for _ in range(2):
            panel.vote(panel.respondent())

    return panel.agent, finish


def dispute() -> tuple[Api, Finish]:
    """It is split after the change: the fee on the worker's part is of the old rate."""
    seat, opened = given_dispute(price_cents=777)
    return seat.agent, lambda: decide(opened, 333)


LIVE = (
    several_seats, pending_deposit, pending_raise, by_name(RENT), by_name(PERSONAL), unpaid_rental, unpaid_offer, seat_checkout,
    picture, unpaid_picture, cake_quote, cake, humanization, subscription, unpaid_subscription, qa_run, unpaid_qa_run,
    next_qa_run, taste_run, unpaid_taste_run, dispute,
)  # fmt: skip
