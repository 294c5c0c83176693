"""Wiring only: settings, url mounts, the Celery app with the beat table, the embedded servers, demo data.

Nothing here decides a business rule, and nothing below the stairs imports it.
"""

from config.celery import app as celery_app

__all__ = ("celery_app",)
