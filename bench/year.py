#!/usr/bin/env python3
"""A calendar year of an instance, by the sandbox's clock: hires on every day, and an operator who does what the docs say.

    .venv/bin/python -m bench.year [--hires 5000] [--step 1] [--quick]

Starts `manage.py serve` in a folder of its own. Agents hire their people by REST as `bench/market.py` says, with webhooks to a
receiver here; the clock goes on day by day (`--quick`: 200 hires, week by week), and all timers run. What an operator does each
night, each month and at the end of the year is in `bench/nights.py`. Baseline of the same run: `check_ledger` beside `--whole`, and
the last month beside the one half-way. Exit code 1 if anything was wrong: a violation, a late timer, a month that is not sealed,
a webhook that stood still or came twice, something kept for too long, papers that disagree, a proof that grows faster than its
month.
"""

import argparse
import random
import statistics
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from datetime import date, datetime, timedelta
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from bench import instance, market, verdict  # noqa: E402
from bench.callers import Caller, deposit, sign_up_agent, sign_up_worker  # noqa: E402
from bench.instance import Instance  # noqa: E402
from bench.market import Job, Market  # noqa: E402
from bench.nights import Month, Operator  # noqa: E402
from bench.webhooks import receiver  # noqa: E402

THREADS = 4
MANY = 1000  # hires, for which there are twice as many people
DRAIN_SECONDS = 300.0
SEALED_AFTER = timedelta(days=4)  # the end of a month, and a day more
GONE_FROM, ARCHIVED_FROM = 4, 6  # months: a receiver goes away; events are kept for 90 days, in files afterwards
TIMED = (1, 6, 12)  # months at whose end pages are timed
PAGES = (
    "/api/bounties?limit=20",
    "/jobs",
    "/api/wallet/transactions?limit=50",
    "/api/wallet/report",
    "/api/escrow?limit=20",
)
OFFICE = ("", "escrow/case/", "webhooks/event/", "wallet/ledgertransaction/", "marketplace/mail/")


class Year:
    """`hooks`: the port of the receiver. `step`: days that the clock moves at once. `spent`: seconds by what they were for."""

    def __init__(self, served: Instance, hooks: int, hires: int, step: int) -> None:
        self.served, self.hooks, self.hires, self.step = served, hooks, hires, timedelta(days=step)
        self.agents, self.people = (8, 5) if hires >= MANY else (4, 3)
        self.nobody, self.operator = Caller(served.port), Operator(served)
        self.market = Market(served.port, random.Random(20))
        self.spent: dict[str, float] = defaultdict(float)
        self.moves: list[float] = []
        self.months: list[Month] = []
        self.speed: dict[str, dict[int, float]] = {}
        self.disputes: list[tuple[int, Job]] = []

    # ---------------------------------------------------------------------------------------------- the clock

    def now(self) -> datetime:
        return datetime.fromisoformat(self.nobody("GET", "/api/sandbox/clock")["now"])

    def advance(self, span: timedelta) -> None:
        """What is on its way arrives first: nobody's minute takes a day."""
        self.timed("webhooks and mails", self.drain)
        begun = time.monotonic()
        self.timed(
            "clock", lambda: self.nobody("POST", "/api/sandbox/clock/advance", {"seconds": int(span.total_seconds())})
        )
        self.moves.append(time.monotonic() - begun)

    def drain(self) -> None:
        from marketplace.core import clock

        until = time.monotonic() + DRAIN_SECONDS
        while True:
            now = clock.now()
            on_the_way = waiting(now)
            if not on_the_way:
                return
            if time.monotonic() > until:
                self.operator.wrong.append(f"{now:%Y-%m-%d}: {on_the_way} mails and webhooks stand still")
                return
            time.sleep(0.02)

    def timed(self, what: str, work: Callable[[], Any]) -> Any:
        begun = time.monotonic()
        try:
            return work()
        finally:
            self.spent[what] += time.monotonic() - begun

    # ------------------------------------------------------------------------------------------ who hires

    def open(self) -> None:
        """Everybody signs up; each agent has money and an endpoint for every event. Then the year begins."""
        with ThreadPoolExecutor(THREADS) as threads:
            self.market.agents = list(threads.map(lambda _: sign_up_agent(self.served.port), range(self.agents)))
            names = [f"Ada {number}" for number in range(self.agents * self.people)]
            people = list(threads.map(lambda name: sign_up_worker(self.served.port, name), names))
        self.market.workers = [people[number :: self.agents] for number in range(self.agents)]
        now = self.now()
        self.advance(now.replace(year=now.year + 1, month=1, day=1, hour=9, minute=0, second=0) - now)
        for number, agent in enumerate(self.market.agents):
            deposit(agent, market.DEPOSIT)
            self.endpoint(number, "shaky" if number == self.agents - 2 else "hook")
        market.subscribe(self.market, 0)
        market.plan_tests(self.market, 1)
        self.advance(timedelta(minutes=1))

    def endpoint(self, number: int, path: str) -> None:
        url = f"http://127.0.0.1:{self.hooks}/{path}/{number}"
        self.market.agents[number]("POST", "/api/webhooks/endpoints", {"url": url, "events": ["*"]})

    def together(self, work: Callable[[Any], Any], rows: Iterable[Any]) -> None:
        with ThreadPoolExecutor(THREADS) as threads:
            list(threads.map(work, rows))

    def work(self, number: int) -> None:
        """So many jobs, by all agents at once; each posts one after the other."""
        ends, turn = list(self.market.ends(number)), self.market.done["jobs"]
        each = [(agent, ends[(agent - turn) % self.agents :: self.agents]) for agent in range(self.agents)]
        self.together(lambda pair: self.jobs(*pair), each)

    def jobs(self, agent: int, ends: list[str]) -> None:
        for end in ends:
            self.job(agent, end)

    def job(self, agent: int, end: str) -> None:
        """Of two disputes staff decide one, and the agent takes back the other on the next day."""
        made = market.hire(self.market, agent, end)
        if not made.dispute:
            return
        if self.market.done["disputed"] % 2:
            market.let_staff_decide(self.market, agent, made)
        else:
            self.disputes.append((agent, made))

    def day(self, now: datetime, span: timedelta) -> None:
        taken, self.disputes = self.disputes, []
        for agent, job in taken:
            market.withdraw(self.market, agent, job)
        market.attend(self.market, 0, now.isoformat())
        begun = datetime(now.year, 1, 1, tzinfo=now.tzinfo)
        share = min(1.0, (now - begun + span) / timedelta(days=365))
        self.work(max(0, round(self.hires * share) - self.market.done["hires"]))

    def week(self) -> None:
        self.together(lambda number: market.money(self.market, number), range(self.agents))
        if bounty := market.run_to_test(self.market, 1):
            application = market.apply_to_test(self.market, 1, bounty)
            self.advance(timedelta(minutes=1))
            market.test(self.market, 1, bounty, application)

    # ------------------------------------------------------------------------------------------- the year

    def run(self) -> int:
        """Returns which year it was."""
        self.timed("signing up", self.open)
        now = self.now()
        begun = paid = now
        print(f"{now:%Y-%m-%d}: {self.agents} agents, {self.agents * self.people} people", flush=True)
        while now.year == begun.year:
            first = (now.replace(day=1) + timedelta(days=32)).replace(day=1, hour=9, minute=0, second=0)
            span = min(self.step, first - now)
            self.timed("hires", lambda now=now, span=span: self.day(now, span))  # type: ignore[misc]
            if now - paid >= timedelta(days=7):
                self.timed("hires", self.week)
                paid = now
            self.advance(span)
            self.timed("nights", self.operator.night)
            now, before = self.now(), now
            if now.month != before.month:
                self.timed("months", lambda before=before: self.close(before.date().replace(day=1)))  # type: ignore[misc]
            self.operator.sealed()
        self.advance(SEALED_AFTER)
        self.operator.sealed()
        return begun.year

    def close(self, first: date) -> None:
        """The month that began on `first` is over."""
        found = self.operator.month(first, self.market.done["hires"])
        self.months.append(found)
        if first.month == GONE_FROM:
            self.endpoint(self.agents - 1, "gone")
        if first.month == ARCHIVED_FROM:
            self.operator.office.keep("events", 90, is_archived=True)
        if first.month in TIMED:
            self.pages(first.month)
        market.give_back(self.market, first.month % self.agents)
        print(verdict.line(found, self.moves[-28:]), flush=True)

    def pages(self, month: int) -> None:
        """How long pages take, each once to warm up and then five times."""
        agent, office = self.market.agents[0], self.operator.office.client
        for name in (*PAGES, *(f"/admin/{path}" for path in OFFICE)):
            taken = []
            for _ in range(6):
                begun = time.perf_counter()
                if name.startswith("/admin/"):
                    office.get(name.removeprefix("/admin/")).raise_for_status()
                else:
                    agent("GET", name)
                taken.append((time.perf_counter() - begun) * 1000)
            self.speed.setdefault(name, {})[month] = statistics.median(taken[1:])


def waiting(now: datetime) -> int:
    """What is due and on its way: events first, since they become deliveries. Counted the other way round, what a worker fans out
    between the two is in neither, and is a day late when the clock is moved then.
    """
    from marketplace.models import Mail
    from webhooks.models import Delivery, Event

    found = Event.objects.filter(fanned_out_at=None, public=True).count()
    found += Delivery.objects.filter(status__in=("pending", "retrying"), next_attempt_at__lte=now).count()
    return found + Mail.objects.filter(next_attempt_at__lte=now).count()


def main() -> int:
    options = argparse.ArgumentParser(prog="python -m bench.year", description=(__doc__ or "").splitlines()[0])
    options.add_argument("--hires", type=int, default=5000)
    options.add_argument("--step", type=int, default=1, help="days that the clock moves at once")
    options.add_argument(
        "--prepared", type=Path, help="the folder of an instance that does not run, to begin with a copy of it"
    )
    options.add_argument("--quick", action="store_true", help="200 hires, week by week")
    given = options.parse_args()
    hires, step = (200, 7) if given.quick else (given.hires, given.step)
    begun = time.monotonic()
    with receiver() as hooks, instance.serve(given.prepared, RATE_LIMIT_SCALE="1000000") as served:
        served.join()
        year = Year(served, hooks, hires, step)
        before = verdict.sizes()
        number = year.run()
        code = verdict.judge(year, number, before)
        print(f"{(time.monotonic() - begun) / 60:.1f} minutes")
    return code


if __name__ == "__main__":
    sys.exit(main())
