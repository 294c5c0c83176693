"""What staff read that has to be written down: files that they took away, personal data that they uncovered."""

from typing import Any

from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.admin.options import get_content_type_for_model
from django.db import models
from django.http import HttpRequest

from marketplace.models import Account
from marketplace.services import staff_log


def write(request: HttpRequest, what: str, about: models.Model | type[models.Model], words: str) -> None:
    """Write down who did what (`exported`, `revealed`, `bundled`) to a row, or to the list of a model, with which words.

    It stands in the chained staff log and, for a row, in the history of its page. In the caller's transaction, if there is one.
    """
    row = about if isinstance(about, models.Model) else None
    values: dict[str, Any] = {
        "content_type": get_content_type_for_model(about),
        "object_id": str(row.pk) if row is not None else None,
        "object_repr": str(getattr(row, "public_id", "") or about._meta.verbose_name_plural)[:200],
    }
    assert isinstance(request.user, Account)  # admin_view lets nobody else through
    staff_log.write(request.user, what, row, words if row is not None else f"{values['object_repr']}: {words}")
    LogEntry.objects.create(user=request.user, action_flag=CHANGE, change_message=f"{what}: {words}".strip(), **values)
