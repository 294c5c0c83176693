"""What each account should own, written down from the answers that callers got, and compared with what the service says.

Nothing here reads the ledger. While the walk goes on, every successful answer is one line of the notebook; when all hands rest,
the lines are added up, and what is still set aside is counted from the spots that the service says are free.
"""

import threading
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from tests.api import Api

FUNDED = ("open", "partially_filled", "assigned", "paused", "in_review", "pending_funding", "completed", "paid")


def with_fee(cents: int) -> int:
    """A worker's pay with our 18 % on top, rounded half up."""
    return cents + (cents * 1800 + 5000) // 10_000


@dataclass
class Seat:
    owner: Api
    worker: str  # the public id of the profile
    cents: int  # the worker's pay
    ending: str = ""  # paid, refunded, decided


@dataclass
class Notebook:
    """Lines of one walk, by any number of threads."""

    came: dict[Any, tuple[Api, int]] = field(default_factory=dict)  # what it came by -> whose, cents
    bounties: dict[str, tuple[Api, int]] = field(default_factory=dict)  # id -> owner, pay of one seat
    seats: dict[str, Seat] = field(default_factory=dict)  # by escrow
    escrow_of: dict[str, str] = field(default_factory=dict)  # application -> its latest escrow
    tips: dict[str, tuple[Api, str, int]] = field(default_factory=dict)  # id -> who, to whom, cents
    payouts: dict[str, tuple[Api, str, int]] = field(default_factory=dict)  # id -> who, from what, cents
    disputes: dict[str, str] = field(default_factory=dict)  # id -> escrow
    pages: dict[str, tuple[Api, int]] = field(default_factory=dict)  # open deposits, paid by whoever takes them
    wrong: list[str] = field(default_factory=list)
    lock: threading.Lock = field(default_factory=threading.Lock)

    # -------------------------------------------------------------- writing

    def write(self, who: Api, method: str, path: str, body: Any, answer: Any) -> None:
        """One successful answer."""
        parts, action = path.strip("/").split("/")[1:], (body or {}).get("action")
        with self.lock:
            match parts:
                case ["bounties"]:
                    self.bounties[answer["id"]] = (who, round(body["price"] * 100))
                case ["wallet", "deposit"]:
                    self.pages[answer["depositId"]] = (who, answer["amountCents"])
                case ["bounties", bounty, "applications", application] if action == "accept":
                    owner, cents = self.bounties[bounty]
                    self.seats[answer["escrowId"]] = Seat(owner, answer["application"]["humanId"], cents)
                    self.escrow_of[application] = answer["escrowId"]
                case ["bounties", _, "applications", application] if action == "withdraw":
                    self._end_hire(application, "refunded")
                case ["bounties", _, "applications", application, "expire"]:
                    self._end_hire(application, "refunded")
                case ["escrow", escrow, "release"]:
                    self._end(escrow, "paid")
                case ["escrow", escrow, "cancel"] if escrow in self.seats:
                    self._end(escrow, "refunded")
                case ["escrow", escrow, "dispute"]:
                    self.disputes[answer["dispute"]["id"]] = escrow
                case ["transfers", "send"] if answer["status"] == "completed":
                    sent = answer["transfer"]
                    self.tips[sent["id"]] = (who, sent["recipient"]["id"], sent["amountCents"])
                case ["wallet" | "earnings", "withdraw"]:
                    made = answer["withdrawal"]
                    self.payouts[made["id"]] = (who, made["source"], made["amountCents"])

    def arrived(self, what: Any, who: Api, cents: int) -> None:
        """Money from outside; told twice it is one line."""
        with self.lock:
            self.came[what] = (who, cents)

    def take_page(self) -> tuple[str, Api, int] | None:
        with self.lock:
            return (page, *self.pages.pop(page)) if (page := next(iter(self.pages), "")) else None

    def _end_hire(self, application: str, ending: str) -> None:
        if escrow := self.escrow_of.get(application):
            self._end(escrow, ending)

    def _end(self, escrow: str, ending: str) -> None:
        seat = self.seats[escrow]
        if seat.ending:
            self.wrong.append(f"{escrow} was {seat.ending}, and then {ending}")
        seat.ending = ending

    # -------------------------------------------------------------- comparing, while all hands rest

    def compare(self, agents: list[Api], workers: list[Api]) -> list[str]:
        wallets: Counter[str] = Counter()
        earned: Counter[str] = Counter()
        for who, cents in self.came.values():
            wallets[_name(who)] += cents
        for who, to, cents in self.tips.values():
            wallets[_name(who)] -= cents
            earned[to] += cents
        for owner, worker, cost, pay in self._hires():
            wallets[owner] -= cost
            earned[worker] += pay
        for bounty, (owner, cents) in self.bounties.items():
            seen = owner.get(f"/api/bounties/{bounty}")["bounty"]
            if seen["status"] in FUNDED:
                wallets[_name(owner)] -= seen["spotsRemaining"] * with_fee(cents)
        for payout, (who, source, cents) in self.payouts.items():
            if who.get(f"/api/wallet/withdrawals/{payout}")["withdrawal"]["status"] not in ("failed", "returned"):
                (wallets if source == "wallet" else earned)[_name(who)] -= cents

        found = list(self.wrong)
        for who in agents:
            has = who.get("/api/wallet/balance")["balanceCents"]
            if has != wallets[_name(who)]:
                found.append(f"{who.account.name} should have {wallets[_name(who)]} in the wallet, has {has}")
        for who in workers:
            has = who.get("/api/earnings/balance")["availableCents"]
            if has != earned[_name(who)]:
                found.append(f"{who.account.name} should have earned {earned[_name(who)]}, has {has}")
        return found

    def _hires(self) -> Iterator[tuple[str, str, int, int]]:
        """Of each hire that was not undone: who pays, who is paid, what it costs so far, what was earned."""
        decided = {}
        for dispute, escrow in self.disputes.items():
            found = self.seats[escrow].owner.get(f"/api/disputes/{dispute}")["dispute"]
            if found["status"] == "resolved":
                decided[escrow] = found["resolution"]
        for escrow, seat in self.seats.items():
            if (said := decided.get(escrow)) and seat.ending:
                self.wrong.append(f"{escrow} was {seat.ending}, and yet decided")
            if said:
                yield _name(seat.owner), seat.worker, said["workerCents"] + said["feeCents"], said["workerCents"]
            elif seat.ending != "refunded":
                paid = seat.cents if seat.ending == "paid" else 0
                yield _name(seat.owner), seat.worker, with_fee(seat.cents), paid


def _name(who: Api) -> str:
    name: str = who.account.public_profile_id
    return name
