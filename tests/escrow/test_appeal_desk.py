"""An appeal, and what was sent back, as the desk's people meet them: who may take it, and where a refusal stands."""

import re
from typing import Any

import pytest
from django.urls import reverse

from escrow.errors import DecidedBefore
from escrow.models import DisputeDecision, DisputePolicy
from escrow.services import decisions, desk
from marketplace.core.errors import Invalid
from marketplace.core.transactions import unit
from marketplace.models import Account, PrivateRead
from tests.api import Api
from tests.digest import untouched
from tests.factories.appeals import given_appeal
from tests.factories.desks import Desk, given_case, given_desk, given_staff_member

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("sound_books")]


def beside(page: str, field: str) -> str:
    """What stands between the label of a field of the decision and the next one."""
    start = page.index(f'<label for="{field}">')
    return page[start : page.index("<label", start + 7)]


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ({"outcome": "refund", "worker": ""}, "This changes the first decision. Name why, one of:"),
        ({"reason_code": "overturn-misread"}, "The first decision stays: this reason is for one that is changed."),
    ],
)
def test_the_refusal_of_an_appeals_decision_stands_at_its_field(typed: dict[str, str], said: str) -> None:
    _, dispute = given_appeal(250, "agent")
    at = given_desk(dispute.case)

    with untouched(besides=PrivateRead):
        page = at.preview(**({"reason": "Read again."} | typed)).content.decode()

    assert said in beside(page, "d-code")
    assert "Read again." in page, "what was typed is still there"


def test_the_preview_of_an_appeals_decision_says_that_it_is_final() -> None:
    _, dispute = given_appeal(250, "agent")

    shown = given_desk(dispute.case).preview().content.decode()

    assert "It is final." in shown and "undone only by an appeal" not in shown


def test_whoever_decided_first_is_not_offered_the_appeal_and_can_not_take_or_be_given_it() -> None:
    _, dispute = given_appeal(250, "agent")
    first = Api(account=Account.objects.get(pk=dispute.decisions.get().proposer_id))
    at, other = Desk(first, dispute.case), Desk(given_staff_member(), dispute.case)

    page = at.read()
    assert "a colleague decides about the appeal" in page and ">Take it</button>" not in page
    with untouched(besides=PrivateRead):
        with pytest.raises(DecidedBefore):
            at.take()
        with pytest.raises(Invalid, match="decided what is appealed"):
            unit(lambda: desk.assign(other.actor, dispute.case.pk, first.account.pk))
    with untouched(besides=PrivateRead):
        assert "Nothing waits that nobody has and that you may decide." in _next(at)

    queue = reverse("admin:escrow_case_changelist")
    assert f"Take and open {dispute.case.public_id}" not in at.browser.get(queue).content.decode()
    assert f"Take and open {dispute.case.public_id}" in other.browser.get(queue).content.decode()
    assert ">Take it</button>" in other.read()
    assert other.take().case.pk == dispute.case.pk


def test_what_was_sent_back_says_so_with_its_reason_and_stands_in_the_form_again() -> None:
    DisputePolicy.objects.update(approval_above_cents=0)
    _, case = given_case()
    at = given_desk(case)
    shown = at.preview(worker="2.17", reason="Half of it.", letter_worker="Dear worker.").content.decode()
    found = re.search(r'name="preview" value="(dpv_\w+)"', shown)
    assert found is not None
    at.act("decide", preview=found[1])
    proposed = at.read()
    assert ">Take it back</button>" in proposed and ">Send it back</button>" not in proposed, "one's own"
    colleague = Desk(given_staff_member(), case)
    assert ">Send it back</button>" in colleague.read()

    made = DisputeDecision.objects.get()
    unit(lambda: decisions.send_back(colleague.actor, case.dispute_id, reason="The second photo is sharp."))

    page = at.read()
    box = page[page.index('id="decision"') :]
    for words in ("was sent back", "The second photo is sharp.", 'value="2.17"', "Half of it.", "Dear worker."):
        assert words in box, words
    at.preview(worker="3.00", reason="Most of it.")
    assert DisputeDecision.objects.get() == made, "nothing is proposed before it is pressed"


def _next(at: Desk) -> Any:
    answer = at.browser.post(reverse("admin:escrow_case_change", args=[at.case.pk]), {"act": "next"}, follow=True)
    return answer.content.decode()
