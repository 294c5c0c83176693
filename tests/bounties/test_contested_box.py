"""The box of a contested seat on the page of its case: chosen, asked once more beside the evidence, done."""

import html
import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from escrow.models import Case
from marketplace.core import clock
from marketplace.models import PrivateRead
from tests.api import Api
from tests.bounties.test_office_cases import given_case, later, office, on_case, page_of
from tests.factories import desk as desk_cases
from tests.factories.market import untouched

__all__ = ("later",)  # a fixture
pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("sound_books")]


def contest(who: Api, case: Case, way: str, follow: bool = True, **fields: str) -> Any:
    """Chooses how it is decided, on the page of the case."""
    typed = {"act": "contest", "way": way, "tab": "evidence", "reason": "It is the shelf.", "hours": "24"}
    return office(who).post(page_of(case), typed | fields, follow=follow)


def pressed(who: Api, asked: Any, confirmed: str = "1") -> Any:
    """Says yes to what was asked."""
    form = re.search(
        r'<form method="post" action="([^"]+)" class="the-button">(.*?)</form>', asked.content.decode(), re.S
    )
    assert form is not None
    hidden = dict(re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', form[2]))
    hidden = {name: html.unescape(value) for name, value in hidden.items() if name != "csrfmiddlewaretoken"}
    return office(who).post(form[1], hidden | {"confirmed": confirmed}, follow=True)


def test_a_contested_seat_is_decided_beside_its_evidence(later: Callable[[float], None], support: Api) -> None:
    """Asked once more within the case's page, on the tab that was open; and the case is there again."""
    seat = given_case(later)
    case = on_case(support, seat)
    shown = office(support).get(page_of(case)).content.decode()
    assert all(f'name="way" value="{verb}"' in shown for verb in ("time", "release", "take-back"))

    with untouched(besides=PrivateRead):
        asked = contest(support, case, "release")

    assert asked.redirect_chain == [(f"{page_of(case)}?tab=evidence&way=release#decision", 302)]
    page = asked.content.decode()
    exactly = f"{seat.application.human_name} gets 5.00 USD now and the seat is finished."
    assert all(
        words in page for words in ("Pay the worker?", html.escape(exactly), "Yes, and next case", "It is the shelf.")
    )
    assert 'aria-current="page"><kbd>2</kbd> Evidence' in page
    done = pressed(support, asked)

    assert done.redirect_chain == [(f"{page_of(case)}?tab=evidence", 302)]
    assert (seat.fresh().escrow.status, Case.objects.get(pk=case.pk).stage) == ("released", "closed")
    assert seat.application.contests.get().decision == "It is the shelf."
    assert "Next case" in done.content.decode() and "This case is closed." in done.content.decode()


def test_no_change_it_has_every_word_and_time_is_given_in_hours(later: Callable[[float], None], support: Api) -> None:
    seat, other = given_case(later), given_case(later, title="Another shelf")
    case, second = on_case(support, seat), on_case(support, other)
    browser = office(support)
    typed = {"act": "contest", "way": "time", "reason": "Once <more>.", "hours": "12"}

    asked = browser.post(page_of(case), typed, follow=True)

    assert "They have 12 hours from now." in asked.content.decode() and "No money moves." in asked.content.decode()
    changed = browser.get(page_of(case)).content.decode()
    assert "Once &lt;more&gt;.</textarea>" in changed and 'max="720" value="12"' in changed
    assert "Once" not in browser.get(page_of(second)).content.decode(), "of another case"
    assert "?</h2>" not in browser.get(f"{page_of(case)}?way=release").content.decode(), "not what was asked about"
    pressed(support, asked)
    assert seat.fresh().application.complete_by == clock.now() + timedelta(hours=12)
    assert seat.application.contests.get().decision == "Once <more>."


@pytest.mark.parametrize(
    ("fields", "fault"),
    [
        ({"reason": " "}, "Say why: the people concerned are told."),
        ({"reason": "x" * 301}, "at most 300 characters"),
        ({"hours": "0"}, "Give at least 1."),
        ({"hours": "721"}, "Give at most 720."),
        ({"hours": ""}, "Fill this in."),
    ],
)
def test_what_the_box_is_not_told_stands_at_its_field(
    later: Callable[[float], None], support: Api, fields: dict[str, str], fault: str
) -> None:
    case = on_case(support, given_case(later))

    with untouched(besides=PrivateRead):
        refused = contest(support, case, "time", **{"reason": "Kept."} | fields)

    page = refused.content.decode()
    assert refused.status_code == 400 and fault in page and "?</h2>" not in page
    assert "reason" in fields or "Kept.</textarea>" in page


def test_nobody_is_asked_about_a_case_that_is_not_theirs_or_not_so(
    later: Callable[[float], None], support: Api, operator: Api
) -> None:
    case, dispute = on_case(support, given_case(later)), desk_cases.given_case()

    with untouched(besides=PrivateRead):
        assert contest(operator, case, "release").status_code == 403
        assert contest(support, case, "nonsense").status_code == 404
        assert contest(support, dispute, "release").status_code == 403
