"""Timer of cases: what follows when a clock of a stage has run out (desk, section 3)."""

from uuid import UUID

from django.conf import settings

from escrow import events
from escrow.models import Case, Dispute, Escrow
from escrow.ports import SeatSubject
from escrow.selectors import due
from escrow.services import case_mails, cases, contested, disputes, previews
from marketplace.core import addresses, clock
from marketplace.core.actor import Actor
from marketplace.core.money import format_usd
from marketplace.core.transactions import for_each_due
from marketplace.services import mail_templates
from wallet.services import earnings_holds


def run_clocks() -> int:
    """Timer: the stages whose clock has run out, and first looks that nobody had in time. One transaction each. Locks as
    `disputes.under_locks`; of a missed look the case alone. Returns how many.

    A silent party's stage goes on, and the silence is noted; staff's own goes to a lead; a proposal that nobody approved is
    sent back; after the time for an appeal the case is closed. Spec: desk, section 3.
    """
    over = for_each_due(due.clocks().filter(due_at__lte=clock.now()), _run_clock, by="due_at")
    unseen = due.unseen().filter(first_look_due_at__lte=clock.now())
    return over + for_each_due(unseen, _miss_look, by="first_look_due_at")


def _run_clock(pk: UUID) -> None:
    seen = Case.objects.select_related("dispute__escrow", "escrow").get(pk=pk)
    if seen.dispute is None:
        if seen.stage != "approval" or contested.expire(pk):
            _to_lead(Case.objects.locked().get(pk=pk))
        return

    def work(subject: SeatSubject, locked: object, escrow: Escrow, dispute: Dispute) -> None:
        _run_out(cases.lock(dispute), dispute)

    disputes.under_locks(seen.dispute, work)


def _run_out(case: Case, dispute: Dispute) -> None:
    now, system = clock.now(), Actor.system()
    if case.closed_at is not None or case.due_at is None or case.due_at > now:
        return
    if case.stage == "decision":
        _to_lead(case)
    elif case.stage == "approval":
        _return_proposal(case, dispute, system)
    elif case.stage == "appeal":
        cases.move(case, "end")
        earnings_holds.end(dispute.pk)
    else:
        silent = case.stage
        requests, offers = cases.lapse_all(case, until=now)
        cases.go_on(case)
        if silent == "opened":
            events.dispute_noted(dispute, "clock_ran_out", system, note=silent, of="worker")
        for request in requests:
            of = dispute.side_of(request.asked_id)
            events.dispute_noted(dispute, "clock_ran_out", system, note=silent, of=of, requestId=request.public_id)
        for offer in offers:
            case_mails.offer_lapsed(dispute, case, offer)
            events.dispute_noted(dispute, "offer_lapsed", system, offerId=offer.public_id)


def _return_proposal(case: Case, dispute: Dispute, system: Actor) -> None:
    """Nobody approved it in time: it must be proposed again, and a lead sees to it."""
    previews.return_proposed(dispute)
    cases.go_on(case)
    events.dispute_noted(dispute, "proposal_expired", system)
    _to_lead(case)


def _miss_look(pk: UUID) -> None:
    """Nobody has seen it in time: a lead gives it to somebody, while there is time to decide it. Of a contested seat, too."""
    now = clock.now()
    case: Case | None = due.unseen().select_for_update(no_key=True).filter(pk=pk, first_look_due_at__lte=now).first()
    if case is None:
        return
    case.with_lead_at = now
    case.save(update_fields=["with_lead_at"])
    mail_templates.send_to_address(
        settings.SUPPORT_EMAIL,
        "case_unseen",
        title=case.title,
        amount=format_usd(case.amount_cents),
        case=case.public_id,
        assignee=case.assignee.display_name if case.assignee is not None else "nobody",
        since=case.first_look_due_at,
        due=case.due_at,
        page_url=addresses.office("escrow.case", case.pk),
    )


def _to_lead(case: Case) -> None:
    """A clock of staff has run out, once: a lead sees to it, who may know already that nobody had seen the case. Of a dispute
    the support address is mailed; of a contested seat it is by the seat's own clock."""
    knew = case.with_lead_at
    is_worse = case.first_look_at is None and knew is not None and case.due_at is not None and knew < case.due_at
    if case.closed_at is not None or (knew is not None and not is_worse):
        return
    case.with_lead_at = clock.now()
    case.save(update_fields=["with_lead_at"])
    if case.dispute is not None:
        mail_templates.send_to_address(
            settings.SUPPORT_EMAIL,
            "dispute_overdue",
            title=case.title,
            stage=case.stage,
            dispute=case.dispute.public_id,
            since=case.stage_at,
            page_url=addresses.office("escrow.case", case.pk),
        )
