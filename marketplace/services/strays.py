"""What lies in the storage without a row: deleted when due, one at a time, and found by a look at everything."""

import logging
from datetime import timedelta

from django.core.files.storage import default_storage
from django.db import transaction

from marketplace.core import clock
from marketplace.core.errors import Problem
from marketplace.models import Stray

log = logging.getLogger(__name__)
AGAIN = timedelta(minutes=10)


def delete_due(batch: int = 500) -> int:
    """Delete the bytes of due strays, oldest first. Each is doomed in a transaction of its own, so that no row can name
    it any more, then deleted while nothing is locked, then forgotten: safe to die anywhere, and for two at a time.

    A storage that fails ends this look; what it failed at is due again in ten minutes. Returns how many went.
    """
    gone = 0
    while gone < batch and (stray := _doom_next()) is not None:
        try:
            default_storage.delete(stray.storage_key)
        except (Problem, OSError) as error:
            log.warning(
                "a stray file could not be deleted", extra={"key": stray.storage_key, "cause": str(error)[:300]}
            )
            break
        stray.delete()
        gone += 1
    return gone


def _doom_next() -> Stray | None:
    with transaction.atomic():
        due = Stray.objects.filter(due_at__lte=clock.wall()).order_by("due_at")
        stray: Stray | None = due.select_for_update(skip_locked=True).first()
        if stray is not None:
            stray.is_doomed, stray.due_at = True, clock.wall() + AGAIN
            stray.save(update_fields=["is_doomed", "due_at"])
        return stray
