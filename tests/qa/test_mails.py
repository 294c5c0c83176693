"""What the owner of a QA run is mailed: what the rules leave to them, once an hour at most, and a run that found nobody."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest

from bounties.services import owner_mails
from marketplace.core import clock
from tests.factories.files import picture
from tests.factories.mailbox import mailbox, subjects
from tests.factories.qa import BUG, given_run, given_tester, send, turn
from tests.qa.test_escalations import decide, given_waiting

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("sound_books")]
START = datetime.fromisoformat("2026-03-01T10:00:00+00:00")
NAME = "Checkout smoke test"


@pytest.fixture(autouse=True)
def _start(at: Callable[[str], Any]) -> None:
    at(START.isoformat())


def after(**by: float) -> None:
    clock.freeze(START + timedelta(**by))
    for _ in range(2):
        turn()
        owner_mails.send_queued()


def test_an_applicant_who_is_left_to_the_owner_is_mailed_with_the_place_to_decide() -> None:
    owner, run, tester, _ = given_waiting()

    after(minutes=1)

    [mail] = mailbox(owner)
    assert mail["subject"] == f"1 application to decide: {NAME}"
    assert f"/owner/runs/{run.public_id}\n" in mail["text"] and "PATCH" not in mail["text"]
    assert tester.account.name in mail["text"] and "/api/bounties/" not in mail["text"]
    given_tester(run, confirms=False)
    after(minutes=30)
    assert len(mailbox(owner)) == 1, "at most one an hour"
    after(minutes=61)
    assert subjects(owner)[1:] == [f"2 applications to decide: {NAME}"]


def test_whoever_decides_at_once_is_not_mailed_nor_about_those_whom_the_rules_hire() -> None:
    owner, run, _, application = given_waiting()
    assert decide(owner, run, application, "revise").status == 200
    other, busy = given_run()
    given_tester(busy)

    after(minutes=5)

    assert (mailbox(owner), mailbox(other)) == ([], [])


def test_a_report_that_is_left_to_the_owner_names_the_run_and_no_route_that_refuses() -> None:
    owner, run = given_run()
    tester, _ = given_tester(run)
    assert send(tester, run, BUG, upload=picture()).status == 200

    after(minutes=1)

    [mail] = mailbox(owner)
    assert mail["subject"] == f"Evidence to review: {NAME}"
    assert f"/owner/runs/{run.public_id}\n" in mail["text"] and "PATCH" not in mail["text"]
    assert "/submissions" not in mail["text"]


def test_a_run_that_found_nobody_is_mailed_once() -> None:
    owner, run = given_run()

    after(hours=13)
    after(hours=14)

    [mail] = mailbox(owner)
    assert mail["subject"] == f"Your test run found nobody: {NAME}"
    assert f"/owner/runs/{run.public_id}\n" in mail["text"] and "GET " not in mail["text"]
