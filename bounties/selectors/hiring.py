"""Direct hires as their owner sees them: the bounty, the person, the state and the next action."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from django.db.models import Count, QuerySet

from bounties.models import Application, Bounty
from bounties.rules.bounties import DIRECT, OVER
from bounties.rules.hiring import BEFORE_HIRE
from bounties.rules.overview import Action, Deadline
from bounties.selectors.overview import Job, jobs
from marketplace.core.actor import Actor


class FirstAction(NamedTuple):
    """The next action before anybody is hired."""

    kind: str
    actor_is_owner: bool


@dataclass(frozen=True, slots=True)
class Rental:
    bounty: Bounty
    application: Application
    job: Job | None

    @property
    def state(self) -> str:
        return self.job.decided.overall_state if self.job else self.bounty.status

    @property
    def next_deadline(self) -> Deadline | None:
        return self.job.decided.next_deadline if self.job else None

    @property
    def ends_at(self) -> datetime | None:
        return self.job.decided.ends_at if self.job else None

    @property
    def next_action(self) -> Action | FirstAction | None:
        if self.job:
            return self.job.decided.next_action
        first = BEFORE_HIRE.get(self.bounty.status)
        return FirstAction(*first) if first else None


def of_owner(actor: Actor) -> QuerySet[Bounty]:
    """The caller's rentals and personal bounties, without their long text columns."""
    return Bounty.objects.filter(owner_id=actor.id, kind__in=DIRECT).defer("description", "completion_criteria")


def summary(actor: Actor) -> dict[str, int]:
    """How many of the caller's direct hires wait for money or review, are at work, and are over."""
    counted = dict.fromkeys(("active", "waiting", "done"), 0)
    rows = Bounty.objects.filter(owner_id=actor.id, kind__in=DIRECT).values_list("status").annotate(Count("pk"))
    for status, count in rows.order_by():
        counted["done" if status in OVER else "waiting" if status in BEFORE_HIRE else "active"] += count
    return counted


def rentals(bounties: Sequence[Bounty]) -> list[Rental]:
    """These direct hires with their people and jobs: two more queries, whatever their number."""
    applications = {
        row.bounty_id: row
        for row in Application.objects.select_related("human", "escrow", "conversation").filter(bounty__in=bounties)
    }
    for bounty in bounties:
        applications[bounty.pk].bounty = bounty
    found = jobs(list(applications.values()))
    return [Rental(bounty, applications[bounty.pk], found.get(applications[bounty.pk].pk)) for bounty in bounties]
