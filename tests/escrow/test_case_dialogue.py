"""The tab Dialogue of a case: all that both sides and staff have said in one line of time, and what may be asked when."""

import pytest

from escrow.models import Case, CaseRequest, DeskClocks, DisputePolicy
from marketplace.core import clock
from tests.digest import untouched
from tests.factories.desks import Desk, dispute_of, given_case, given_desk, given_staff_member

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("sound_books")]
ASK = {"of": "worker", "items": "A photo by daylight", "words": "The first one is dark."}


@pytest.fixture
def case(db: None) -> Case:
    return given_case()[1]


def test_it_begins_with_the_objection_and_has_what_was_written_with_a_request(case: Case) -> None:
    at = given_desk(case)
    at.act("ask", **ASK)

    shown = at.read("?tab=dialogue")

    assert shown.index("objected") < shown.index("A photo by daylight")
    for words in ("It is blurred.", "The first one is dark."):
        assert words in shown, words


def test_how_long_they_have_is_said_before_it_is_asked(case: Case) -> None:
    at = given_desk(case)
    assert 'placeholder="48, unless you say"' in at.read("?tab=dialogue")

    DeskClocks.objects.create(holds_from=clock.now(), evidence_hours=30, why="Shorter.")

    assert 'placeholder="30, unless you say"' in at.read("?tab=dialogue")


@pytest.mark.parametrize(
    ("name", "fields"), [("write", {"to": "nobody", "words": "x"}), ("note", {"words": ""}), ("macro", {"macro": "7"})]
)
def test_what_was_refused_elsewhere_leaves_the_form_that_asks_as_it_was(
    case: Case, name: str, fields: dict[str, str]
) -> None:
    refused = given_desk(case).act(name, tab="dialogue", **fields).content.decode()

    assert 'id="a-items"' in refused and "dict_items" not in refused


def test_while_a_proposal_waits_nobody_is_asked_and_the_page_says_why(case: Case) -> None:
    DisputePolicy.objects.update(approval_above_cents=0)
    at = given_desk(case)
    assert "ask for it" in at.read()
    made = at.preview().context["box"].preview
    at.act("decide", preview=made.public_id)

    shown, contract = at.read("?tab=dialogue"), at.read()
    with untouched():
        told = at.act("ask", **ASK).content.decode()

    assert 'id="ask"' not in shown and "until it is sent back" in shown and "ask for it" not in contract
    assert "A proposed decision waits for a second person" in told and not CaseRequest.objects.exists()


def test_a_case_is_called_by_its_title_when_it_is_taken() -> None:
    seat, case = given_case()
    seat.worker.post(f"/api/disputes/{dispute_of(case).public_id}/answer", {"text": "It is sharp."})

    told = Desk(given_staff_member(), case).act("next").content.decode()

    assert f"“{case.title}” is yours." in told
