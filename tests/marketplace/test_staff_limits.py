"""Limits of staff: a person's own row counts instead of the one of their role; operators set them by two."""

import pytest
from django.db import IntegrityError, transaction
from django.urls import reverse

from marketplace.core import clock
from marketplace.models import Account, Mail, Proposal, StaffLimit
from marketplace.selectors import staff_limits
from tests.api import Api
from tests.factories.office import WHY, approve_open, given_operator, office

pytestmark = pytest.mark.django_db


def test_without_rows_there_is_no_limit(support: Api) -> None:
    assert staff_limits.of(support.account) == (None, None)


def test_a_role_s_row_counts_for_all_of_it_and_a_person_s_own_instead(support: Api, operator: Api) -> None:
    StaffLimit.objects.create(role="support", case_cents=1000, day_cents=5000)
    assert staff_limits.of(support.account) == (1000, 5000)
    assert staff_limits.of(operator.account) == (None, None)

    StaffLimit.objects.create(person=support.account, case_cents=9000)

    assert staff_limits.of(support.account) == (9000, None), "the whole row, not amount by amount"


def test_somebody_without_a_role_has_no_row(worker: Api) -> None:
    StaffLimit.objects.create(role="support", case_cents=1000)

    assert staff_limits.of(worker.account) == (None, None)


def test_they_are_set_by_two_operators_in_dollars(operator: Api, support: Api) -> None:
    sent = WHY | {"role": "", "person": str(support.account.pk), "case_cents": "12.50", "day_cents": ""}
    assert office(operator).post(reverse("admin:marketplace_stafflimit_add"), sent).status_code == 302
    assert staff_limits.of(support.account) == (None, None)

    approve_open(given_operator())

    assert staff_limits.of(support.account) == (1250, None)
    assert "12.50 USD" in office(support).get(reverse("admin:marketplace_stafflimit_changelist")).content.decode()


@pytest.mark.parametrize(
    ("sent", "complaint"),
    [
        ({}, "Name a role or a person"),
        ({"role": "support", "person": "own"}, "Name a role or a person"),
        ({"role": "auditor"}, "not one of the available choices"),
        ({"role": "support", "case_cents": "-1"}, "greater than or equal to 0"),
        ({"role": "operator"}, "a row for them already"),
    ],
)
def test_what_makes_no_sense_is_refused_with_a_word(operator: Api, sent: dict[str, str], complaint: str) -> None:
    StaffLimit.objects.create(role="operator", case_cents=1)
    if sent.get("person"):
        sent = sent | {"person": str(operator.account.pk)}

    answer = office(operator).post(reverse("admin:marketplace_stafflimit_add"), WHY | sent)

    assert complaint in str(answer.context["adminform"].form.errors)
    assert StaffLimit.objects.count() == 1


@pytest.mark.parametrize(
    "row", [{}, {"role": "support", "case_cents": -1}, {"role": "support", "day_cents": -1}, {"role": "operator"}]
)
def test_the_database_refuses_what_is_no_limit(db: None, row: dict[str, object]) -> None:
    StaffLimit.objects.create(role="operator", case_cents=1)

    with pytest.raises(IntegrityError), transaction.atomic():
        StaffLimit.objects.create(**row)


def test_a_proposal_of_a_limit_names_the_person_beside_the_id(operator: Api, support: Api) -> None:
    """In the list, on its page, in the mail, before the yes, and in the history; the stored words go on without a name."""
    Account.objects.filter(pk=support.account.pk).update(name="Sam Support")
    other = given_operator(email="other@example.com", email_verified_at=clock.now())
    usr, named = support.account.public_id, f"{support.account.public_id} (Sam Support)"
    StaffLimit.objects.create(person=support.account, case_cents=100)
    row = StaffLimit.objects.get()
    sent = WHY | {"role": "", "person": str(operator.account.pk), "case_cents": "12.50", "day_cents": ""}
    assert office(operator).post(reverse("admin:marketplace_stafflimit_change", args=[row.pk]), sent).status_code == 302
    proposal = Proposal.objects.get()

    assert usr in proposal.name and "Sam" not in proposal.name
    listed = office(other).get(reverse("admin:marketplace_proposal_changelist")).content.decode()
    shown = office(other).get(reverse("admin:marketplace_proposal_change", args=[proposal.pk])).content.decode()
    mail = Mail.objects.get(to="other@example.com")
    decide = reverse("admin:marketplace_proposal_decide", args=[proposal.pk, "approve"])
    asked = office(other).post(decide, {"approve-reason": "Yes."}).content.decode()
    assert all(named in text for text in (listed, shown, mail.text, asked))
    for account in Account.objects.filter(pk__in=[support.account.pk, operator.account.pk]):  # was, and becomes
        assert f'>{account.display_name}</a> <span class="public-id">{account.public_id}<' in shown

    approve_open(other)

    changes = office(other).get(reverse("admin:marketplace_settingchange_changelist")).content.decode()
    history = office(other).get(reverse("admin:marketplace_stafflimit_change", args=[row.pk])).content.decode()
    assert named in changes and named in history
