"""OAuth 2.1 clients that act for a person. django-oauth-toolkit keeps clients, codes and tokens (tokens as digests); this module
has its hooks: which accounts may be used, what a token is valid for, how a client's metadata is fetched.

A token is valid for one resource: the tools at `/api/mcp`. Its lifetime is wall time, also in a sandbox.
"""

import hashlib
import io
from datetime import timedelta
from typing import Any
from urllib.parse import urlsplit
from uuid import UUID

from django.conf import settings
from django.core.management import call_command
from django.db import transaction
from oauth2_provider import cimd
from oauth2_provider.models import AccessToken, Application, Grant, RefreshToken, clear_expired
from oauth2_provider.oauth2_validators import OAuth2Validator
from oauthlib.common import Request as OAuthRequest
from oauthlib.oauth2.rfc6749.errors import InvalidGrantError

from marketplace.core import clock, http, strict_json
from marketplace.core.actor import Actor
from marketplace.core.states import InvalidState
from marketplace.core.transactions import unit
from marketplace.models import Account, Connector
from marketplace.rules import SCOPE, client_fault, destination, redirect_fault
from marketplace.services import alerts

DOCUMENT_MAX = 16 * 1024  # bytes
DOCUMENT_KEPT = 3600  # seconds that a client's document is cached
UNUSED_KEPT = timedelta(days=90)


class Validator(OAuth2Validator):
    """The library's validator, restricted to open accounts, and safe when a code or refresh token is used twice at the same
    time.
    """

    def validate_code(
        self, client_id: str, code: str, client: Application, request: OAuthRequest, *args: Any, **kwargs: Any
    ) -> bool:
        valid = super().validate_code(client_id, code, client, request, *args, **kwargs)
        if not valid and not Grant.objects.filter(code=code, application=client).exists():
            _revoke_first_use(client, code)
        return valid and request.user.is_active

    def validate_redirect_uri(
        self, client_id: str, redirect_uri: str, request: OAuthRequest, *args: Any, **kwargs: Any
    ) -> bool:
        """The library compares what another parser reads, and lets a loopback address name any port: what browsers read
        differently is refused here, too.
        """
        known: bool = super().validate_redirect_uri(client_id, redirect_uri, request, *args, **kwargs)
        return known and redirect_fault(redirect_uri) is None

    def validate_refresh_token(
        self, refresh_token: str, client: Application, request: OAuthRequest, *args: Any, **kwargs: Any
    ) -> bool:
        valid = super().validate_refresh_token(refresh_token, client, request, *args, **kwargs)
        return valid and request.user.is_active

    def save_authorization_code(
        self, client_id: str, code: dict[str, Any], request: OAuthRequest, *args: Any, **kwargs: Any
    ) -> None:
        """A person has authorised a client: they are mailed."""
        with transaction.atomic():
            super().save_authorization_code(client_id, code, request, *args, **kwargs)
            connector_of(request.user, request.client)
            leads_to = destination(request.redirect_uri)
            alerts.mail_owner(request.user, "program_connected", program=request.client.name, leads_to=leads_to)

    def save_bearer_token(self, token: dict[str, Any], request: OAuthRequest, *args: Any, **kwargs: Any) -> None:
        """Consumes the code or refresh token in the transaction that stores the new tokens. Locks the code or the refresh token.

        By itself the library would give the second of two simultaneous requests empty tokens, or ones that are not stored. The
        second use of a code ends the tokens of the first, also when they meet: one of the two has stolen it.
        """
        try:
            self._consume(token, request, *args, **kwargs)
        except InvalidGrantError:
            if request.grant_type == "authorization_code":
                _revoke_first_use(request.client, request.code)
            raise

    def _consume(self, token: dict[str, Any], request: OAuthRequest, *args: Any, **kwargs: Any) -> None:
        with transaction.atomic():
            if request.grant_type == "authorization_code":
                consumed = Grant.objects.filter(code=request.code, application=request.client)
            else:
                consumed = RefreshToken.objects.filter(pk=request.refresh_token_instance.pk, revoked=None)
            if consumed.select_for_update(of=("self",)).first() is None:
                raise InvalidGrantError(request=request)
            super().save_bearer_token(token, request, *args, **kwargs)
            if request.grant_type == "authorization_code":
                consumed.delete()

    def _create_refresh_token(
        self, request: OAuthRequest, code: str, access_token: AccessToken, previous: RefreshToken | None
    ) -> RefreshToken:
        """The first token of a family is named after its code, so that whoever sends the code again can be told."""
        made = super()._create_refresh_token(request, code, access_token, previous)
        if previous is None and request.grant_type == "authorization_code":
            made.token_family = _family(request.client, request.code)
            made.save(update_fields=["token_family"])
        return made

    def invalidate_authorization_code(
        self, client_id: str, code: str, request: OAuthRequest, *a: Any, **k: Any
    ) -> None:
        """Nothing to do: `save_bearer_token` has deleted it."""


def _family(client: Application, code: str) -> UUID:
    """The family of the tokens that this code buys; it says nothing about the code."""
    return UUID(bytes=hashlib.sha256(f"family:{client.pk}:{code}".encode()).digest()[:16])


def _revoke_first_use(client: Application, code: str) -> None:
    """A code that was traded before is sent again: the tokens that it bought, and their successors, end (RFC 6749, section
    4.1.2). The owner is mailed. Does nothing for a code that bought none.
    """

    def work() -> None:
        live = RefreshToken.objects.filter(token_family=_family(client, code), revoked=None).first()
        if live is not None:
            RefreshToken.revoke_family(live.token_family)
            alerts.mail_owner(live.user, "program_disconnected", program=client.name)

    unit(work)


class ClientDocuments:
    """Fetches a client's metadata from its own https URL (Client ID Metadata Documents). The URL is user input, so `core/http`
    is used: public hosts, no redirects, five seconds in all.
    """

    def fetch(self, client_id: str) -> tuple[dict[str, Any], int]:
        try:
            rules = http.policy(timeout=5, longest=DOCUMENT_MAX + 1)
            reply = http.get(client_id, headers={"Accept": "application/json"}, rules=rules)
            found = strict_json.loads(reply.body) if reply.status == 200 and len(reply.body) <= DOCUMENT_MAX else None
        except (http.Blocked, http.CallFailed, ValueError) as error:
            raise cimd.CIMDError(str(error))
        if not isinstance(found, dict):
            raise cimd.CIMDError(f"no document: status {reply.status}, {len(reply.body)} bytes")
        if fault := client_fault(found):
            raise cimd.CIMDError(fault[1])
        return found, DOCUMENT_KEPT


class OnlyForSignedIn:
    """A document is fetched only for the consent page, which requires a signed-in person, never for requests to the token
    endpoint.
    """

    def has_permission(self, request: OAuthRequest, client_id: str) -> bool:
        return urlsplit(request.uri).path == "/oauth/authorize"


def find_connector(token: str) -> Connector | None:
    """The connector, with its open account, that this access token acts for at `/api/mcp`; None for anything else. Spec:
    Authentication."""
    asked = OAuthRequest(settings.MCP_URL)
    if not Validator().validate_bearer_token(token, [SCOPE], asked):
        return None
    bound = asked.access_token.resource == [settings.MCP_URL]  # the library treats a token without one as valid for any
    if not bound or not asked.user or not asked.user.is_active:
        return None
    return connector_of(asked.user, asked.access_token.application)


def connector_of(account: Account, client: Application) -> Connector:
    """The row of this client for this account, made at the first need. Locks nothing."""
    mine = Connector.objects.filter(account=account, application=client)
    found: Connector | None = mine.first()
    if found is None:
        fresh = Connector(account=account, application=client, name=client.name[:255])
        Connector.objects.bulk_create([fresh], ignore_conflicts=True)
        found = mine.get()
    found.account = account
    return found


def disconnect(account_id: UUID, client_pk: int) -> None:
    """Revoke every token and code that a client has for an account; the owner is mailed. Idempotent.

    account_id, client_pk: primary keys. Locks the tokens.
    """

    def work() -> None:
        if _end_tokens(account_id, client_pk):
            program = Application.objects.get(pk=client_pk).name
            alerts.mail_owner(Account.objects.get(pk=account_id), "program_disconnected", program=program)

    unit(work)


def disconnect_for_owner(actor: Actor, pk: UUID) -> Connector:
    """Staff disconnect a program, as the owner of the account would; they are mailed. In the caller's transaction.

    actor: staff. pk: of the connector. Locks the connector, then the tokens. Raises InvalidState (409) when the program has no
    token or code for this account (any more).
    """
    row: Connector = Connector.objects.locked().get(pk=pk)
    if row.application_id is None or not _end_tokens(row.account_id, row.application_id):
        raise InvalidState("This program is not connected (any more).", currentState="disconnected", allowedActions=[])
    alerts.mail_owner(row.account, "program_disconnected", by_staff=True, program=row.name)
    return row


def _end_tokens(account_id: UUID, client_pk: int) -> int:
    """How many tokens and codes were ended. Locks the tokens."""
    mine = {"user_id": account_id, "application_id": client_pk}
    ended, _ = Grant.objects.filter(**mine).delete()
    # A token that is being refreshed is locked; once that request is over, its successor is found by the next round.
    while live := list(RefreshToken.objects.filter(**mine, revoked=None)):
        ended += len(live)
        for token in live:
            token.revoke()
    return ended + AccessToken.objects.filter(**mine).delete()[0]


def end_all(account_id: UUID) -> None:
    """Delete every token and code of an account that is being closed, without mails. In the caller's transaction. Of its
    connectors the rows stay without names, because the ledger names them as spenders."""
    for model in (Grant, AccessToken, RefreshToken):
        model.objects.filter(user_id=account_id).delete()
    Connector.objects.filter(account_id=account_id).update(name="", application=None)


def delete_expired() -> int:
    """For the timer: delete expired tokens and codes, then unused clients: cached metadata documents, and dynamic registrations
    older than 90 days without a token. Returns the number of clients deleted.
    """
    before = Application.objects.count()
    clear_expired()
    call_command("clearcimdapplications", stdout=io.StringIO())
    old = Application.objects.filter(
        registration_source=Application.RegistrationSource.DCR, created__lt=clock.wall() - UNUSED_KEPT
    )
    used = [
        *RefreshToken.objects.filter(application__in=old).values_list("application_id", flat=True),
        *AccessToken.objects.filter(application__in=old, scope=SCOPE).values_list("application_id", flat=True),
        *Grant.objects.filter(application__in=old).values_list("application_id", flat=True),
    ]
    old.exclude(pk__in=used).delete()
    return before - Application.objects.count()
