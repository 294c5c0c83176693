"""Staff decides about texts that no rule could judge: from the page, with a reason, once."""

from uuid import UUID

import pytest
from django.test import Client

from bounties.models import Application, Humanization, Rewrite
from bounties.selectors import waiting
from bounties.services import humanizations
from marketplace.core.actor import Actor
from marketplace.core.states import InvalidState
from marketplace.core.transactions import unit
from marketplace.models import Mail
from tests.api import Api
from tests.factories.accounts import given_worker
from tests.factories.humanizations import (
    MACHINE,
    UNSURE,
    deliver,
    given_assigned,
    given_humanization,
    hand_in,
    look,
    read,
)
from tests.factories.market import untouched
from wallet import ledger

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("sound_books")]


@pytest.fixture
def office(support: Api) -> Client:
    client = Client()
    client.force_login(support.account)
    return client


def given_case() -> tuple[Api, Api, Humanization, Rewrite]:
    """A sample without a score."""
    owner, row = given_humanization()
    worker = given_worker(name="Ada Unsure")
    hand_in(worker, row, UNSURE)
    look()
    return owner, worker, row, Rewrite.objects.get()


def press(office: Client, pk: UUID, verb: str, reason: str = "Read it, and it is fine.") -> int:
    form = {f"{verb}-reason": reason, "confirmed": "1"}
    return office.post(f"/admin/bounties/rewrite/{pk}/decide/{verb}/", form).status_code


def test_a_sample_without_a_score_waits_on_the_first_page_and_its_own(office: Client) -> None:
    _, _, _, rewrite = given_case()

    assert waiting.rewrites().count() == 1
    assert "Rewrites to judge <strong>1</strong>" in office.get("/admin/").content.decode()
    listed = office.get("/admin/bounties/rewrite/?case=open").content.decode()
    assert rewrite.public_id in listed or str(rewrite.pk) in listed
    page = office.get(f"/admin/bounties/rewrite/{rewrite.pk}/change/").content.decode()
    assert "the detector&#x27;s answer was no score" in page and "text.docx" in page and "Take this sample" in page
    assert "Accept the text" not in page


def test_staff_takes_a_sample_and_its_writer_is_hired_on_the_clock(office: Client) -> None:
    owner, worker, row, rewrite = given_case()

    assert press(office, rewrite.pk, "hire") == 302

    found = read(owner, row)
    assert (found["status"], found["applicants"][0]["screening"]["decision"]) == ("assigned", "approved")
    assert Application.objects.get().complete_by is not None
    assert Mail.objects.filter(to=worker.account.email, subject__startswith="You are hired").exists()
    assert waiting.rewrites().count() == 0


def test_staff_turns_a_sample_down_and_its_writer_reads_why(office: Client) -> None:
    owner, _, row, rewrite = given_case()

    assert press(office, rewrite.pk, "turn-down", "The recording shows copying.") == 302

    assert (Application.objects.get().status, Application.objects.get().response) == (
        "rejected",
        "The recording shows copying.",
    )
    assert read(owner, row)["applicants"][0]["screening"]["decision"] == "rejected"


@pytest.mark.parametrize(
    ("verb", "state", "review"),
    [
        ("approve", "completed", "approved"),
        ("redo", "assigned", "redo_requested"),
        ("reject", "assigned", "rejected"),
    ],
)
def test_staff_reviews_a_flagged_text_and_moves_no_money(office: Client, verb: str, state: str, review: str) -> None:
    owner, worker, row = given_assigned()
    deliver(worker, row, MACHINE)
    look()
    rewrite = Rewrite.objects.get(submission__isnull=False)
    assert waiting.rewrites().count() == 1

    assert press(office, rewrite.pk, verb) == 302

    found = read(owner, row)
    assert (found["status"], found["review"]["state"]) == (state, review)
    assert ledger.balance(ledger.earnings(worker.account.pk)) == 0
    assert waiting.rewrites().count() == 0


def test_what_was_decided_is_decided(support: Api) -> None:
    owner, _, row, rewrite = given_case()
    path = f"/api/bounties/{row.bounty.public_id}/applications/{Application.objects.get().public_id}"
    assert owner.patch(path, {"action": "reject"}).status == 200
    staff = Actor.staff(support.account)
    with untouched():
        for late in (
            lambda: humanizations.hire(staff, rewrite.pk, response="Yes."),
            lambda: humanizations.reject(staff, rewrite.pk, response="No."),
            lambda: humanizations.judge(staff, rewrite.pk, action="approve", response="Yes."),
        ):
            with pytest.raises(InvalidState):
                unit(late)


def test_the_page_of_an_order_shows_who_applied_and_every_attempt(office: Client) -> None:
    _, worker, row = given_assigned()
    page = office.get(f"/admin/bounties/humanization/{row.pk}/change/").content.decode()
    assert worker.account.display_name in page and "12%" in page and "working" in page
    assert "sealed" in page
