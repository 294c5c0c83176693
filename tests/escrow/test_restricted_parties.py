"""An account that our staff have restricted, with a dispute under way: the dispute goes on to its end and its money with it, what
was decided stays where it is until the restriction is over, and the other side learns nothing of it."""

from datetime import datetime, timedelta

import pytest

from marketplace.core import clock
from marketplace.core.actor import Actor
from marketplace.services import account_restrictions
from tests.api import Api
from tests.contract.test_next_actions import check_can_be_made
from tests.escrow.test_case_tabs import part
from tests.escrow.test_decisions import money
from tests.factories.accounts import given_agent
from tests.factories.decisions import given_decision
from tests.factories.desks import given_case, given_desk, given_staff_member
from tests.factories.market import given_payouts, untouched
from tests.factories.office import given_restriction
from tests.factories.tools import use
from tests.visitor import Visitor

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("sound_books")]
BOSS = {"is_staff": True, "is_superuser": True}
REASON = "Two chargebacks."


def restricted(boss: Api, *parties: Api, until: datetime | None = None) -> None:
    for api in parties:
        given_restriction(api.account, by=boss.account, reason=REASON, until=until)


def refused_to_withdraw(api: Api, cents: int, *, of: str) -> None:
    """By the route, and for the agent by its tool, which both say why, until when, and where to ask."""
    given_payouts(api)
    with untouched():
        route = api.post(f"/api/{of}/withdraw", {"amountCents": cents})
        by_tool = use(api, "withdraw_wallet", amountCents=cents) if of == "wallet" else None
    assert (route.status, route.code, route["restricted"]) == (403, "account_restricted", "withdrawals")
    assert (route["reason"], route["until"] is None) == (REASON, False)
    by_key = ["reportSupportIssue"] if of == "wallet" else []  # whoever is signed in has a page for it
    assert [step["operation"] for step in route["nextActions"]] == ["getAccount", *by_key]
    for step in route["nextActions"]:
        check_can_be_made(api, step)
    assert api.get(route["nextActions"][0]["path"])["account"]["restriction"]["reason"] == REASON
    if by_tool is not None:
        said = by_tool["structuredContent"]
        assert by_tool["isError"] and (said["error_code"], said["reason"]) == ("account_restricted", REASON)
        assert [step["tool"] for step in said["nextActions"]] == ["check_account_status", "report_support_issue"]


def withdrawn(api: Api, cents: int, *, of: str) -> None:
    answer = api.post(f"/api/{of}/withdraw", {"amountCents": cents})
    assert answer.status == 200, answer.body


def test_a_dispute_of_two_who_are_restricted_is_decided_and_its_money_stays_until_they_are_not() -> None:
    seat, case = given_case()
    boss = given_agent(**BOSS)
    restricted(boss, seat.agent, seat.worker, until=clock.now() + timedelta(days=3))
    path = f"/api/disputes/{case.dispute.public_id}"
    assert seat.worker.post(f"{path}/answer", {"text": "It is sharp."}).status == 200
    for api in (seat.agent, seat.worker):
        assert api.post(f"{path}/evidence", {"text": "Look at the second photo."}).status == 200

    desk = given_desk(case)
    assert part(desk, "parties").count(REASON) == 2, "staff see it beside each"
    given_decision(Actor.staff(given_staff_member().account), case.dispute.pk, worker_cents=250)

    assert money(seat) == (295, 250, 0)
    refused_to_withdraw(seat.agent, 295, of="wallet")
    refused_to_withdraw(seat.worker, 250, of="earnings")
    for api in (seat.agent, seat.worker):
        account_restrictions.lift(Actor.staff(boss.account), api.account.pk, note="Cleared.")
    withdrawn(seat.agent, 295, of="wallet")
    withdrawn(seat.worker, 250, of="earnings")
    assert money(seat) == (0, 0, 0)


def test_who_is_restricted_settles_withdraws_and_appeals_as_anybody_does() -> None:
    seat, case = given_case()
    restricted(given_agent(**BOSS), seat.agent, seat.worker)
    path = f"/api/disputes/{case.dispute.public_id}"

    offered = seat.agent.post(f"{path}/offers", {"workerCents": 100})
    assert offered.status == 200, offered.body
    accepted = seat.worker.post(f"{path}/offers/{offered['dispute']['offers'][-1]['id']}/accept")
    assert accepted.status == 200, accepted.body

    assert money(seat)[1:] == (100, 0)
    other, again = given_case()
    restricted(given_agent(**BOSS), other.agent)
    assert other.agent.post(f"/api/disputes/{again.dispute.public_id}/withdraw").status == 200
    third, decided = given_case()
    restricted(given_agent(**BOSS), third.worker)
    given_decision(Actor.staff(given_staff_member().account), decided.dispute.pk, worker_cents=0)
    words = {"ground": "error", "words": "The second photo was not read."}
    assert third.worker.post(f"/api/disputes/{decided.dispute.public_id}/appeal", words).status == 200


def test_the_other_side_learns_nothing_of_a_restriction() -> None:
    seat, case = given_case()
    path = f"/api/disputes/{case.dispute.public_id}"

    def seen(by: Api) -> str:
        return str([by.get(path).body, by.get(f"/api/escrow/{seat.escrow.public_id}").body, by.get("/api/events").body])

    before = seen(seat.worker), seen(seat.agent)
    restricted(given_agent(**BOSS), seat.agent, seat.worker)

    after = seen(seat.worker), seen(seat.agent)
    assert after == before and REASON not in str(after)


@pytest.mark.parametrize("path", ["/earnings/withdraw", "/owner/wallet/withdraw"])
def test_who_may_not_withdraw_reads_it_before_anything_is_asked_of_them(path: str) -> None:
    boss, api = given_agent(**BOSS), given_agent()
    restricted(boss, api, until=clock.now() + timedelta(days=3))

    page = Visitor(api.account).open(path)

    assert "Your account is restricted" in page.text and "no withdrawals" in page.text and REASON in page.text
    assert "Give a bank account" not in page.text and "in dollars" not in page.text
    account_restrictions.lift(Actor.staff(boss.account), api.account.pk, note="")
    assert "Your account is restricted" not in Visitor(api.account).open(path).text
