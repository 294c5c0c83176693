"""Notes of staff about a person, for each other."""

from uuid import UUID

from escrow.errors import OwnDispute
from escrow.models import DeskNote
from marketplace.core.actor import Actor
from marketplace.core.errors import Forbidden, Invalid, NotFound
from marketplace.core.transactions import join_or_begin
from marketplace.models import Account

NOTE_MAX = 5000


def note(actor: Actor, *, about_id: UUID, words: str) -> DeskNote:
    """Write a note for colleagues about a person: never sent, never shown to them.

    about_id: an account's key. words: 1 to 5,000 characters. Locks nothing. Raises Forbidden, OwnDispute (403: nobody writes about
    themselves), NotFound (404), Invalid (400). Spec: desk, section 4.
    """
    if not actor.is_staff:
        raise Forbidden("Only support and operators write notes.")
    if about_id == actor.id:
        raise OwnDispute("Nobody writes notes about themselves: a colleague does.")
    if not 0 < len(words.strip()) <= NOTE_MAX:
        raise Invalid({"words": [f"Write 1 to {NOTE_MAX:,} characters."]})

    def work() -> DeskNote:
        if not Account.objects.filter(pk=about_id).exists():
            raise NotFound("There is no such account.")
        made: DeskNote = DeskNote.objects.create(about_id=about_id, author=actor.me, words=words.strip())
        return made

    return join_or_begin(work)
