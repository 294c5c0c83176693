"""Filters of the queue that somebody of the staff keeps by a name, for themselves."""

import re
from urllib.parse import parse_qsl, urlencode

from escrow.errors import StaffOnly
from escrow.models import SavedView
from escrow.rules.desk import VIEWS_MAX
from marketplace.core import ids
from marketplace.core.actor import Actor
from marketplace.core.errors import Invalid, NotFound
from marketplace.core.transactions import join_or_begin
from marketplace.models import Account

NAME_MAX = 60
QUERY_MAX = 500
_NOT_KEPT = ("p", "e")  # which page of the list, and that a filter was wrong


def keep(actor: Actor, name: str, query: str) -> SavedView:
    """Keep a view by a name; one of the same name is replaced. `query`: of the queue's address, without the question mark. What
    was searched for may be a person's name, which would outlive their erasure here: only a public id is kept.

    Locks the account, so that no more are kept than may be. Raises StaffOnly (403), Invalid (400).
    """
    if not actor.is_staff:
        raise StaffOnly()
    name = " ".join(name.split())
    pairs = [pair for pair in parse_qsl(query) if pair[0] not in _NOT_KEPT]
    kept = urlencode(pairs)
    if not 0 < len(name) <= NAME_MAX:
        raise Invalid({"name": [f"Give the view a name of at most {NAME_MAX} characters."]})
    if len(kept) > QUERY_MAX:
        raise Invalid({"query": ["This filter is too long to be kept."]})
    if any(key == "q" and re.fullmatch(ids.FORM, value.strip()) is None for key, value in pairs):
        raise Invalid(
            {"query": ["A view keeps filters, not search words: they may be somebody's name. An id may be kept."]}
        )

    def work() -> SavedView:
        Account.objects.locked().get(pk=actor.id)
        rows = SavedView.objects.filter(staff_id=actor.id)
        if rows.exclude(name=name).count() >= VIEWS_MAX:
            raise Invalid({"name": [f"You keep {VIEWS_MAX} views. Remove one first."]})
        made, _ = rows.update_or_create(staff_id=actor.id, name=name, defaults={"query": kept})
        return made

    return join_or_begin(work)


def drop(actor: Actor, view_id: int) -> None:
    """Remove one of one's own. Raises StaffOnly (403), NotFound (404)."""
    if not actor.is_staff:
        raise StaffOnly()
    if not SavedView.objects.filter(staff_id=actor.id, pk=view_id).delete()[0]:
        raise NotFound("There is no such view among yours.")
