"""Four questions to a panel: one with a winner, one with a tie, one that waits for its money, one that nobody answers."""

from typing import Any

import pytest

from .conftest import Caller, Hook, Instance, balance, earned, wait_until

pytestmark = pytest.mark.live
HOUR = 3600
SEAT = 590
RUNS = "/api/v1/taste/runs"
RUN = {
    "title": "Which cover?",
    "question": "Which of these covers would make you open the book?",
    "artifacts": [
        {"label": "Blue", "url": "https://example.com/blue.png"},
        {"label": "Red", "url": "https://example.com/red.png"},
        {"label": "Green", "url": "https://example.com/green.png"},
    ],
    "payPerRespondentCents": 500,
}


def ask(agent: Caller, key: str, people: int, *, expect: int = 200) -> dict[str, Any]:
    body = RUN | {"respondentCount": people, "idempotencyKey": f"story-{key}"}
    answer = agent("POST", RUNS, body, expect=expect)
    return answer if expect != 200 else answer["run"]


def join(instance: Instance, worker: Caller, run: dict[str, Any]) -> list[str]:
    """Applies and is hired. Gives the labels in the order in which this person sees them."""
    worker("POST", f"/api/bounties/{run['bountyId']}/applications", {"coverLetter": "I read a lot."})
    instance.advance(1)
    ballot = worker("GET", f"{RUNS}/{run['id']}/ballot")["ballot"]
    return [work["label"] for work in ballot["artifacts"]]


def vote(instance: Instance, worker: Caller, run: dict[str, Any], label: str, reason: str) -> None:
    worker("POST", f"/api/bounties/{run['bountyId']}/submissions", {"vote": label, "reason": reason})
    instance.advance(1)


def read(agent: Caller, run: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = agent("GET", f"{RUNS}/{run['id']}")["run"]
    if found["endedAt"]:
        assert found["reservedCents"] == found["spentCents"] + found["refundedCents"]
    return found


def test_four_runs_of_a_panel(instance: Instance, hook: Hook) -> None:
    # given an agent with the money for two runs of three, and four people
    agent = instance.agent(6 * SEAT / 100)
    agent("POST", "/api/webhooks/endpoints", {"url": hook.url, "events": ["run.status_changed", "run.report_ready"]})
    people = [instance.new_worker(f"Reader {n}") for n in range(4)]

    # when three answer: one sends another's words first, and is sent back once
    won = ask(agent, "winner", 3)
    shown = [join(instance, worker, won) for worker in people[:3]]
    vote(instance, people[0], won, "Blue", "The calm colours made me curious.")
    vote(instance, people[1], won, "Red", "The CALM colours made me curious!")
    assert (earned(people[0]), earned(people[1])) == (500, 0)
    vote(instance, people[1], won, "Red", "It is visible from the other end of the shop.")
    assert read(agent, won)["status"] == "open"
    vote(instance, people[2], won, "Blue", "Blue says sea, and so does the story.")

    # then each saw another order, each vote is paid, and there is a winner
    assert len({tuple(order) for order in shown}) == 3
    assert {order[0] for order in shown} == {"Blue", "Red", "Green"}
    done = read(agent, won)
    assert (done["status"], done["report"]["winner"], done["spentCents"]) == ("closed", "Blue", 3 * SEAT)
    assert [line["votes"] for line in done["report"]["tally"]] == [2, 1, 0]
    assert [earned(worker) for worker in people[:3]] == [500, 500, 500]

    # when of the next three seats one is never taken, and the others do not agree
    tied = ask(agent, "tie", 3)
    for worker, label, reason in (
        (people[0], "Green", "Green is the only one that I have not seen a hundred times."),
        (people[3], "Red", "Loud and simple: I would take it into my hand."),
    ):
        join(instance, worker, tied)
        vote(instance, worker, tied, label, reason)
    instance.advance(72 * HOUR)

    # then nobody has won, and the third seat's money is back
    done = read(agent, tied)
    assert (done["status"], done["report"]["winner"], done["report"]["degraded"]) == ("closed", None, True)
    assert (done["refundedCents"], balance(agent)) == (SEAT, SEAT)

    # when the wallet is too short for the third
    short = ask(agent, "later", 2, expect=402)
    assert (short["error_code"], short["shortfallCents"]) == ("insufficient_wallet_balance", SEAT)
    waiting = {"id": short["runId"]}
    assert read(agent, waiting)["status"] == "pending_funding"
    instance.pay(agent("POST", "/api/wallet/deposit", {"amount": 2 * SEAT / 100})["checkoutUrl"])
    instance.advance(120)

    # then it starts by itself, and the same key answers how it stands
    funded = read(agent, waiting)
    assert (funded["status"], funded["reservedCents"], balance(agent)) == ("open", 2 * SEAT, SEAT)
    assert ask(agent, "later", 2)["id"] == waiting["id"]
    join(instance, people[1], funded)
    vote(instance, people[1], funded, "Blue", "I like how quiet the whole page is.")
    ghost = people[2]
    join(instance, ghost, funded)

    # when one is hired and never votes, and of the last run nobody hears at all
    lonely = ask(agent, "nobody", 1)
    instance.advance(73 * HOUR)

    # then the first has a report of one vote, the other is expired, and all the rest is back
    done = read(agent, funded)
    assert (done["status"], done["report"]["respondents"], done["refundedCents"]) == ("closed", 1, SEAT)
    done = read(agent, lonely)
    assert (done["status"], done["report"], done["refundedCents"]) == ("expired", None, SEAT)
    assert balance(agent) == 2 * SEAT
    assert earned(ghost) == 500
    statuses = [run["status"] for run in agent("GET", RUNS)["runs"]]
    assert statuses == ["expired", "closed", "closed", "closed"]
    wait_until(lambda: hook.types().count("run.report_ready") == 3, 20)
    ended = [got["body"]["data"]["status"] for got in hook.received if got["body"]["type"] == "run.status_changed"]
    assert sorted(set(ended)) == ["closed", "expired", "open", "reviewing"]
    instance.check_ledger()
