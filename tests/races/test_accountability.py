"""Several of the staff, or one of them and the person concerned, at the same moment: the chain has no gap, nothing is done after a
restriction, and of two who decide on a proposal one does."""

from collections.abc import Callable
from typing import Any

import pytest
from django.db import transaction
from django.urls import reverse

from bounties.models import Application, Bounty
from escrow.models import DisputePolicy
from marketplace.admin.accountability import carry_out
from marketplace.core.actor import Actor
from marketplace.core.errors import Problem
from marketplace.models import Account, Proposal, SettingChange, StaffEntry, StaffLogHead
from marketplace.selectors import staff_log as proof
from marketplace.services import account_restrictions, proposals, staff_log
from tests.api import Api
from tests.factories.accounts import AccountFactory, given_worker
from tests.factories.market import given_bounty, given_funded_agent, given_payouts
from tests.factories.office import given_operator, office
from wallet.models import Outflow

pytestmark = pytest.mark.django_db(transaction=True)
AtOnce = Callable[..., list[Any]]


def test_entries_of_many_at_once_are_one_chain(at_once: AtOnce) -> None:
    staff = [AccountFactory(is_staff=True) for _ in range(4)]

    def write(who: Account, count: int) -> None:
        for number in range(count):
            with transaction.atomic():
                staff_log.write(who, "note", who, str(number))
                staff_log.write(who, "note", who, f"{number} again")

    at_once(*(lambda who=who: write(who, 5) for who in staff))

    assert list(StaffEntry.objects.order_by("number").values_list("number", flat=True)) == list(range(1, 41))
    assert StaffLogHead.objects.get().number == 40
    assert list(proof.violations()) == []


def test_the_log_is_waited_for_at_the_commit_and_not_before(at_once: AtOnce) -> None:
    """Else who writes to the log and then locks a row, and who does it the other way round, would wait for each other."""
    row = AccountFactory(is_staff=True)

    def act(*, log_first: bool) -> None:
        for _ in range(10):
            with transaction.atomic():
                if log_first:
                    staff_log.write(row, "note", row)
                list(Account.objects.filter(pk=row.pk).select_for_update())
                staff_log.write(row, "note", row)

    told = at_once(*(lambda first=first: act(log_first=first) for first in (True, False, True, False)))

    assert told == [None] * 4
    assert StaffLogHead.objects.get().number == 60
    assert list(proof.violations()) == []


def test_what_is_rolled_back_leaves_no_gap() -> None:
    who = AccountFactory(is_staff=True)
    staff_log.write(who, "note", who)
    with transaction.atomic():
        staff_log.write(who, "note", who)
        transaction.set_rollback(True)
    staff_log.write(who, "note", who)

    assert list(StaffEntry.objects.order_by("pk").values_list("number", flat=True)) == [1, 2]
    assert list(proof.violations()) == []


def test_of_an_approval_and_a_refusal_one_holds(at_once: AtOnce, operator: Api) -> None:
    page = reverse("admin:escrow_disputepolicy_change", args=[DisputePolicy.objects.get().pk])
    office(operator).post(page, {"approval_above_cents": "5000", "why": "x"})
    proposal, staff = Proposal.objects.get(), [given_operator() for _ in range(4)]

    def attempt(work: Callable[[], Any]) -> str:
        try:
            return str(work().state)
        except Problem as problem:
            return problem.code

    told = at_once(
        *(
            lambda who=who: attempt(lambda: proposals.approve(Actor.staff(who), proposal.pk, carry_out))
            for who in staff[:2]
        ),
        *(
            lambda who=who: attempt(lambda: proposals.decline(Actor.staff(who), proposal.pk, note="No."))
            for who in staff[2:]
        ),
    )

    proposal.refresh_from_db()
    assert len([state for state in told if state in ("applied", "declined")]) == 1, told
    expected = 500_000 if proposal.state == "applied" else 25_000
    assert DisputePolicy.objects.get().approval_above_cents == expected
    assert SettingChange.objects.filter(model="escrow.disputepolicy").count() == (
        1 if proposal.state == "applied" else 0
    )
    assert list(proof.violations()) == []


def restricting(operator: Api, account: Account, what: str) -> str:
    named = {f"no_{name}": name == what for name in ("jobs", "applications", "withdrawals")}
    account_restrictions.restrict(Actor.staff(operator.account), account.pk, **named, reason="x", until=None)
    return counted(account, what)


def counted(account: Account, what: str) -> str:
    """How many of these the account has begun."""
    rows = {
        "jobs": Bounty.objects.filter(owner=account),
        "applications": Application.objects.filter(human=account),
        "withdrawals": Outflow.objects.filter(account=account),
    }
    return str(rows[what].count())


@pytest.mark.parametrize("what", ["jobs", "applications", "withdrawals"])
def test_once_a_restriction_is_made_nothing_that_it_stops_comes_into_being(
    at_once: AtOnce, operator: Api, what: str
) -> None:
    poster = given_funded_agent(100_000)
    if what == "jobs":
        person = poster
        body = {"title": "Queue for me", "description": "An hour.", "price": 5, "estimatedHours": 0.5}
        acts = [lambda: person.post("/api/bounties", body).status for _ in range(3)]
    elif what == "applications":
        person = given_worker()
        jobs = [given_bounty(poster) for _ in range(3)]
        acts = [
            lambda job=job: person.post(f"/api/bounties/{job.public_id}/applications", {"coverLetter": "Me."}).status
            for job in jobs
        ]
    else:
        person = poster
        given_payouts(person)
        acts = [
            lambda n=n: person.post("/api/wallet/withdraw", {"amountCents": 400}, Idempotency_Key=f"w{n}").status
            for n in range(3)
        ]

    *told, seen = at_once(*acts, lambda: restricting(operator, person.account, what))

    begun = len([status for status in told if status < 300])
    assert counted(person.account, what) == seen == str(begun), "what it did not stop was there before it"
    assert set(told) <= {200, 201, 202, 403}, told
