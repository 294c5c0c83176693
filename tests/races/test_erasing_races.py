"""Erasing an account while something of it is under way, twice at once, and with a timer that is killed in between."""

import threading
from collections.abc import Callable
from contextlib import suppress
from datetime import timedelta
from typing import Any

import pytest

from bounties.models import Application
from bounties.services import timers
from escrow.models import Escrow
from marketplace.core import clock
from marketplace.core.states import InvalidState
from marketplace.core.transactions import unit
from marketplace.errors import AccountInUse
from marketplace.models import Account, Erasure, File, Mail
from marketplace.services import closing, erasing
from tests.factories.accounts import given_worker
from tests.factories.files import given_file, picture
from tests.factories.hiring import RENT, rental, wallet
from tests.factories.market import acting, given_application, given_bounty, given_funded_agent
from tests.kills import Verb, check_killed_anywhere

pytestmark = pytest.mark.django_db(transaction=True)
AtOnce = Callable[..., list[Any]]


@pytest.mark.main
def test_an_account_that_is_closed_twice_at_once_is_erased_once(at_once: AtOnce) -> None:
    worker = given_worker()

    ends = at_once(*[lambda: closing.close_own(acting(worker))] * 3)

    assert [type(end) for end in ends if isinstance(end, Exception)] == [InvalidState] * 2
    assert Erasure.objects.filter(account=worker.account).count() == 1
    assert Mail.objects.filter(to=worker.account.email).count() == 1, "the last one"
    Erasure.objects.update(due_at=clock.now())
    assert sum(at_once(*[erasing.run_due] * 3)) == 1, "and looked at by one timer"


def test_what_was_being_written_when_the_account_was_erased_goes_with_the_rest(at_once: AtOnce) -> None:
    """The application is not committed yet when the account is closed, so it is not seen; the look ten minutes later has it."""
    worker, bounty = given_worker(), given_bounty(given_funded_agent())
    written, closed = threading.Event(), threading.Event()

    def apply() -> None:
        given_application(bounty, worker)
        written.set()
        assert closed.wait(10)

    def close() -> Any:
        assert written.wait(10)
        erased = closing.close_own(acting(worker))
        closed.set()
        return erased

    _, end = at_once(lambda: unit(apply), close)

    assert isinstance(end, Account)
    assert Application.objects.get(human=worker.account).cover_letter == "On my way."
    Erasure.objects.update(due_at=clock.now(), last_mail_id=None)
    assert erasing.run_due() == 1
    assert Application.objects.get(human=worker.account).cover_letter in ("", "[deleted]")


@pytest.mark.parametrize("_", range(2))
def test_a_hire_at_the_moment_of_an_erasure_loses_no_money(_: int, at_once: AtOnce) -> None:
    agent, worker = given_funded_agent(5000), given_worker()

    hire, end = at_once(
        lambda: agent.post(RENT, rental(worker)),
        lambda: closing.close_own(acting(worker)),
    )

    if isinstance(end, AccountInUse):
        assert hire.status == 200 and Account.objects.get(pk=worker.account.pk).closed_at is None
        return
    assert isinstance(end, Account), end
    if hire.status == 200:  # they were hired in the moment before: nobody confirms
        Application.objects.update(confirm_by=clock.now() - timedelta(seconds=1))
        timers.release_unconfirmed()
    assert wallet(agent) == 5000 and not Escrow.objects.filter(kind="seat", ended_at=None).exists()


def erase() -> Verb:
    worker = given_refused()

    def close() -> None:
        with suppress(InvalidState):  # the run that died had closed it
            closing.close_own(acting(worker))

    return close


def erase_by_timer() -> Verb:
    closing.close_own(acting(given_refused()))
    Erasure.objects.filter(done_at=None).update(due_at=clock.now(), last_mail_id=None)
    return erasing.run_due


def given_refused() -> Any:
    """A worker whose application was turned down, with a file of theirs in it."""
    agent = given_funded_agent()
    bounty = given_bounty(agent)
    worker, application = given_application(bounty)
    application.files.add(given_file(worker.account, picture(), purpose="application"))
    Application.objects.filter(pk=application.pk).update(country="AT")
    path = f"/api/bounties/{bounty.public_id}/applications/{application.public_id}"
    assert agent.patch(path, {"action": "reject"}).status == 200
    return worker


@pytest.mark.parametrize("given", [erase, erase_by_timer], ids=lambda verb: verb.__name__)
def test_an_erasure_that_is_killed_between_two_tables_is_finished_by_the_next_run(given: Callable[[], Verb]) -> None:
    assert check_killed_anywhere(given) >= 2
    Erasure.objects.filter(done_at=None).update(due_at=clock.now(), last_mail_id=None)
    erasing.run_due()
    gone = Account.objects.filter(closed_at__isnull=False)
    assert gone and not File.objects.filter(owner__in=gone).exists()
    assert set(Application.objects.filter(human__in=gone).values_list("cover_letter", flat=True)) <= {"", "[deleted]"}
