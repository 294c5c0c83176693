"""Celery tasks: one service call each, safe to run twice. config/celery.py has their times."""

from celery import shared_task

from humans.services import cycle_ends, cycles, messages, proficiency


@shared_task(name="humans.mail_unread", acks_late=True)
def mail_unread() -> int:
    return messages.mail_unread()


@shared_task(name="humans.charge_cycles", acks_late=True)
def charge_cycles() -> int:
    return cycles.charge_due()


@shared_task(name="humans.end_due_bookings", acks_late=True)
def end_due_bookings() -> int:
    return cycle_ends.end_due()


@shared_task(name="humans.score_speech", acks_late=True)
def score_speech() -> int:
    return proficiency.score_due()
