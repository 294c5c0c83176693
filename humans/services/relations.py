"""Block and prefer: what an account keeps about people. Adding somebody to one list takes them off the other."""

from humans.errors import OwnProfile
from humans.models import Relation
from humans.selectors import search
from marketplace.core import clock
from marketplace.core.actor import Actor


def add(actor: Actor, kind: str, human_id: str, *, note: str | None) -> Relation:
    """Put a person on the list `kind`, blocked or preferred. Again on the same list: as it was, with the new note if one
    was sent. Locks the relation; the caller's transaction.

    Raises NotFound for an unknown person, OwnProfile (400).
    """
    human = search.get_public(human_id, by_username=False).account
    if human.pk == actor.id:
        raise OwnProfile()
    fresh = {"kind": kind, "note": note or "", "created_at": clock.now()}
    relation: Relation
    relation, _ = Relation.objects.locked().get_or_create(owner_id=actor.id, human=human, defaults=fresh)
    if relation.kind != kind:
        relation.kind, relation.note, relation.created_at = kind, note or "", clock.now()
        relation.save()
    elif note is not None and note != relation.note:
        relation.note = note
        relation.save(update_fields=["note"])
    relation.human = human
    return relation


def remove(actor: Actor, kind: str, human_id: str) -> bool:
    """Take a person off the list. Was he on it? Raises NotFound for an unknown person."""
    account_id = search.account_id_of(human_id)
    gone, _ = Relation.objects.filter(owner_id=actor.id, human_id=account_id, kind=kind).delete()
    return gone > 0
