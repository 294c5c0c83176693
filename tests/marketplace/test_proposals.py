"""Guarded settings take two operators: one proposes, another one approves what they both have read."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import IntegrityError, transaction
from django.urls import reverse

from escrow.models import DisputePolicy, FeeRate, LadderBand
from escrow.selectors import disputes as reads
from marketplace import tasks
from marketplace.admin.accountability import carry_out
from marketplace.core import clock
from marketplace.core.actor import Actor
from marketplace.core.states import InvalidState
from marketplace.errors import OperatorRequired, ProposalOpen, ProposalOutdated, SecondPersonNeeded
from marketplace.models import Account, Mail, Proposal, SettingChange, StaffEntry, StaffLimit
from marketplace.services import accounts, proposals
from tests.api import Api
from tests.factories.fees import given_rate
from tests.factories.market import untouched
from tests.factories.office import WHY, approve_open, given_operator, office, page_of, press, said

pytestmark = pytest.mark.django_db


@pytest.fixture
def other(db: None) -> Account:
    return given_operator()


def policy_page() -> str:
    return reverse("admin:escrow_disputepolicy_change", args=[DisputePolicy.objects.get().pk])


def propose(who: Api | Account, dollars: str = "5000") -> Proposal:
    """Raise the amount above which disputes take two people."""
    office(who).post(policy_page(), {"approval_above_cents": dollars, "why": "Too many wait."})
    return Proposal.objects.latest("pk")


def test_a_guarded_setting_changes_when_another_operator_approves(operator: Api, other: Account) -> None:
    proposal = propose(operator)
    assert (proposal.state, proposal.old, proposal.new) == (
        *("open", {"approval_above_cents": 25_000}),
        *({"approval_above_cents": 500_000},),
    )
    assert reads.approval_above() == 25_000

    shown = office(other).get(reverse("admin:marketplace_proposal_change", args=[proposal.pk])).content.decode()
    assert "250.00 USD" in shown and "5,000.00 USD" in shown and "Too many wait." in shown
    press(other, proposal, "approve")

    assert reads.approval_above() == 500_000
    change = SettingChange.objects.latest("pk")
    assert (change.who, change.approved_by, change.why) == (operator.account, other, "Too many wait.")
    acts = set(StaffEntry.objects.values_list("act", "actor"))
    assert {("proposed", operator.account.pk), ("proposal_applied", other.pk), ("approve", other.pk)} <= acts


def test_one_operator_alone_cannot_lift_the_limit_decide_and_put_it_back(operator: Api, other: Account) -> None:
    """Observation 3 of the desk."""
    proposal = propose(operator)

    answer = press(operator, proposal, "approve")

    assert answer.status_code == 403
    with pytest.raises(SecondPersonNeeded):
        proposals.approve(Actor.staff(operator.account), proposal.pk, carry_out)
    with pytest.raises(SecondPersonNeeded):
        proposals.approve_by_command(proposal.pk, carry_out)
    assert reads.approval_above() == 25_000
    assert Proposal.objects.get().state == "open"


def test_the_proposer_is_offered_to_take_it_back_and_nothing_else(operator: Api, other: Account) -> None:
    proposal = propose(operator)
    page = reverse("admin:marketplace_proposal_change", args=[proposal.pk])

    own, others = (office(who).get(page).content.decode() for who in (operator, other))

    assert "Take it back" in own and "Approve it" not in own and "Decline it" not in own
    assert "Take it back" not in others and "Approve it" in others and "Decline it" in others


def test_support_reads_a_proposal_and_decides_none(operator: Api, support: Api) -> None:
    proposal = propose(operator)

    assert office(support).get(reverse("admin:marketplace_proposal_change", args=[proposal.pk])).status_code == 200
    for verb in ("approve", "decline", "withdraw"):
        assert press(support, proposal, verb).status_code == 403
    with pytest.raises(OperatorRequired):
        proposals.approve(Actor.staff(support.account), proposal.pk, carry_out)
    with pytest.raises(OperatorRequired):
        proposals.decline(Actor.staff(support.account), proposal.pk, note="No.")
    assert Proposal.objects.get().state == "open"


def test_the_database_wants_two_people(operator: Api) -> None:
    proposal = propose(operator)
    rows = Proposal.objects.filter(pk=proposal.pk)

    for changes in (
        {"state": "applied", "decided_by": operator.account, "decided_at": clock.now()},
        {"state": "declined", "decided_by": operator.account, "decided_at": clock.now()},
        {"state": "applied", "decided_at": clock.now()},
        {"state": "applied"},
    ):
        with pytest.raises(IntegrityError), transaction.atomic():
            rows.update(**changes)


def test_what_is_no_longer_as_it_was_has_to_be_proposed_again(operator: Api, other: Account) -> None:
    proposal = propose(operator)
    DisputePolicy.objects.update(approval_above_cents=30_000)

    answer = press(other, proposal, "approve")

    assert "no longer as it was" in said(answer)
    assert reads.approval_above() == 30_000
    assert Proposal.objects.get().state == "open"


def test_a_row_that_is_gone_is_not_changed(operator: Api, other: Account) -> None:
    band = LadderBand.objects.get(max_cents=999)
    page = reverse("admin:escrow_ladderband_change", args=[band.pk])
    office(operator).post(page, WHY | {"max_cents": "9.99", "dispute_window_hours": 30, "auto_release_hours": 80})
    band.delete()

    answer = press(other, Proposal.objects.get(), "approve")

    assert "no longer as it was" in said(answer)


def test_what_the_form_refuses_by_now_is_refused(operator: Api, other: Account) -> None:
    sent = WHY | {"max_cents": "77", "dispute_window_hours": 30, "auto_release_hours": 80}
    office(operator).post(reverse("admin:escrow_ladderband_add"), sent)
    LadderBand.objects.create(max_cents=7700, dispute_window_hours=1, auto_release_hours=2)

    answer = press(other, Proposal.objects.get(), "approve")

    assert "a band up to this amount already" in said(answer)
    assert LadderBand.objects.filter(max_cents=7700).count() == 1


def test_a_proposer_who_is_no_operator_any_more_changes_nothing(operator: Api, other: Account) -> None:
    dismissed = given_operator()
    proposal = propose(dismissed)
    Account.objects.filter(pk=dismissed.pk).update(is_staff=False)

    answer = press(other, proposal, "approve")

    assert "no operator any more" in said(answer)
    assert reads.approval_above() == 25_000


def test_a_proposal_is_declined_with_words_that_its_proposer_is_mailed(operator: Api, other: Account) -> None:
    proposal = propose(operator)

    press(other, proposal, "decline", "We decide those together.")

    proposal.refresh_from_db()
    assert (proposal.state, proposal.decided_by, proposal.note) == ("declined", other, "We decide those together.")
    mail = Mail.objects.filter(to=operator.account.email).latest("pk")
    assert mail.subject.startswith("Declined") and "We decide those together." in mail.text
    assert reads.approval_above() == 25_000
    assert "nothing was changed" in said(press(other, proposal, "approve"))


def test_a_proposal_is_taken_back_by_its_proposer_alone(operator: Api, other: Account) -> None:
    proposal = propose(operator)
    with pytest.raises(SecondPersonNeeded):
        proposals.withdraw(Actor.staff(other), proposal.pk, note="x")
    with pytest.raises(SecondPersonNeeded):
        proposals.decline(Actor.staff(operator.account), proposal.pk, note="x")

    press(operator, proposal, "withdraw")

    proposal.refresh_from_db()
    assert proposal.state == "withdrawn"
    assert propose(operator, "400").state == "open", "then another one may be proposed"


def test_one_proposal_of_a_row_at_a_time(operator: Api, other: Account) -> None:
    propose(operator)

    with pytest.raises(ProposalOpen):
        proposals.propose(
            Actor.staff(other),
            model="escrow.disputepolicy",
            row=str(DisputePolicy.objects.get().pk),
            name="x",
            kind="change",
            was={},
            becomes={},
            form={},
            why="x",
        )
    answer = office(other).post(policy_page(), {"approval_above_cents": "1", "why": "x"}, follow=True)
    assert "proposed already" in said(answer)
    assert Proposal.objects.count() == 1


def test_other_operators_are_mailed(operator: Api, other: Account, support: Api) -> None:
    propose(operator)

    to = set(Mail.objects.filter(subject__startswith="A colleague has to approve").values_list("to", flat=True))
    assert to == {other.email}


def test_after_a_day_it_has_expired(operator: Api, other: Account, at: Callable[[str], datetime]) -> None:
    at("2026-03-01T12:00:00+00:00")
    proposal = propose(operator)
    assert proposal.expires_at == clock.now() + timedelta(hours=24)

    at("2026-03-02T11:59:59+00:00")
    assert proposals.expire_due() == 0
    at("2026-03-02T12:00:00+00:00")
    with pytest.raises(InvalidState):
        proposals.approve(Actor.staff(other), proposal.pk, carry_out)
    assert tasks.expire_proposals() == 1

    proposal.refresh_from_db()
    assert (proposal.state, proposal.decided_by) == ("expired", None)
    assert reads.approval_above() == 25_000
    assert Mail.objects.filter(to=operator.account.email, subject__startswith="Nobody approved it").count() == 1
    assert proposals.expire_due() == 0


def test_a_single_operator_approves_on_the_server(operator: Api, capsys: Any) -> None:
    answer = office(operator).post(policy_page(), {"approval_above_cents": "10", "why": "Ours."}, follow=True)
    proposal = Proposal.objects.get()
    assert f"approve_proposal {proposal.public_id}" in said(answer)

    call_command("approve_proposal", proposal.public_id)

    proposal.refresh_from_db()
    assert (proposal.state, proposal.by_command, proposal.decided_by) == ("applied", True, None)
    assert reads.approval_above() == 1000
    with pytest.raises(CommandError, match="applied"):
        call_command("approve_proposal", proposal.public_id)


@pytest.mark.parametrize("wrong", ["spr_1", "prf_01h455vb4pex5vsknk084sn02q", "spr_01h455vb4pex5vsknk084sn02q"])
def test_the_command_says_what_is_wrong(db: None, wrong: str) -> None:
    with pytest.raises(CommandError):
        call_command("approve_proposal", wrong)


def test_with_another_operator_the_server_s_command_line_does_not_approve(operator: Api, other: Account) -> None:
    proposal = propose(operator)

    with pytest.raises(CommandError, match="Another operator"):
        call_command("approve_proposal", proposal.public_id)
    assert reads.approval_above() == 25_000


@pytest.mark.parametrize("model", [DisputePolicy, LadderBand, FeeRate, StaffLimit])
def test_what_guards_money_is_guarded(model: Any) -> None:
    assert page_of(model).is_guarded


def test_a_change_that_changes_nothing_is_not_proposed(operator: Api) -> None:
    answer = office(operator).post(policy_page(), WHY | {"approval_above_cents": "250"}, follow=True)

    assert "Nothing differs" in said(answer)
    assert not Proposal.objects.exists()


def test_a_rate_from_a_moment_that_is_over_at_the_approval_is_proposed_again(
    operator: Api, other: Account, at: Callable[[str], datetime]
) -> None:
    at("2026-03-01T12:00:00+00:00")
    sent = {"bps": "20", "holds_from_0": "2026-03-01", "holds_from_1": "13:00", "reason": "Costs."}
    office(operator).post(reverse("admin:escrow_feerate_add"), sent)
    at("2026-03-01T13:00:01+00:00")

    answer = press(other, Proposal.objects.get(), "approve")

    assert "That is over" in said(answer)
    assert FeeRate.objects.count() == 1


def test_a_rate_that_begins_at_once_begins_when_it_is_approved(
    operator: Api, other: Account, at: Callable[[str], datetime]
) -> None:
    at("2026-03-01T12:00:00+00:00")
    office(operator).post(reverse("admin:escrow_feerate_add"), {"bps": "20", "reason": "Costs."})
    assert Proposal.objects.get().new["holds_from"] == "when it is approved"
    approved = at("2026-03-01T15:00:00+00:00")
    approve_open(other)

    assert FeeRate.objects.latest("pk").holds_from == approved


def test_a_rate_to_come_is_withdrawn_by_two(operator: Api, other: Account) -> None:
    row = given_rate(2000, at=clock.now() + timedelta(days=1))
    office(operator).post(reverse("admin:escrow_feerate_delete", args=[row.pk]), WHY)
    assert FeeRate.objects.filter(pk=row.pk).exists()

    approve_open(other)

    assert not FeeRate.objects.filter(pk=row.pk).exists()
    assert SettingChange.objects.latest("pk").approved_by == other


def test_an_account_with_money_that_is_closed_meanwhile_stays_so(operator: Api, other: Account) -> None:
    from tests.factories.market import given_funded_agent

    agent = given_funded_agent(590)
    page = reverse("admin:marketplace_account_decide", args=[agent.account.pk, "propose-closing"])
    office(operator).post(page, {"propose-closing-reason": "Fraud.", "confirmed": "1"})
    accounts.close(Actor.staff(other), agent.account.pk, approved=Proposal.objects.get())

    answer = press(other, Proposal.objects.get(), "approve")

    assert "nothing was changed" in said(answer)
    assert not Account.objects.get(pk=agent.account.pk).is_active


def test_only_operators_propose(support: Api) -> None:
    with untouched(), pytest.raises(OperatorRequired):
        proposals.propose(
            *(Actor.staff(support.account),),
            model="escrow.disputepolicy",
            row="1",
            name="x",
            kind="change",
            was={},
            becomes={},
            form={},
            why="x",
        )


def test_carrying_out_checks_the_row_itself(operator: Api) -> None:
    proposal = propose(operator)
    DisputePolicy.objects.update(approval_above_cents=1)

    with pytest.raises(ProposalOutdated):
        carry_out(proposal, None)
