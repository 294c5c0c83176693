"""Appeals as parties and staff make them: a decision, an appeal of who lost, and a second decision by somebody else."""

from typing import Any
from uuid import UUID

from escrow.models import DeskClocks, Dispute, DisputeDecision
from escrow.services import appeals
from marketplace.core import clock
from marketplace.core.actor import Actor
from marketplace.core.transactions import unit
from tests.api import Answer, Api
from tests.escrow.test_decisions import given_dispute, given_staff
from tests.factories.decisions import given_decision
from tests.factories.market import Seat, given_funded_agent, given_payouts

WORDS = {"ground": "error", "words": "The second photo was not read."}
CODE = "overturn-misread"


def given_keeping(*, days: int = 14) -> None:
    """Operators keep the worker's share until the time for an appeal is over."""
    DeskClocks.objects.create(holds_from=clock.now(), keeps_share=True, appeal_days=days, why="A try.")


def given_decided(cents: int, **how: Any) -> tuple[Seat, Dispute]:
    """A seat of 5.00 and 0.90 whose dispute is decided with `cents` for the worker; the funder's wallet was empty before."""
    seat, dispute = given_dispute(agent=given_funded_agent(590), **how)
    given_decision(given_staff(), dispute.pk, worker_cents=cents)
    return seat, Dispute.objects.get(pk=dispute.pk)


def appeal(seat: Seat, dispute: Dispute, side: str, **body: Any) -> Answer:
    api = seat.worker if side == "worker" else seat.agent
    return api.post(f"/api/disputes/{dispute.public_id}/appeal", WORDS | body)


def given_appeal(cents: int, side: str, **how: Any) -> tuple[Seat, Dispute]:
    seat, dispute = given_decided(cents, **how)
    answer = appeal(seat, dispute, side)
    assert answer.status == 200, answer.body
    return seat, dispute


def given_second_preview(by: Actor, dispute: Dispute, cents: int, *, code: str | None = None) -> UUID:
    first = dispute.decisions.get(round=1, state="final").worker_cents
    reason_code = code if code is not None else (CODE if cents != first else "")
    made = unit(
        lambda: appeals.preview(by, dispute.pk, worker_cents=cents, reason="Read again.", reason_code=reason_code)
    )
    key: UUID = made.pk
    return key


def given_second_decision(dispute: Dispute, cents: int, by: Actor | None = None) -> DisputeDecision:
    """Decided, or proposed where a second person is needed."""
    staff = by or given_staff()
    preview = given_second_preview(staff, dispute, cents)
    return unit(lambda: appeals.decide(staff, preview))


def withdraw(api: Api, cents: int, *, of: str = "earnings") -> None:
    given_payouts(api)
    answer = api.post(f"/api/{of}/withdraw", {"amountCents": cents})
    assert answer.status == 200, answer.body


def given_corrected() -> None:
    _, dispute = given_appeal(500, "agent")
    given_second_decision(dispute, 250)


def given_kept() -> None:
    given_keeping()
    given_decided(250)
