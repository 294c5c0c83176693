"""`manage.py doctor` names a month of the ledger that its timer should have sealed."""

from typing import Any

import pytest

from config.doctor import examination
from config.doctor.findings import Finding
from tests.factories.accounts import given_worker
from tests.factories.months import At, given_two_months
from wallet.services import checkpoints

pytestmark = pytest.mark.django_db


def of_the_books() -> list[Finding]:
    return list(examination.examine(["books"]))


def test_a_month_that_nobody_has_sealed_is_named_a_day_later(at: At, settings: Any) -> None:
    # given a deployment in which September is over
    given_two_months(at, given_worker().account.pk)
    settings.SANDBOX = False
    at("2026-10-04T12:00Z")
    assert [one.level for one in of_the_books()] == ["ok"], "it may be sealed since midnight"

    # when more than a day has passed
    at("2026-10-05T01:00Z")

    # then it is named, with what to do, until all are sealed
    _, found = of_the_books()
    assert found.level == "warning" and "2026-09 is over and not sealed" in found.words
    assert "wallet.seal_months" in found.advice
    at("2026-11-10T00:00Z")
    assert checkpoints.seal_due() == 2
    assert [one.level for one in of_the_books()] == ["ok"]


def test_a_sandbox_is_not_blamed_for_the_months_of_its_demo(at: At, settings: Any) -> None:
    given_two_months(at, given_worker().account.pk)
    settings.SANDBOX = True

    assert [one.level for one in of_the_books()] == ["ok"]
