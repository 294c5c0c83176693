"""Appeals crossing with each other, with their clock and with money that leaves; and an appeal killed at any line."""

from collections.abc import Callable
from typing import Any

import pytest

from escrow.models import Appeal, Case, DeskClocks, Dispute, DisputeDecision, DisputePolicy
from escrow.services import appeals, case_clocks, decisions
from marketplace.core import clock
from marketplace.core.transactions import unit
from tests.api import Answer
from tests.escrow.test_decisions import given_staff, money
from tests.factories.appeals import (
    WORDS,
    appeal,
    given_appeal,
    given_decided,
    given_keeping,
    given_second_decision,
    given_second_preview,
)
from tests.factories.market import given_bounty, given_money, given_payouts, violations
from tests.kills import Verb, check_killed_anywhere
from wallet import ledger as books
from wallet.models.ledger import LedgerTransaction

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("house_accounts")]
AtOnce = Callable[..., list[Any]]
ROUNDS = range(3)


@pytest.mark.parametrize("_", ROUNDS)
def test_of_two_appeals_of_a_split_one_is_made(_: int, at_once: AtOnce) -> None:
    seat, dispute = given_decided(250)

    both = at_once(lambda: appeal(seat, dispute, "worker"), lambda: appeal(seat, dispute, "agent"))

    assert sorted(answer.status for answer in both) == [200, 409]
    assert [answer.code for answer in both if answer.status == 409] == ["already_appealed"]
    assert Appeal.objects.count() == 1


@pytest.mark.parametrize("_", ROUNDS)
def test_an_appeal_at_the_last_second_against_the_clock_that_closes(_: int, at_once: AtOnce) -> None:
    given_keeping()
    seat, dispute = given_decided(250)
    due = Case.objects.get(dispute=dispute).due_at
    assert due is not None

    def close() -> int:
        clock.freeze(due)  # of this thread's process: the appeal may see it, too
        return case_clocks.run_clocks()

    try:
        answer, _closed = at_once(lambda: appeal(seat, dispute, "worker"), close)
    finally:
        clock.freeze(None)

    stage = Case.objects.get(dispute=dispute).stage
    assert (answer.status, stage) in ((200, "decision"), (409, "closed"))
    assert Appeal.objects.count() == (answer.status == 200)
    assert violations() == []


@pytest.mark.parametrize("_", ROUNDS)
def test_a_withdrawal_against_a_correction(_: int, at_once: AtOnce) -> None:
    """Either the correction finds all it was previewed with, or it is stopped, and the withdrawal has its money."""
    seat, dispute = given_appeal(500, "agent")
    given_payouts(seat.worker)
    staff = given_staff()
    read = given_second_preview(staff, dispute, 0)

    withdrawn, decided = at_once(
        lambda: seat.worker.post("/api/earnings/withdraw", {"amountCents": 300}),
        lambda: unit(lambda: appeals.decide(staff, read)),
    )

    if isinstance(decided, DisputeDecision):
        assert (withdrawn.status, money(seat)) == (402, (590, 0, 0))
    else:
        assert (decided.code, withdrawn.status, money(seat)) == ("case_changed", 200, (0, 200, 0))
    assert books.house_balance(books.LOSSES) == 0 and violations() == []


@pytest.mark.parametrize("_", ROUNDS)
def test_a_withdrawal_of_a_kept_share_against_an_appeal(_: int, at_once: AtOnce) -> None:
    given_keeping()
    seat, dispute = given_decided(500)
    given_payouts(seat.worker)

    withdrawn, appealed = at_once(
        lambda: seat.worker.post("/api/earnings/withdraw", {"amountCents": 300}), lambda: appeal(seat, dispute, "agent")
    )

    assert (withdrawn.status, appealed.status, money(seat)) == (402, 200, (0, 500, 0))


@pytest.mark.parametrize("_", ROUNDS)
def test_a_spend_against_a_correction(_: int, at_once: AtOnce) -> None:
    seat, dispute = given_appeal(0, "worker")
    staff = given_staff()
    read = given_second_preview(staff, dispute, 500)

    spent, decided = at_once(
        lambda: unit(lambda: given_bounty(seat.agent, price_cents=100)),
        lambda: unit(lambda: appeals.decide(staff, read)),
    )

    if isinstance(decided, DisputeDecision):
        assert money(seat) == (0, 500, 0)
    else:
        assert (decided.code, money(seat)) == ("case_changed", (472, 0, 0))
        assert spent.status == "open"
    assert books.house_balance(books.LOSSES) == 0 and violations() == []


@pytest.mark.parametrize("_", ROUNDS)
def test_a_deposit_against_a_correction_that_the_platform_would_bear_in_part(_: int, at_once: AtOnce) -> None:
    """What comes in first is the funder's to give: then the proposal no longer says what the platform bears."""
    seat, dispute = given_appeal(0, "worker")
    given_bounty(seat.agent, price_cents=400)  # 118 are left of 590
    second = given_staff()
    proposed = given_second_decision(dispute, 500)

    _deposited, decided = at_once(
        lambda: given_money(seat.agent, 200), lambda: unit(lambda: decisions.approve(second, proposed.pk))
    )

    lost = Appeal.objects.get(dispute=dispute).borne_cents
    if isinstance(decided, DisputeDecision):
        assert (lost, money(seat)) == (472, (200, 500, 0))
    else:
        assert (decided.code, lost, money(seat)) == ("case_changed", 0, (318, 0, 0))
    assert books.house_balance(books.LOSSES) == -lost and violations() == []


@pytest.mark.parametrize("_", ROUNDS)
def test_two_decisions_about_an_appeal_are_one(_: int, at_once: AtOnce) -> None:
    seat, dispute = given_appeal(250, "worker")
    one, two = given_staff(), given_staff()

    results = at_once(
        lambda: given_second_decision(dispute, 500, one), lambda: given_second_decision(dispute, 250, two)
    )

    (made,) = [result for result in results if isinstance(result, DisputeDecision)]
    assert money(seat)[1] == made.worker_cents
    assert LedgerTransaction.objects.filter(kind="correction").count() == (made.worker_cents == 500)


def appealing() -> Verb:
    given_keeping_once()
    seat, dispute = given_decided(250)
    path = f"/api/disputes/{dispute.public_id}/appeal"
    return lambda: seat.worker.post(path, WORDS, Idempotency_Key="k")


def given_keeping_once() -> None:
    if not DeskClocks.objects.exists():
        given_keeping()


def overturning() -> Verb:
    given_keeping_once()
    _, dispute = given_appeal(500, "agent")
    staff = given_staff()

    def verb() -> None:
        if is_open(dispute):
            given_second_decision(dispute, 250, staff)

    return verb


def approving() -> Verb:
    DisputePolicy.objects.update_or_create(defaults={"approval_above_cents": 10_000_000})
    _, dispute = given_appeal(250, "worker")
    first, second = given_staff(), given_staff()
    DisputePolicy.objects.update_or_create(defaults={"approval_above_cents": 0})
    proposed = given_second_decision(dispute, 500, first)

    def verb() -> None:
        if is_open(dispute):
            unit(lambda: decisions.approve(second, proposed.pk))

    return verb


def is_open(dispute: Dispute) -> bool:
    return Appeal.objects.get(dispute=dispute).state == "open"


@pytest.mark.parametrize("given", [appealing, overturning, approving], ids=lambda verb: verb.__name__)
def test_a_verb_of_an_appeal_killed_anywhere_and_tried_again_ends_as_ever(given: Callable[[], Verb]) -> None:
    assert check_killed_anywhere(given) >= 2, "it was killed at its beginning and at its commit"


def test_the_same_call_again_is_the_same_answer() -> None:
    seat, dispute = given_decided(250)
    path = f"/api/disputes/{dispute.public_id}/appeal"

    answers: list[Answer] = [seat.worker.post(path, WORDS, Idempotency_Key="k") for _ in range(2)]

    assert [answer.status for answer in answers] == [200, 200]
    assert Appeal.objects.count() == 1
