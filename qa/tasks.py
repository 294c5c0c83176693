"""Celery tasks: one service call each, safe to run twice. config/celery.py has their times."""

from celery import shared_task

from qa.services import failures, runs, taste, taste_panels


@shared_task(name="qa.start_runs", acks_late=True)
def start_runs() -> int:
    return runs.start_due()


@shared_task(name="qa.reconcile_runs", acks_late=True)
def reconcile_runs() -> int:
    return runs.reconcile_dirty()


@shared_task(name="qa.reconcile_due_runs", acks_late=True)
def reconcile_due_runs() -> int:
    return runs.reconcile_due()


@shared_task(name="qa.mail_owners", acks_late=True)
def mail_owners() -> int:
    return failures.mail_owners()


@shared_task(name="qa.reconcile_taste", acks_late=True)
def reconcile_taste() -> int:
    return taste_panels.reconcile_dirty()


@shared_task(name="qa.start_taste", acks_late=True)
def start_taste() -> int:
    return taste.start_due()


@shared_task(name="qa.end_taste", acks_late=True)
def end_taste() -> int:
    return taste_panels.end_due()
