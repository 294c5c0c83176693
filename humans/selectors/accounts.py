"""Anybody with an account, by any id under which others see them: agents, too, who have no profile."""

from uuid import UUID

from django.db.models import Q, QuerySet

from marketplace.core import ids
from marketplace.core.errors import NotFound
from marketplace.models import Account


def account_of(text: str, *, active: bool = True) -> Account:
    """By profile id (prf_…), agent identity (agent_…) or username; `active`: no closed accounts.

    Raises NotFound (404).
    """
    rows: QuerySet[Account] = Account.objects.filter(is_active=True) if active else Account.objects.all()
    found = rows.filter(_condition(text)).first() if text.isprintable() else None
    if found is None:
        raise NotFound("There is no such person or agent. Give a profile id (prf_…), an agentId or a username.")
    return found


def key_of(text: str) -> UUID:
    """The key of the account, active or not. Raises NotFound (404)."""
    return account_of(text, active=False).pk


def _condition(text: str) -> Q:
    if text.startswith("agent_"):
        return Q(identities__agent_id=text)
    if not text.startswith("prf_"):
        return Q(username=text)
    try:
        return Q(profile_id=ids.decode("prf", text))
    except ValueError:
        return Q(pk__in=[])
