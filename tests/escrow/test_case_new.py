"""What came since a preview or a proposal that it outdated is marked on the case's page, in each tab."""

import re

import pytest

from escrow.models import Case, DisputePolicy
from tests.escrow.test_case_decision import buttons, given
from tests.factories.desks import Desk, dispute_of, given_desk, given_staff_member
from tests.factories.market import Seat

__all__ = ("given",)  # a fixture
pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("sound_books")]


def test_what_came_since_an_outdated_preview_is_marked_in_each_tab(given: tuple[Seat, Case]) -> None:
    """Not what was there, nor what the reader did; nothing is marked while the preview holds, nor without one."""
    seat, case = given
    at = given_desk(case)
    old, new = f"/api/disputes/{dispute_of(case).public_id}/evidence", 'class="new"'
    seat.worker.post(old, {"text": "Before it."})
    [press, _] = buttons(at.preview())
    query = f"preview={press['preview']}"
    assert new not in at.read(f"?{query}") and new not in at.read(f"?tab=timeline&part=1&{query}")
    at.act("note", words="A note of mine.")
    seat.worker.post(old, {"text": "After it."})

    stopped = at.act(press.pop("act"), **press).content.decode()

    link = re.search(r'href="([^"]+)">Read what came', stopped)
    assert link is not None and f'?tab=dialogue&amp;{query}"' in stopped, "the tabs keep it"
    assert link[1].endswith(f"?tab=timeline&amp;{query}")
    for tab, entry in (
        ("timeline", r"<li .*?</li>"),
        ("dialogue", r"<li .*?</li>"),
        ("contract", r'<p class="said.*?</p>'),
    ):
        shown = re.findall(entry, at.read(f"?tab={tab}&part=1&{query}"), re.S)
        marked = {
            words: [new in one for one in shown if words in one] for words in ("Before it.", "After it.", "A note of")
        }
        assert marked["Before it."] == [False] and marked["After it."] == [True], (tab, marked)
        assert not any(marked["A note of"]), tab
    assert new not in at.read("?tab=timeline&part=1")
    other = Desk(given_staff_member(), case)
    assert new not in other.read(f"?tab=timeline&part=1&{query}"), "it is somebody else's preview"


def test_what_came_since_a_proposal_is_marked_for_whoever_would_approve_it(given: tuple[Seat, Case]) -> None:
    DisputePolicy.objects.update(approval_above_cents=0)
    seat, case = given
    first, second, new = given_desk(case), Desk(given_staff_member(), case), 'class="new"'
    [press, _] = buttons(first.preview())
    first.act(press.pop("act"), **press)
    assert 'class="new"' not in second.read("?tab=timeline")
    seat.worker.post(f"/api/disputes/{dispute_of(case).public_id}/evidence", {"text": "After it."})

    marked = [one for one in re.findall(r"<li .*?</li>", second.read("?tab=dialogue"), re.S) if 'class="new"' in one]

    assert len(marked) == 1 and "After it." in marked[0]
    marked = [one for one in re.findall(r"<li .*?</li>", second.read("?tab=timeline&part=1"), re.S) if new in one]
    assert marked and not [one for one in marked if "proposed" in one], "that it was proposed is no news"
