"""Killed at any line: each verb of hiring dies before its k-th step, is tried again, and ends as if nothing had been."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from bounties.models import Application
from bounties.services import hiring, last_calls, timers
from escrow.models import Escrow
from escrow.services import escrows, releases
from marketplace.core import clock, ids
from tests.api import Api
from tests.factories.accounts import given_worker
from tests.factories.hiring import PERSONAL, RENT, given_hired_by_name, personal, rental
from tests.factories.market import (
    Seat,
    given_application,
    given_bounty,
    given_completed,
    given_confirmed,
    given_delivered,
    given_funded_agent,
    given_hired,
    given_released,
)
from tests.kills import Verb, check_killed_anywhere
from wallet.models import Checkout
from wallet.services import checkouts

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("house_accounts")]
TASK = {"title": "T", "description": "D", "price": 5, "estimatedHours": 1}
CARD = b"cc-name=A&cc-number=4242424242424242&cc-exp=12%2F40&cc-csc=123&action=pay"
KEY = "the same key"


def post_bounty() -> Verb:
    agent = given_funded_agent()
    return lambda: agent.post("/api/bounties", TASK, Idempotency_Key=KEY)


def accept() -> Verb:
    agent = given_funded_agent()
    bounty = given_bounty(agent)
    path = f"/api/bounties/{bounty.public_id}/applications/{given_application(bounty)[1].public_id}"
    return lambda: agent.patch(path, {"action": "accept"}, Idempotency_Key=KEY)


def submit() -> Verb:
    seat = given_confirmed()
    path = f"/api/bounties/{seat.bounty.public_id}/submissions"
    return lambda: seat.worker.post(path, {"textEvidence": "Done."}, Idempotency_Key=KEY)


def release() -> Verb:
    seat = given_delivered()
    path = f"/api/escrow/{seat.escrow.public_id}/release"
    return lambda: seat.agent.post(path, {"acknowledgeRelease": True}, Idempotency_Key=KEY)


def cancel_seat() -> Verb:
    seat = given_confirmed()
    path = f"/api/escrow/{seat.escrow.public_id}/cancel"
    return lambda: seat.agent.post(path, Idempotency_Key=KEY)


def cancel_bounty() -> Verb:
    agent = given_funded_agent()
    bounty = given_bounty(agent)
    given_application(bounty)
    path, body = f"/api/bounties/{bounty.public_id}", {"reason": "applicants_not_fit"}
    return lambda: agent.delete(path, body, Idempotency_Key=KEY)


def raise_price() -> Verb:
    """One seat is hired and one is free: (6 - 5) x 1.18 for each of them."""
    seat = given_confirmed(spots_available=2)
    path = f"/api/bounties/{seat.bounty.public_id}"
    body = {"price": 6, "walletImpactAcknowledged": True, "walletImpactCents": 236}
    return lambda: seat.agent.patch(path, body, Idempotency_Key=KEY)


def unconfirmed_seat() -> Verb:
    seat = given_hired()
    Application.objects.filter(pk=seat.application.pk).update(confirm_by=clock.now())
    return timers.release_unconfirmed


def pay_for_a_bounty() -> Verb:
    agent = given_funded_agent(100)
    posted = agent.post("/api/bounties", TASK)
    page = Checkout.objects.get(purpose="bounty", account=agent.account)
    assert posted["deposit_url"].endswith(page.public_id)
    form = {"Content-Type": "application/x-www-form-urlencoded"}

    def pay() -> Any:
        answer = Api().call("POST", f"/checkout/{page.public_id}", raw=CARD, **form)
        checkouts.settle_pending()  # what beat does a minute later, when the payer's request died in between
        assert answer.status in (302, 409), answer.body  # 409: the run that died had paid the page

    return pay


def rent() -> Verb:
    agent, worker = given_funded_agent(), given_worker()
    return lambda: agent.post(RENT, rental(worker), Idempotency_Key=KEY)


def settle_personal() -> Verb:
    agent, worker = given_funded_agent(), given_worker()
    made = given_hired_by_name(agent, worker, PERSONAL, confirmed=True)
    worker.post(f"/api/bounties/{made['bountyId']}/submissions", {"textEvidence": "Done."})
    Application.objects.update(complete_by=clock.now())
    return hiring.settle_personal


def pay_for_a_seat() -> Verb:
    agent = given_funded_agent()
    bounty = given_bounty(agent)
    ids = {"bountyId": bounty.public_id, "applicationId": given_application(bounty)[1].public_id}
    return lambda: agent.post("/api/escrow/checkout", ids, Idempotency_Key=KEY)


def lower_price_and_add_a_spot() -> Verb:
    seat = given_confirmed(spots_available=2)
    path = f"/api/bounties/{seat.bounty.public_id}"
    body = {"price": 4, "spotsAvailable": 3, "walletImpactAcknowledged": True, "walletImpactCents": 354}
    return lambda: seat.agent.patch(path, body, Idempotency_Key=KEY)


def approve() -> Verb:
    seat = given_delivered()
    path = f"/api/bounties/{seat.bounty.public_id}/submissions/{seat.application.submissions.get().public_id}"
    return lambda: seat.agent.patch(path, {"action": "approve"}, Idempotency_Key=KEY)


def complete_by_clock() -> Verb:
    seat = given_delivered()
    Escrow.objects.filter(pk=seat.escrow.pk).update(review_due_at=clock.now())
    return escrows.complete_unreviewed


def release_by_clock() -> Verb:
    seat = given_completed()
    Escrow.objects.filter(pk=seat.escrow.pk).update(auto_release_at=clock.now())
    return releases.release_due


def hire_by_name() -> Verb:
    agent, body = given_funded_agent(), personal(given_worker())
    return lambda: agent.post(PERSONAL, body, Idempotency_Key=KEY)


def tip() -> Verb:
    seat = given_released(agent=given_funded_agent(1000))
    return lambda: seat.agent.post("/api/transfers/send", _tip(seat), Idempotency_Key=KEY)


def tip_in_bulk() -> Verb:
    agent = given_funded_agent(2000)
    seats = [given_released(agent=agent) for _ in range(2)]
    body = {"recipients": [_tip(seat) for seat in seats]}
    return lambda: agent.post("/api/transfers/bulk-send", body, Idempotency_Key=KEY)


def pay_for_a_tip() -> Verb:
    seat = given_released(agent=given_funded_agent(590))
    assert seat.agent.post("/api/transfers/send", _tip(seat))["status"] != "completed"
    page = Checkout.objects.get(status="open", account=seat.agent.account)
    form = {"Content-Type": "application/x-www-form-urlencoded"}

    def pay() -> Any:
        answer = Api().call("POST", f"/checkout/{page.public_id}", raw=CARD, **form)
        checkouts.settle_pending()
        assert answer.status in (302, 409), answer.body

    return pay


def _tip(seat: Seat) -> dict[str, Any]:
    who = seat.worker.account.public_profile_id
    return {"recipientId": who, "bountyId": seat.bounty.public_id, "amount": 1}


def _silent(**columns: Any) -> None:
    """A hire by name without a window, whose week is over."""
    agent, worker = given_funded_agent(), given_worker()
    made = given_hired_by_name(agent, worker, RENT, confirmed=True)
    due = clock.now() - timedelta(days=3)
    Application.objects.filter(pk=ids.decode("app", made["applicationId"])).update(complete_by=due, **columns)


def warn_of_the_end() -> Verb:
    _silent(end_warning_at=clock.now() - timedelta(days=3))
    return last_calls.warn


def end_a_silent_seat() -> Verb:
    _silent(ends_at=clock.now() - timedelta(days=1), end_warning_at=None)
    return timers.release_overdue


VERBS = [
    *(post_bounty, accept, submit, approve, release, cancel_seat, cancel_bounty),
    *(raise_price, lower_price_and_add_a_spot, unconfirmed_seat, complete_by_clock, release_by_clock),
    *(pay_for_a_bounty, pay_for_a_seat, rent, hire_by_name, settle_personal),
    *(tip, tip_in_bulk, pay_for_a_tip),
    *(warn_of_the_end, end_a_silent_seat),
]


@pytest.mark.parametrize("given", VERBS, ids=lambda verb: verb.__name__)
def test_a_verb_killed_at_any_step_ends_like_an_undisturbed_one(given: Callable[[], Verb]) -> None:
    assert check_killed_anywhere(given) >= 2, "it was killed at its beginning and at its commit"
