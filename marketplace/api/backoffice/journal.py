"""What staff read that has to be written down: lists, files that they took away, personal data that they uncovered."""

import hashlib
import re
from typing import Any, Final

from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.admin.options import get_content_type_for_model
from django.db import models
from django.http import HttpRequest

from marketplace.core import clock, ids
from marketplace.core.masking import masked
from marketplace.models import Account
from marketplace.selectors import personal
from marketplace.services import staff_log

# What this process has written down: staff, hour, and a digest of the list. Nothing is asked or stored to know it.
_known: set[tuple[Any, str, str]] = set()
_KNOWN_MOST: Final = 5000
_PLACE: Final = ("p", "o", "e")  # page and order of a list: nothing of what it shows


def listed(request: HttpRequest, model: type[models.Model], shown: int) -> None:
    """Write into the staff log who looked at a list whose rows tell of people: which list, how it was filtered, how many rows the
    page had. Once an hour for the same list in the same process. What was searched for is masked unless it is a public
    id: entries are never deleted.
    """
    table = personal.tables().get(model._meta.label)
    if table is None or not table.people or not isinstance(request.user, Account):
        return
    words = filtered(request)
    digest = hashlib.sha256(f"{model._meta.label}?{words}".encode()).hexdigest()
    key = (request.user.pk, f"{clock.now():%Y-%m-%dT%H}", digest)
    if key in _known:
        return
    name = str(model._meta.verbose_name_plural)
    staff_log.write(request.user, "listed", None, f"{name}: {words or 'the whole list'}"[:1000], {"shown": shown})
    if len(_known) >= _KNOWN_MOST:
        _known.clear()
    _known.add(key)


def filtered(request: HttpRequest) -> str:
    """How a list is filtered and searched, without what could be personal: `status=open, q=bty_…`."""
    parts = [
        f"{name}={_shown(value) if name == 'q' else value}"
        for name, values in sorted(request.GET.lists())
        if name not in _PLACE
        for value in values
        if value.strip()
    ]
    return ", ".join(parts)


def _shown(term: str) -> str:
    """A search term: a public id as it is, anything else as staff see addresses and names."""
    word = term.strip()
    if re.fullmatch(ids.FORM, word):
        return word
    return masked(word, "mail" if "@" in word else "text")


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
