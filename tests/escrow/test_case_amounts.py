"""The amount in the form of a decision, as it is typed without scripts: what it means beside the outcome, or beside none."""

import re

import pytest

from escrow.models import Case, DecisionPreview
from tests.digest import untouched
from tests.escrow.test_case_decision import buttons
from tests.factories.desks import given_case, given_desk
from tests.factories.market import Seat

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("sound_books")]


@pytest.fixture
def given(db: None) -> tuple[Seat, Case]:
    return given_case()


@pytest.mark.parametrize(
    ("typed", "decision", "cents"), [("2.17", "split", 217), ("5.00", "release", 500), ("0", "refund", 0)]
)
def test_an_amount_without_an_outcome_is_a_split(
    given: tuple[Seat, Case], typed: str, decision: str, cents: int
) -> None:
    """Without scripts nothing chooses the split for whoever types an amount."""
    at = given_desk(given[1])

    shown = at.act("preview", worker=typed, reason="Seen.")

    [made] = DecisionPreview.objects.all()
    assert (made.decision, made.worker_cents) == (decision, cents)
    heading = {"split": "split", "release": "pay the worker", "refund": "return everything"}[decision]
    assert len(buttons(shown)) == 2 and f"<h2>Preview: {heading}</h2>" in shown.content.decode()


@pytest.mark.parametrize(
    ("outcome", "typed", "told"),
    [
        ("release", "2.17", "Pay the worker is chosen, with which the worker gets 5.00 USD"),
        ("refund", "2.17", "Return everything is chosen, with which the worker gets 0.00 USD"),
        ("release", "9.99", "Pay the worker is chosen"),
    ],
)
def test_an_amount_that_contradicts_the_outcome_is_refused_with_what_to_do(
    given: tuple[Seat, Case], outcome: str, typed: str, told: str
) -> None:
    at = given_desk(given[1])

    with untouched():
        answer = at.preview(outcome=outcome, worker=typed, reason="", reason_code="partly-done")

    page = answer.content.decode()
    assert answer.status_code == 400 and buttons(answer) == []
    assert told in page and "Choose Split to pay this amount, or empty this field." in page
    assert f'value="{typed}"' in page and f'value="{outcome}" checked' in page
    assert "This reason is for" not in page and "Say why" not in page, "one fault, not three"


@pytest.mark.parametrize(("outcome", "typed"), [("release", "5.00"), ("refund", "0.00")])
def test_an_amount_that_says_the_same_as_the_outcome_is_none_to_refuse(
    given: tuple[Seat, Case], outcome: str, typed: str
) -> None:
    at = given_desk(given[1])

    assert len(buttons(at.preview(outcome=outcome, worker=typed))) == 2

    assert DecisionPreview.objects.get().decision == outcome


def test_a_preview_without_a_split_is_taken_up_again_without_an_amount(given: tuple[Seat, Case]) -> None:
    """So that choosing another outcome is not refused for an amount that nobody typed."""
    at = given_desk(given[1])
    shown = at.preview(outcome="release", worker="")
    link = re.search(r'href="([^"]+edit=[^"]+)"', shown.content.decode())
    assert link is not None

    page = at.browser.get(link[1].replace("&amp;", "&")).content.decode()

    assert 'value="release" checked' in page and re.search(r'name="worker"[^>]* value=""', page)
