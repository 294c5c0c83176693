"""Wiring only: settings, URL mounts, the Celery app with the beat table, the embedded servers, demo data.

Decides no business rule, and no app imports it.
"""

import gc

# A process loads half a million objects that stay, and a request makes thousands that are gone with it. To look for cycles after
# every 700 of them, as Python does, took a tenth of each start.
gc.set_threshold(50_000, 20, 10)

from config.celery import app as celery_app  # noqa: E402

__all__ = ("celery_app",)
