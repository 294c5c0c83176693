"""Celery tasks: one service call each, safe to run twice."""

from celery import shared_task

from escrow.services import (
    case_clocks,
    case_reminders,
    digests,
    escrows,
    invoices,
    pending_transfers,
    quality,
    releases,
)


@shared_task(name="escrow.complete_unreviewed", acks_late=True)
def complete_unreviewed() -> int:
    return escrows.complete_unreviewed()


@shared_task(name="escrow.end_warranties", acks_late=True)
def end_warranties() -> int:
    return escrows.end_warranties()


@shared_task(name="escrow.release_due", acks_late=True)
def release_due() -> int:
    return releases.release_due()


@shared_task(name="escrow.run_case_clocks", acks_late=True)
def run_case_clocks() -> int:
    return case_clocks.run_clocks()


@shared_task(name="escrow.remind_parties", acks_late=True)
def remind_parties() -> int:
    return case_reminders.remind()


@shared_task(name="escrow.lapse_transfers", acks_late=True)
def lapse_transfers() -> int:
    return pending_transfers.lapse_due()


@shared_task(name="escrow.draw_quality_sample", acks_late=True)
def draw_quality_sample() -> int:
    return quality.draw()


@shared_task(name="escrow.mail_staff", acks_late=True)
def mail_staff() -> int:
    return digests.send_due()


@shared_task(name="escrow.issue_invoices", acks_late=True)
def issue_invoices() -> int:
    return invoices.issue_due()
