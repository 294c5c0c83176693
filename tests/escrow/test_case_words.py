"""All that both sides said is on the first page of a case: votes, findings, links, why somebody appealed; and who said it."""

import pytest

from bounties.rules.lifecycle_messages import without
from bounties.selectors import case_words
from escrow.models import Case, DisputeDecision
from escrow.ports import case_subjects
from escrow.selectors import case_contract
from humans.selectors import case_booking
from humans.services import conversations
from tests.factories.appeals import given_appeal, given_second_decision, given_staff
from tests.factories.desks import Desk, given_case, given_desk, given_staff_member
from tests.factories.market import given_delivered, given_funded_agent
from tests.factories.qa import given_run, given_tester
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


def test_what_a_panel_says_to_whom_it_hires_is_not_quoted_as_the_funders_words() -> None:
    """The lines are about the votes, and so is the welcome: `Page` and `Place` stand in both."""
    panel = given_panel(artifacts=[{"label": label, "url": "https://example.com/a.png"} for label in ("Page", "Place")])
    worker = panel.respondent()
    for end in ("a", "e", "i"):
        assert panel.vote(worker, "Page", f"{EMPTY} {'g' if end == 'a' else 'd'}").status == 200
    case = Case.objects.get()
    [welcome] = [said for said in case_booking.talk(case.escrow) if said.by == panel.agent.account.pk]
    assert "The works, and where to vote, are on the page of your place" in welcome.words

    assert [line.funder for line in case_contract.sheet(case).lines if line.funder] == []

    theirs = "We said it on the page: one vote, and the place has a reason of 20 characters."
    conversations.post_message(
        conversation_id=panel.row.bounty.applications.get().conversation_id,
        sender_id=panel.agent.account.pk,
        side="agent",
        content=theirs,
    )
    assert [line.funder for line in case_contract.sheet(case).lines if line.funder] == [[theirs]]


def test_of_what_a_run_tells_its_testers_the_owners_part_is_theirs_and_the_logins_are_not() -> None:
    """Whatever the owner wrote stays, also where it is the only thing that was written."""
    said: dict[str, str] = {}
    for start in ("Hello {{name}}, use the shop's own logins, until {{deadline}}.", ""):
        _, run = given_run(testerStartMessage=start, requiredCredentials=["shop", "mail"])
        _, seat = given_tester(run)
        [welcome] = [one for one in case_booking.talk(seat.escrow) if one.by == run.template.owner_id]
        assert "Logins for this test (shop, mail)" in welcome.words
        own = case_subjects.get("application").contract(seat.escrow).own_words
        assert own is not None
        said[start] = own(welcome.words)
        assert own("The logins are on your page: did you see them?") == "The logins are on your page: did you see them?"

    theirs, nothing = said.values()
    assert theirs.startswith("Hello ") and theirs.endswith("hours after you confirm.") and "Logins" not in theirs
    assert nothing == ""


def test_a_template_that_the_owner_wrote_is_their_own_words() -> None:
    seat = given_delivered(lifecycle_messages={"onAccepted": "Dear {{name}}, the tram must be in the picture."})

    assert case_subjects.get("application").contract(seat.application.escrow).own_words is None


def test_what_was_made_from_a_template_is_known_and_what_was_added_is_not() -> None:
    template = "Dear {{ name }}, until {{deadline}}. (It's fine.)"
    assert without(template, "Dear Ada\nLee, until 3 May, 10:00. (It's fine.)") == ""
    assert without(template, "Dear Ada, until 3 May. (It's fine.) More.") == "More."
    assert without(template, "Dear Ada, until when?") == "Dear Ada, until when?"
    assert without("At {{page}}", "Here. At https://example.com/a and then more.") == "Here.  and then more."
    assert without(" ", "Words.") == "Words."


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
