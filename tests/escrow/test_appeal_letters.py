"""What staff write to each side beside a decision about an appeal is mailed to that side alone, once the decision holds."""

import pytest

from escrow.models import DecisionPreview, Dispute, DisputePolicy
from escrow.services import appeals, decisions
from marketplace.core.actor import Actor
from marketplace.core.transactions import unit
from marketplace.models import Mail
from tests.escrow.test_decisions import given_staff
from tests.factories.appeals import CODE, given_appeal, given_second_decision
from tests.factories.desks import Desk, given_staff_member
from tests.factories.market import Seat

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("sound_books")]
LETTERS = {"funder": "For the funder alone.", "worker": "For the worker alone."}


def previewed(by: Actor, dispute: Dispute, cents: int, words: dict[str, str]) -> DecisionPreview:
    code = CODE if cents != 0 else ""
    return unit(
        lambda: appeals.preview(by, dispute.pk, worker_cents=cents, reason="Read again.", reason_code=code, words=words)
    )


def mailed() -> dict[str, str]:
    """Address -> the mail about the appeal's decision; no address gets two."""
    rows = [(mail.to, mail.text) for mail in Mail.objects.filter(subject__startswith="Appeal decided")]
    assert len(rows) == len(dict(rows))
    return dict(rows)


@pytest.mark.parametrize("cents", [0, 250, 500])
def test_each_side_reads_its_own_letter_whether_or_not_the_decision_changed(cents: int) -> None:
    seat, dispute = given_appeal(0, "worker")
    staff = given_staff()

    unit(lambda: appeals.decide(staff, previewed(staff, dispute, cents, LETTERS).pk))

    told = mailed()
    for account, own, other in (
        (seat.agent.account, LETTERS["funder"], LETTERS["worker"]),
        (seat.worker.account, LETTERS["worker"], LETTERS["funder"]),
    ):
        text = told[str(account.email)]
        assert own in text and other not in text
        assert "Read again." in text and text.count("What they write to you besides") == 1


def test_without_a_letter_the_mail_has_no_heading_for_one() -> None:
    seat, dispute = given_appeal(0, "worker")
    staff = given_staff()

    unit(lambda: appeals.decide(staff, previewed(staff, dispute, 0, {"worker": LETTERS["worker"]}).pk))

    told = mailed()
    assert "besides" not in told[str(seat.agent.account.email)]
    assert "besides" in told[str(seat.worker.account.email)]


def test_what_is_proposed_is_mailed_when_a_second_person_approves_it_and_not_before() -> None:
    seat, dispute = given_appeal_of_two()
    staff = given_staff()
    proposed = unit(lambda: appeals.decide(staff, previewed(staff, dispute, 250, LETTERS).pk))
    assert (proposed.state, mailed()) == ("proposed", {})

    unit(lambda: decisions.approve(given_staff(), proposed.pk))

    told = mailed()
    assert LETTERS["funder"] in told[str(seat.agent.account.email)]
    assert LETTERS["worker"] in told[str(seat.worker.account.email)]


def test_what_was_sent_back_is_mailed_to_nobody() -> None:
    seat, dispute = given_appeal_of_two()
    staff = given_staff()
    unit(lambda: appeals.decide(staff, previewed(staff, dispute, 250, LETTERS).pk))
    unit(lambda: decisions.send_back(staff, dispute.pk, reason="Too harsh."))
    DisputePolicy.objects.update(approval_above_cents=100_000)

    given_second_decision(dispute, 0)

    told = mailed()
    assert set(told) == {str(seat.agent.account.email), str(seat.worker.account.email)}
    assert not [text for text in told.values() for letter in LETTERS.values() if letter in text]


def given_appeal_of_two() -> tuple[Seat, Dispute]:
    """Decided by one person; from now on it takes two."""
    made = given_appeal(0, "worker")
    DisputePolicy.objects.update(approval_above_cents=0)
    return made


def test_the_letters_are_typed_on_the_case_s_page_in_the_second_round_too() -> None:
    seat, dispute = given_appeal(0, "worker")
    at = Desk(given_staff_member(), dispute.case).take()
    at.case.refresh_from_db()

    at.preview(
        outcome="split",
        worker="2.50",
        reason_code=CODE,
        reason="Read again.",
        **{f"letter_{side}": words for side, words in LETTERS.items()},
    )
    made = DecisionPreview.objects.get(dispute=dispute, round=2)
    assert made.words == LETTERS
    at.act("decide", preview=made.public_id)

    told = mailed()
    assert LETTERS["worker"] in told[str(seat.worker.account.email)]
    assert LETTERS["worker"] not in told[str(seat.agent.account.email)]
