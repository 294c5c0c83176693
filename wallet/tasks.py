"""Celery tasks: one service call each, safe to run twice."""

from uuid import UUID

from celery import shared_task

from wallet.services import (
    approval_mails,
    approvals,
    books,
    chargebacks,
    checkouts,
    checkpoints,
    mpp_charges,
    outflows,
    pages,
    payouts,
    reconciliation,
    recoveries,
    signed_payments,
    topups,
)


@shared_task(name="wallet.settle_pending", acks_late=True)
def settle_pending() -> int:
    return checkouts.settle_pending()


@shared_task(name="wallet.expire_checkouts", acks_late=True)
def expire_checkouts() -> int:
    return checkouts.expire_due()


@shared_task(name="wallet.poll_page", acks_late=True)
def poll_page(checkout_id: str) -> None:
    pages.poll(UUID(checkout_id))


@shared_task(name="wallet.poll_pages", acks_late=True)
def poll_pages() -> int:
    return pages.collect_due()


@shared_task(name="wallet.compare_providers", acks_late=True)
def compare_providers() -> int:
    return reconciliation.run()


@shared_task(name="wallet.check_books", acks_late=True)
def check_books() -> int:
    return books.check()


@shared_task(name="wallet.seal_months", acks_late=True)
def seal_months() -> int:
    return checkpoints.seal_due()


@shared_task(name="wallet.send_outflow", acks_late=True)
def send_outflow(outflow_id: str) -> None:
    outflows.send(UUID(outflow_id))


@shared_task(name="wallet.send_outflows", acks_late=True)
def send_outflows() -> int:
    return outflows.send_due()


@shared_task(name="wallet.poll_paid_outflows", acks_late=True)
def poll_paid_outflows() -> int:
    return outflows.poll_due()


@shared_task(name="wallet.look_at_bank_accounts", acks_late=True)
def look_at_bank_accounts() -> int:
    return payouts.look_due()


@shared_task(name="wallet.top_up", acks_late=True)
def top_up(account_id: str) -> None:
    topups.top_up(UUID(account_id))


@shared_task(name="wallet.poll_top_ups", acks_late=True)
def poll_top_ups() -> int:
    return topups.poll_due()


@shared_task(name="wallet.finish_x402", acks_late=True)
def finish_x402() -> int:
    return signed_payments.finish_due()


@shared_task(name="wallet.poll_chargebacks", acks_late=True)
def poll_chargebacks() -> int:
    return chargebacks.poll_recent()


@shared_task(name="wallet.poll_old_chargebacks", acks_late=True)
def poll_old_chargebacks() -> int:
    return chargebacks.poll_old()


@shared_task(name="wallet.recover", acks_late=True)
def recover() -> int:
    return recoveries.recover_due()


@shared_task(name="wallet.finish_mpp", acks_late=True)
def finish_mpp() -> int:
    return mpp_charges.finish_due()


@shared_task(name="wallet.expire_approvals", acks_late=True)
def expire_approvals() -> int:
    return approvals.expire_due()


@shared_task(name="wallet.mail_approvals", acks_late=True)
def mail_approvals() -> int:
    return approval_mails.tell_due()
