"""A case in the back office: somebody of the staff at its page."""

from typing import Any

from django.test import Client
from django.urls import reverse

from escrow.models import Case, Dispute
from escrow.services import desk
from marketplace.core.actor import Actor
from marketplace.core.transactions import unit
from tests.api import Api
from tests.factories.accounts import given_agent
from tests.factories.market import Seat, given_delivered, given_funded_agent

OBJECTION = {"category": "poor_quality", "description": "It is blurred.", "urls": ["https://example.com/a"]}


class Desk:
    """Somebody of the staff with a browser, at one case."""

    def __init__(self, who: Api, case: Case) -> None:
        self.who, self.case = who, case
        self.browser = Client()
        self.browser.force_login(who.account, "django.contrib.auth.backends.ModelBackend")

    @property
    def actor(self) -> Actor:
        return Actor.staff(self.who.account)

    @property
    def path(self) -> str:
        return reverse("admin:escrow_case_change", args=[self.case.pk])

    def take(self) -> "Desk":
        unit(lambda: desk.take(self.actor, self.case.pk))
        return self

    def get(self, query: str = "") -> Any:
        return self.browser.get(f"{self.path}{query}")

    def read(self, query: str = "") -> str:
        answer = self.get(query)
        assert answer.status_code == 200, answer
        text: str = answer.content.decode()
        return text

    def act(self, name: str, *, follow: bool = True, **fields: Any) -> Any:
        return self.browser.post(self.path, {"act": name} | fields, follow=follow)

    def preview(self, **fields: Any) -> Any:
        """Types a decision and previews it; the answer is the page with the button."""
        return self.act("preview", **{"outcome": "split", "worker": "2.50", "reason": "Half."} | fields)


def given_staff_member(**fields: Any) -> Api:
    return given_agent(is_staff=True, **fields)


def given_case(seat: Seat | None = None, **how: Any) -> tuple[Seat, Case]:
    """A delivered seat for 5.00 (5.90 with the fee) in dispute."""
    seat = seat or given_delivered(agent=given_funded_agent(590), **how)
    made = seat.agent.post(f"/api/escrow/{seat.escrow.public_id}/dispute", OBJECTION)
    assert made.status == 200, made.body
    return seat, Case.objects.select_related("dispute").get(escrow_id=seat.escrow.pk)


def given_desk(case: Case, **fields: Any) -> Desk:
    """Their own case."""
    return Desk(given_staff_member(**fields), case).take()


def dispute_of(case: Case) -> Dispute:
    return Dispute.objects.get(pk=case.dispute_id)
