"""A hire in each way that it can end, as `bench.year` has thousands of them, then weeks in which only the clock moves."""

import random

import pytest

from bench import market
from bench.callers import Caller, deposit, sign_up_agent, sign_up_worker
from bench.market import ENDS, Market

from .conftest import Instance

pytestmark = pytest.mark.live
DAY = 86_400


def test_jobs_that_end_in_every_way_leave_no_cent_behind(instance: Instance) -> None:
    # given an agent with money, two people and a tester
    port = int(instance.base_url.rsplit(":", 1)[1])
    agent = sign_up_agent(port)
    people = [sign_up_worker(port, f"Ada {number}") for number in range(3)]
    town = Market(port, random.Random(1), [agent], [people])
    deposit(agent, 200)

    # when there is a job for each end, a test, a subscription, and a deposit that goes back
    jobs = {end: market.hire(town, 0, end) for end in ENDS}
    again = market.hire(town, 0, "disputed")
    market.let_staff_decide(town, 0, jobs["disputed"])
    market.plan_tests(town, 0)
    market.subscribe(town, 0)
    market.give_back(town, 0)
    instance.advance(60)
    run = market.run_to_test(town, 0)
    application = market.apply_to_test(town, 0, run)
    instance.advance(60)
    market.test(town, 0, run, application)
    market.withdraw(town, 0, again)

    # and four weeks pass, in which somebody confirms the lessons
    for _ in range(10):
        instance.advance(3 * DAY)
        market.attend(town, 0, instance.caller()("GET", "/api/sandbox/clock")["now"])
    market.money(town, 0)

    # then each job has ended as it should, and the books agree
    ended = {end: job_status(agent, job.escrow) for end, job in jobs.items() if job.escrow}
    paid = {end for end, status in ended.items() if status in ("released", "resolved")}
    assert paid == ENDS.keys() - {"unconfirmed", "silent", "cancelled"}, ended
    assert {town.done[what] for what in ("tests", "subscriptions", "refunds")} == {1}
    assert town.done["appointments"] >= 3 and town.done["withdrawals"] >= 1
    town.close()
    instance.check_ledger()


def job_status(agent: Caller, escrow: str) -> str:
    found: str = agent("GET", f"/api/escrow/{escrow}")["escrow"]["status"]
    return found
