"""A long walk over hiring, with a notebook: deposits, top-ups, withdrawals, tips, hires, disputes, refunds, edits of seats.

The clock stands nearly still, so that whatever happens to money is the answer to somebody's call.
"""

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

from bounties.models import Application
from marketplace.core import clock
from tests.api import Answer, Api
from tests.factories.accounts import given_worker
from tests.races import walk_disputes, walk_money
from tests.races.notebook import Notebook
from tests.races.walk import CARD, FORM, Walk, at, pick
from wallet.models import ProviderAccount
from wallet.services import outflows, topups

ON = {"autoTopupEnabled": True, "autoTopupFloorCents": 4000, "autoTopupTargetCents": 9000}
MOST_A_DAY = 40_000


@dataclass
class HiringWalk(Walk):
    workers: list[Api] = field(default_factory=lambda: [given_worker() for _ in range(12)])
    notebook: Notebook = field(default_factory=Notebook)

    def __post_init__(self) -> None:
        super().__post_init__()
        for agent in self.agents:
            self.notebook.arrived(agent, agent, agent.get("/api/wallet/balance")["balanceCents"])
            ProviderAccount.objects.update_or_create(
                account=agent.account,
                provider="sandbox",
                defaults={
                    "customer_ref": "sbx_cus",
                    "saved_method_ref": "sbx_pm_4242424242424242",
                    "saved_method_label": "card •••• 4242",
                },
            )
            on = ON | {"autoTopupMaxPerDayCents": MOST_A_DAY}
            assert agent.patch("/api/wallet/controls", on).status == 200

    def step(self, rng: random.Random) -> None:
        verb = rng.choices(VERBS, WEIGHTS)[0]
        verb(self, rng)

    def call(self, rng: random.Random, who: Api, method: str, path: str, body: Any = None) -> Answer:
        answer = super().call(rng, who, method, path, body)
        if answer.status == 200:
            self.notebook.write(who, method, path, body, answer.body)
        return answer

    def application(self, rng: random.Random, **wanted: Any) -> Application | None:
        """Mostly one whose money isn't frozen by a dispute: nothing could be done with it."""
        rows = Application.objects.select_related("bounty", "escrow").filter(**wanted)
        free = rows.exclude(escrow__status="disputed") if wanted.get("status") == "accepted" else rows
        return super().application(rng, **wanted) if rng.random() < 0.1 else pick(rng, free)

    # -------------------------------------------------------------- verbs of this walk alone

    def pay_deposit(self, rng: random.Random) -> None:
        if taken := self.notebook.take_page():
            page, who, cents = taken
            answer = Api().call("POST", f"/checkout/{page}", raw=CARD, **FORM)
            self.done[f"pay {answer.status}"] += 1
            if answer.status != 302:
                self.wrong.append(f"pay {page}: {answer.status}")
            self.notebook.arrived(page, who, cents)

    def top_up(self, rng: random.Random) -> None:
        """The queue's worker looks whether the kept card is to be charged."""
        who = rng.choice(self.agents)
        row = topups.top_up(who.account.pk)
        if row is not None and row.status == "succeeded":
            self.notebook.arrived(row.pk, who, row.amount_cents)
            self.done["top-up"] += 1

    def send_payouts(self, rng: random.Random) -> None:
        self.done["payouts sent"] += outflows.send_due()

    def edit_seats(self, rng: random.Random) -> None:
        bounty = self.bounty(rng, status__in=("open", "partially_filled", "assigned", "paused"))
        if bounty is None:
            return
        who, body = self.owner(rng, bounty), {"spotsAvailable": max(1, bounty.spots_available + rng.choice([-1, 1, 2]))}
        answer = self.call(rng, who, "PATCH", at(bounty), body)
        if answer.code == "wallet_impact_confirmation_required":
            said = {"walletImpactAcknowledged": True, "walletImpactCents": answer["cents"]}
            self.call(rng, who, "PATCH", at(bounty), body | said)

    # -------------------------------------------------------------- what must be true

    def check(self) -> list[str]:
        """While all hands rest, for a minute: so long count the limits of calls."""
        clock.freeze(clock.now() + timedelta(seconds=61))
        while outflows.send_due() + topups.CHARGING.run():
            pass
        return super().check() + self.notebook.compare(self.agents, self.workers)


_TABLE: dict[Callable[[Any, random.Random], None], int] = {
    HiringWalk.create: 8,
    HiringWalk.fund: 2,
    HiringWalk.decide: 18,
    HiringWalk.take_back: 4,
    HiringWalk.review: 9,
    HiringWalk.set_status: 3,
    HiringWalk.cancel: 1,
    HiringWalk.escrow: 10,
    HiringWalk.expire: 2,
    HiringWalk.apply: 20,
    HiringWalk.withdraw: 4,
    HiringWalk.confirm: 14,
    HiringWalk.submit: 16,
    HiringWalk.read: 1,
    HiringWalk.edit_seats: 6,
    HiringWalk.pay_deposit: 4,
    HiringWalk.top_up: 4,
    HiringWalk.send_payouts: 3,
    walk_disputes.dispute: 3,
    walk_disputes.argue: 3,
    walk_disputes.judge: 12,
    walk_money.deposit: 4,
    walk_money.tip: 6,
    walk_money.take_out: 5,
    walk_money.set_caps: 1,
}
VERBS, WEIGHTS = list(_TABLE), list(_TABLE.values())
