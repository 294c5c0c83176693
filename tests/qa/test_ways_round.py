"""What the owner may not do to a managed bounty, by whatever address; and whom nobody hires for them any more."""

from collections.abc import Callable
from typing import Any

import pytest

from bounties.models import Application
from qa.services import taste_panels
from tests.api import Answer, Api
from tests.factories.accounts import given_worker
from tests.factories.market import untouched
from tests.factories.qa import bounty_of, given_run, given_tester, turn
from tests.factories.taste import given_panel
from wallet import ledger as books

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("sound_books")]
BLOCKS = "/api/humans/blocks"


def _cancel_seat(owner: Api, application: Application) -> Answer:
    assert application.escrow is not None
    return owner.post(f"/api/escrow/{application.escrow.public_id}/cancel")


def _expire(owner: Api, application: Application) -> Answer:
    return owner.post(f"/api/bounties/{application.bounty.public_id}/applications/{application.public_id}/expire", {})


def _withdraw(owner: Api, application: Application) -> Answer:
    path = f"/api/bounties/{application.bounty.public_id}/applications/{application.public_id}"
    return owner.patch(path, {"action": "withdraw"})


@pytest.mark.parametrize("way", [_cancel_seat, _expire, _withdraw])
def test_a_tester_of_a_run_is_not_sent_away_by_any_way(way: Callable[[Api, Application], Answer]) -> None:
    owner, run = given_run()
    _, application = given_tester(run, confirms=False)
    with untouched():
        refused = way(owner, application)
    assert (refused.status, refused.code) == (409, "managed_bounty"), refused.body
    assert "/stop" in refused["error"]


@pytest.mark.parametrize("way", [_cancel_seat, _expire, _withdraw])
def test_a_respondent_keeps_the_seat_by_any_way(way: Callable[[Api, Application], Answer]) -> None:
    panel = given_panel()
    panel.respondent()
    with untouched():
        refused = way(panel.agent, Application.objects.select_related("escrow", "bounty").get())
    assert (refused.status, refused.code) == (409, "managed_bounty"), refused.body


def test_the_pool_of_a_run_is_not_taken_back_beside_it() -> None:
    owner, run = given_run()
    bounty_of(run)
    assert run.bounty is not None and run.bounty.pool is not None
    with untouched():
        refused = owner.post(f"/api/escrow/{run.bounty.pool.public_id}/cancel")
    assert (refused.status, refused.code) == (409, "managed_bounty")


def test_the_pool_of_a_panel_nobody_is_on_ends_it_as_cancelling_its_bounty_does() -> None:
    panel = given_panel(1180)
    pool = panel.row.bounty.pool
    assert pool is not None
    assert panel.agent.post(f"/api/escrow/{pool.public_id}/cancel").status == 200
    taste_panels.reconcile_dirty()
    assert (panel.read()["status"], panel.is_settled) == ("failed", True)
    assert books.balance(books.wallet(panel.agent.account.pk)) == 1180


def test_a_tester_withdraws_as_everywhere() -> None:
    _, run = given_run()
    tester, application = given_tester(run, confirms=False)
    assert _withdraw(tester, application).status == 200


# ------------------------------------------------------------------ blocked since


def test_whom_the_owner_has_blocked_since_is_not_hired_for_a_run() -> None:
    owner, run = given_run()
    blocked, other = given_worker(), given_worker()
    for person in (blocked, other):
        sent = person.post(f"/api/bounties/{bounty_of(run)}/applications", {"coverLetter": "Me."})
        assert sent.status == 200
    assert owner.post(BLOCKS, {"humanId": blocked.account.public_profile_id}).status == 200

    turn()

    assert _statuses() == {blocked.account.pk: "rejected", other.account.pk: "accepted"}


def test_whom_the_owner_has_blocked_since_is_not_put_on_a_panel() -> None:
    panel = given_panel()
    blocked, other = given_worker(), given_worker()
    for person in (blocked, other):
        assert panel.apply(person).status == 200
    assert panel.agent.post(BLOCKS, {"humanId": blocked.account.public_profile_id}).status == 200

    taste_panels.reconcile_dirty()

    assert _statuses() == {blocked.account.pk: "rejected", other.account.pk: "accepted"}


def _statuses() -> dict[Any, str]:
    return dict(Application.objects.values_list("human_id", "status"))
