"""Celery tasks: one service call each, safe to run twice."""

from celery import shared_task

from webhooks.services import attempts, endpoints


@shared_task(name="webhooks.deliver", acks_late=True)
def deliver() -> int:
    return attempts.deliver_due()


@shared_task(name="webhooks.sweep", acks_late=True)
def sweep() -> int:
    return attempts.sweep()


@shared_task(name="webhooks.end_old_secrets", acks_late=True)
def end_old_secrets() -> int:
    return endpoints.end_old_secrets()


@shared_task(name="webhooks.resume_readable", acks_late=True)
def resume_readable() -> int:
    return endpoints.resume_readable()
