"""A bounty in which simulated people play, and business time that stops at each of their acts, as the sandbox's clock does."""

from datetime import timedelta
from typing import Any

from bounties.models import Application, Bounty, Play
from bounties.services import autoreview, plays, timers
from marketplace.core import clock
from marketplace.core.transactions import unit
from tests.api import Api
from tests.factories.market import acting, given_bounty, given_funded_agent

TIMERS = (timers.release_unconfirmed, timers.release_not_started, timers.release_overdue, autoreview.review_due)


class Stage:
    """`agent` owns `bounty`; `play()` lets somebody play in it by the route."""

    def __init__(self, agent: Api | None = None, **fields: Any) -> None:
        clock.freeze(clock.now())
        self.agent = agent or given_funded_agent()
        self.agent.address = "127.0.0.1"
        self.bounty: Bounty = given_bounty(self.agent, **fields)

    def play(self, person: str, **body: Any) -> dict[str, Any]:
        body = {"bountyId": self.bounty.public_id, **body}
        found: dict[str, Any] = self.post(f"/api/sandbox/people/{person}/play", body)["play"]
        return found

    def shown(self, play: dict[str, Any]) -> dict[str, Any]:
        found: dict[str, Any] = self.agent.get(f"/api/sandbox/plays/{play['id']}").body["play"]
        return found

    def pass_time(self, **by: float) -> None:
        until = clock.now() + timedelta(**by)
        while moment := plays.next_moment(until):
            clock.freeze(max(moment, clock.now()))
            run()
        clock.freeze(until)
        run()

    def application(self, play: dict[str, Any]) -> Application:
        person = Play.objects.select_related("person").get(script=play["script"], bounty=self.bounty).person
        return Application.objects.select_related("escrow").get(bounty=self.bounty, human_id=person.account_id)

    def patch(self, path: str, body: dict[str, Any]) -> dict[str, Any]:
        answer = self.agent.patch(f"/api/bounties/{self.bounty.public_id}/{path}", body)
        assert answer.status == 200, answer.body
        found: dict[str, Any] = answer.body
        return found

    def accept(self, play: dict[str, Any]) -> Application:
        self.patch(f"applications/{self.application(play).public_id}", {"action": "accept"})
        return self.application(play)

    def post(self, path: str, body: dict[str, Any]) -> dict[str, Any]:
        answer = self.agent.post(path, body)
        assert answer.status == 200, answer.body
        found: dict[str, Any] = answer.body
        return found

    def judge(self, play: dict[str, Any], action: str) -> None:
        newest = self.application(play).submissions.order_by("-id").first()
        assert newest is not None
        self.patch(f"submissions/{newest.public_id}", {"action": action, "response": "Look again."})

    def release(self, play: dict[str, Any]) -> None:
        escrow = self.application(play).escrow
        assert escrow is not None
        self.post(f"/api/escrow/{escrow.public_id}/release", {"acknowledgeRelease": True})


def run() -> None:
    for timer in TIMERS:
        timer()
    plays.run_due()


def given_play(owner: Api, bounty_id: str, person: str = "ben") -> Play:
    """Somebody plays in this bounty."""
    return unit(lambda: plays.start(acting(owner), person, bounty_id))
