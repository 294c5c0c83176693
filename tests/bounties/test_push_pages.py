"""Every push of every kind leads to a page that answers for its receiver, and names no route of the API."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.conf import settings

from bounties.models import Application, Bounty, Contest
from bounties.services import outreach, owner_mails, timers, worker_mails
from escrow.models import Dispute
from escrow.services import case_clocks, case_messages, case_reminders, disputes
from humans.models import Booking, Subscription
from humans.services import messages, reviews, subscription_mails
from marketplace.core import addresses, clock
from marketplace.core.actor import Actor
from marketplace.core.push_kinds import PUSH_KINDS
from marketplace.core.transactions import unit
from marketplace.models import Account, Push
from marketplace.services import keys, mail_templates
from tests.api import Api
from tests.escrow.test_decisions import given_staff
from tests.escrow.test_disputes import given_disputed
from tests.factories.accounts import given_worker
from tests.factories.approvals import asks_above, posting
from tests.factories.cases import ask, given_offer, respond
from tests.factories.conversations import given_talk
from tests.factories.devices import given_phone
from tests.factories.market import (
    Seat,
    given_application,
    given_bounty,
    given_completed,
    given_confirmed,
    given_delivered,
    given_funded_agent,
    given_hired,
    given_money,
    given_released,
)
from tests.factories.services import given_subscription
from tests.visitor import Visitor

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("sound_books")]
START = "2026-11-21T10:00:00+00:00"
Tell = Callable[[Bounty, Application], object]


@pytest.fixture(autouse=True)
def _start(at: Callable[[str], datetime]) -> None:
    at(START)


@pytest.fixture
def worker() -> Api:
    worker = given_worker()
    given_phone(worker.account)
    return worker


def seat(given: Callable[..., Seat], tell: Tell) -> Callable[[Api], None]:
    def go(worker: Api) -> None:
        made = given(worker=worker)
        rows = Application.objects.select_related("escrow", "human", "bounty__owner")
        application = rows.get(pk=made.application.pk)
        Push.objects.all().delete()
        tell(application.bounty, application)

    return go


def told(kind: str, **values: Any) -> Callable[[Api], None]:
    """Its page is the same for everybody who gets it."""

    def go(worker: Api) -> None:
        mail_templates.send(Account.objects.get(pk=worker.account.pk), kind, title="Shop front", **values)

    return go


def appointment(tell: Callable[[Subscription, Booking], object], *, books: bool = False) -> Callable[[Api], None]:
    """About one that they booked, or that is booked with them."""

    def go(one: Api) -> None:
        if books:
            given_money(one, 50_000)
        booked = given_subscription(agent=one if books else None, worker=None if books else one)
        Push.objects.all().delete()
        tell(Subscription.objects.select_related("booker", "provider").get(pk=booked.key), booked.first)

    return go


def own(tell: Callable[[Bounty], object]) -> Callable[[Api], None]:
    """About a job of theirs."""

    def go(owner: Api) -> None:
        given_money(owner, 50_000)
        bounty = given_bounty(owner)
        Push.objects.all().delete()
        tell(Bounty.objects.select_related("owner").get(pk=bounty.pk))

    return go


def own_seat(tell: Tell) -> Callable[[Api], None]:
    def go(owner: Api) -> None:
        given_money(owner, 50_000)
        made = given_confirmed(agent=owner)
        Push.objects.all().delete()
        rows = Application.objects.select_related("escrow", "human", "bounty__owner")
        application = rows.get(pk=made.application.pk)
        application.terms_left_at = clock.now()
        tell(application.bounty, application)

    return go


def applied(bounty: Bounty) -> None:
    given_application(bounty)
    clock.freeze(clock.now() + timedelta(minutes=2))
    owner_mails.send_queued()


def contest(bounty: Bounty, application: Application) -> None:
    about = Contest(application=application, reason="It is sharp.", due_at=clock.now() + timedelta(hours=72))
    worker_mails.contested(bounty, application, about)


def lost(worker: Api) -> None:
    given_hired(worker=worker)
    Push.objects.all().delete()
    clock.freeze(clock.now() + timedelta(hours=2, seconds=1))
    timers.release_unconfirmed()


def rejected(worker: Api) -> None:
    agent = given_funded_agent()
    bounty = given_bounty(agent)
    _, application = given_application(bounty, worker)
    path = f"/api/bounties/{bounty.public_id}/applications/{application.public_id}"
    assert agent.patch(path, {"action": "reject", "response": "No."}).status == 200


def invited(worker: Api) -> None:
    outreach._mail(given_bounty(given_funded_agent()), Account.objects.get(pk=worker.account.pk))


def written_to(worker: Api) -> None:
    talk = given_talk(worker=worker)
    talk.by_agent("Before nine?")
    clock.freeze(clock.now() + timedelta(minutes=1))
    messages.mail_unread()


def answered(worker: Api) -> None:
    talk = given_talk(worker=worker)
    told("support_answer", number=7, summary="An error", conversation_url=addresses.conversation(talk.row.public_id))(
        worker
    )


def reviewed(bounty: Bounty, application: Application) -> None:
    of, about = Actor(bounty.owner, via="session"), application.human.public_profile_id
    reviews.post(of, bounty_id=bounty.public_id, human_id=about, rating=5, comment="Sharp.")


def review_answered(worker: Api) -> None:
    talk = given_talk(worker=worker)
    told("review_answered", person="Bo", conversation_url=addresses.conversation(talk.row.public_id))(worker)


def in_dispute(kind: str) -> Callable[[Api], None]:
    def go(worker: Api) -> None:
        given_disputed(worker=worker)
        Push.objects.all().delete()
        disputes.mail_parties(Dispute.objects.select_related("owner", "worker").get(), kind, "Shop front")

    return go


def of_case(tell: Callable[[Dispute, Seat], object]) -> Callable[[Api], None]:
    def go(worker: Api) -> None:
        made, _ = given_disputed(worker=worker)
        Push.objects.all().delete()
        tell(Dispute.objects.select_related("owner", "worker", "case", "escrow").get(), made)

    return go


def reminded(dispute: Dispute, seat: Seat) -> None:
    clock.freeze(clock.now() + timedelta(hours=24))
    assert case_reminders.remind() == 1


def offer_lapsed(dispute: Dispute, seat: Seat) -> None:
    given_offer(seat.worker, dispute, 100)
    clock.freeze(clock.now() + timedelta(hours=72))
    assert case_clocks.run_clocks() == 1


def settled(dispute: Dispute, seat: Seat) -> None:
    assert respond(seat.worker, dispute, given_offer(seat.agent, dispute, 100)).status == 200


def staff_write(dispute: Dispute, seat: Seat) -> None:
    staff = given_staff()
    unit(lambda: case_messages.write(staff, dispute.case.pk, to="worker", words="Hello."))


def a_spend_waits(worker: Api) -> None:
    """An agent of theirs wants to spend more than they let it."""
    given_money(worker, 1000)
    asks_above(worker, 100)
    _, raw = keys.issue(worker.account, "agent")
    assert posting(Api(worker.account, {"X-API-Key": raw})).status == 202


SCENES: dict[str, Callable[[Api], None]] = {
    "hired": lambda worker: given_hired(worker=worker) and None,
    "nudge": seat(given_confirmed, worker_mails.nudge),
    "overdue": seat(given_confirmed, lambda b, a: worker_mails.overdue(b, a, last=False)),
    "silent": seat(given_confirmed, worker_mails.silent),
    "sent_back": seat(given_delivered, lambda b, a: worker_mails.sent_back(b, a, redo=True, reason="Blurred.")),
    "terms_changed": seat(given_confirmed, lambda b, a: worker_mails.terms_changed(b, a, [])),
    "extension": seat(
        given_confirmed, lambda b, a: worker_mails.extension_decided(b, a, state="approved", hours=2, before=None)
    ),
    "seat_lost": lost,
    "approved": seat(given_completed, worker_mails.approved),
    "paid": seat(given_released, lambda b, a: worker_mails.paid(b, a, a.escrow)),
    "case_decided": seat(
        given_delivered, lambda b, a: worker_mails.case_decided(b, a, outcome="Paid.", reason="It was done.")
    ),
    "apply_again": seat(given_hired, worker_mails.may_apply_again),
    "rejected": rejected,
    "reviewed": seat(given_released, reviewed),
    "review_answered": review_answered,
    "invitation": invited,
    "messages": written_to,
    "owner_update": own(applied),
    "unfilled": own(lambda bounty: owner_mails.unfilled(bounty, free=1, spots=1)),
    "not_raised": own(lambda bounty: owner_mails.not_raised(bounty, cents=100)),
    "listing_approved": own(owner_mails.listing_approved),
    "listing_refused": own(lambda bounty: owner_mails.listing_refused(bounty, reason="No.")),
    "terms_left": own_seat(lambda b, a: owner_mails.terms_left(b, a, words="Sorry.")),
    "contested": own_seat(contest),
    "support_answer": answered,
    "service_requested": told("service_requested", booker="Bo", interval="weekly"),
    "service_booking": appointment(subscription_mails.lapsed),
    "service_ended": appointment(lambda series, _: subscription_mails.ended(series, "by_booker")),
    "tip": told("tip", amount="1.00 USD", sender="Bo"),
    "payout_paid": told("payout_paid", amount="1.00 USD", withdraw_url=f"{settings.BASE_URL}/owner/wallet/withdraw"),
    "payout_failed": told(
        "payout_failed", amount="1.00 USD", withdraw_url=f"{settings.BASE_URL}/owner/wallet/withdraw"
    ),
    "approval_requested": a_spend_waits,
    "account_restricted": told("account_restricted", step="started", no_jobs=True, reason="Spam.", until=None),
    "topup_off": told("topup_off", times=3, reason="declined", balance="1.00 USD"),
    "chargeback": told("chargeback", amount="1.00 USD", method="card", paid_at="today", taken="1.00 USD", owed=""),
    "refund_failed": told("refund_failed", back="1.00 USD", destination="card", reason="closed"),
    "dispute_asked": of_case(lambda dispute, seat: ask(given_staff(), dispute)),
    "dispute_reminder": of_case(reminded),
    "dispute_offer": of_case(lambda dispute, seat: given_offer(seat.agent, dispute, 100)),
    "dispute_offer_ended": of_case(offer_lapsed),
    "dispute_settled": of_case(settled),
    "dispute_message": of_case(staff_write),
    **{kind: in_dispute(kind) for kind in ("dispute_opened", "dispute_withdrawn", "dispute_resolved")},
    **{kind: in_dispute(kind) for kind in ("dispute_appealed", "appeal_decided")},
}


def test_no_kind_is_left_out() -> None:
    assert set(SCENES) == set(PUSH_KINDS)


@pytest.mark.parametrize("kind", SCENES)
def test_a_push_leads_to_a_page_that_answers_for_its_receiver(kind: str, worker: Api) -> None:
    SCENES[kind](worker)

    push = Push.objects.get(kind=kind)
    assert push.account_id == worker.account.pk and push.title
    assert push.path.startswith("/") and not push.path.startswith(("/api/", "//"))
    assert settings.BASE_URL not in push.path
    page = Visitor(Account.objects.get(pk=worker.account.pk)).open(push.path)
    assert (page.status, page.path) == (200, push.path.partition("#")[0])


@pytest.mark.parametrize("kind", ["service_booking", "service_ended"])
def test_who_booked_somebody_is_pushed_too_and_led_to_their_appointment(kind: str, worker: Api) -> None:
    tell = (
        subscription_mails.lapsed
        if kind == "service_booking"
        else lambda row, _: subscription_mails.ended(row, "not_paid")
    )
    appointment(tell, books=True)(worker)

    push = Push.objects.get(account_id=worker.account.pk)
    page = Visitor(Account.objects.get(pk=worker.account.pk)).open(push.path)
    assert (page.status, push.kind, push.path.startswith("/owner/appointments")) == (200, kind, True)
