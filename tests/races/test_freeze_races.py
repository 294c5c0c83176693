"""The stop button against payment pages: once a freeze has answered, nobody opens one that would be spent, and what is paid on an
older one is spent before that answer or stays in the wallet."""

from collections.abc import Callable
from typing import Any

import pytest

from bounties.models import Bounty
from tests.api import Api
from tests.factories.accounts import given_agent, session_token
from tests.factories.market import given_bounty
from tests.factories.services import given_service, wish
from wallet import ledger
from wallet.models import Checkout
from wallet.models.ledger import LedgerMove
from wallet.services import checkouts

pytestmark = pytest.mark.django_db(transaction=True)
AtOnce = Callable[..., list[Any]]
FORM = {"Content-Type": "application/x-www-form-urlencoded"}
CARD = b"cc-name=A&cc-number=4242424242424242&cc-exp=12%2F40&cc-csc=123&action=pay"
PLACES = (0, 2, 4)  # how many of four calls are started before the freeze; who is first is left to the threads


def owner_of(agent: Api) -> Api:
    return Api(agent.account, {"X-Session-Token": session_token(agent.account)})


def pages(agent: Api, *purposes: str) -> int:
    """How many open pages this account has that would be spent once they are paid."""
    return Checkout.objects.filter(account=agent.account, purpose__in=purposes, status="open").count()


def left(agent: Api) -> int:
    """What has ever left the wallet, in cents."""
    code = ledger.wallet(agent.account.pk)
    return sum(LedgerMove.objects.filter(source__code=code).values_list("cents", flat=True))


def freezing(agent: Api, count: Callable[[], int], told: list[int]) -> Callable[[], Any]:
    """The owner, signed in, stops everything; what there is then is written down."""
    owner = owner_of(agent)

    def press() -> Any:
        answer = owner.post("/api/wallet/freeze", {})
        told.append(count())
        return answer

    return press


def asking_for_jobs(agent: Api) -> list[Callable[[], Any]]:
    """Four jobs whose wallet is a little short: each asks for a page, and takes the rest from the wallet."""
    body = {"title": "Queue for me", "description": "An hour.", "price": 5, "estimatedHours": 0.5}
    return [lambda: agent.post("/api/bounties", body)] * 4


def asking_for_waiting_jobs(agent: Api) -> list[Callable[[], Any]]:
    rows = [given_bounty(agent) for _ in range(4)]
    for page in Checkout.objects.filter(account=agent.account):
        checkouts.cancel(page.pk)
    return [lambda row=row: agent.post("/api/bounties/deposit", {"bountyId": row.public_id}) for row in rows]


def asking_for_bookings(agent: Api) -> list[Callable[[], Any]]:
    services = [given_service() for _ in range(4)]
    days = ("monday", "tuesday", "wednesday", "thursday")
    bodies = [wish(service, dayOfWeek=day) for service, day in zip(services, days, strict=True)]
    return [lambda body=body: agent.post("/api/services/subscribe", body) for body in bodies]


ASKING = {
    "jobs": (asking_for_jobs, ("bounty",)),
    "waiting jobs": (asking_for_waiting_jobs, ("bounty",)),
    "bookings": (asking_for_bookings, ("subscription",)),
}


@pytest.mark.main
@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("what", ASKING)
def test_once_a_freeze_has_answered_no_page_is_opened_that_would_be_spent(
    at_once: AtOnce, what: str, place: int
) -> None:
    agent, told = given_agent(), list[int]()
    make, purposes = ASKING[what]
    acts = make(agent)

    answers = at_once(*acts[:place], freezing(agent, lambda: pages(agent, *purposes), told), *acts[place:])

    assert not [answer for answer in answers if isinstance(answer, Exception)]
    asked = [answer for number, answer in enumerate(answers) if number != place]
    assert {answer.code for answer in asked if answer.status >= 400} <= {"wallet_frozen"}, [one.body for one in asked]
    assert told == [pages(agent, *purposes)] == [len([one for one in asked if one.status < 300])]
    again = acts[0]()
    assert (again.status, again.code, pages(agent, *purposes)) == (403, "wallet_frozen", told[0])


@pytest.mark.parametrize("place", PLACES)
def test_a_plain_deposit_is_never_stopped_and_is_not_spent(at_once: AtOnce, place: int) -> None:
    agent, told = given_agent(), list[int]()
    acts = [lambda: agent.post("/api/wallet/deposit", {"amount": 25})] * 4

    answers = at_once(*acts[:place], freezing(agent, lambda: left(agent), told), *acts[place:])

    assert [answer.status for answer in answers] == [200] * 5
    for page in Checkout.objects.filter(account=agent.account, purpose="deposit"):
        Api().call("POST", f"/checkout/{page.public_id}", raw=CARD, **FORM)
    assert (ledger.balance(ledger.wallet(agent.account.pk)), left(agent), told) == (10_000, 0, [0])


@pytest.mark.main
@pytest.mark.parametrize("place", PLACES)
def test_what_is_paid_on_an_older_page_is_spent_before_the_freeze_s_answer_or_stays(
    at_once: AtOnce, place: int
) -> None:
    agent, told = given_agent(), list[int]()
    for _ in range(4):
        given_bounty(agent)
    open_ones = list(Checkout.objects.filter(account=agent.account, status="open"))
    acts = [lambda page=page: Api().call("POST", f"/checkout/{page.public_id}", raw=CARD, **FORM) for page in open_ones]

    at_once(*acts[:place], freezing(agent, lambda: left(agent), told), *acts[place:])

    funded = Bounty.objects.filter(owner=agent.account, status="open").count()
    kept = Checkout.objects.filter(account=agent.account, outcome="left_in_wallet").count()
    assert funded + kept == 4
    assert told == [left(agent)] == [590 * funded]
    assert ledger.balance(ledger.wallet(agent.account.pk)) == 590 * kept


def test_the_owner_in_person_opens_pages_beside_their_own_freeze(at_once: AtOnce) -> None:
    agent, told = given_agent(), list[int]()
    owner = owner_of(agent)
    acts = asking_for_jobs(owner)

    answers = at_once(*acts[:2], freezing(agent, lambda: 0, told), *acts[2:])

    assert [answer.status for answer in answers] == [200] * 5, [answer.body for answer in answers]
    assert pages(agent, "bounty") == 4
