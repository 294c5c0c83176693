"""POST /api/v1/qa/templates/{id}/run: the next run now, once a day, within the limits of the key that asks for it."""

from datetime import timedelta
from typing import Any

import pytest

from marketplace.core import clock
from marketplace.services import keys
from qa.models import Run, Template
from qa.services import schedule
from tests.api import Api
from tests.factories.approvals import asks_above
from tests.factories.market import untouched
from tests.factories.qa import given_run
from tests.qa.test_approval_routes import ASKED

pytestmark = pytest.mark.django_db
KEY = {"Idempotency_Key": "now"}


def given_yesterday() -> tuple[Api, str]:
    """A template whose run of yesterday is over, and the address that starts the next one."""
    owner, run = given_run()
    past = clock.now() - timedelta(days=1)
    Run.objects.update(date=past.date(), due_at=past, ended_at=past, status="closed")
    return owner, f"/api/v1/qa/templates/{run.template.public_id}/run"


def test_a_run_starts_now_once_however_often_it_is_asked_for() -> None:
    owner, path = given_yesterday()

    first, again = owner.post(path, **KEY), owner.post(path, **KEY)
    assert first.status == again.status == 200 and first.body["data"] == again.body["data"]
    assert first["data"]["nextRunAt"] is not None
    schedule.start_due()
    assert Run.objects.count() == 2

    with untouched():
        refused = owner.post(path)
    assert (refused.status, refused.code) == (409, "invalid_state")


@pytest.mark.parametrize(
    "change", [{"status": "paused"}, {"ends_at": clock.wall() - timedelta(days=1)}, {"max_runs": 1}]
)
def test_a_template_that_is_paused_or_over_starts_nothing(change: dict[str, Any]) -> None:
    owner, path = given_yesterday()
    paused = {"paused_reason": "user"} if "status" in change else {}
    Template.objects.update(**change, **paused)

    with untouched():
        assert owner.post(path).code == "invalid_state"


def test_the_key_that_asks_spends_it_and_what_it_may_not_spend_on_is_refused() -> None:
    owner, path = given_yesterday()
    key, raw = keys.issue(owner.account, "other")
    other = Api(owner.account, {"X-API-Key": raw})
    key.categories = ["delivery"]
    key.save(update_fields=["categories"])
    with untouched():
        assert other.post(path).code == "category_not_allowed"

    key.categories = None
    key.save(update_fields=["categories"])
    assert other.post(path).status == 200
    assert Template.objects.get().spender == f"key:{key.pk}"


def test_above_the_owner_s_amount_it_waits_for_their_yes() -> None:
    owner, path = given_yesterday()
    asks_above(owner, 0)

    with untouched(besides=ASKED):
        asked = owner.post(path, **KEY)
    assert (asked.status, asked["status"], asked["plan"]["type"]) == (202, "pending", "runs")
    schedule.start_due()
    assert Run.objects.count() == 1


def test_a_low_wallet_is_a_warning() -> None:
    owner, path = given_yesterday()
    Template.objects.update(pay_per_tester_cents=900_000, budget_per_run_cents=10_000_000, period_cap_cents=10_000_000)
    assert owner.post(path)["warning"]["code"] == "insufficient_wallet_balance"
