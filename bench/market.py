"""Agents and workers of an instance who hire and are hired by REST, for as long as a benchmark wants: each as they signed up.

Half of the jobs are done and paid at once; the others end as they do in life: nobody reviews, nobody releases, a seat is never
confirmed, nothing is delivered, it is sent back, disputed, cancelled. What the clock does with these is the benchmark's matter.
"""

import random
import secrets
import threading
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

import orjson

from bench.callers import Caller, deposit

TASK = {
    "title": "Photograph a shop front",
    "description": "One sharp photo with the opening hours readable.",
    "price": 5,
    "estimatedHours": 0.5,
    "autoAccept": False,
}
# How often of a hundred a job ends so, and what is the last step that agent and worker take.
ENDS = {
    "released": 50,
    "tipped": 5,
    "sent back": 4,
    "approved": 12,  # the clock releases it
    "delivered": 12,  # counts as approved, then the same
    "unconfirmed": 5,
    "silent": 4,  # confirmed, and never heard of again
    "disputed": 4,
    "cancelled": 4,
}
DEPOSIT, LOW = 1000, 20_000  # dollars; cents


@dataclass(slots=True)
class Job:
    """One hire on its way."""

    bounty: str
    application: str = ""
    escrow: str = ""
    dispute: str = ""


@dataclass(slots=True)
class Market:
    """Everybody, and what they did. Each agent has workers of its own, so that no two threads speak for one person."""

    port: int
    dice: random.Random
    agents: list[Caller] = field(default_factory=list)
    workers: list[list[Caller]] = field(default_factory=list)
    done: Counter[str] = field(default_factory=Counter)
    lock: threading.Lock = field(default_factory=threading.Lock)
    deck: list[str] = field(default_factory=list)

    def ends(self, number: int) -> Iterator[str]:
        """How the next jobs end: each hundred of them as `ENDS` says, in any order."""
        for _ in range(number):
            if not self.deck:
                self.deck = [end for end, share in ENDS.items() for _ in range(share)]
                self.dice.shuffle(self.deck)
            yield self.deck.pop()

    def close(self) -> None:
        for caller in (*self.agents, *(worker for people in self.workers for worker in people)):
            caller.__exit__()

    def count(self, what: str, number: int = 1) -> None:
        with self.lock:
            self.done[what] += number


def hire(market: Market, number: int, end: str) -> Job:
    """One job of the agent with this number, until its `end`."""
    agent, people = market.agents[number], market.workers[number]
    worker = people[market.done["jobs"] % (len(people) - 1)]  # the last one tests
    job = Job(agent("POST", "/api/bounties", TASK)["bountyId"])
    market.count("jobs")
    market.count(end)
    path = f"/api/bounties/{job.bounty}"
    if end == "cancelled":
        agent("DELETE", path, {"reason": "other", "details": "The shop moved away."})
        return job
    job.application = worker("POST", f"{path}/applications", {"coverLetter": "On my way."})["application"]["id"]
    seat = f"{path}/applications/{job.application}"
    job.escrow = agent("PATCH", seat, {"action": "accept"})["escrowId"]
    market.count("hires")
    if end == "unconfirmed":
        return job
    worker("POST", f"{seat}/confirm")
    if end == "silent":
        return job
    sent = _deliver(worker, path)
    if end == "sent back":
        agent("PATCH", f"{path}/submissions/{sent}", {"action": "request_redo", "response": "Please read the sign."})
        sent = _deliver(worker, path)
    if end == "disputed":
        words = {"category": "not_as_described", "description": "These are the hours of last year."}
        job.dispute = agent("POST", f"/api/escrow/{job.escrow}/dispute", words)["dispute"]["id"]
        return job
    if end == "delivered":
        return job
    agent("PATCH", f"{path}/submissions/{sent}", {"action": "approve"})
    if end == "approved":
        return job
    agent("POST", f"/api/escrow/{job.escrow}/release", {"acknowledgeRelease": True})
    if end == "tipped":
        human = worker("GET", "/api/humans/me")["human"]["id"]
        agent("POST", "/api/transfers/send", {"amount": 1, "bountyId": job.bounty, "recipientId": human})
        agent("POST", "/api/reviews", {"bountyId": job.bounty, "humanId": human, "rating": 5})
    return job


def _deliver(worker: Caller, path: str) -> str:
    sent = worker("POST", f"{path}/submissions", {"textEvidence": "Open 9 to 18."})
    return str(sent["submission"]["id"])


def let_staff_decide(market: Market, number: int, job: Job) -> None:
    """The simulated staff of the sandbox divide the pay, as time goes on."""
    play = {"bountyId": job.bounty, "workerPercent": 50}
    market.agents[number]("POST", "/api/sandbox/people/staff/play", play)


def withdraw(market: Market, number: int, job: Job) -> None:
    """The agent takes its dispute back."""
    market.agents[number]("POST", f"/api/disputes/{job.dispute}/withdraw")


def money(market: Market, number: int) -> None:
    """Once a week: the wallet is filled up, people take out what they earned; now and then a deposit goes back."""
    agent = market.agents[number]
    if agent("GET", "/api/wallet/balance")["balanceCents"] < LOW:
        deposit(agent, DEPOSIT)
        market.count("deposits")
    for worker in market.workers[number]:
        if worker("GET", "/api/earnings/balance")["availableCents"] >= 2000:
            worker("POST", "/api/earnings/withdraw", {})
            market.count("withdrawals")


def give_back(market: Market, number: int) -> None:
    """A deposit of 50 comes, and returns to its card."""
    agent = market.agents[number]
    deposit(agent, 50)
    quote = agent("GET", "/api/wallet/funding-refunds")["refundable"][0]
    figures = {
        "expectedPrincipalCents": quote["principalCents"],
        "expectedRefundAmountCents": quote["refundAmountCents"],
    }
    asked = {"fundingTransactionId": quote["fundingTransactionId"], "requestId": f"refund-{secrets.token_hex(6)}"}
    agent("POST", "/api/wallet/funding-refunds", asked | figures | {"confirm": True})
    market.count("refunds")


def subscribe(market: Market, number: int) -> None:
    """A weekly hour of this agent's first worker, approved."""
    agent, worker = market.agents[number], market.workers[number][0]
    lesson = {"title": "An hour of Portuguese", "description": "By video.", "category": "language-lessons"}
    service = worker("POST", "/api/services", lesson | {"price": 20, "durationMinutes": 60})["service"]
    wish = {"humanId": service["humanId"], "serviceId": service["id"], "interval": "weekly", "dayOfWeek": "tuesday"}
    made = agent("POST", "/api/services/subscribe", wish | {"startTime": "09:30"})
    worker("POST", f"/api/services/subscriptions/{made['subscriptionId']}/approve")
    market.count("subscriptions")


def attend(market: Market, number: int, now: str) -> None:
    """The worker confirms each appointment that has begun, once."""
    worker = market.workers[number][0]
    for booking in worker("GET", "/api/services/agent-bookings?role=provider&status=confirmed")["bookings"]:
        if booking["startsAt"] <= now and booking["escrowStatus"] == "locked":
            worker("POST", f"/api/services/bookings/{booking['id']}/confirm")
            market.count("appointments")


def plan_tests(market: Market, number: int) -> None:
    """A weekly QA template of this agent."""
    template = {
        "name": "Checkout of the mug shop",
        "targetUrl": "https://1.1.1.1/shop",
        "instructions": "Buy the cheapest mug as a new customer and report everything that is in your way.",
        "cadence": "weekly",
        "payPerTesterCents": 500,
        "testerCount": 2,
        "budgetPerRunCents": 1180,
        "periodCapCents": 31 * 1180,
        "submissionMode": "document",
    }
    market.agents[number]("POST", "/api/v1/qa/templates", template)


def run_to_test(market: Market, number: int) -> str:
    """The bounty of this agent's run that takes testers; empty when there is none."""
    runs = market.agents[number]("GET", "/api/v1/qa/runs?limit=1")["runs"]
    return str(runs[0]["bountyId"]) if runs and runs[0]["status"] == "open" else ""


def apply_to_test(market: Market, number: int, bounty: str) -> str:
    """The last of the agent's workers applies; the run hires by itself, as the clock goes on."""
    tester = market.workers[number][-1]
    path = f"/api/bounties/{bounty}/applications"
    return str(tester("POST", path, {"coverLetter": "I test for a living."})["application"]["id"])


def test(market: Market, number: int, bounty: str, application: str) -> None:
    """They confirm, and report one finding; the other place stays empty."""
    tester = market.workers[number][-1]
    tester("POST", f"/api/bounties/{bounty}/applications/{application}/confirm")
    finding = {
        "title": "Pay button stays grey",
        "steps": "Put a mug into the cart, open the checkout and fill in the card.",
        "expected": "The button can be pressed.",
        "actual": "The pay button stays grey whatever is filled in.",
        "severity": "high",
        "fileIds": ["file:0"],
    }
    fields = {"textEvidence": "I bought a mug and paid for it.", "findings": orjson.dumps([finding]).decode()}
    notes = ("notes.txt", f"The button of {application} stays grey.", "text/plain")
    tester.multipart(f"/api/bounties/{bounty}/submissions", fields, notes)
    market.count("tests")
