"""Disputes in which something is asked or offered, by the verbs that do it."""

from datetime import timedelta

from escrow.models import Case, CaseRequest, Dispute
from escrow.services import case_clocks, case_reminders, requests
from marketplace.core import clock
from marketplace.core.actor import Actor
from marketplace.core.transactions import unit
from tests.api import Answer, Api


def case_of(dispute: Dispute) -> Case:
    found: Case = Case.objects.get(dispute=dispute)
    return found


def ask(by: Actor, dispute: Dispute, of: str = "worker", hours: int | None = None, *items: str) -> CaseRequest:
    key = case_of(dispute).pk
    return unit(lambda: requests.ask(by, key, of=of, items=items or ("The receipt",), words="Please.", hours=hours))


def offer(who: Api, dispute: Dispute, cents: int, **more: str) -> Answer:
    return who.post(f"/api/disputes/{dispute.public_id}/offers", {"workerCents": cents, **more})


def given_offer(who: Api, dispute: Dispute, cents: int, **more: str) -> str:
    """The public id of an offer that is made."""
    made = offer(who, dispute, cents, **more)
    assert made.status == 200, made.body
    found: str = made["dispute"]["offers"][-1]["id"]
    return found


def respond(who: Api, dispute: Dispute, offer_id: str, verb: str = "accept", **headers: str) -> Answer:
    return who.post(f"/api/disputes/{dispute.public_id}/offers/{offer_id}/{verb}", {}, **headers)


def answer(who: Api, dispute: Dispute, **body: object) -> Answer:
    return who.post(f"/api/disputes/{dispute.public_id}/answer", body or {"text": "Here."})


def hours_later(hours: float) -> None:
    """Business time moves on, and the timers of cases run as beat runs them."""
    clock.freeze(clock.now() + timedelta(hours=hours))
    case_reminders.remind()
    case_clocks.run_clocks()
