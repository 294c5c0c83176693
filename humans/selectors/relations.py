"""Whom an account has blocked or prefers. Upper steps ask by the keys of accounts."""

from collections.abc import Iterable
from uuid import UUID

from django.db.models import Q, QuerySet

from humans.models import Relation
from marketplace.core.actor import Actor


def listed(actor: Actor, kind: str) -> QuerySet[Relation]:
    """The caller's own list, with the people on it."""
    return Relation.objects.select_related("human").filter(owner_id=actor.id, kind=kind)


def blocks(owner_id: UUID, human_id: UUID) -> QuerySet[Relation]:
    """The row by which this owner has blocked this person."""
    return Relation.objects.filter(owner_id=owner_id, human_id=human_id, kind="blocked")


def is_blocked(owner_id: UUID, human_id: UUID) -> bool:
    """Has this owner blocked this person?"""
    return blocks(owner_id, human_id).exists()


def stand_apart(one_id: UUID, other_id: UUID) -> bool:
    """Has either of the two blocked the other? Nobody is told which."""
    both = Q(owner_id=one_id, human_id=other_id) | Q(owner_id=other_id, human_id=one_id)
    return Relation.objects.filter(both, kind="blocked").exists()


def preferred(owner_id: UUID, *, limit: int) -> list[UUID]:
    """The people this owner prefers, the latest `limit` of them."""
    rows = Relation.objects.filter(owner_id=owner_id, kind="preferred").order_by("-created_at", "-id")
    return list(rows.values_list("human_id", flat=True)[:limit])


def kept_apart(account_id: UUID) -> set[UUID]:
    """Everybody whom this account has blocked, and everybody who has blocked it."""
    rows = Relation.objects.filter(kind="blocked")
    blocked = rows.filter(owner_id=account_id).values_list("human_id", flat=True)
    return {*blocked, *rows.filter(human_id=account_id).values_list("owner_id", flat=True)}


def relations_of(owner_id: UUID, human_ids: Iterable[UUID]) -> dict[UUID, str]:
    """`blocked` or `preferred` by person, for those on one of this owner's lists; one query."""
    rows = Relation.objects.filter(owner_id=owner_id, human_id__in=list(human_ids))
    return dict(rows.values_list("human_id", "kind"))
