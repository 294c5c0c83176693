"""A decision about a contested seat that is above the limit of whoever makes it, on the pages of the back office."""

from typing import Any

import pytest
from django.contrib.admin.models import LogEntry
from django.urls import reverse

from escrow.models import Case, DisputeDecision
from marketplace.models import PrivateRead, StaffEntry, StaffLimit
from tests.api import Api
from tests.bounties.test_contested_limits import TOTAL, case_of, earned, given_contested, given_proposed
from tests.factories.market import untouched
from tests.factories.office import office

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("sound_books")]


def press(who: Api, case: Case, act: str, **fields: str) -> Any:
    path = reverse("admin:escrow_case_change", args=[case.pk])
    return office(who).post(path, {"act": act} | fields, follow=True)


def test_it_is_proposed_and_approved_on_the_pages(support: Api, operator: Api) -> None:
    """Said before it is pressed, seen under *To approve*, in the head, the history and the log; approved on the case's page."""
    StaffLimit.objects.create(role="support", case_cents=TOTAL - 1)
    seat = given_contested()
    case = case_of(seat)
    page, queue = reverse("admin:escrow_case_change", args=[case.pk]), reverse("admin:escrow_case_changelist")
    press(support, case, "take")
    assert "above what you decide alone" in office(support).get(page).content.decode()
    path = reverse("admin:bounties_application_decide", args=[seat.application.pk, "release"])
    form = {"reason": "It is the shelf.", "hours": "24", "back": page}
    asked = office(support).post(path, form).content.decode()
    assert "until a colleague approves it within 24 hours" in asked

    done = office(support).post(path, form | {"confirmed": "1"}, follow=True).content.decode()

    assert "proposed: 5.00 USD for the worker. Nothing has moved" in done and "A colleague approves it" in done
    own = office(support).get(queue, {"tab": "approve"}).content.decode()
    others = office(operator).get(queue, {"tab": "approve"}).content.decode()
    assert case.public_id not in own
    assert case.public_id in others and f"proposed by {support.account.display_name}" in others
    assert "To approve" in office(operator).get("/admin/").content.decode()
    shown = office(operator).get(page).content.decode()
    assert "Proposed by" in shown and "Approve: 5.00 USD for the worker" in shown
    seats = office(operator).get(reverse("admin:bounties_application_change", args=[seat.application.pk]))
    assert "has proposed a decision" in seats.content.decode()
    decision = DisputeDecision.objects.get()

    late = press(support, case, "approve", decision=decision.public_id)
    assert "A colleague has to approve this decision" in late.content.decode() and earned(seat) == 0
    assert press(operator, case, "approve", decision=decision.public_id).status_code == 200

    assert (seat.fresh().escrow.status, earned(seat)) == ("released", 500)
    acts = set(LogEntry.objects.values_list("user__pk", "object_id"))
    assert {(support.account.pk, str(seat.application.pk)), (operator.account.pk, str(case.pk))} <= acts
    words = " ".join(StaffEntry.objects.values_list("words", flat=True))
    assert "proposed: 5.00 USD" in words and "approved: Decided: 5.00 USD" in words
    line = office(operator).get(f"{page}?tab=timeline&part=1").content.decode()
    assert all(one in line for one in ("previewed 5.00 USD for the worker", "case proposed", "case approved")), line


def test_who_may_not_approve_it_reads_why_and_sends_it_back(support: Api, operator: Api) -> None:
    seat, proposed = given_proposed()
    StaffLimit.objects.create(person=operator.account, case_cents=1)
    case = case_of(seat)
    shown = office(operator).get(reverse("admin:escrow_case_change", args=[case.pk])).content.decode()
    assert "a colleague whose own limit allows it" in shown and "Approve:" not in shown

    press(operator, case, "send_back", decision=proposed.public_id, reason="Look at the second photo.")

    assert (case_of(seat).stage, earned(seat)) == ("decision", 0)
    assert "Look at the second photo." in " ".join(StaffEntry.objects.values_list("words", flat=True))


def test_a_proposal_of_another_case_is_not_approved_here(operator: Api) -> None:
    _, elsewhere = given_proposed()
    case = case_of(given_contested())

    with untouched(besides=PrivateRead):
        answer = press(operator, case, "approve", decision=elsewhere.public_id)

    assert answer.status_code == 404
