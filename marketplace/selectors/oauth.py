"""The OAuth clients that an account has authorised."""

from datetime import datetime
from typing import NamedTuple

from django.db.models import Exists, Max, OuterRef, QuerySet
from oauth2_provider.models import Application, RefreshToken

from marketplace.core.actor import Actor
from marketplace.models import Account, Connector
from marketplace.rules import destination


class Connection(NamedTuple):
    """A client that acts for this account. `renewed_at` is when it last got a new token: at most an hour before it was last
    used.
    """

    client_pk: int
    name: str
    leads_to: str
    renewed_at: datetime


def connections(account: Account) -> list[Connection]:
    """Clients with a valid refresh token, the last used first."""
    rows = (
        Application.objects.filter(refreshtoken__user=account, refreshtoken__revoked=None)
        .annotate(renewed_at=Max("refreshtoken__created"))
        .order_by("-renewed_at", "-pk")
    )
    return [Connection(row.pk, row.name or "An unnamed program", leads_to(row), row.renewed_at) for row in rows]


def connectors_of(actor: Actor) -> QuerySet[Connector]:
    """The programs that the caller's account has ever connected."""
    return with_state(Connector.objects.filter(account_id=actor.id))


def with_state(rows: QuerySet[Connector]) -> QuerySet[Connector]:
    """`is_connected`: those with a valid refresh token."""
    live = RefreshToken.objects.filter(
        user_id=OuterRef("account_id"), application_id=OuterRef("application_id"), revoked=None
    )
    return rows.annotate(is_connected=Exists(live))


def leads_to(client: Application) -> str:
    """Where this client runs, described for a person."""
    return ", ".join(sorted({destination(uri) for uri in client.redirect_uris.split()}))
