"""The ground of the managed products: what they keep to themselves, what they ask, and that they look when something happens."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

import pytest

from bounties.errors import NotEligible
from bounties.models import Application, Bounty, Submission
from bounties.ports import Product, products
from bounties.selectors import access
from bounties.services import applications
from bounties.services import products as ground
from marketplace.core import clock
from marketplace.core.actor import Actor
from marketplace.core.errors import Invalid
from marketplace.core.transactions import unit
from marketplace.models import Account, Mail
from tests.api import Api
from tests.factories.accounts import given_worker
from tests.factories.market import given_application, given_bounty, given_funded_agent, untouched
from wallet import ledger as books

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("sound_books")]


class Parade(Product):
    """A product of the tests: it hires itself, without confirmation, and wants a vote."""

    reserved = {"accept": "The parade chooses its people itself."}

    def check_applicant(self, bounty: Bounty, account: Account) -> None:
        if account.display_name == "Grumpy":
            raise NotEligible()

    def due(self, bounty: Bounty, application: Application, now: datetime) -> datetime:
        return now + timedelta(minutes=30)

    def read_submission(
        self, bounty: Bounty, application: Application, sent: Mapping[str, Any], files: Any
    ) -> dict[str, Any]:
        if "vote" not in sent:
            raise Invalid({"vote": ["Vote."]})
        return {"vote": sent["vote"]}


@pytest.fixture(autouse=True)
def parade(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(products._plugs, "cake", Parade())


@pytest.fixture
def owner() -> Api:
    return given_funded_agent(2000)


@pytest.fixture
def bounty(owner: Api) -> Bounty:
    made = given_bounty(owner, kind="cake", spots_available=2)
    ground.reconcile_dirty(["cake"], look)
    return made


def look(pk: Any) -> None:
    ground.mark_clean(access.lock_bounty(pk))


def hire(bounty: Bounty, application: Application) -> None:
    unit(lambda: applications.hire(Actor.system(), *access.lock_seat(application.pk)))


def test_what_happens_stirs_the_bounty_until_its_product_has_looked(bounty: Bounty) -> None:
    bounty.refresh_from_db()
    assert bounty.dirty_since is None

    given_application(bounty)

    bounty.refresh_from_db()
    assert bounty.dirty_since is not None
    assert (
        ground.reconcile_dirty(["qa"], look),
        ground.reconcile_dirty(["cake"], look),
        ground.reconcile_dirty(["cake"], look),
    ) == (0, 1, 0)


def test_an_ordinary_bounty_never_stirs() -> None:
    bounty = given_bounty(given_funded_agent())
    given_application(bounty)
    bounty.refresh_from_db()
    assert bounty.dirty_since is None


def test_a_verb_that_the_product_keeps_is_refused_with_what_to_do(owner: Api, bounty: Bounty) -> None:
    _, application = given_application(bounty)
    with untouched():
        refused = owner.patch(
            f"/api/bounties/{bounty.public_id}/applications/{application.public_id}", {"action": "accept"}
        )
    assert (refused.status, refused.code) == (409, "managed_bounty")
    assert "parade" in refused["error"]


def test_the_product_has_its_own_gate(bounty: Bounty) -> None:
    grumpy = given_worker(name="Grumpy")
    with untouched():
        refused = grumpy.post(f"/api/bounties/{bounty.public_id}/applications", {"coverLetter": "Hm."})
    assert (refused.status, refused.code) == (403, "not_eligible")


def test_a_seat_whose_product_names_a_time_needs_no_confirmation(bounty: Bounty) -> None:
    worker, application = given_application(bounty)

    hire(bounty, application)

    application.refresh_from_db()
    assert application.confirmed_at is not None and application.confirm_by is None
    assert application.complete_by == application.decided_at + timedelta(minutes=30)
    mail = Mail.objects.filter(to=worker.account.email).latest("id")
    assert mail.subject.startswith("You are hired") and "Nothing is to be" in mail.text


def test_evidence_carries_what_the_product_asks_for(bounty: Bounty) -> None:
    worker, application = given_application(bounty)
    hire(bounty, application)
    path = f"/api/bounties/{bounty.public_id}/submissions"

    with untouched():
        refused = worker.post(path, {"textEvidence": "Nice."})
    sent = worker.post(path, {"vote": "A", "reason": "It is the brighter one."})

    assert (refused.status, list(refused["fields"])) == (400, ["vote"])
    assert (sent.status, sent["submission"]["vote"]) == (200, "A")
    assert Submission.objects.get().form == {"vote": "A"}


def test_the_product_pays_and_sends_the_rest_home(bounty: Bounty) -> None:
    worker, application = given_application(bounty)
    given_application(bounty)
    hire(bounty, application)
    worker.post(f"/api/bounties/{bounty.public_id}/submissions", {"vote": "A"})
    before = books.balance(books.wallet(bounty.owner_id))

    def end() -> None:
        locked, seat = access.lock_seat(application.pk)
        ground.close_intake(Actor.system(), locked, response="Enough.")
        ground.refund_free_seats(Actor.system(), locked, reason="over")
        ground.pay(Actor.system(), seat, note="a valid vote")

    unit(end)

    bounty.refresh_from_db()
    assert (bounty.status, bounty.spots_available) == ("paid", 1)
    assert sorted(bounty.applications.values_list("status", flat=True)) == ["accepted", "rejected"]
    assert books.balance(books.earnings(worker.account.pk)) == bounty.seat_cents
    assert books.balance(books.wallet(bounty.owner_id)) > before
    assert bounty.applications.get(pk=application.pk).submissions.get().status == "approved"
    assert clock.now() >= bounty.created_at


def test_a_product_that_hired_nobody_closes_its_bounty(bounty: Bounty) -> None:
    unit(lambda: ground.refund_free_seats(Actor.system(), access.lock_bounty(bounty.pk), reason="nobody_came"))
    bounty.refresh_from_db()
    assert (bounty.status, bounty.close_reason) == ("closed", "nobody_came")
