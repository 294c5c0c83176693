"""A long walk over the managed products, with a notebook: pictures, texts rewritten by people, QA runs, panels of taste.

Time passes beside the hands, and every timer looks. Money comes by stablecoins and card tokens only. What each order cost in the
end is read from its own answer, so the wallets must agree with the products to the cent.
"""

import random
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from bounties.models import Application, Bounty, Humanization
from bounties.rules.bounties import MANAGED
from marketplace.core import clock
from qa.models import Escalation
from tests.api import Answer, Api
from tests.bounties.test_pictures import ASKED as PICTURE
from tests.bounties.test_pictures import ROUTE, send_photo
from tests.factories import humanizations, mpp, qa, taste, x402
from tests.factories.accounts import given_agent, given_worker
from tests.factories.market import violations
from tests.races import walk_money
from tests.races.notebook import Notebook
from tests.races.walk import HIRED, Walk, at, pick

ALIVE = ("open", "partially_filled", "assigned")
TIMERS = ("bounties.", "escrow.", "wallet.", "qa.")
MOST = 4  # orders of one kind that are under way


def given_local() -> Api:
    return given_worker(identity_verified_at=clock.now(), identity_country="US")


@dataclass
class ProductsWalk(Walk):
    agents: list[Api] = field(default_factory=lambda: [given_agent() for _ in range(2)])
    workers: list[Api] = field(default_factory=lambda: [given_local() for _ in range(10)])
    notebook: Notebook = field(default_factory=Notebook)
    orders: list[tuple[str, Api, str]] = field(default_factory=list)  # kind, whose, where it is read
    timers: tuple[str, ...] = TIMERS

    def step(self, rng: random.Random) -> None:
        verb = rng.choices(VERBS, WEIGHTS)[0]
        verb(self, rng)

    def look(self, method: str, path: str, answer: Answer) -> Answer:
        # 202 and 410 are a picture's. The deadline passes where somebody moved the clock far on within this very call.
        if answer.status in (202, 410) or answer.code == "deadline_passed":
            self.done[f"{method} {answer.code or answer.status}"] += 1
            return answer
        return super().look(method, path, answer)

    # -------------------------------------------------------------- money comes

    def stablecoins(self, rng: random.Random) -> None:
        agent, cents = rng.choice(self.agents), rng.choice([900, 2500, 7000])
        body = {"amountCents": cents}
        signature = x402.sign(self.coins, agent.post(x402.DEPOSIT, body))
        for _ in range(rng.choice([1, 1, 2])):
            answer = self.look("POST", x402.DEPOSIT, agent.post(x402.DEPOSIT, body, **{"PAYMENT-SIGNATURE": signature}))
            if answer.status == 200:
                self.notebook.arrived(signature, agent, cents)

    def card_token(self, rng: random.Random) -> None:
        agent, dollars = rng.choice(self.agents), rng.choice([5, 30, 60.5])
        asked = self.look("POST", "/api/wallet/deposit", agent.post("/api/wallet/deposit", {"amount": dollars}))
        if asked.status != 200 or "mppPayment" not in asked.body:
            return
        quote = mpp.quote_of(asked)
        demanded = mpp.send(quote)
        if demanded.status == 402:
            card = rng.choice([mpp.GOOD, mpp.GOOD, mpp.DECLINED])
            demanded = mpp.send(quote, mpp.credential(demanded, mpp.token(card)))
        if self.look("POST", mpp.PATH, demanded).status == 200:
            self.notebook.arrived(asked["depositId"], agent, asked["amountCents"])

    # -------------------------------------------------------------- orders

    def order(self, rng: random.Random) -> None:
        kind, who = rng.choice(("picture", "humanization", "taste", "qa")), rng.choice(self.agents)
        if Bounty.objects.filter(kind=kind, status__in=ALIVE).count() >= MOST:
            return
        key = {"Idempotency-Key": f"order-{rng.random()}"}
        if kind == "picture":
            made = self.look("POST", ROUTE, who.post(ROUTE, PICTURE | {"subject": f"Tower {rng.random()}"}, **key))
            where = made.headers.get("Content-Location", "")
        elif kind == "humanization":
            asked = humanizations.ASKED | {"priceCents": rng.choice([1000, 2000, 3333])}
            made = self.look("POST", humanizations.PATH, who.post(humanizations.PATH, asked, **key))
            where = f"{humanizations.PATH}/{made['humanization']['id']}" if made.status == 200 else ""
        elif kind == "taste":
            asked = taste.RUN | {
                "respondentCount": rng.choice([1, 2, 3]),
                "payPerRespondentCents": rng.choice([50, 333]),
            }
            made = self.look("POST", "/api/v1/taste/runs", who.post("/api/v1/taste/runs", asked, **key))
            run = made["run"]["id"] if made.status == 200 else made.body.get("runId")
            where = f"/api/v1/taste/runs/{run}" if run else ""
        else:
            asked = qa.TEMPLATE | {"payPerTesterCents": rng.choice([300, 999]), "maxRuns": rng.choice([1, 2])}
            self.look("POST", qa.TEMPLATES, who.post(qa.TEMPLATES, asked))
            return  # its runs are listed
        if where:
            self.orders.append((kind, who, where))

    def stop(self, rng: random.Random) -> None:
        """The owner calls something off."""
        if bounty := self.bounty(rng, kind__in=MANAGED, status__in=ALIVE):
            who = self.owner(rng, bounty)
            if bounty.kind == "qa" and rng.random() < 0.7:
                path = f"{qa.RUNS}/{bounty.product_ref}/stop"
                self.look("POST", path, who.post(path))
            else:
                self.look("DELETE", at(bounty), who.delete(at(bounty), {"reason": "task_no_longer_needed"}))

    def escalated(self, rng: random.Random) -> None:
        if row := pick(rng, Escalation.objects.select_related("run__template", "application").filter(status="waiting")):
            path = f"{qa.RUNS}/{row.run.public_id}/escalations/{row.application.public_id}"
            who = self.by_account[row.run.template.owner_id]
            self.look("PATCH", path, who.patch(path, {"action": rng.choice(["accept", "accept", "reject"])}))

    # -------------------------------------------------------------- people

    def apply(self, rng: random.Random) -> None:
        if bounty := self.bounty(rng, kind__in=MANAGED, status__in=("open", "partially_filled")):
            who = rng.choice(self.workers)
            if bounty.kind == "humanization":
                row = Humanization.objects.get(bounty=bounty)
                text = rng.choice(
                    [humanizations.HUMAN, humanizations.HUMAN, humanizations.MACHINE, humanizations.UNSURE]
                )
                path = f"{humanizations.PATH}/{row.public_id}/applications"
                self.look("POST", path, humanizations.hand_in(who, row, text))
            else:
                path = f"{at(bounty)}/applications"
                self.look("POST", path, who.post(path, {"coverLetter": f"I am near, {rng.random()}."}))

    def confirm(self, rng: random.Random) -> None:
        if row := self.application(rng, **HIRED, confirmed_at=None):
            path = f"{at(row.bounty)}/applications/{row.public_id}/confirm"
            self.look("POST", path, self.human(rng, row).post(path))

    def give_back(self, rng: random.Random) -> None:
        if row := self.application(rng, status__in=("pending", "accepted"), escrow__delivered_at=None):
            path = f"{at(row.bounty)}/applications/{row.public_id}"
            self.look("PATCH", path, self.human(rng, row).patch(path, {"action": "withdraw"}))

    def deliver(self, rng: random.Random) -> None:
        """What the product asks for, from whoever is hired."""
        row = self.application(rng, **HIRED, escrow__status="locked")
        if row is None:
            return
        who, path, bounty = self.human(rng, row), f"{at(row.bounty)}/submissions", row.bounty
        if bounty.kind == "picture":
            answer = send_photo(who, bounty)
        elif bounty.kind == "humanization":
            commission = Humanization.objects.get(bounty=bounty)
            path = f"{humanizations.PATH}/{commission.public_id}/submission"
            answer = humanizations.deliver(who, commission, rng.choice([humanizations.HUMAN, humanizations.UNSURE]))
        elif bounty.kind == "taste":
            words = f"It is the one that I would open first, for reason {rng.random()} of many."
            answer = who.post(path, {"vote": rng.choice(["Blue", "Red"]), "reason": words})
        else:
            upload = qa.screenshot()
            answer = who.upload(
                path, {"textEvidence": f"I bought mug {rng.random()}.", "files": [upload], "findings": "[]"}
            )
        self.look("POST", path, answer)

    def poll(self, rng: random.Random) -> None:
        if self.orders:
            _, who, where = rng.choice(self.orders)
            self.look("GET", where, who.get(where))

    # -------------------------------------------------------------- what must be true

    def check(self) -> list[str]:
        return [*self.wrong, *(f"check_ledger: {row}" for row in violations()), *walk_money.odd_sums()]

    def check_settled(self) -> list[str]:
        """When nothing is under way any more, each wallet has what came less what the products say they cost."""
        wallets: Counter[Any] = Counter()
        for who, cents in self.notebook.came.values():
            wallets[who.account.pk] += cents
        spent = self.spent()
        found = []
        for who in self.agents:
            has, should = (
                who.get("/api/wallet/balance")["balanceCents"],
                wallets[who.account.pk] - spent[who.account.pk],
            )
            if has != should:
                found.append(f"{who.account.name} should have {should}, has {has}: spent {spent[who.account.pk]}")
            told = sum(event["data"]["amountCents"] for event in events(who) if event["type"] == "escrow.released")
            if told != spent[who.account.pk]:
                found.append(
                    f"{who.account.name} was told of {told} released, the products say {spent[who.account.pk]}"
                )
        earned = sum(who.get("/api/earnings/balance")["availableCents"] for who in self.workers)
        hired = Application.objects.filter(escrow__status="released").count()
        return found + ([f"{earned} earned, {hired} paid"] if bool(earned) != bool(hired) else [])

    def spent(self) -> Counter[Any]:
        """By the answers of the products."""
        spent: Counter[Any] = Counter()
        for kind, who, where in self.orders:
            answer = who.get(where)
            if kind == "picture":
                cents = 2000 if answer.status == 200 else 0
            elif kind == "humanization":
                made = answer["humanization"]
                cents = made["totalCents"] if made["status"] == "completed" else 0
            else:
                cents = settled(answer["run"], self.wrong)
            spent[who.account.pk] += cents
        for who in self.agents:
            for run in pages(who, qa.RUNS, "runs"):
                spent[who.account.pk] += settled(who.get(f"{qa.RUNS}/{run['id']}")["data"], self.wrong)
        return spent


def settled(run: dict[str, Any], wrong: list[str]) -> int:
    if run["reservedCents"] != run["spentCents"] + run["refundedCents"]:
        wrong.append(f"{run['id']} {run['status']}: {run['reservedCents']} was set aside")
    spent: int = run["spentCents"]
    return spent


def events(who: Api) -> list[dict[str, Any]]:
    return pages(who, "/api/events", "events", by="after")


def pages(who: Api, path: str, name: str, by: str = "cursor") -> list[dict[str, Any]]:
    """All rows of a list."""
    found, cursor = [], ""
    while True:
        answer = who.get(f"{path}?limit=100{cursor}")
        assert answer.status == 200, answer.body
        found += answer[name]
        if not answer.body.get("hasMore"):
            return found
        cursor = f"&{by}={answer['nextCursor']}"


_TABLE: dict[Callable[[Any, random.Random], None], int] = {
    ProductsWalk.stablecoins: 4,
    ProductsWalk.card_token: 4,
    ProductsWalk.order: 12,
    ProductsWalk.stop: 1,
    ProductsWalk.escalated: 3,
    ProductsWalk.apply: 22,
    ProductsWalk.confirm: 10,
    ProductsWalk.give_back: 2,
    ProductsWalk.deliver: 18,
    ProductsWalk.poll: 4,
    ProductsWalk.jump: 6,
}
VERBS, WEIGHTS = list(_TABLE), list(_TABLE.values())
