"""Wiring only: settings, URL mounts, the Celery app with the beat table, the embedded servers, demo data.

Decides no business rule, and no app imports it.
"""

from config.celery import app as celery_app

__all__ = ("celery_app",)
