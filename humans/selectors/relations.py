"""Block lists and preferred lists. All ids are keys of accounts."""

from collections.abc import Collection, Iterable
from uuid import UUID

from django.db.models import Q, QuerySet

from escrow.models import Escrow
from humans.models import Conversation, Relation
from humans.rules.conversations import SILENCED_KINDS
from marketplace.core.actor import Actor


def listed(actor: Actor, kind: str) -> QuerySet[Relation]:
    """The caller's own list of this kind, with the people on it."""
    return Relation.objects.select_related("human").filter(owner_id=actor.id, kind=kind)


def blocks(owner_id: UUID, human_id: UUID) -> QuerySet[Relation]:
    """The block entry of this owner for this person: one row or none."""
    return Relation.objects.filter(owner_id=owner_id, human_id=human_id, kind="blocked")


def is_blocked(owner_id: UUID, human_id: UUID) -> bool:
    return blocks(owner_id, human_id).exists()


def is_silenced(conversation: Conversation, account_id: UUID) -> bool:
    """Whether the other side of a conversation has blocked this account, which then writes no more in it.

    Work that still runs goes on: while its money is held, both write. So do disputes and support.
    """
    if conversation.kind not in SILENCED_KINDS:
        return False
    other = conversation.human_id if account_id == conversation.agent_id else conversation.agent_id
    if not is_blocked(other, account_id):
        return False
    held = Escrow.objects.filter(ended_at=None)
    if conversation.application_id is not None:
        return not held.filter(subject_kind="application", subject_id=conversation.application_id).exists()
    between = held.filter(owner_id=conversation.agent_id, worker_id=conversation.human_id, subject_kind="booking")
    return not (conversation.kind == "service-booking" and between.exists())


def blocked_by(owner_id: UUID, others: Collection[UUID]) -> set[UUID]:
    """Those of the others whom this account has blocked; one query."""
    return {other for other, kind in relations_of(owner_id, others).items() if kind == "blocked"}


def has_block_between(one_id: UUID, other_id: UUID) -> bool:
    """Whether either of the two has blocked the other. Answers never reveal which."""
    both = Q(owner_id=one_id, human_id=other_id) | Q(owner_id=other_id, human_id=one_id)
    return Relation.objects.filter(both, kind="blocked").exists()


def preferred(owner_id: UUID, *, limit: int) -> list[UUID]:
    """The `limit` latest people on this owner's preferred list."""
    rows = Relation.objects.filter(owner_id=owner_id, kind="preferred").order_by("-created_at", "-id")
    return list(rows.values_list("human_id", flat=True)[:limit])


def blocked_either_way(account_id: UUID) -> set[UUID]:
    """The accounts that this account has blocked, and those that have blocked it."""
    rows = Relation.objects.filter(kind="blocked")
    sides = rows.filter(Q(owner_id=account_id) | Q(human_id=account_id)).values_list("owner_id", "human_id")
    return {human if owner == account_id else owner for owner, human in sides}


def relations_of(owner_id: UUID, human_ids: Iterable[UUID]) -> dict[UUID, str]:
    """`blocked` or `preferred` by person, for those on a list of this owner; one query."""
    rows = Relation.objects.filter(owner_id=owner_id, human_id__in=list(human_ids))
    return dict(rows.values_list("human_id", "kind"))
