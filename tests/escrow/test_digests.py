"""Mail to staff about what is theirs: hourly when something is new, or each morning; nothing to who wants none."""

from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import Group

from escrow.models import Case, DisputePolicy, StaffDigest
from escrow.services import desk, digests
from marketplace.core import clock
from marketplace.core.actor import Actor
from marketplace.core.errors import Invalid
from marketplace.core.transactions import unit
from marketplace.models import Account, Mail
from tests.api import Api
from tests.escrow.test_decisions import given_dispute
from tests.factories.accounts import given_agent
from tests.factories.decisions import given_decision
from tests.factories.desk import acting_staff, given_case, given_copies, given_support
from tests.factories.market import untouched

pytestmark = pytest.mark.django_db
NOON = "2027-01-01T12:00:00+00:00"


def mails(to: Api) -> list[str]:
    found = list(Mail.objects.filter(to=to.account.email).order_by("id").values_list("text", flat=True))
    Mail.objects.all().delete()
    return found


def later(at: Any, **span: float) -> None:
    at((clock.now() + timedelta(**span)).isoformat())
    digests.send_due()


@pytest.fixture
def ana(at: Any) -> Api:
    at(NOON)
    return given_support(name="Ana")


def test_what_is_new_comes_at_once_and_again_only_with_something_else(ana: Api, at: Any) -> None:
    case = given_case(title="Shop front", due_at=clock.now() + timedelta(hours=3))
    unit(lambda: desk.take(acting_staff(ana), case.pk))
    Mail.objects.all().delete()

    digests.send_due()

    (text,) = mails(ana)
    assert "Shop front ($5.90)" in text and "Fri 1 January, 15:00 UTC" in text and "Due within 4 hours" in text
    assert "/api/" not in text and "/admin/" in text
    later(at, hours=1)
    assert mails(ana) == [], "nothing new"
    (copy,) = given_copies(case, 1, title="Another", due_at=clock.now() + timedelta(days=2))
    unit(lambda: desk.assign(acting_staff(given_support()), copy.pk, ana.account.pk))
    later(at, minutes=59)
    assert mails(ana) == [], "hourly at most"
    later(at, minutes=1)
    (text,) = mails(ana)
    assert "Another" in text and "Shop front" in text and "Yours:" in text


def test_a_proposal_is_told_to_who_may_approve_it(ana: Api, at: Any) -> None:
    DisputePolicy.objects.update(approval_above_cents=0)
    _, dispute = given_dispute()
    given_decision(acting_staff(given_support(name="Ben")), dispute.pk, worker_cents=250)
    ben = Api(Account.objects.get(name="Ben"))
    Mail.objects.all().delete()

    digests.send_due()

    assert Mail.objects.filter(to=ben.account.email).count() == 0
    (text,) = mails(ana)
    assert "Proposals that wait for a second person" in text


def test_a_daily_mail_comes_each_morning_where_they_are(ana: Api, at: Any) -> None:
    at("2027-01-01T11:00:00+00:00")
    Account.objects.filter(pk=ana.account.pk).update(time_zone="America/New_York", language="es")
    ana.account.refresh_from_db()
    unit(lambda: desk.take(acting_staff(ana), given_case().pk))
    row = unit(lambda: digests.switch(acting_staff(ana), "daily"))
    Mail.objects.all().delete()
    assert row.next_at is not None and row.next_at.isoformat() == "2027-01-01T07:00:00-05:00"

    for day in (1, 2):
        at(f"2027-01-0{day}T11:59:00+00:00" if day == 2 else "2027-01-01T11:59:59+00:00")
        digests.send_due()
        assert mails(ana) == []
        at(f"2027-01-0{day}T12:00:00+00:00")
        digests.send_due()
        (text,) = mails(ana)
        assert "Ana" in text and "waits for you" not in text, "in their language"
    Case.objects.update(stage="evidence")
    at("2027-01-03T12:00:00+00:00")
    digests.send_due()
    assert mails(ana) == [], "nothing is staff's turn"


def test_who_wants_none_gets_none_and_no_auditor_does(ana: Api, at: Any) -> None:
    unit(lambda: desk.take(acting_staff(ana), given_case().pk))
    unit(lambda: digests.switch(acting_staff(ana), "never"))
    Mail.objects.all().delete()
    digests.send_due()
    assert mails(ana) == []

    unit(lambda: digests.switch(acting_staff(ana), "hourly"))
    ana.account.groups.add(Group.objects.get(name="auditor"))
    later(at, hours=2)
    assert mails(ana) == []
    auditor = Actor.staff(Account.objects.get(pk=ana.account.pk))
    for who, every in ((auditor, "daily"), (acting_staff(given_support()), "weekly")):
        with untouched(), pytest.raises(Exception) as refused:
            unit(lambda who=who, every=every: digests.switch(who, every))
        assert refused.type is Invalid or refused.value.code == "staff_only"  # type: ignore[attr-defined]


def test_whoever_is_staff_has_a_row_and_others_have_none(ana: Api) -> None:
    given_agent()
    digests.send_due()
    digests.send_due()
    assert [row.staff for row in StaffDigest.objects.all()] == [ana.account]
    assert StaffDigest.objects.get().next_at == clock.now() + timedelta(hours=1)
