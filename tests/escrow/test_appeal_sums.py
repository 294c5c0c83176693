"""After an appeal every figure is right: reports, earnings, statements, receipts; and the share that is kept until then."""

import random
from datetime import timedelta
from typing import Any

import pytest
from django.db import IntegrityError, transaction
from hypothesis import given as for_all
from hypothesis import strategies

from bounties.services import receipts
from escrow.models import Appeal, Escrow
from escrow.rules.appeals import borne, correction
from escrow.rules.disputes import award
from escrow.selectors import earned, months, reports
from escrow.services import case_clocks, decisions
from marketplace.core import clock
from marketplace.core.transactions import unit
from tests import sampling
from tests.escrow.test_decisions import given_staff, money
from tests.factories.appeals import (
    appeal,
    given_appeal,
    given_decided,
    given_keeping,
    given_second_decision,
    given_second_preview,
    withdraw,
)
from tests.factories.market import (
    Seat,
    acting,
    given_bounty,
    given_completed,
    given_funded_agent,
    given_payouts,
    untouched,
    violations,
)
from tests.visitor import Visitor
from wallet import ledger as books
from wallet.models import Controls, EarningsHold
from wallet.selectors import balances, flows
from webhooks.models import Event

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("sound_books")]
_PAY = strategies.integers(1, 1_000_000)


@for_all(
    pay=_PAY, one=strategies.floats(0, 1), two=strategies.floats(0, 1), has=_PAY, bps=strategies.integers(0, 10_000)
)
def test_a_correction_turns_any_division_into_any_other(pay: int, one: float, two: float, has: int, bps: int) -> None:
    first, second = (award(int(pay * part), payout_cents=pay, bps=bps) for part in (one, two))

    steps = correction(first, second, payer_has=has)

    sums = {
        side: sum(step.cents * ((step.destination == side) - (step.source == side)) for step in steps)
        for side in ("worker", "funder", "fees", "platform")
    }
    lost = borne(steps)
    more = second.worker - first.worker
    assert sums["fees"] == second.fee - first.fee
    assert sums["platform"] == -lost
    assert sums["worker"] == more + (lost if more < 0 else 0)
    assert sums["funder"] == second.refund - first.refund + (lost if more > 0 else 0)
    assert not lost or -min(sums["worker"], sums["funder"]) == has, "the payer gave all that they had first"
    assert all(step.cents > 0 for step in steps)


def figures(seat: Seat) -> dict[str, Any]:
    now = clock.now()
    owner, worker = seat.agent.account, seat.worker.account
    report = reports.spending(owner.pk, owner.profile_id, now - timedelta(days=1), now + timedelta(days=1))
    paid = months.paid(owner.pk, now - timedelta(days=1), now + timedelta(days=1), limit=50)
    (row,) = report.by_bounty
    flow = flows.of_bounties([seat.bounty.pk])[seat.bounty.pk]
    wallet = balances.wallet(owner.pk)
    return {
        "settled": report.settled,
        "by person": sum(person.cents for person in report.by_human),
        "net of the bounty": row.funded - row.refunded,
        "paid people": (paid.pay, paid.fee, sum(line.pay for line in paid.lines), paid.count == len(paid.lines)),
        "flow": (flow.reserved - flow.refunded, flow.spent, flow.held),
        "wallet": wallet.balance == wallet.deposited - wallet.sent + wallet.returned - wallet.withdrawn,
        "withdrawn": wallet.withdrawn,
        "earned": earned.by_worker([worker.pk]).get(worker.pk, earned.Earned()).cents,
        "withdrawn earnings": reports.earnings(worker.pk).withdrawn,
    }


@pytest.mark.parametrize(
    ("first", "side", "second"), [(0, "worker", 500), (500, "agent", 0), (250, "worker", 400), (400, "agent", 100)]
)
def test_every_figure_is_that_of_the_division_that_holds(first: int, side: str, second: int) -> None:
    seat, dispute = given_appeal(first, side)

    made = given_second_decision(dispute, second)

    assert figures(seat) == {
        "settled": second,
        "by person": second,
        "net of the bounty": 590 - made.refund_cents,
        "paid people": (second, made.fee_cents, second, True),
        "flow": (590 - made.refund_cents, 590 - made.refund_cents, 0),
        "wallet": True,
        "withdrawn": 0,
        "earned": second,
        "withdrawn earnings": 0,
    }


def test_an_owner_pays_in_their_figures_what_they_paid_and_not_what_the_platform_bore() -> None:
    seat, dispute = given_appeal(0, "worker")
    withdraw(seat.agent, 390, of="wallet")
    made = given_second_decision(dispute, 500)
    unit(lambda: decisions.approve(given_staff(), made.pk))

    found = figures(seat)

    assert (found["settled"], found["paid people"][:2], found["flow"]) == (200, (200, 0), (200, 200, 0))
    assert (found["earned"], found["withdrawn"], found["wallet"]) == (500, 390, True)


def test_a_worker_who_has_withdrawn_it_has_earned_it_in_their_figures() -> None:
    seat, dispute = given_appeal(500, "agent")
    withdraw(seat.worker, 200)
    made = given_second_decision(dispute, 0)
    unit(lambda: decisions.approve(given_staff(), made.pk))

    found = figures(seat)

    assert (found["settled"], found["net of the bounty"], found["flow"]) == (0, 0, (0, 0, 0))
    assert (found["earned"], found["withdrawn earnings"]) == (200, 200)
    assert (seat.escrow.earned_cents, seat.escrow.corrected_cents) == (500, -300)


def receipt(seat: Seat) -> dict[str, Any]:
    data: dict[str, Any] = receipts.latest(acting(seat.agent), seat.bounty.public_id).data
    return data


def test_the_receipt_has_a_line_for_what_came_back() -> None:
    seat, dispute = given_decided(500)
    before = receipt(seat)
    appeal(seat, dispute, "agent")
    given_second_decision(dispute, 250)

    after = receipt(seat)

    assert (before["totals"]["totalCents"], after["totals"]["totalCents"]) == (590, 295)
    assert [line["totalCents"] for line in after["lines"]] == [590, -295]
    assert (before["version"], after["version"]) == (1, 2)


def test_a_receipt_of_a_split_says_what_was_paid() -> None:
    seat, _ = given_decided(250)

    (line,) = receipt(seat)["lines"]

    assert (line["amountCents"], line["feeCents"], line["totalCents"]) == (250, 45, 295)


def test_statements_name_it_on_both_sides() -> None:
    seat, dispute = given_appeal(500, "agent")
    given_second_decision(dispute, 0)

    lines = seat.agent.get("/api/wallet/transactions")["transactions"]

    assert [(line["type"], line["amountCents"]) for line in lines[:2]] == [
        ("dispute_correction", 90),
        ("dispute_correction", 500),
    ]
    assert "Put right after an appeal" in Visitor(seat.worker.account).open("/earnings").text
    assert "Put right after an appeal" in Visitor(seat.agent.account).open("/owner/wallet").text


def test_a_correction_is_no_spend_but_tells_of_a_low_balance() -> None:
    seat, dispute = given_appeal(0, "worker")
    Controls.objects.update_or_create(
        account=seat.agent.account,
        defaults={
            "low_balance_threshold_cents": 100, "spending_cap_rolling_24h_cents": 1, "frozen_at": clock.now(),
            "frozen_reason": "Stop.",
        },
    )  # fmt: skip

    given_second_decision(dispute, 500)

    assert money(seat) == (0, 500, 0)
    assert Event.objects.filter(type="wallet.low_balance").count() == 1


@pytest.mark.parametrize("wrong", [-501, 1])
def test_the_database_refuses_a_correction_beyond_the_pay(wrong: int) -> None:
    seat, _ = given_decided(500)

    with pytest.raises(IntegrityError), transaction.atomic():
        Escrow.objects.filter(pk=seat.escrow.pk).update(corrected_cents=wrong)


# ------------------------------------------------------------------ the share that is kept


def balance(seat: Seat) -> tuple[int, int]:
    found = seat.worker.get("/api/earnings/balance")
    assert sum(row["cents"] for row in found["kept"]) == found["keptCents"]
    return found["availableCents"], found["keptCents"]


def test_nothing_is_kept_unless_operators_say_so() -> None:
    seat, _ = given_decided(500)

    assert balance(seat) == (500, 0)
    assert not EarningsHold.objects.exists()


def test_a_share_is_kept_until_the_time_for_an_appeal_is_over(at: Any) -> None:
    given_keeping(days=3)
    seat, dispute = given_decided(400)
    given_payouts(seat.worker)

    assert balance(seat) == (0, 400)
    (kept,) = seat.worker.get("/api/earnings/balance")["kept"]
    assert kept["disputeId"] == dispute.public_id and kept["until"] is not None
    with untouched():
        refused = seat.worker.post("/api/earnings/withdraw", {"amountCents": 400})
    assert (refused.status, refused["keptCents"]) == (402, 400)
    page = Visitor(seat.worker.account).open("/earnings").text
    assert "$4.00 more is yours" in page
    assert dispute.resolved_at is not None
    at((dispute.resolved_at + timedelta(days=3)).isoformat())
    assert balance(seat) == (400, 0), "whether or not the timer has run"
    case_clocks.run_clocks()
    assert EarningsHold.objects.get().ended_at is not None
    withdraw(seat.worker, 400)


def test_what_was_earned_elsewhere_is_withdrawn_meanwhile() -> None:
    given_keeping()
    seat, _ = given_decided(400)
    other = given_funded_agent(590)
    job = given_completed(agent=other, bounty=given_bounty(other), worker=seat.worker)
    other.post(f"/api/escrow/{job.escrow.public_id}/release", {"acknowledgeRelease": True})

    assert balance(seat) == (500, 400)
    withdraw(seat.worker, 500)
    assert balance(seat) == (0, 400)


def test_an_appeal_keeps_it_until_it_is_decided(at: Any) -> None:
    given_keeping(days=3)
    seat, dispute = given_decided(400)
    assert appeal(seat, dispute, "agent").status == 200

    assert dispute.resolved_at is not None
    at((dispute.resolved_at + timedelta(days=30)).isoformat())
    assert balance(seat) == (0, 400)
    assert "waits for an appeal" in Visitor(seat.worker.account).open("/earnings").text
    given_second_decision(dispute, 400)
    assert balance(seat) == (400, 0)


def test_a_correction_takes_what_is_kept() -> None:
    given_keeping()
    seat, dispute = given_appeal(500, "agent")

    made = given_second_decision(dispute, 100)

    assert (made.state, money(seat), balance(seat)) == ("final", (472, 100, 0), (100, 0))
    assert Appeal.objects.get().borne_cents == 0


# ------------------------------------------------------------------ any order of things


@pytest.mark.parametrize("_", range(6))
def test_any_divisions_and_withdrawals_leave_exact_books(_: int) -> None:
    rng: random.Random = sampling.rng("appeals", str(_))
    first = rng.choice([0, 1, 250, 499, 500, rng.randint(0, 500)])
    side = "worker" if first == 0 else "agent" if first == 500 else rng.choice(["worker", "agent"])
    seat, dispute = given_appeal(first, side)
    wallet, earnings, _hold = money(seat)
    for api, of, has in ((seat.agent, "wallet", wallet), (seat.worker, "earnings", earnings)):
        if has >= 100 and rng.random() < 0.7:
            withdraw(api, rng.randint(100, has), of=of)
    second = rng.choice([0, 1, 250, 499, 500, rng.randint(0, 500)])
    before = money(seat)

    made = given_second_decision(dispute, second)
    if made.state == "proposed":
        unit(lambda: decisions.approve(given_staff(), made.pk))

    lost = Appeal.objects.get(dispute=dispute).borne_cents
    gained = (money(seat)[0] - before[0], money(seat)[1] - before[1])
    one = dispute.decisions.get(round=1)
    assert gained[0] == made.refund_cents - one.refund_cents + (lost if second > first else 0)
    assert gained[1] == made.worker_cents - one.worker_cents + (lost if second < first else 0)
    assert books.house_balance(books.FEES) == made.fee_cents
    assert books.house_balance(books.LOSSES) == -lost
    assert violations() == []


def test_a_preview_says_what_the_platform_would_bear() -> None:
    seat, dispute = given_appeal(500, "agent")
    withdraw(seat.worker, 300)
    staff = given_staff()

    read = given_second_preview(staff, dispute, 0)

    moves = dispute.previews.get(pk=read).moves
    worker, owner = books.earnings(seat.worker.account.pk), books.wallet(seat.agent.account.pk)
    assert moves == [[worker, owner, 200], [books.FEES, owner, 90], [books.LOSSES, owner, 300]]
    assert dispute.previews.get(pk=read).needs_second
