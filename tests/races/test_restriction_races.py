"""A restriction against each way on which work comes into being: whatever it did not stop was there when it had answered."""

from collections.abc import Callable
from typing import Any, NamedTuple

import pytest
from django.db.models import Sum

from bounties.models import Application, Bounty
from marketplace.core.actor import Actor
from marketplace.models import Account
from marketplace.services import account_restrictions
from tests.api import Api
from tests.factories.accounts import given_agent, given_worker
from tests.factories.hiring import RENT, rental
from tests.factories.market import given_bounty, given_funded_agent, given_money
from wallet.models import Checkout

pytestmark = pytest.mark.django_db(transaction=True)
AtOnce = Callable[..., list[Any]]
FORM = {"Content-Type": "application/x-www-form-urlencoded"}
CARD = b"cc-name=A&cc-number=4242424242424242&cc-exp=12%2F40&cc-csc=123&action=pay"


class Way(NamedTuple):
    """Calls that begin something, who is restricted in what, and how much there is of it."""

    acts: list[Callable[[], Any]]
    person: Account
    what: str
    there: Callable[[], int]


def live(account: Account) -> int:
    return Bounty.objects.filter(owner=account).exclude(status="pending_deposit").count()


def posting() -> Way:
    agent = given_funded_agent(100_000)
    body = {"title": "Queue for me", "description": "An hour.", "price": 5, "estimatedHours": 0.5}
    acts = [lambda: agent.post("/api/bounties", body)] * 4
    return Way(acts, agent.account, "jobs", lambda: Bounty.objects.filter(owner=agent.account).count())


def funding() -> Way:
    """Jobs that waited for their money."""
    agent = given_agent()
    waiting = [given_bounty(agent) for _ in range(4)]
    given_money(agent, 100_000)
    acts = [lambda row=row: agent.post("/api/bounties/deposit", {"bountyId": row.public_id}) for row in waiting]
    return Way(acts, agent.account, "jobs", lambda: live(agent.account))


def paying_pages() -> Way:
    """The pages of such jobs, which were open before."""
    agent = given_agent()
    for _ in range(4):
        given_bounty(agent)
    pages = list(Checkout.objects.filter(account=agent.account, status="open"))
    assert len(pages) == 4
    acts = [lambda page=page: Api().call("POST", f"/checkout/{page.public_id}", raw=CARD, **FORM) for page in pages]
    return Way(acts, agent.account, "jobs", lambda: live(agent.account))


def hiring_by_name() -> Way:
    agent = given_funded_agent(100_000)
    workers = [given_worker() for _ in range(4)]
    acts = [lambda worker=worker: agent.post(RENT, rental(worker)) for worker in workers]
    return Way(acts, agent.account, "jobs", lambda: live(agent.account))


def adding_spots() -> Way:
    agent = given_funded_agent(100_000)
    rows = [given_bounty(agent) for _ in range(4)]
    body = {"spotsAvailable": 2, "walletImpactAcknowledged": True, "walletImpactCents": 590}
    acts = [lambda row=row: agent.patch(f"/api/bounties/{row.public_id}", body) for row in rows]
    return Way(acts, agent.account, "jobs", lambda: Bounty.objects.aggregate(sum=Sum("spots_available"))["sum"] or 0)


def applying() -> Way:
    worker = given_worker()
    jobs = [given_bounty(given_funded_agent(590)) for _ in range(4)]
    acts = [
        lambda job=job: worker.post(f"/api/bounties/{job.public_id}/applications", {"coverLetter": "Me."})
        for job in jobs
    ]
    return Way(acts, worker.account, "applications", lambda: Application.objects.filter(human=worker.account).count())


def being_hired_by_name() -> Way:
    worker = given_worker()
    agents = [given_funded_agent(590) for _ in range(4)]
    acts = [lambda agent=agent: agent.post(RENT, rental(worker)) for agent in agents]
    return Way(acts, worker.account, "applications", lambda: Application.objects.filter(human=worker.account).count())


WAYS = {
    way.__name__: way
    for way in (posting, funding, paying_pages, hiring_by_name, adding_spots, applying, being_hired_by_name)
}


@pytest.mark.parametrize("name", WAYS)
@pytest.mark.parametrize("place", [0, 2, 4])
def test_after_the_restriction_s_answer_nothing_of_it_comes_into_being(
    at_once: AtOnce, operator: Api, name: str, place: int
) -> None:
    """`place`: how many of the calls are started before it; who is first is left to the threads."""
    way = WAYS[name]()
    stops = {f"no_{what}": what == way.what for what in ("jobs", "applications", "withdrawals")}
    told: list[int] = []

    def restrict() -> None:
        staff = Actor.staff(operator.account)
        account_restrictions.restrict(staff, way.person.pk, **stops, reason="x", until=None)
        told.append(way.there())

    answers = at_once(*way.acts[:place], restrict, *way.acts[place:])

    assert not [answer for answer in answers if isinstance(answer, Exception)]
    refused = [answer for answer in answers if answer is not None and answer.status >= 400]
    assert {(answer.status, answer.code) for answer in refused} <= {
        (403, "account_restricted"),
        (409, "human_not_available"),
    }, [answer.body for answer in refused]
    assert told == [way.there()], "what it did not stop was there before it had answered"

    again = way.acts[0]()
    assert way.there() == told[0], again.body


def test_an_application_that_is_underway_is_waited_for_by_the_restriction(at_once: AtOnce, operator: Api) -> None:
    """Not refused in the middle, and not missed: the restriction's answer comes after its commit."""
    worker, rounds = given_worker(), []
    for _ in range(4):
        job = given_bounty(given_funded_agent(590))
        sent = lambda job=job: worker.post(f"/api/bounties/{job.public_id}/applications", {"coverLetter": "Me."})  # noqa: E731
        staff = Actor.staff(operator.account)
        stops = {"no_jobs": False, "no_applications": True, "no_withdrawals": False}

        def restrict(staff: Actor = staff, stops: dict[str, bool] = stops) -> int:
            account_restrictions.restrict(staff, worker.account.pk, **stops, reason="x", until=None)
            return Application.objects.filter(human=worker.account).count()

        answer, counted = at_once(sent, restrict)
        rounds.append((answer.status, counted - sum(status < 300 for status, _ in rounds)))
        account_restrictions.lift(staff, worker.account.pk, note="Again.")

    assert set(rounds) <= {(200, 1), (201, 1), (403, 0)}, rounds
