"""Bodies of direct hires, and what becomes of them by paying or waiting."""

from datetime import timedelta
from typing import Any

from bounties.models import Bounty
from marketplace.core import clock, ids
from tests.api import Answer, Api
from wallet import ledger
from wallet.models import Checkout
from wallet.services import checkouts

RENT, PERSONAL, RENTALS = "/api/escrow/agent-checkout", "/api/escrow/personal-bounty", "/api/escrow/agent-rentals"


def rental(worker: Api, **more: Any) -> dict[str, Any]:
    who = worker.account.public_profile_id
    return {"humanId": who, "taskTitle": "Queue", "taskDescription": "An hour.", "price": 5} | more


def personal(worker: Api, **more: Any) -> dict[str, Any]:
    """Its deadline is a day away."""
    return {
        "humanId": worker.account.public_profile_id,
        "title": "Translate",
        "description": "Two pages.",
        "completionCriteria": "In English.",
        "price": 5,
        "deadline": (clock.now() + timedelta(days=1)).isoformat(),
    } | more


def given_hired_by_name(agent: Api, worker: Api, path: str = RENT, *, confirmed: bool = False, **more: Any) -> Answer:
    """The answer of the hire, which the wallet has paid."""
    made = agent.post(path, (rental if path == RENT else personal)(worker, **more))
    assert made["status"] == "funded", made.body
    if confirmed:
        assert worker.post(f"{seat(made)}/confirm").status == 200
    return made


def seat(made: Answer) -> str:
    return f"/api/bounties/{made['bountyId']}/applications/{made['applicationId']}"


def bounty_of(made: Answer) -> Bounty:
    found: Bounty = Bounty.objects.get(pk=ids.decode("bty", made["bountyId"]))
    return found


def page_of(made: Answer) -> Checkout:
    """The newest page, open or not."""
    pages = Checkout.objects.filter(subject_id=ids.decode("bty", made["bountyId"]), purpose="bounty")
    found: Checkout = pages.order_by("-id")[0]
    return found


def pay_page(made: Answer) -> Checkout:
    """Both commits: the money into the wallet, then what it was for."""
    page = page_of(made)
    checkouts.book(page.pk, rail="card", reference=f"paid_{page.pk}", cents=page.amount_cents)
    return checkouts.settle(page.pk)


def wallet(agent: Api) -> int:
    return ledger.balance(ledger.wallet(agent.account.pk))


def earned(worker: Api) -> int:
    return ledger.balance(ledger.earnings(worker.account.pk))
