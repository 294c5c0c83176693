"""A case that nobody looks at in time comes to the front and to a lead, while there is time to decide it (desk, section 3)."""

from datetime import timedelta
from importlib import import_module
from typing import Any

import pytest
from django.apps import apps
from django.conf import settings

from escrow.models import Case, CasePresence, Dispute, DisputePolicy
from escrow.selectors import desk as reads
from escrow.services import case_clocks, cases, decisions, desk
from marketplace.core import clock
from marketplace.core.transactions import unit
from marketplace.models import Mail
from tests.digest import untouched
from tests.escrow.test_decisions import decide, given_dispute, given_staff
from tests.escrow.test_queue import listed, office
from tests.factories.cases import case_of, given_offer, hours_later
from tests.factories.desk import acting_staff, changed, given_case, given_copies, given_support

pytestmark = pytest.mark.django_db


@pytest.fixture
def unseen(at: Any) -> Case:
    """Staff's turn since now: to be seen within 24 hours, to be decided within 72."""
    at("2027-01-01T10:00:00+00:00")
    return given_case(title="Shop front")


def told() -> list[str]:
    return [mail.subject for mail in Mail.objects.order_by("id") if "ase" in mail.subject or "ispute" in mail.subject]


def test_a_missed_first_look_is_told_to_the_lead_once_and_so_is_the_missed_decision(unseen: Case) -> None:
    Mail.objects.all().delete()
    hours_later(23.9)
    assert not told()

    hours_later(0.2)
    assert case_clocks.run_clocks() == 0, "once"
    mail = Mail.objects.get()
    assert mail.subject == "Nobody has looked at a case: Shop front"
    assert unseen.public_id in mail.text and "With: nobody" in mail.text
    unseen.refresh_from_db()
    assert (unseen.with_lead_at, unseen.stage) == (clock.now(), "decision")

    hours_later(48)
    assert case_clocks.run_clocks() == 0, "once"
    assert told() == ["Nobody has looked at a case: Shop front", "A dispute is overdue: Shop front"]
    page = f"/admin/escrow/case/{unseen.pk}/change/"
    assert all(f"{settings.BASE_URL}{page}\n" in mail.text for mail in Mail.objects.all())
    assert office(given_support()).get(page).status_code == 200


def test_one_that_stood_still_over_both_moments_is_told_once(unseen: Case) -> None:
    Mail.objects.all().delete()
    hours_later(100)
    assert case_clocks.run_clocks() == 0
    assert told() == ["A dispute is overdue: Shop front"]


def test_who_takes_it_ends_the_breach_and_a_later_one_is_told_again(unseen: Case) -> None:
    hours_later(25)
    Mail.objects.all().delete()
    unit(lambda: desk.take(acting_staff(given_support()), unseen.pk))

    unseen.refresh_from_db()
    assert (unseen.with_lead_at, unseen.first_look_at) == (None, clock.now())
    hours_later(48)
    assert told() == ["A dispute is overdue: Shop front"]
    unseen.refresh_from_db()
    assert unseen.with_lead_at == clock.now()


def test_a_look_at_a_case_that_is_overdue_besides_leaves_it_with_the_lead(unseen: Case) -> None:
    hours_later(73)
    unit(lambda: desk.take(acting_staff(given_support()), unseen.pk))
    unseen.refresh_from_db()
    assert unseen.with_lead_at is not None


def test_whoever_was_given_a_case_looks_at_it_by_opening_it_and_nobody_else_does(unseen: Case) -> None:
    giver, other, theirs = (acting_staff(given_support()) for _ in range(3))
    unit(lambda: desk.assign(giver, unseen.pk, theirs.me.pk))
    for who in (giver, other):
        unit(lambda who=who: desk.seen(who, unseen.pk))
        unseen.refresh_from_db()
        assert unseen.first_look_at is None
    hours_later(25)
    assert f"With: {theirs.me.display_name}" in Mail.objects.get(subject__startswith="Nobody has looked").text

    unit(lambda: desk.seen(theirs, unseen.pk))

    unseen.refresh_from_db()
    assert (unseen.first_look_at, unseen.with_lead_at) == (clock.now(), None)
    hours_later(1)
    with untouched(besides=CasePresence):
        unit(lambda: desk.seen(theirs, unseen.pk))


def test_its_clock_counts_in_the_queue_until_somebody_looks(unseen: Case) -> None:
    """The other one has less time to be decided, and somebody has looked at it."""
    now = clock.now()
    (looked,) = given_copies(
        unseen, 1, due_at=now + timedelta(hours=30), first_look_at=now, assignee=None, title="Looked at"
    )
    support = given_support()
    client = office(support)
    assert listed(client) == [unseen.pk, looked.pk]
    assert "for a first look" in client.get("/admin/escrow/case/").content.decode()
    hours_later(21)
    assert list(reads.of_clock(Case.objects.all(), "soon")) == [unseen]
    hours_later(4)
    assert list(reads.of_clock(Case.objects.all(), "late")) == [unseen]
    assert "nobody has looked yet" in client.get("/admin/escrow/case/").content.decode()

    first = unit(lambda: desk.take_next(acting_staff(support)))

    assert first == unseen
    assert listed(client) == [looked.pk, unseen.pk], "from now on by when it is to be decided"


def test_the_clock_stands_still_while_the_parties_talk(at: Any) -> None:
    at("2027-01-01T10:00:00+00:00")
    seat, dispute = given_dispute()
    changed(dispute)
    hours_later(20)
    given_offer(seat.agent, dispute, 100)
    hours_later(71)
    assert case_of(dispute).with_lead_at is None
    hours_later(1)
    back = case_of(dispute)
    assert (back.stage, back.first_look_due_at) == ("decision", clock.now() + timedelta(hours=4))


def test_a_proposal_is_a_look(unseen: Case) -> None:
    def propose() -> None:
        cases.move(Case.objects.locked().get(pk=unseen.pk), "propose", due_at=clock.now() + timedelta(hours=24))

    unit(propose)
    unseen.refresh_from_db()
    assert unseen.first_look_at == clock.now()


def test_at_the_upgrade_nobody_is_mailed_about_a_case_that_is_worked_on(unseen: Case) -> None:
    DisputePolicy.objects.update(approval_above_cents=0)
    given, other, second = given_case(title="Given"), given_case(title="Proposed and sent back"), given_staff()
    hours_later(1)
    unit(lambda: desk.assign(second, given.pk, given_support().account.pk))
    decide(Dispute.objects.get(pk=other.dispute_id), 250)
    hours_later(1)
    unit(lambda: decisions.send_back(second, other.dispute_id, reason="Read the second photo."))
    given_copies(other, 1, round=2, stage="decision", first_look_at=None, title="Appealed")
    Case.objects.filter(pk=other.pk).update(first_look_at=None, with_lead_at=None)  # as the release before left it

    import_module("escrow.migrations.0033_desk_looks_of_before").fill(apps, None)

    an_hour_ago = clock.now() - timedelta(hours=1)
    looked = dict(Case.objects.values_list("title", "first_look_at"))
    assert looked == {"Shop front": None, "Given": an_hour_ago, "Proposed and sent back": an_hour_ago, "Appealed": None}
    Mail.objects.all().delete()
    hours_later(23)
    assert sorted(told()) == ["Nobody has looked at a case: Appealed", "Nobody has looked at a case: Shop front"]
