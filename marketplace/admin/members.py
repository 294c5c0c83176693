"""Who acts for an account: its members, those it has invited, and the programs it has connected. Staff may end each of these."""

from typing import Any

from django.contrib import admin
from django.db.models import Q, QuerySet
from django.http import HttpRequest

from marketplace.api.backoffice import Deciding, Note, Reason, Verb
from marketplace.core import clock
from marketplace.core.actor import Actor
from marketplace.core.masking import masked
from marketplace.models import Connector, Invitation, Membership
from marketplace.selectors import oauth as programs
from marketplace.services import members, oauth


def _end(actor: Actor, row: Membership, values: dict[str, Any]) -> None:
    members.end_by_staff(actor, row.pk, reason=values["reason"])


END = Verb(
    name="end",
    label="End the membership",
    perform=_end,
    outcome=lambda row: (
        f"{row.person.display_name} can't act for {row.account.display_name} from their next request on. What they made there "
        "stays, API keys too. They and the owners of the account get a mail with your reason. An owner can invite them again."
    ),
    done="was ended.",
    form=Reason,
    is_harsh=True,
)
REVOKE = Verb(
    name="revoke",
    label="Take the invitation back",
    perform=lambda actor, row, values: members.revoke_by_staff(actor, row.pk),
    outcome=lambda row: (
        f"The link that was mailed to {masked(row.email, 'mail')} is worth nothing any more. Nobody is told; "
        f"{row.account.display_name} can invite again."
    ),
    done="was taken back.",
    form=Note,
    is_harsh=True,
)
DISCONNECT = Verb(
    name="disconnect",
    label="Disconnect",
    perform=lambda actor, row, values: oauth.disconnect_for_owner(actor, row.pk),
    outcome=lambda row: (
        f"{row.name or 'The program'} can do nothing for {row.account.display_name} from its next request on. The owner is mailed, "
        "and can connect it again; its limits stay for then."
    ),
    done="was disconnected.",
    form=Note,
    is_harsh=True,
)


class State(admin.SimpleListFilter):
    """Whether a membership is open."""

    title = "state"
    parameter_name = "state"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [("open", "open"), ("ended", "ended")]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        match self.value():
            case "open":
                return queryset.filter(ended_at=None)
            case "ended":
                return queryset.filter(ended_at__isnull=False)
        return queryset


@admin.register(Membership)
class MembershipAdmin(Deciding):
    """An account's own person is its owner without a row here."""

    verbs = (END,)
    list_display = ("public_id", "account", "person", "role", "invited_by", "created_at", "ended_at")
    list_filter = (State, "role")
    search_fields = ("account__name", "account__email", "person__name", "person__email")
    search_help_text = "An account or a person: a name, an e-mail, or a public id (mbr_…, usr_…, prf_…)."
    ordering = ("-id",)

    def open_verbs(self, row: Membership) -> tuple[Verb, ...]:
        return self.verbs if row.ended_at is None else ()


class InvitationState(admin.SimpleListFilter):
    """As `Invitation.state`."""

    title = "state"
    parameter_name = "state"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [(state, state) for state in ("pending", "accepted", "revoked", "expired")]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        waits, now = Q(accepted_at=None, revoked_at=None), clock.now()
        match self.value():
            case "pending":
                return queryset.filter(waits, expires_at__gt=now)
            case "expired":
                return queryset.filter(waits, expires_at__lte=now)
            case "accepted":
                return queryset.filter(accepted_at__isnull=False)
            case "revoked":
                return queryset.filter(accepted_at=None, revoked_at__isnull=False)
        return queryset


@admin.register(Invitation)
class MemberInvitationAdmin(Deciding):
    """The link of the mail is shown nowhere."""

    verbs = (REVOKE,)
    list_display = ("public_id", "account", "email", "role", "invited_by", "state", "created_at", "expires_at")
    list_filter = (InvitationState, "role")
    search_fields = ("account__name", "account__email", "email")
    search_help_text = "An account, the address that was invited, or a public id (ivt_…, usr_…, prf_…)."
    exclude = ("digest",)
    masked = {"email": "mail"}
    readonly_fields = ("state",)
    ordering = ("-id",)

    def open_verbs(self, row: Invitation) -> tuple[Verb, ...]:
        return self.verbs if row.state == "pending" else ()

    def by_email(self, term: str) -> Q | None:
        """Those of this account, and those that went to the address, whether or not it has an account."""
        invited = Q(email__iexact=term)
        mine = super().by_email(term)
        return invited if mine is None else mine | invited

    @admin.display(description="state")
    def state(self, row: Invitation) -> str:
        return row.state


class Connected(admin.SimpleListFilter):
    """Whether the program has a valid token."""

    title = "connected"
    parameter_name = "connected"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [("yes", "Yes"), ("no", "No")]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        return queryset.filter(is_connected=self.value() == "yes") if self.value() in ("yes", "no") else queryset


@admin.register(Connector)
class ConnectorAdmin(Deciding):
    """A program that an account has authorised. Its caps and the amount to ask above are its spender limits."""

    verbs = (DISCONNECT,)
    list_display = ("public_id", "account", "name", "application", "is_connected", "is_limited", "created_at")
    list_filter = (Connected, "is_limited")
    search_fields = ("name", "account__name", "account__email")
    search_help_text = "A program's name, whose it is, or a public id (ctr_…, usr_…, prf_…)."
    readonly_fields = ("is_connected", "belongings")
    ordering = ("-id",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Connector]:
        return programs.with_state(super().get_queryset(request))

    def open_verbs(self, row: Any) -> tuple[Verb, ...]:
        return self.verbs if row.is_connected else ()

    @admin.display(description="connected", boolean=True)
    def is_connected(self, row: Any) -> bool:
        return bool(row.is_connected)
