"""All that both sides said is on the first page of a case: votes, findings, links, why somebody appealed; and who said it."""

import pytest

from bounties.selectors import case_words
from escrow.models import Case, DisputeDecision
from tests.factories.appeals import given_appeal, given_second_decision, given_staff
from tests.factories.desks import Desk, given_case, given_desk, given_staff_member
from tests.factories.market import given_delivered, given_funded_agent
from tests.factories.taste import given_panel

pytestmark = pytest.mark.django_db
FINDING = {
    "title": "Menu covers the search",
    "steps": "Open it.",
    "expected": "",
    "actual": "It stays.",
    "severity": "low",
}
EMPTY = "good good good good good good good good"  # a vote's reason that says nothing


def test_a_finding_is_told_with_what_its_tester_wrote() -> None:
    assert case_words.form_words({"findings": [FINDING]}) == [
        "Finding 1 (low): Menu covers the search\nSteps: Open it.\nActual: It stays."
    ]
    assert case_words.counted({"findings": [FINDING, FINDING]}) == ["2 findings"]
    assert case_words.form_words({}) == case_words.counted({}) == []


def test_votes_are_shown_and_what_a_rule_answered_is_not_the_funders_word() -> None:
    panel = given_panel()
    worker = panel.respondent()
    for end in ("a", "e", "i"):
        assert panel.vote(worker, "Blue", f"{EMPTY} {'g' if end == 'a' else 'd'}").status == 200

    shown = given_desk(Case.objects.get()).read()

    assert "Vote: Blue" in shown and EMPTY in shown and "a vote" in shown
    funder, _, rule = shown.partition("The rule says")
    assert "The reason says nothing" in rule
    assert "The reason says nothing" not in funder.partition("The funder says")[2]


def test_links_of_either_side_stand_with_who_sent_them() -> None:
    seat = given_delivered(agent=given_funded_agent(590))
    seat.application.submissions.update(links=["https://example.com/film"])
    seat, case = given_case(seat)
    path = f"/api/disputes/{case.dispute.public_id}/evidence"
    assert seat.worker.post(path, {"text": "", "urls": ["https://example.com/tram"]}).status == 200

    funder, worker = given_desk(case).read().partition("The funder says")[2].split("The worker says")

    assert 'href="https://example.com/a"' in funder
    assert 'href="https://example.com/film"' in worker and 'href="https://example.com/tram"' in worker


def test_who_decides_an_appeal_reads_why_it_was_made_and_what_was_decided_first() -> None:
    _, dispute = given_appeal(250, "worker")
    case = Case.objects.get(dispute=dispute)

    shown = given_desk(case).read()

    assert "the appeal: an error of the first decision" in shown and "The second photo was not read." in shown
    assert "First decided: split" in shown and "2.50 USD for the worker" in shown


def test_a_decided_appeal_shows_what_it_moved_and_not_the_whole_again() -> None:
    _, dispute = given_appeal(250, "worker")
    case = Case.objects.get(dispute=dispute)
    given_second_decision(dispute, 500, by=given_staff())
    assert DisputeDecision.objects.get(dispute=dispute, round=2).state == "final"

    shown = Desk(given_staff_member(), case).read().partition("Decided: ")[2]

    assert "wallet of" in shown and "2.50 USD" in shown
    assert "5.00 USD" not in shown.partition("</table>")[0], "that was never posted"
