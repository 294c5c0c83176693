"""A market under random verbs, alone and by many hands at once: nobody sees a 500, and the books add up after every step."""

import random
import threading
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection

from bounties.models import Application, Bounty, Submission
from bounties.services import seats
from escrow.models import Escrow
from escrow.services import escrows
from marketplace.core import clock
from tests.api import Api
from tests.factories.accounts import given_worker
from tests.factories.market import faults, given_funded_agent
from wallet import ledger
from wallet.models import Checkout
from wallet.services import checkouts

pytestmark = pytest.mark.django_db(transaction=True)
CARD = b"cc-name=A&cc-number=4242424242424242&cc-exp=12%2F40&cc-csc=123&action=pay"
FORM = {"Content-Type": "application/x-www-form-urlencoded"}


class Market:
    """Two agents, three workers, and every verb that they, a payer and the timers have."""

    def __init__(self) -> None:
        self.agents = [given_funded_agent(5000) for _ in range(2)]
        self.workers = [given_worker() for _ in range(3)]
        self.by_account = {api.account.pk: api for api in (*self.agents, *self.workers)}

    def step(self, dice: random.Random) -> Any:
        """One verb of somebody who has a row for it; None when it was the timers."""
        for _ in range(20):
            verb = dice.choice(VERBS)
            answer = verb(self, dice)
            if answer is not None or verb is timers:
                return answer


def some(dice: random.Random, model: Any, **wanted: Any) -> Any:
    """Any row that fits; None without one."""
    rows = list(model.objects.filter(**wanted).order_by("id"))
    return dice.choice(rows) if rows else None


def post(market: Market, dice: random.Random) -> Any:
    if Bounty.objects.exclude(status__in=("cancelled", "paid")).count() >= 4:
        return None  # a crowded market comes to no end
    body = {"title": "T", "description": "D", "estimatedHours": 1}
    price, spots = dice.choice([1, 3.33, 5, 29.99]), dice.choice([1, 1, 2, 3])
    return dice.choice(market.agents).post("/api/bounties", body | {"price": price, "spotsAvailable": spots})


def fund(market: Market, dice: random.Random) -> Any:
    if bounty := some(dice, Bounty):
        return market.by_account[bounty.owner_id].post("/api/bounties/deposit", {"bountyId": bounty.public_id})


def pay(market: Market, dice: random.Random) -> Any:
    if page := some(dice, Checkout):
        return Api().call("POST", f"/checkout/{page.public_id}", raw=CARD, **FORM)


def cancel_bounty(market: Market, dice: random.Random) -> Any:
    if dice.random() < 0.2 and (bounty := some(dice, Bounty)):
        path = f"/api/bounties/{bounty.public_id}"
        return market.by_account[bounty.owner_id].delete(path, {"reason": "applicants_not_fit"})


def apply(market: Market, dice: random.Random) -> Any:
    if bounty := some(dice, Bounty):
        return dice.choice(market.workers).post(f"/api/bounties/{bounty.public_id}/applications", {})


def decide(market: Market, dice: random.Random) -> Any:
    if application := some(dice, Application, status=dice.choice(["pending", "pending", "accepted", "expired"])):
        bounty = application.bounty
        path = f"/api/bounties/{bounty.public_id}/applications/{application.public_id}"
        action = dice.choice(["accept", "accept", "accept", "reject"])
        return market.by_account[bounty.owner_id].patch(path, {"action": action})


def confirm(market: Market, dice: random.Random) -> Any:
    if application := some(dice, Application, status="accepted"):
        path = f"/api/bounties/{application.bounty.public_id}/applications/{application.public_id}/confirm"
        return market.by_account[application.human_id].post(path)


def deliver(market: Market, dice: random.Random) -> Any:
    if application := some(dice, Application, status="accepted"):
        path = f"/api/bounties/{application.bounty.public_id}/submissions"
        return market.by_account[application.human_id].post(path, {"textEvidence": "Done."})


def review(market: Market, dice: random.Random) -> Any:
    if submission := some(dice, Submission, status=dice.choice(["pending_review", "pending_review", "approved"])):
        bounty = submission.bounty
        path = f"/api/bounties/{bounty.public_id}/submissions/{submission.public_id}"
        action = dice.choice(["approve", "reject", "request_redo"])
        return market.by_account[bounty.owner_id].patch(path, {"action": action, "response": "So."})


def end(market: Market, dice: random.Random) -> Any:
    if escrow := some(dice, Escrow, kind=dice.choice(["seat", "seat", "seat", "pool"])):
        verb = dice.choice(["release", "release", "complete", "cancel"])
        owner = market.by_account[escrow.owner_id]
        return owner.post(f"/api/escrow/{escrow.public_id}/{verb}", {"acknowledgeRelease": True})


def timers(market: Market, dice: random.Random) -> Any:
    """Some seat's time has come, then every timer looks."""
    now = clock.now()
    if seat := some(dice, Application, status="accepted", confirmed_at=None):
        Application.objects.filter(pk=seat.pk).update(confirm_by=now - timedelta(seconds=1))
    if escrow := some(dice, Escrow, kind="seat"):
        Escrow.objects.filter(pk=escrow.pk, status="delivered").update(review_due_at=now)
        Escrow.objects.filter(pk=escrow.pk, status="completed").update(auto_release_at=now)
    for look in (seats.release_unconfirmed, escrows.complete_unreviewed, escrows.release_due, checkouts.settle_pending):
        look()


VERBS: list[Callable[[Market, random.Random], Any]] = [
    *(post, fund, pay, cancel_bounty, apply, apply, decide, decide, decide),
    *(confirm, confirm, deliver, deliver, review, review, end, end, timers),
]


def owned_and_house() -> tuple[int, int]:
    with connection.cursor() as cursor:
        cursor.execute("select coalesce(sum(balance), 0) from ledger_account where balance is not null")
        [owned] = cursor.fetchone()
    return int(owned), sum(ledger.house_balance(code) for code in ledger.HOUSE)


@pytest.mark.parametrize("seed", range(100, 118))
def test_after_every_verb_the_books_add_up(seed: int) -> None:
    dice, market = random.Random(seed), Market()
    told: list[str] = []

    for _ in range(150):
        answer = market.step(dice)
        if answer is not None:
            told.append(f"{answer.status} {answer.code}")
            assert answer.status < 500, (seed, told[-5:], answer.body)
        assert faults() == [], (seed, told[-5:])

    owned, house = owned_and_house()
    assert owned + house == 0


@pytest.mark.parametrize("seed", range(50, 60))
def test_many_hands_at_once_leave_sound_books(seed: int) -> None:
    market = Market()
    wrong: list[Any] = []

    def hand(number: int) -> None:
        dice = random.Random(seed * 100 + number)
        try:
            for _ in range(60):
                answer = market.step(dice)
                if answer is not None and answer.status == 500:  # 503 is what a lock says that was waited for too long
                    wrong.append((answer.status, answer.body))
        except Exception as error:
            wrong.append(error)
        finally:
            connection.close()

    threads = [threading.Thread(target=hand, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=120)

    assert not any(thread.is_alive() for thread in threads)
    assert wrong == []
    assert faults() == []
    owned, house = owned_and_house()
    assert owned + house == 0
