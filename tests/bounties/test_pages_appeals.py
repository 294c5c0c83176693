"""The part of /disputes/{id} about an appeal: who lost sees the form, both see what became of it."""

from typing import Any

import pytest

from escrow.models import Appeal, Case
from marketplace.core import clock
from tests.factories.appeals import appeal, given_appeal, given_decided, given_second_decision
from tests.factories.files import picture
from tests.factories.market import untouched
from tests.visitor import Visitor

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("sound_books")]


def pages(seat: Any, dispute: Any) -> tuple[Any, Any]:
    path = f"/disputes/{dispute.public_id}"
    return Visitor(seat.worker.account).open(path), Visitor(seat.agent.account).open(path)


@pytest.mark.parametrize(
    ("cents", "theirs", "ours"), [(0, ["appeal"], []), (250, ["appeal"], ["appeal"]), (500, [], ["appeal"])]
)
def test_who_lost_is_offered_the_form_and_the_other_is_told_until_when(
    cents: int, theirs: list[str], ours: list[str]
) -> None:
    worker, owner = pages(*given_decided(cents))

    assert [form.act for form in worker.forms] == theirs and [form.act for form in owner.forms] == ours
    for page, forms in ((worker, theirs), (owner, ours)):
        assert ("may appeal this decision until" in page.text) == (not forms)


def test_an_appeal_with_a_photo_is_made_once_and_both_read_it() -> None:
    seat, dispute = given_decided(0)
    visitor = Visitor(seat.worker.account)
    page = visitor.open(f"/disputes/{dispute.public_id}")

    said = visitor.send(
        page, "appeal", files={"files": [picture()]}, ground="new_fact", words="It was closed that day."
    )
    visitor.send(page, "appeal", ground="new_fact", words="It was closed that day.")

    assert "Another person of our staff decides again" in said.text
    assert Appeal.objects.get().words == "It was closed that day."
    for seen in pages(seat, dispute):
        assert "The decision is appealed" in seen.text and "It was closed that day." in seen.text
        assert "We decide by" in seen.text and [form.act for form in seen.forms] == ["evidence"]


def test_a_refusal_keeps_what_was_typed() -> None:
    seat, dispute = given_decided(250)
    visitor = Visitor(seat.worker.account)
    page = visitor.open(f"/disputes/{dispute.public_id}")
    Case.objects.filter(dispute=dispute).update(due_at=clock.now())

    with untouched():
        refused = visitor.send(page, "appeal", ground="error", words="You did not read it.")

    assert "You did not read it." in refused.html
    assert "The time for an appeal is over" in refused.text and not Appeal.objects.exists()


@pytest.mark.parametrize(
    ("second", "words"), [(500, "The appeal was followed"), (250, "The decision stays after an appeal")]
)
def test_the_second_decision_is_shown_as_the_one_that_holds(second: int, words: str) -> None:
    seat, dispute = given_appeal(250, "worker")
    given_second_decision(dispute, second)

    worker, owner = pages(seat, dispute)

    for page in (worker, owner):
        assert words in page.text and "This is final." in page.text and page.forms == []
        assert "Read again." in page.text
    assert f"You get ${second / 100:.2f}" in worker.text


def test_the_pages_of_the_work_say_what_was_got_in_the_end() -> None:
    seat, dispute = given_appeal(0, "worker")
    given_second_decision(dispute, 500)

    theirs = Visitor(seat.worker.account).open(f"/work/{seat.application.public_id}")

    assert "$5.00" in theirs.text and "after an appeal" in theirs.text
    assert appeal(seat, dispute, "agent").code == "already_appealed"
