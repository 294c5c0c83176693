"""/owner/jobs/{id}/applicants and …/people/{applicationId}: an owner chooses, looks at the work, pays, reviews."""

import re
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from bounties.models import Application
from escrow.models import Dispute, Transfer
from humans.models import Review
from tests.factories.accounts import given_worker
from tests.factories.files import given_file, picture
from tests.factories.market import (
    Seat,
    given_application,
    given_bounty,
    given_completed,
    given_confirmed,
    given_delivered,
    given_funded_agent,
    given_hired,
    given_released,
    untouched,
)
from tests.factories.members import given_member
from tests.visitor import Seen, Visitor
from wallet import ledger
from wallet.models import Checkout
from wallet.services import checkouts

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("sound_books")]
EVIL = "<script>alert(1)</script>"


def person(seat: Seat | Application) -> str:
    application = seat.application if isinstance(seat, Seat) else seat
    return f"/owner/jobs/{application.bounty.public_id}/people/{application.public_id}"


def owner(seat: Seat) -> tuple[Visitor, Seen]:
    visitor = Visitor(seat.agent.account)
    return visitor, visitor.open(person(seat))


def send_twice(visitor: Visitor, page: Seen, act: str, **fields: Any) -> Seen:
    """A double tap: the second answer is the first."""
    visitor.send(page, act, **fields)
    return visitor.send(page, act, **fields)


# ------------------------------------------------------------------ choosing


def test_applicants_stand_side_by_side_with_what_decides() -> None:
    agent = given_funded_agent()
    bounty = given_bounty(agent, city="Lisbon", country="PT", spots_available=2)
    near = given_worker(name="Inês Costa")
    given_released(agent=agent, worker=near)
    given_application(bounty, near, words="I live around the corner.", proposed_price_cents=450)
    given_application(bounty, words=EVIL)

    page = Visitor(agent.account).open(f"/owner/jobs/{bounty.public_id}/applicants")
    dearest = Visitor(agent.account).open(f"/owner/jobs/{bounty.public_id}/applicants?sort=price")

    for words in ("Inês Costa", "I live around the corner.", "1 job done here", "Lisbon, Portugal"):
        assert words in page.text
    assert "Asks $4.50" in page.text and "Your price" in page.text and "Asks for" not in page.text
    assert "$5.90 is held for whom you hire" in page.text and EVIL not in page.html and "&lt;script&gt;" in page.html
    assert [form.act for form in page.forms] == ["", "hire", "hire", "reject_many"]
    assert dearest.status == 200 and "Nobody here" in Visitor(agent.account).open(f"{page.path}?status=rejected").text


def test_hiring_from_the_list_acts_once() -> None:
    agent = given_funded_agent()
    _, application = given_application(given_bounty(agent))
    visitor = Visitor(agent.account)
    page = visitor.open(f"/owner/jobs/{application.bounty.public_id}/applicants")

    done = send_twice(visitor, page, "hire", applicationId=application.public_id)

    application.refresh_from_db()
    assert application.status == "accepted" and "$5.90 is held for them" in done.text


def test_several_are_turned_down_at_once_or_nobody() -> None:
    agent = given_funded_agent()
    bounty = given_bounty(agent, spots_available=2)
    rows = [given_application(bounty)[1] for _ in range(3)]
    visitor = Visitor(agent.account)
    page = visitor.open(f"/owner/jobs/{bounty.public_id}/applicants")

    with untouched():
        none = visitor.send(page, "reject_many", response="Kind words")
        assert none.status == 400 and "Choose at least one person" in none.text and "Kind words" in none.html
        strange = [rows[0].public_id, "app_nothing"]
        assert visitor.send(page, "reject_many", applications=strange).status == 404
    chosen = [row.public_id for row in rows[:2]]
    done = send_twice(visitor, page, "reject_many", applications=chosen, reason="place", response="Sorry.")

    assert [Application.objects.get(pk=row.pk).status for row in rows] == ["rejected", "rejected", "pending"]
    assert Application.objects.get(pk=rows[0].pk).response == "You are too far away for this.\nSorry."
    assert "2 people are turned down" in done.text


def test_one_is_hired_turned_down_and_taken_back_on_their_page() -> None:
    agent = given_funded_agent()
    bounty = given_bounty(agent, spots_available=2)
    rows = [given_application(bounty)[1] for _ in range(2)]
    visitor = Visitor(agent.account)

    hired = send_twice(visitor, visitor.open(person(rows[0])), "accept", response="Welcome.")
    down = visitor.send(visitor.open(person(rows[1])), "reject", reason="others")
    assert "is hired" in hired.text and "Has to confirm" in hired.text and "Turned down, and told so." in down.text
    again = visitor.send(down, "unreject")
    back = visitor.send(hired, "take_back")

    states = [Application.objects.get(pk=row.pk).status for row in rows]
    assert states == ["expired", "pending"] or states == ["withdrawn", "pending"]
    assert "You can choose them again." in again.text and "Nothing was paid." in back.text


# ------------------------------------------------------------------ the work


def given_shown(**fields: Any) -> Seat:
    seat = given_delivered(completion_criteria="- The sign is readable\n- The door is shut", **fields)
    sent = seat.application.submissions.get()
    sent.files.add(given_file(seat.worker.account, picture(name="sign.jpg")))
    return seat


def test_evidence_is_sent_back_with_a_reason_words_and_what_is_met() -> None:
    seat = given_shown()
    visitor, page = owner(seat)
    assert 'alt="sign.jpg"' in page.html and "The door is shut" in page.text and "Look at the work" in page.text

    with untouched():
        refused = visitor.send(page, "send_back", criteria=["The sign is readable"], everyCriterion=[])
        assert refused.status == 400 and "checked" in refused.html
    criteria = ["The sign is readable"]
    done = send_twice(visitor, page, "send_back", reason="unclear", response="Go nearer.", criteria=criteria)

    sent = seat.application.submissions.get()
    assert sent.status == "redo_requested"
    assert sent.response == (
        "It can't be made out: blurred, dark or cut off.\nGo nearer.\n\nMet:\n- The sign is readable\n\n"
        "Not met yet:\n- The door is shut"
    )
    assert "Sent back, with your words" in done.text and "Sent back by you" in done.text
    for page in (done, Visitor(seat.worker.account).open(f"/work/{seat.application.public_id}")):
        step = page.html.partition('class="stepper"')[2].partition("Sent in")
        assert step[0].rpartition("<li ")[2].startswith('aria-current="step"') and not step[2].startswith(
            '<span class="hidden">'
        )


def test_after_sending_back_the_money_says_what_is_awaited() -> None:
    seat = given_delivered()
    visitor, page = owner(seat)
    assert "Nothing was sent yet." not in page.text

    sent_back = visitor.send(page, "send_back", reason="unclear")

    assert "new evidence is awaited. Pay now only if" in sent_back.text and "Nothing was sent yet" not in sent_back.text


def test_all_that_was_sent_earlier_stands_under_one_heading() -> None:
    seat = given_shown()
    visitor, page = owner(seat)
    for number in range(2):
        visitor.send(page, "send_back", reason="unclear")
        sent = seat.worker.post(
            f"/api/bounties/{seat.bounty.public_id}/submissions", {"textEvidence": f"Try {number}."}
        )
        assert sent.status == 200, sent.body
        page = visitor.open(person(seat))

    assert page.html.count("<h2>What they sent</h2>") == page.html.count("<h2>Sent earlier</h2>") == 1
    assert page.text.index("Try 1.") < page.text.index("Sent earlier") < page.text.index("Try 0.")
    assert len([form for form in page.forms if form.act == "approve"]) == 1


def test_evidence_is_approved_then_paid_with_the_exact_sum_once() -> None:
    seat = given_shown()
    visitor, page = owner(seat)

    approved = send_twice(visitor, page, "approve")
    assert "Approved, not paid yet" in approved.text
    assert "$5.00 to" in approved.text and "$0.90 fee. It can't be undone." in approved.text
    with untouched():
        wrong = visitor.send(approved, "release", amountCents="1")
        assert wrong.status == 400 and "The sum has changed" in wrong.text
    paid = send_twice(visitor, visitor.open(person(seat)), "release")

    assert seat.escrow.status == "released" and "Paid: $5.00 to them, $0.90 fee" in paid.text
    assert ledger.balance(ledger.earnings(seat.worker.account.pk)) == 500


def test_several_are_approved_at_once() -> None:
    agent = given_funded_agent()
    bounty = given_bounty(agent, spots_available=3)
    seats = [given_delivered(agent=agent, bounty=bounty) for _ in range(2)]
    visitor = Visitor(agent.account)
    page = visitor.open(f"/owner/jobs/{bounty.public_id}/evidence")
    assert "Decide by" in page.text and "Without your answer it counts as accepted." in page.text
    sent = [seat.application.submissions.get().public_id for seat in seats]

    with untouched():
        assert visitor.send(page, "approve_many").status == 400
    done = send_twice(visitor, page, "approve_many", submissions=sent)

    assert {seat.escrow.status for seat in seats} == {"completed"} and "2 approved." in done.text
    pays = [f"{person(seat)}#release" for seat in seats]
    approved = visitor.open(f"/owner/jobs/{bounty.public_id}/evidence?status=approved")
    assert "Decide by" not in approved.text
    assert [link for link in reversed(approved.links) if link.endswith("#release")] == pays, "and to where each is paid"
    visitor.send(visitor.open(person(seats[0])), "release")
    assert f"{person(seats[0])}#release" not in visitor.open(approved.path + "?status=approved").links


def test_when_one_of_several_was_judged_meanwhile_it_is_named_and_the_others_stay_ticked() -> None:
    agent = given_funded_agent()
    bounty = given_bounty(agent, spots_available=3)
    seats = [given_delivered(agent=agent, bounty=bounty, worker=given_worker(name=name)) for name in ("Rui", "Inês")]
    visitor = Visitor(agent.account)
    page = visitor.open(f"/owner/jobs/{bounty.public_id}/evidence")
    sent = [seat.application.submissions.get().public_id for seat in seats]
    path = f"/api/bounties/{bounty.public_id}/submissions/{sent[0]}"
    assert agent.patch(path, {"action": "reject", "response": "Blurred."}).status == 200

    with untouched():
        refused = visitor.send(page, "approve_many", submissions=sent)

    assert refused.status == 409
    assert "What Rui sent can't be approved any more, so nothing was approved." in refused.text
    assert re.findall(r'value="(sub_\w+)" form="many" checked', refused.html) == [sent[1]]
    assert "1 approved." in visitor.send(refused, "approve_many", submissions=[sent[1]]).text


def test_more_time_is_given_granted_and_denied() -> None:
    seat = given_confirmed(completion_window_hours=24)
    ask = f"/api/bounties/{seat.bounty.public_id}/applications/{seat.application.public_id}/extension"
    assert seat.worker.post(ask, {"hours": 5, "reason": "The shop is shut."}).status == 200
    visitor, page = owner(seat)
    assert "The shop is shut." in page.text and "They ask for more time" in page.text

    given = visitor.send(page, "more_time")
    before = seat.fresh().application.complete_by
    granted = visitor.send(given, "more_time", hours="3")

    assert "They have more time" in granted.text and seat.fresh().application.complete_by > before
    with untouched():
        assert visitor.send(granted, "more_time", hours="many").status == 400


def test_a_place_without_work_is_ended() -> None:
    seat = given_confirmed()
    visitor, page = owner(seat)

    done = send_twice(visitor, page, "expire", reason="Nobody came.")

    assert seat.fresh().application.status == "expired" and "Place ended" in done.text
    assert "It went back into the job, for somebody else." in done.text
    assert "unreject" in [form.act for form in done.forms]


def test_a_dispute_is_opened_and_leads_to_its_page() -> None:
    seat = given_completed()
    visitor, page = owner(seat)

    with untouched():
        assert visitor.send(page, "dispute", category="poor_quality").status == 400
        assert visitor.send(page, "dispute", description="It is blurred.").status == 400, (
            "no reason is chosen beforehand"
        )
    opened = send_twice(visitor, page, "dispute", category="poor_quality", description="It is blurred.")

    assert opened.path == f"/owner/disputes/{Dispute.objects.get().public_id}"
    assert opened.path in visitor.open(person(seat)).links


def test_after_the_pay_comes_a_review_and_a_tip() -> None:
    seat = given_released()
    visitor, page = owner(seat)

    with untouched():
        assert visitor.send(page, "review").status == 400
        huge = visitor.send(page, "tip", amount="9,000")
        assert huge.status in (402, 403) and "9,000" in huge.html
    reviewed = send_twice(visitor, page, "review", rating="5", comment="Sharp.")
    tipped = send_twice(visitor, reviewed, "tip", amount="2.50", description="For the bus.")

    assert (Review.objects.get().rating, Transfer.objects.get().amount_cents) == (5, 250)
    assert "5 of 5 stars" in tipped.text and "$2.50 is sent to" in tipped.text and "For the bus." in tipped.text
    assert "Tips $2.50 from your wallet, beside it" in visitor.open(f"/owner/jobs/{seat.bounty.public_id}").text


def test_a_tip_that_the_wallet_is_short_of_waits_for_a_payment_page() -> None:
    seat = given_released(agent=given_funded_agent(590))  # the wallet is empty now
    visitor, page = owner(seat)

    waits = send_twice(visitor, page, "tip", amount="2.50", description="For the bus.")

    tip = Transfer.objects.get()
    assert (tip.status, tip.amount_cents, waits.path) == ("pending", 250, "/owner/wallet/transfers")
    assert "Your wallet holds too little. $2.50 goes to" in waits.text
    payable = Checkout.objects.get(subject_id=tip.pk)
    assert (payable.status, payable.amount_cents) == ("open", 250)
    assert visitor.send(waits, "pay", follow=False).headers["Location"] == f"/checkout/{payable.public_id}"
    checkouts.book(payable.pk, rail="card", reference="paid", cents=250)
    checkouts.settle(payable.pk)
    tip.refresh_from_db()
    assert tip.status == "completed"
    assert "For the bus." in visitor.open(person(seat)).text


def test_a_tip_out_of_a_frozen_wallet_opens_no_page_for_a_manager() -> None:
    seat = given_released()
    manager = given_member(seat.agent, "manager")
    visitor = Visitor(manager.account)
    visitor.send(visitor.open("/owner/members"), "switch", account=seat.agent.account.public_id)
    page = visitor.open(person(seat))
    assert manager.post("/api/wallet/freeze", {}).status == 200

    with untouched():
        assert visitor.send(page, "tip", amount="2.50").status == 403


def test_acts_on_other_peoples_jobs_change_nothing() -> None:
    seat = given_shown()
    own = given_shown()
    visitor, page = owner(own)

    other = Seen(**vars(page) | {"path": person(seat)})
    with untouched():
        for act in ("approve", "send_back", "release", "dispute"):
            form = other.form(act)
            form.action = person(seat)
            assert visitor.send(other, act, response="x", reason="unclear").status == 403


def test_a_person_page_asks_few_queries_in_every_state() -> None:
    for make in (given_hired, given_confirmed, given_delivered, given_completed, given_released):
        seat = make()
        visitor, _ = owner(seat)
        with CaptureQueriesContext(connection) as found:
            assert visitor.open(person(seat)).status == 200
        assert len(found) <= 16, (make.__name__, [query["sql"][:150] for query in found])


def test_fifty_applicants_take_no_more_queries_than_one() -> None:
    agent = given_funded_agent()
    bounty = given_bounty(agent, spots_available=60)
    visitor = Visitor(agent.account)
    path, counts = f"/owner/jobs/{bounty.public_id}/applicants", []
    for number in (1, 49):
        for _ in range(number):
            given_application(bounty)
        visitor.open(path)
        with CaptureQueriesContext(connection) as found:
            visitor.open(path)
        counts.append(len(found))
    assert counts[0] == counts[1] <= 15


@pytest.mark.parametrize(
    ("wish", "words", "there"),
    [(450, "They asked for only $4.50", True), (600, "They asked for $6.00", True), (500, "They asked for", False)],
)
def test_who_asks_for_another_pay_is_said_to_get_the_jobs(wish: int, words: str, there: bool) -> None:
    agent = given_funded_agent()
    bounty = given_bounty(agent)
    _worker, application = given_application(bounty, proposed_price_cents=wish)
    owner = Visitor(agent.account)

    page, listed = owner.open(person(application)), owner.open(f"/owner/jobs/{bounty.public_id}/applicants")

    assert (words in page.text) == there
    assert ("would get $5.00" in listed.text) == there
    assert ("The job pays one price: whomever you hire gets $5.00" in listed.text) == there
    assert (f"Hire {application.human_name} for $5.00" in listed.text) == there
    if there:
        assert f"/owner/jobs/{bounty.public_id}/edit" in page.links
        assert ("To pay less, lower the job's pay first" in page.text) == (wish < 500)
