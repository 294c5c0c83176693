"""Thin jobs: one service call each, safe to run twice."""

from celery import shared_task

from bounties.services import seats


@shared_task(name="bounties.release_unconfirmed_seats", acks_late=True)
def release_unconfirmed_seats() -> int:
    return seats.release_unconfirmed()
