"""Thin jobs: one service call each, safe to run twice."""

from celery import shared_task

from wallet.services import checkouts


@shared_task(name="wallet.settle_pending", acks_late=True)
def settle_pending() -> int:
    return checkouts.settle_pending()


@shared_task(name="wallet.expire_checkouts", acks_late=True)
def expire_checkouts() -> int:
    return checkouts.expire_due()
