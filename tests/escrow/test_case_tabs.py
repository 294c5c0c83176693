"""The tabs Money, Parties and Like it of a case: what each shows, to whom, and in as many queries for much as for little."""

from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import Group
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from escrow.models import Case, CaseFinding
from marketplace.api.backoffice.cells import page_of
from marketplace.core import clock
from marketplace.core.actor import Actor
from marketplace.core.money import format_usd as usd
from marketplace.models import Account
from marketplace.services import account_restrictions
from tests.api import Api
from tests.factories.accounts import given_agent, given_worker
from tests.factories.decisions import given_decision
from tests.factories.desks import Desk, given_case, given_desk, given_staff_member
from tests.factories.market import (
    Seat,
    given_charged,
    given_delivered,
    given_funded_agent,
    given_released,
    given_taken_back,
)
from wallet import ledger
from wallet.selectors import chargebacks

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("sound_books")]
TABS = ("money", "parties", "alike")
BOSS = {"is_superuser": True, "is_staff": True}


def part(at: Desk, tab: str) -> str:
    return at.read(f"?tab={tab}&part=1")


def count(at: Desk, tab: str) -> int:
    part(at, tab)  # content types and the like are read once
    with CaptureQueriesContext(connection) as captured:
        part(at, tab)
    return len(captured)


def restrict(account: Account, *stops: str, **more: Any) -> None:
    named = {f"no_{what}": what in stops for what in ("jobs", "applications", "withdrawals")}
    values = named | {"reason": "Two chargebacks.", "until": None} | more
    account_restrictions.restrict(Actor.staff(given_agent(**BOSS).account), account.pk, **values)


def decided(case: Case, worker_cents: int, **findings: str) -> Case:
    """Decided by somebody of the staff, on these findings by line."""
    who = given_staff_member()
    for key, finding in findings.items():
        CaseFinding.objects.create(case=case, key=key, asked=key, finding=finding, words="", found_by=who.account)
    assert case.dispute_id is not None
    given_decision(Actor.staff(who.account), case.dispute_id, worker_cents=worker_cents, reason=f"Seen {worker_cents}.")
    return case


# ------------------------------------------------------------------ to whom


@pytest.mark.parametrize("tab", TABS)
def test_all_staff_read_a_tab_and_nobody_else(tab: str) -> None:
    seat, case = given_case()
    auditor, operator = given_staff_member(), given_staff_member(is_superuser=True)
    auditor.account.groups.add(Group.objects.get(name="auditor"))

    told = {who: part(Desk(who, case), tab) for who in (given_staff_member(), auditor, operator)}

    assert len(set(told.values())) == 1, "the same to everybody of the staff"
    for stranger in (seat.agent, seat.worker, given_worker(), None):
        browser = Client()
        if stranger is not None:
            browser.force_login(stranger.account, "django.contrib.auth.backends.ModelBackend")
        answer = browser.get(f"{Desk(auditor, case).path}?tab={tab}&part=1")
        assert (answer.status_code, answer["Location"].startswith("/admin/login/")) == (302, True)


# ------------------------------------------------------------------ money


def test_money_shows_what_is_held_posted_and_owned_and_why() -> None:
    seat, case = given_case(given_delivered(agent=given_funded_agent(590 + 1234)))

    shown = part(given_desk(case), "money")

    for words in (
        *('Held now</span><strong class="money">5.90 USD', "Funder's wallet", "12.34 USD"),
        *("pay was agreed as 5.00 USD", "18 %", "0.90 USD", "In all, 5.90 USD stand still"),
        *("No bank has taken a deposit back", "Nothing was decided"),
    ):
        assert words in shown, words
    assert ledger.balance(ledger.hold(seat.escrow.pk)) == 590
    assert shown.count(">5.90 USD</td>") == 2, "one posting, and what is held after it"


def test_money_shows_a_decision_and_what_it_posted() -> None:
    _, case = given_case()
    decided(case, 217)

    shown = part(Desk(given_staff_member(), case), "money")

    assert 'Held now</span><strong class="money">0.00 USD' in shown
    for amount in ("2.17 USD", "0.39 USD", "3.34 USD"):  # pay, 18 % of it, the rest of 5.90
        assert amount in shown, amount
    assert "Seen 217." in shown and "final" in shown
    assert 'Worker\'s earnings</span><strong class="money">2.17 USD' in shown


def test_money_warns_of_chargebacks_and_of_what_is_owed_and_an_open_one_comes_first() -> None:
    agent = given_agent()
    spent = given_charged(agent, 590)
    _, case = given_case(given_delivered(agent=agent))
    taken = given_taken_back(spent, cents=490)
    given_taken_back(given_charged(agent, 100), state="won")  # it pays a part of what is owed
    desk = given_desk(case)
    owed = chargebacks.owed_cents(agent.account.pk)

    shown = part(desk, "money")

    assert (
        0 < owed <= 490
        and f'class="warn"><span class="quiet">Funder owes</span><strong class="money">{usd(owed)}' in shown
    )
    assert (
        f'warn"><td data-label="Chargeback"><a class="public-id" href="{page_of(taken)}"><span class="public-id">{taken.public_id}'
        in shown
    )
    assert shown.index(">open</td>") < shown.index(">won</td>"), "the later one stands below"
    assert shown.count('<tr class="warn">') == 1 and "4.90 USD" in shown
    assert 'class="warn"><span class="quiet">Worker owes' not in shown


# ------------------------------------------------------------------ parties


def test_parties_shows_both_records_and_leads_to_their_pages() -> None:
    seat, case = given_case()

    shown = part(given_desk(case), "parties")

    for account in (seat.agent.account, seat.worker.account):
        page = reverse("admin:marketplace_account_change", args=[account.pk])
        assert f'<a href="{page}">Their page</a>' in shown
        assert f"?q={account.public_id}" in shown and str(account.email) not in shown
        assert Client().get(page).status_code == 302
    for words in ("Here since", "Hires", "Seats paid whole", "Delivered on time", "1 of 1", "Identity document"):
        assert words in shown, words
    assert "Restricted" not in shown and "Chargebacks of deposits" not in shown
    assert shown.count("<dd>none</dd>") == 2, "no other dispute of either"


def test_parties_shows_what_each_is_restricted_in_until_when_and_why() -> None:
    seat, case = given_case()
    until = clock.now() + timedelta(days=3)
    restrict(seat.agent.account, "jobs", "withdrawals")
    restrict(seat.worker.account, "applications", until=until, reason="Three ghosts.")
    funder = "no jobs, no withdrawals, until it is lifted: Two chargebacks."
    worker = f"no applications, until {until:%Y-%m-%d %H:%M} UTC: Three ghosts."

    shown = part(given_desk(case), "parties")

    assert f'<dt>Restricted</dt><dd class="warn">{funder}</dd>' in shown
    assert f'<dt>Restricted</dt><dd class="warn">{worker}</dd>' in shown
    assert shown.index(funder) < shown.index("Worker: ") < shown.index(worker), "each beside its own"


def test_a_restriction_that_is_over_is_none(at: Any) -> None:
    at("2026-03-01T12:00:00+00:00")
    seat, case = given_case()
    restrict(seat.worker.account, "jobs", until=clock.now() + timedelta(hours=1))
    desk = given_desk(case)
    assert "Restricted" in part(desk, "parties")

    at("2026-03-01T13:00:00+00:00")

    assert "Restricted" not in part(desk, "parties")


def test_parties_counts_their_other_disputes_each_from_its_side() -> None:
    agent, worker = given_funded_agent(590 * 4), given_worker()
    for cents in (0, 500, 250):
        decided(given_case(given_delivered(agent=agent, worker=worker))[1], cents)
    _, case = given_case(given_delivered(agent=agent, worker=worker))
    given_taken_back(given_charged(agent, 700))
    Account.objects.filter(pk=worker.account.pk).update(is_active=False)

    shown = part(given_desk(case), "parties")

    assert shown.count("3: 1 won, 1 lost, 1 split, 0 withdrawn, 0 open") == 2
    assert '<dt>Disputes of these two before</dt><dd class="warn">3</dd>' in shown
    assert "1 open" in shown and "closed by an operator" in shown


# ------------------------------------------------------------------ like it


def test_like_it_shows_decided_cases_of_the_category_the_nearest_findings_first() -> None:
    titles = ("All of it was there", "Nothing was there", "Of another category", "Not decided")
    paid, returned, other, waiting = (
        given_case(given_delivered(agent=given_funded_agent(590), title=title))[1] for title in titles
    )
    decided(paid, 500, one="met", two="met")
    decided(returned, 0, one="not_met", two="not_met", three="unclear")
    decided(other, 250)
    Case.objects.filter(pk=other.pk).update(category="not_delivered")
    _, case = given_case()
    desk = given_desk(case)
    CaseFinding.objects.create(case=case, key="one", asked="x", finding="not_met", words="", found_by=desk.who.account)

    shown = part(desk, "alike")

    assert "the latest 2 decided cases about poor quality" in shown
    assert "1 pay the worker" in shown and "1 return everything" in shown
    assert shown.index(titles[1]) < shown.index(titles[0]), "nothing was met in either"
    for words in (paid.public_id, "2 met, 0 not, 0 unclear", "0 met, 2 not, 1 unclear", "5.00 USD, 100%", "Seen 500."):
        assert words in shown, words
    assert not [title for title in titles[2:] if title in shown] and case.public_id not in shown
    assert waiting.public_id not in shown


def test_like_it_says_when_there_is_none_and_leads_only_on() -> None:
    _, case = given_case()

    shown = part(given_desk(case), "alike")

    assert "No case about poor quality was decided yet." in shown and "<table" not in shown


# ------------------------------------------------------------------ speed


def more(seat: Seat, tab: str) -> None:
    agent, worker = seat.agent, seat.worker
    if tab == "money":
        given_taken_back(given_charged(agent, 100), state="won")
    elif tab == "parties":
        given_funds(agent)
        given_released(agent=agent, worker=worker)
        given_case(given_delivered(agent=agent, worker=worker))
    else:
        decided(given_case()[1], 250, one="met", two="unclear")


def given_funds(agent: Api) -> None:
    given_charged(agent, 1180)


@pytest.mark.parametrize(("tab", "most"), [("money", 16), ("parties", 28), ("alike", 12)])
def test_a_tab_takes_as_many_queries_for_much_as_for_little(tab: str, most: int) -> None:
    seat, case = given_case()
    desk = given_desk(case)
    more(seat, tab)
    restrict(seat.worker.account, "jobs")
    few = count(desk, tab)

    for _ in range(4):
        more(seat, tab)

    assert count(desk, tab) == few <= most
