"""The decision on a case's page: typed once, previewed, sealed, pressed by one button, approved by another person."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.admin.models import LogEntry

from escrow.models import Case, DecisionPreview, DisputeDecision, DisputePolicy, ReasonCode
from marketplace.core import clock
from marketplace.models import Mail, PrivateRead
from tests.bounties.test_contests import given_sent_back
from tests.digest import untouched
from tests.factories.appeals import given_appeal
from tests.factories.desks import Desk, dispute_of, given_case, given_desk, given_staff_member
from tests.factories.market import Seat
from wallet import ledger as books

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("sound_books")]
BUTTON = re.compile(r'<form method="post"[^>]*class="the-button">(.*?)</form>', re.S)
FIELD = re.compile(r'name="([^"]+)"(?: value="([^"]*)")?')


@pytest.fixture
def given(db: None) -> tuple[Seat, Case]:
    return given_case()


def earned(case: Case) -> int:
    return books.balance(books.earnings(case.worker_id))


def buttons(answer: Any) -> list[dict[str, str]]:
    """What each button of a preview or proposal carries, without the token."""
    found = [dict(FIELD.findall(form)) for form in BUTTON.findall(answer.content.decode())]
    return [{name: value for name, value in one.items() if name != "csrfmiddlewaretoken"} for one in found]


# ------------------------------------------------------------------ seen in use: 1


def test_the_button_carries_the_preview_and_nothing_else(given: tuple[Seat, Case]) -> None:
    """7.17 was previewed, 3.01 typed, 3.01 moved: beside the button there is no amount, and one that is sent with it is nothing."""
    _, case = given
    at = given_desk(case)

    shown = at.preview(worker="2.17")
    page = shown.content.decode()
    [made] = DecisionPreview.objects.all()
    assert buttons(shown)[0] == {"act": "decide", "preview": made.public_id}
    assert buttons(shown)[1] == {"act": "decide_and_next", "preview": made.public_id}
    box = page[page.index('id="decision"') :]
    assert 'name="worker"' not in box and 'name="outcome"' not in box
    for words in ("2.17 USD", "0.39 USD", "3.34 USD", "our fees", "The money moves at once"):
        assert words in box, words

    at.act("decide", preview=made.public_id, worker="3.01", outcome="split", reason="Other.")

    assert earned(case) == 217
    assert DisputeDecision.objects.get().reason == "Half."


@pytest.mark.parametrize(
    ("fields", "fault"),
    [
        ({"reason": ""}, "Say why"),
        ({"reason": "x" * 301}, "at most 300"),
        ({"worker": "5.01"}, "At most 5.00 USD"),
        ({"worker": ""}, "Say how much"),
        ({"worker": "2.505"}, "decimal places"),
        ({"worker": "much"}, "as a number, such as 12.50"),
        ({"worker": "2,17"}, "as a number, such as 12.50"),
        ({"outcome": "", "worker": ""}, "Choose what follows for the money, or type an amount"),
        ({"outcome": "", "worker": "5.01"}, "At most 5.00 USD"),
        ({"outcome": "nonsense"}, "is not one of the available choices"),
        ({"reason_code": "no-such-code"}, "does not hold any more"),
        ({"reason_code": "never-delivered"}, "return everything"),
    ],
)
def test_after_an_error_there_is_no_button_and_every_word_is_still_there(
    given: tuple[Seat, Case], fields: dict[str, str], fault: str
) -> None:
    at = given_desk(given[1])
    typed = {"letter_worker": "Dear worker, kept.", "letter_funder": "Dear funder, kept.", "worker": "2.17"}

    with untouched():
        answer = at.preview(**typed | {"reason": "Kept reason."} | fields)

    page = answer.content.decode()
    assert answer.status_code == 400 and fault in page
    assert "See `fields`" not in page and buttons(answer) == []
    assert "Dear worker, kept." in page and "Dear funder, kept." in page
    for name, value in (typed | {"reason": "Kept reason."} | fields).items():
        assert not value or name in ("outcome", "reason_code") or value in page


# ------------------------------------------------------------------ seen in use: 2


def test_what_comes_between_the_preview_and_the_press_stops_it_and_no_word_is_lost(given: tuple[Seat, Case]) -> None:
    seat, case = given
    at = given_desk(case)
    shown = at.preview(letter_worker="Dear worker, kept.", reason_code="partly-done")
    [press, _] = buttons(shown)
    seat.worker.post(f"/api/disputes/{dispute_of(case).public_id}/evidence", {"text": "One more."})

    with untouched():
        stopped = at.act(press.pop("act"), **press)

    page = stopped.content.decode()
    assert "The case is not as you read it." in page and re.search(r"the worker added words \d+ s ago", page)
    assert "Dear worker, kept." in page and 'value="2.50"' in page and 'value="partly-done"' in page
    assert 'value="split" checked' in page and buttons(stopped) == []
    assert earned(case) == 0

    [press, _] = buttons(at.preview(letter_worker="Dear worker, kept."))
    at.act(press.pop("act"), **press)
    assert earned(case) == 250


def test_what_came_after_the_page_was_opened_is_named_beside_the_preview(given: tuple[Seat, Case]) -> None:
    seat, case = given
    at = given_desk(case)
    opened = re.search(r'name="read_at" value="([^"]+)"', at.read())
    assert opened is not None
    assert "New since you opened" not in at.preview(read_at=opened[1]).content.decode()
    seat.worker.post(f"/api/disputes/{dispute_of(case).public_id}/evidence", {"text": "One more."})

    shown = at.preview(read_at=opened[1])

    page = shown.content.decode()
    assert "New since you opened the page" in page and "the worker added words" in page
    assert len(buttons(shown)) == 2, "it is part of what the preview rests on"


def test_a_preview_of_yesterday_is_not_pressed(given: tuple[Seat, Case], at: Any) -> None:
    desk = given_desk(given[1])
    [press, _] = buttons(desk.preview())
    at((clock.now() + timedelta(hours=24)).isoformat())

    with untouched(besides=PrivateRead):
        stopped = desk.act(press.pop("act"), **press).content.decode()

    assert "more than 24 hours old" in stopped and 'value="2.50"' in stopped


def test_evidence_between_proposal_and_approval_stops_the_approval(given: tuple[Seat, Case]) -> None:
    DisputePolicy.objects.update(approval_above_cents=0)
    seat, case = given
    first, second = given_desk(case), Desk(given_staff_member(), case)
    [press, _] = buttons(first.preview())
    first.act(press.pop("act"), **press)
    [approve] = buttons(second.get())
    seat.worker.post(f"/api/disputes/{dispute_of(case).public_id}/evidence", {"text": "One more."})

    with untouched():
        told = second.act(approve.pop("act"), **approve)

    assert buttons(told) == [] and "The case has changed since" in told.content.decode()
    assert "the worker added words" in told.content.decode()
    second.act("send_back", decision=approve["decision"], reason="Something came.")
    [press, _] = buttons(first.preview())
    first.act(press.pop("act"), **press)
    [approve] = buttons(second.get())
    second.act(approve.pop("act"), **approve)
    assert earned(case) == 250


# ------------------------------------------------------------------ seen in use: 4


def test_a_proposal_is_called_one_and_its_proposer_is_not_offered_its_approval(given: tuple[Seat, Case]) -> None:
    DisputePolicy.objects.update(approval_above_cents=0)
    _, case = given
    first, second = given_desk(case, name="Ana"), Desk(given_staff_member(name="Ben"), case)
    shown = first.preview()
    assert "Nothing moves yet: a colleague has to approve it" in shown.content.decode()
    [press, _] = buttons(shown)

    after = first.act(press.pop("act"), **press)

    page = after.content.decode()
    assert "Proposed: split" in page and "decided for" not in page and "Decided" not in page
    assert buttons(after) == [] and "A colleague approves it" in page
    [proposed] = DisputeDecision.objects.all()
    with untouched():
        assert first.act("approve", decision=proposed.public_id).status_code == 403, "nor by hand"
    theirs = second.get()
    assert "Ana proposed it" in theirs.content.decode()
    assert buttons(theirs) == [{"act": "approve", "decision": proposed.public_id}]

    second.act("approve", decision=proposed.public_id)

    proposed.refresh_from_db()
    assert (proposed.state, proposed.second, earned(case)) == ("final", second.who.account, 250)
    assert "Decided: split" in second.read() and "approved by Ben" in second.read()


def test_a_proposal_is_sent_back_with_a_reason(given: tuple[Seat, Case]) -> None:
    DisputePolicy.objects.update(approval_above_cents=0)
    first = given_desk(given[1])
    [press, _] = buttons(first.preview())
    first.act(press.pop("act"), **press)
    proposed = DisputeDecision.objects.get()

    with untouched():
        assert first.act("send_back", decision=proposed.public_id, reason=" ").status_code == 400
    first.act("send_back", decision=proposed.public_id, reason="Too much.")

    proposed.refresh_from_db()
    assert proposed.state == "sent_back" and 'value="preview"' in first.read()
    assert "sent back: Too much." in [entry.get_change_message() for entry in LogEntry.objects.all()]


# ------------------------------------------------------------------ seen in use: 7


def test_back_after_deciding_shows_the_case_and_sends_nothing_again(given: tuple[Seat, Case]) -> None:
    """Every form leads on by a redirect, so that the browser's back never asks to send one again."""
    _, case = given
    at = given_desk(case)
    previewed = at.act("preview", follow=False, outcome="split", worker="2.50", reason="Half.")
    assert previewed.status_code == 302
    [press, _] = buttons(at.browser.get(previewed["Location"]))
    decided = at.act(press["act"], follow=False, preview=press["preview"])
    assert decided.status_code == 302

    back = at.browser.get(previewed["Location"])

    assert back.status_code == 200 and "Decided: split" in back.content.decode() and buttons(back) == []
    with untouched():
        assert at.act("decide", preview=press["preview"]).status_code in (403, 409)


def test_go_back_and_change_it_has_every_word(given: tuple[Seat, Case]) -> None:
    at = given_desk(given[1])
    shown = at.preview(letter_funder="Dear funder, kept.", reason_code="delivered-late", reason="My words.")
    link = re.search(r'href="([^"]+edit=[^"]+)"', shown.content.decode())
    assert link is not None

    page = at.browser.get(link[1].replace("&amp;", "&")).content.decode()

    for kept in ("Dear funder, kept.", 'value="2.50"', "My words.", 'value="split" checked'):
        assert kept in page, kept
    assert re.search(r'value="delivered-late"[^>]* selected', page)


# ------------------------------------------------------------------ reasons, letters, what is suggested


def test_a_reason_brings_its_text_and_each_side_gets_its_own_letter(given: tuple[Seat, Case]) -> None:
    _, case = given
    at = given_desk(case)
    [press, _] = buttons(
        at.preview(
            reason="", reason_code="partly-done", letter_funder="For the funder.", letter_worker="For the worker."
        )
    )
    Mail.objects.all().delete()

    at.act(press.pop("act"), **press)

    made = DisputeDecision.objects.get()
    assert made.reason == "A part of what was agreed was delivered, and that part is paid."
    letters = {mail.to: mail.text for mail in Mail.objects.filter(subject__startswith="Dispute decided")}
    assert "For the funder." in letters[case.owner.email] and "For the worker." not in letters[case.owner.email]
    assert "For the worker." in letters[case.worker.email] and "For the funder." not in letters[case.worker.email]


def test_of_reasons_the_latest_that_has_begun_holds_and_an_empty_one_ends_it(given: tuple[Seat, Case]) -> None:
    later = clock.now() + timedelta(hours=1)
    ReasonCode.objects.create(
        code="partly-done", text="Other words.", decision="split", holds_from=clock.now(), why="x"
    )
    ReasonCode.objects.create(code="delivered-late", text="", holds_from=clock.now(), why="x")
    ReasonCode.objects.create(code="to-come", text="Not yet.", holds_from=later, why="x")

    page = given_desk(given[1]).read()

    assert "Other words." in page and "delivered-late" not in page and "to-come" not in page
    assert "overturn-misread" not in page, "for an appeal only"


def test_a_suggestion_gives_its_rule_and_fills_nothing_in(given: tuple[Seat, Case]) -> None:
    at = given_desk(given[1])
    assert "No suggestion yet" in at.read() and "A finding for each line comes first." in at.read()
    keys = re.findall(r'name="finding:([^"]+)" value="met"', at.read())

    at.act("findings", **{f"finding:{key}": "met" for key in keys})

    page = at.read()
    assert "By its findings: pay the worker" in page and "What would change it" in page
    assert not re.search(r'name="outcome" value="\w+" checked', page), "never applied by itself"


def test_decide_and_next_leads_to_the_next_case(given: tuple[Seat, Case]) -> None:
    """The plain split: preview, press, and the next case is there: three clicks and three loads with `take next`."""
    _, case = given
    _, waiting = given_case()
    Case.objects.filter(pk=waiting.pk).update(stage="decision", due_at=clock.now() + timedelta(hours=3))
    at = given_desk(case)
    [_, press] = buttons(at.preview())

    answer = at.act(press["act"], preview=press["preview"])

    assert earned(case) == 250
    assert waiting.public_id in answer.content.decode()
    waiting.refresh_from_db()
    assert waiting.assignee == at.who.account
    assert LogEntry.objects.filter(object_id=str(waiting.pk)).count() == 1, "in the staff log, too"


def test_the_slider_is_only_help_and_an_outcome_counts_without_an_amount(given: tuple[Seat, Case]) -> None:
    at = given_desk(given[1])

    for outcome, cents in (("release", 500), ("refund", 0)):
        at.preview(outcome=outcome, worker="")
        assert DecisionPreview.objects.latest("id").worker_cents == cents


# ------------------------------------------------------------------ foreign ids, contested seats


def test_a_button_of_another_case_is_none_here(given: tuple[Seat, Case]) -> None:
    _, case = given
    _, other = given_case()
    at = given_desk(case)
    elsewhere = Desk(at.who, other).take()
    [press, _] = buttons(elsewhere.preview())

    with untouched():
        assert at.act("decide", preview=press["preview"]).status_code == 404
        assert at.act("decide", preview="nonsense").status_code == 404


def test_a_contested_seat_has_its_three_outcomes_and_a_link_to_its_own_page() -> None:
    seat = given_sent_back()
    path = f"/api/work/{seat.application.public_id}/contest"
    assert seat.worker.post(path, {"reason": "The shelf is there."}).status == 200
    case = Case.objects.get(kind="contest", escrow_id=seat.escrow.pk)
    at = given_desk(case)

    page = at.read()

    assert f"/admin/bounties/application/{seat.application.pk}/change/" in page
    for words in ("Give the worker more time", "Pay the worker", "End the seat without pay", "contested seat"):
        assert words in page, words
    assert 'value="preview"' not in page
    with untouched():
        assert at.preview().status_code == 404
    for tab in ("contract", "evidence", "timeline", "dialogue", "money", "parties", "alike"):
        assert at.get(f"?tab={tab}").status_code == 200


# ------------------------------------------------------------------ an appeal


def test_an_appeal_is_decided_on_the_same_screen_by_another_person_who_corrects_it() -> None:
    seat, dispute = given_appeal(250, "agent")
    case = dispute.case
    at = given_desk(case)

    shown = at.preview(outcome="refund", worker="", reason="Read again.", reason_code="overturn-misread")
    [press, _] = buttons(shown)
    head = shown.content.decode().partition("</header>")[0]
    assert "<dt>Amount</dt>" in head and "<dt>Held</dt>" not in head, "the first decision has moved it"
    assert (
        "overturn misread (overturns)" in at.read() and "Decide: 5.90 USD back to the funder" in shown.content.decode()
    )
    done = at.act(press.pop("act"), **press)

    case.refresh_from_db()
    assert "Decided" in done.content.decode() and case.stage == "closed"
    assert (earned(case), books.balance(books.wallet(case.owner_id))) == (0, 590)
    assert seat.agent.get(f"/api/disputes/{dispute.public_id}")["dispute"]["appeal"]["state"] == "overturned"
