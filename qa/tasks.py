"""Thin jobs: one service call each, safe to run twice."""

from celery import shared_task

from qa.services import runs


@shared_task(name="qa.start_runs", acks_late=True)
def start_runs() -> int:
    return runs.start_due()


@shared_task(name="qa.follow_runs", acks_late=True)
def follow_runs() -> int:
    return runs.follow()


@shared_task(name="qa.watch_runs", acks_late=True)
def watch_runs() -> int:
    return runs.watch()
