"""Taste runs through the API, and people who vote."""

from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from bounties.services import endings, timers
from marketplace.core import clock, ids
from qa.models import TasteRun
from qa.services import taste, taste_panels
from tests.api import Answer, Api
from tests.factories.accounts import given_worker
from tests.factories.market import given_funded_agent

KEY = {"Idempotency-Key": "taste-key-1"}
RUN: dict[str, Any] = {
    "title": "Which cover?",
    "question": "Which of these covers would make you open the book?",
    "artifacts": [
        {"label": "Blue", "url": "https://example.com/blue.png"},
        {"label": "Red", "url": "https://example.com/red.png"},
    ],
    "respondentCount": 2,
    "payPerRespondentCents": 500,
}


@dataclass
class Panel:
    """A run and who asked."""

    agent: Api
    run_id: str

    @property
    def row(self) -> TasteRun:
        return TasteRun.objects.select_related("bounty").get(pk=ids.decode("tst", self.run_id))

    @property
    def path(self) -> str:
        return f"/api/v1/taste/runs/{self.run_id}"

    def read(self) -> dict[str, Any]:
        found: dict[str, Any] = self.agent.get(self.path)["run"]
        return found

    @property
    def is_settled(self) -> bool:
        run = self.read()
        return bool(run["reservedCents"] == run["spentCents"] + run["refundedCents"])

    def apply(self, worker: Api, **form: Any) -> Answer:
        return worker.post(
            f"/api/bounties/{self.row.bounty.public_id}/applications", {"coverLetter": "I look closely."} | form
        )

    def respondent(self, worker: Api | None = None) -> Api:
        """Somebody who applied and was hired, if there was a seat."""
        worker = worker or given_worker()
        answer = self.apply(worker)
        assert answer.status == 200, answer.body
        taste_panels.reconcile_dirty()
        return worker

    def vote(self, worker: Api, label: str = "Blue", reason: str = "", *, look: bool = True) -> Answer:
        words = reason or f"I would open {label}: {worker.account.name} likes its calm colours."
        answer = worker.post(f"/api/bounties/{self.row.bounty.public_id}/submissions", {"vote": label, "reason": words})
        if look:
            taste_panels.reconcile_dirty()
        return answer


def given_panel(
    cents: int = 100_000, *, agent: Api | None = None, key: str = KEY["Idempotency-Key"], **fields: Any
) -> Panel:
    agent = agent or given_funded_agent(cents)
    answer = agent.post("/api/v1/taste/runs", RUN | fields, **{"Idempotency-Key": key})
    assert answer.status in (200, 402), answer.body
    return Panel(agent, answer["run"]["id"] if answer.status == 200 else answer["runId"])


def looks() -> None:
    """What the timers would do, until nothing is left."""
    timed = (
        taste_panels.reconcile_dirty,
        taste.start_due,
        taste_panels.end_due,
        timers.release_overdue,
        endings.lapse_unpublished,
    )
    while sum(timer() for timer in timed):
        pass


def later(hours: float) -> None:
    clock.freeze(clock.now() + timedelta(hours=hours))
    looks()
