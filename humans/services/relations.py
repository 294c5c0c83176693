"""An account's block list and preferred list. Adding a person to one list removes them from the other.

Anybody can be blocked, an agent without a profile, too; only people with a profile can be preferred.
"""

from humans.errors import OwnProfile
from humans.models import Relation
from humans.selectors import search
from marketplace.core import clock
from marketplace.core.actor import Actor
from marketplace.core.errors import NotFound
from marketplace.models import Account
from marketplace.selectors import accounts


def add(actor: Actor, kind: str, human_id: str, *, note: str | None) -> Relation:
    """Put a person on the list `kind` (`blocked` or `preferred`). On the same list already: only a new `note` is saved.

    `note`: up to 280 characters; None keeps the present one. Runs in the caller's transaction. Locks the relation.
    Raises OwnProfile (400), NotFound (404) for an unknown person. Spec: Resources, Block entry / preferred entry.
    """
    if kind == "blocked":
        human = _get_anybody(human_id)
        if not human.is_active:
            raise _unknown()
    else:
        human = search.get_public(human_id).account
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
    """Take a person off the list; returns whether they were on it. Raises NotFound (404) for an unknown person."""
    account_id = _get_anybody(human_id).pk if kind == "blocked" else search.account_id_of(human_id)
    gone, _ = Relation.objects.filter(owner_id=actor.id, human_id=account_id, kind=kind).delete()
    return gone > 0


def _get_anybody(text: str) -> Account:
    """Raises NotFound (404)."""
    found = accounts.find_named(text)
    if found is None:
        raise _unknown()
    return found


def _unknown() -> NotFound:
    return NotFound("There is no such account. Give a profile id (prf_…), an agent's id (agent_…) or a username.")
