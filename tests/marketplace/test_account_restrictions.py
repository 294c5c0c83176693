"""Restrictions of accounts: what they stop, what goes on, who is told, and that they end."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.core.management import call_command
from django.db import IntegrityError, connection, transaction
from django.urls import reverse

from marketplace import tasks
from marketplace.core import clock
from marketplace.core.actor import Actor
from marketplace.core.errors import Invalid
from marketplace.core.states import InvalidState
from marketplace.errors import AccountRestricted, OperatorRequired
from marketplace.models import Account, AccountRestriction, Mail, Push, StaffEntry
from marketplace.services import account_restrictions, accounts
from tests.api import Api
from tests.factories.accounts import given_agent, given_worker
from tests.factories.devices import given_phone
from tests.factories.hiring import PERSONAL, RENT, personal, rental
from tests.factories.market import given_bounty, given_funded_agent, given_hired, given_money, untouched
from tests.factories.office import office, said
from tests.factories.tools import use
from tests.visitor import Visitor

pytestmark = pytest.mark.django_db
JOB = {
    "title": "Photograph a shop front",
    "description": "One sharp photo with the opening hours readable.",
    "price": 5,
    "estimatedHours": 0.5,
}


def restrict(
    operator: Api, account: Account, *stops: str, until: datetime | None = None, reason: str = "Two chargebacks."
) -> AccountRestriction:
    named = {f"no_{what}": what in stops for what in ("jobs", "applications", "withdrawals")}
    return account_restrictions.restrict(Actor.staff(operator.account), account.pk, **named, reason=reason, until=until)


@pytest.fixture
def boss(operator: Api) -> Api:
    return operator


def test_no_new_job_is_posted_and_the_refusal_says_why_until_when_and_what_works(boss: Api) -> None:
    agent = given_funded_agent(10_000)
    until = clock.now() + timedelta(days=3)
    restrict(boss, agent.account, "jobs", until=until)

    with untouched():
        refused = agent.post("/api/bounties", JOB)

    assert (refused.status, refused.code) == (403, "account_restricted")
    assert refused["restricted"] == "jobs"
    assert (refused["reason"], refused["restrictions"]) == ("Two chargebacks.", ["jobs"])
    assert refused["until"] == until.isoformat().replace("+00:00", "Z")
    assert refused["stillWorks"] == ["applications", "withdrawals", "underway"]
    assert "Two chargebacks." in refused["error"] and f"{until:%Y-%m-%d}" in refused["error"]


def test_no_waiting_job_is_funded(boss: Api) -> None:
    agent = given_agent()
    bounty = given_bounty(agent)
    assert bounty.status == "pending_deposit"
    given_money(agent, 10_000)
    restrict(boss, agent.account, "jobs")

    with untouched():
        named = {"bountyId": bounty.public_id}
        for path, body in (
            (f"/api/bounties/{bounty.public_id}/enterprise-payment", None),
            ("/api/bounties/deposit", named),
        ):
            refused = agent.post(path, body)
            assert (refused.status, refused.code) == (403, "account_restricted"), (path, refused.body)


@pytest.mark.parametrize(("path", "body"), [(RENT, rental), (PERSONAL, personal)])
def test_nobody_is_hired_directly(boss: Api, path: str, body: Callable[..., Any]) -> None:
    agent, worker = given_funded_agent(10_000), given_worker()
    restrict(boss, agent.account, "jobs")

    with untouched():
        refused = agent.post(path, body(worker))

    assert (refused.status, refused.code) == (403, "account_restricted"), refused.body


def test_a_person_who_takes_no_work_is_not_hired_by_name_and_nobody_learns_why(boss: Api) -> None:
    agent, worker = given_funded_agent(10_000), given_worker()
    restrict(boss, worker.account, "applications")

    with untouched():
        refused = agent.post(RENT, rental(worker))

    assert (refused.status, refused.code) == (409, "human_not_available"), refused.body
    assert "chargebacks" not in str(refused.body)


def test_nobody_applies(boss: Api) -> None:
    bounty, worker = given_bounty(given_funded_agent(10_000)), given_worker()
    restrict(boss, worker.account, "applications")

    with untouched():
        refused = worker.post(f"/api/bounties/{bounty.public_id}/applications", {"coverLetter": "I am near."})

    assert (refused.status, refused.code) == (403, "account_restricted")


@pytest.mark.parametrize("source", ["wallet", "earnings"])
def test_nothing_is_withdrawn(boss: Api, source: str) -> None:
    agent = given_funded_agent(10_000)
    restrict(boss, agent.account, "withdrawals")

    with untouched():
        refused = agent.post(f"/api/{source}/withdraw", {"amountCents": 400}, Idempotency_Key="w")

    assert (refused.status, refused.code) == (403, "account_restricted"), refused.body


def test_each_restriction_stops_its_own_only(boss: Api) -> None:
    agent, worker = given_funded_agent(10_000), given_worker()
    restrict(boss, agent.account, "applications", "withdrawals")
    restrict(boss, worker.account, "jobs", "withdrawals")

    posted = agent.post("/api/bounties", JOB)
    assert posted.status == 200, posted.body
    bounty = posted["bounty"]["id"]
    applied = worker.post(f"/api/bounties/{bounty}/applications", {"coverLetter": "I am near."})
    assert applied.status < 300, applied.body


def test_what_is_underway_goes_on(boss: Api) -> None:
    seat = given_hired()
    for account in (seat.bounty.owner, seat.application.human):
        restrict(boss, account, "jobs", "applications", "withdrawals")
    job = f"/api/bounties/{seat.bounty.public_id}"

    assert seat.worker.post(f"{job}/applications/{seat.application.public_id}/confirm").status == 200
    assert seat.worker.post(f"{job}/submissions", {"textEvidence": "Done."}).status == 200
    released = seat.agent.post(f"/api/escrow/{seat.escrow.public_id}/release", {"acknowledgeRelease": True})
    assert released.status == 200, released.body


def test_the_person_is_told_at_start_change_and_end(boss: Api) -> None:
    worker = given_worker()
    given_phone(worker.account)
    restrict(boss, worker.account, "withdrawals")
    restrict(boss, worker.account, "withdrawals", "applications", reason="And more.")
    account_restrictions.lift(Actor.staff(boss.account), worker.account.pk, note="Cleared.")

    mails = Mail.objects.filter(to=worker.account.email).order_by("pk")
    subjects = [mail.subject.partition(": ")[2] for mail in mails]
    assert subjects == [
        "your account was restricted",
        "the restriction of your account was changed",
        "your account is not restricted any more",
    ]
    assert "Two chargebacks." in mails[0].text and "withdrawing money" in mails[0].text
    assert "applying" not in mails[0].text and "applying" in mails[1].text
    assert "Cleared." not in mails[2].text, "that is for colleagues"
    assert Push.objects.filter(account=worker.account, kind="account_restricted").exists()


def test_a_change_is_written_into_the_one_in_force(boss: Api) -> None:
    worker = given_worker()
    first = restrict(boss, worker.account, "jobs")

    second = restrict(boss, worker.account, "withdrawals", reason="Other.")

    row = AccountRestriction.objects.get()
    assert first.pk == second.pk == row.pk
    assert (row.no_jobs, row.no_withdrawals, row.reason) == (False, True, "Other.")
    entry = StaffEntry.objects.filter(act="restricted").latest("pk")
    assert entry.data["was"]["no_jobs"] == "True" and entry.data["becomes"]["no_jobs"] is False


def test_it_ends_by_itself_at_its_moment(boss: Api, at: Callable[[str], datetime]) -> None:
    at("2026-03-01T12:00:00+00:00")
    worker = given_worker()
    restrict(boss, worker.account, "applications", until=clock.now() + timedelta(hours=1))

    at("2026-03-01T12:59:59+00:00")
    assert tasks.end_restrictions() == 0
    with pytest.raises(AccountRestricted):
        account_restrictions.check(worker.account.pk, "applications")
    at("2026-03-01T13:00:00+00:00")
    account_restrictions.check(worker.account.pk, "applications")
    assert tasks.end_restrictions() == 1

    row = AccountRestriction.objects.get()
    assert (row.ended_at, row.ended_by) == (clock.now(), None)
    assert Mail.objects.filter(to=worker.account.email, subject__endswith="not restricted any more").count() == 1
    assert tasks.end_restrictions() == 0


def test_the_person_sees_it_by_the_api_and_on_their_page(boss: Api) -> None:
    worker = given_worker()
    assert worker.get("/api/account")["account"]["restriction"] is None
    assert "restricted" not in Visitor(worker.account).open("/settings").text
    restrict(boss, worker.account, "jobs", "withdrawals")

    shown = worker.get("/api/account")["account"]["restriction"]
    page = Visitor(worker.account).open("/settings").text

    assert (shown["restricted"], shown["reason"], shown["until"]) == (["jobs", "withdrawals"], "Two chargebacks.", None)
    assert "Your account is restricted" in page and "Two chargebacks." in page
    assert "no withdrawals" in page and "no applications" not in page


def test_a_page_says_it_in_words(boss: Api) -> None:
    from marketplace.web import words

    worker = given_worker()
    restrict(boss, worker.account, "jobs")

    with pytest.raises(AccountRestricted) as refused:
        account_restrictions.check(worker.account.pk, "jobs")

    told = words.say(refused.value)
    assert "no new jobs and hires" in told and "Two chargebacks." in told and "our staff lift it" in told


@pytest.mark.parametrize(("stops", "until"), [((), None), (("jobs",), timedelta(seconds=-1)), (("jobs",), timedelta())])
def test_what_makes_no_sense_is_refused(boss: Api, stops: tuple[str, ...], until: timedelta | None) -> None:
    worker = given_worker()

    with untouched(), pytest.raises(Invalid):
        restrict(boss, worker.account, *stops, until=None if until is None else clock.now() + until)


def test_the_same_again_is_refused_and_tells_nobody(boss: Api) -> None:
    worker = given_worker()
    restrict(boss, worker.account, "jobs")

    with untouched(), pytest.raises(Invalid):
        restrict(boss, worker.account, "jobs")


def test_staff_the_service_and_closed_accounts_are_not_restricted(boss: Api, support: Api) -> None:
    closed = given_worker().account
    accounts.close(Actor.staff(boss.account), closed.pk)
    service = accounts.platform()

    for account in (support.account, service, closed):
        with untouched(), pytest.raises(InvalidState):
            restrict(boss, account, "jobs")


def test_support_restricts_and_lifts_nothing(boss: Api, support: Api) -> None:
    worker = given_worker()
    with untouched(), pytest.raises(OperatorRequired):
        restrict(support, worker.account, "jobs")
    restrict(boss, worker.account, "jobs")
    with untouched(), pytest.raises(OperatorRequired):
        account_restrictions.lift(Actor.staff(support.account), worker.account.pk, note="x")
    page = reverse("admin:marketplace_account_decide", args=[worker.account.pk, "lift"])
    assert office(support).post(page, {"lift-reason": "x", "confirmed": "1"}).status_code == 403


def test_what_is_not_restricted_is_not_lifted(boss: Api) -> None:
    worker = given_worker()

    with untouched(), pytest.raises(InvalidState):
        account_restrictions.lift(Actor.staff(boss.account), worker.account.pk, note="x")


@pytest.mark.parametrize("row", [{}, {"no_jobs": True, "twice": True}])
def test_the_database_wants_one_in_force_that_stops_something(boss: Api, row: dict[str, Any]) -> None:
    worker, twice = given_worker(), row.pop("twice", False)
    values = {"account": worker.account, "made_by": boss.account, "reason": "x"} | row
    if twice:
        AccountRestriction.objects.create(**values)

    with pytest.raises(IntegrityError), transaction.atomic():
        AccountRestriction.objects.create(**values)


def test_an_operator_restricts_on_the_account_s_page_after_reading_what_stops(boss: Api) -> None:
    agent = given_funded_agent(10_000)
    given_bounty(agent)
    page = reverse("admin:marketplace_account_decide", args=[agent.account.pk, "restrict"])
    sent = {"restrict-no_jobs": "on", "restrict-reason": "Two chargebacks."}
    client = office(boss)

    preview = client.post(page, sent).content.decode()
    assert "No new jobs" in preview and "No withdrawals from" not in preview
    assert "jobs" in preview and "held money" in preview, "what goes on"
    assert not AccountRestriction.objects.exists()
    client.post(page, sent | {"confirmed": "1"})

    row = AccountRestriction.objects.get()
    assert (row.no_jobs, row.no_withdrawals, row.made_by) == (True, False, boss.account)
    shown = client.get(reverse("admin:marketplace_account_change", args=[agent.account.pk])).content.decode()
    assert "Lift the restriction" in shown
    lifted = reverse("admin:marketplace_account_decide", args=[agent.account.pk, "lift"])
    answer = client.post(lifted, {"lift-reason": "Cleared.", "confirmed": "1"}, follow=True)
    assert "is not restricted any more" in said(answer)


def test_a_tool_is_refused_as_the_route_is(boss: Api) -> None:
    agent = given_funded_agent(10_000)
    restrict(boss, agent.account, "jobs")

    answer = use(
        *(agent, "create_bounty"),
        title="Queue for me",
        description="Wait in the queue for me, an hour.",
        price=5,
        estimatedHours=0.5,
        completionCriteria="You stood there.",
        evidenceTypes=["text"],
        agentType="other",
        idempotencyKey="queue-for-me-1",
    )

    assert answer["isError"] and answer["structuredContent"]["error_code"] == "account_restricted", answer


def test_the_command_that_checks_the_staff_log_finds_nothing_odd(boss: Api, capsys: Any) -> None:
    restrict(boss, given_worker().account, "jobs")
    connection.check_constraints()

    call_command("check_audit")

    assert "as it was written" in capsys.readouterr().out
