"""Accounts and keys. Operators assign roles and tiers; support may revoke a key."""

from collections.abc import Callable
from typing import Any
from uuid import UUID

from django import forms
from django.contrib import admin
from django.db.models import Q, QuerySet
from django.http import HttpRequest
from django.utils.safestring import SafeString

from marketplace.admin.parties import PartyPage
from marketplace.admin.restrictions import LIFT, RESTRICT
from marketplace.api.backoffice import Deciding, Note, Verb, found_in, is_operator
from marketplace.core.actor import Actor
from marketplace.core.masking import masked
from marketplace.core.roles import AUDITOR, OPERATOR, ROLES, SUPPORT
from marketplace.models import Account, ApiKey, Proposal, RateTier
from marketplace.rules import MONEY_MATTERS, PLATFORM
from marketplace.selectors import account_restrictions as reads
from marketplace.services import accounts, closing, exports, keys, proposals, sessions
from marketplace.web import matters


class RoleForm(Note):
    role = forms.ChoiceField(
        choices=[
            (SUPPORT, "Support: reads everything, decides listings, cases and disputes"),
            (AUDITOR, "Auditor: reads everything, decides nothing"),
            (OPERATOR, "Operator: support, and also settings, tiers and staff"),
        ]
    )
    field_order = ("role", "reason")


def who(row: Account) -> str:
    """As it is recognised without being uncovered."""
    return masked(row.email, "mail") or row.username or row.public_id


def _give_role(actor: Actor, row: Account, values: dict[str, Any]) -> None:
    accounts.set_role(actor, row.pk, values["role"])


def _take_role(actor: Actor, row: Account, values: dict[str, Any]) -> None:
    accounts.set_role(actor, row.pk, "")


HIRE = Verb(
    name="hire",
    label="Give a role",
    perform=_give_role,
    outcome=lambda row: f"{row.display_name} ({who(row)}) can sign in here with the password of the account.",
    preview=lambda row, values: (
        f"{row.display_name} ({who(row)}) can sign in here with the password of the account, as {values['role']}."
    ),
    done="has a role among our staff:",
    form=RoleForm,
)
DISMISS = Verb(
    name="dismiss",
    label="Take staff access away",
    perform=_take_role,
    outcome=lambda row: f"{row.display_name} can't sign in here any more. The account itself stays as it is.",
    done="is no staff any more.",
    form=Note,
    is_harsh=True,
)


UNLOCK = Verb(
    name="unlock",
    label="Remove the second factor",
    perform=lambda actor, row, values: sessions.remove_second_factor(actor, row.pk),
    outcome=lambda row: (
        f"{row.display_name} ({who(row)}) signs in without a code of the authenticator app, and can set up "
        "another one. Make sure before that it is really this person who asks."
    ),
    done="has no second factor any more.",
    form=Note,
    is_harsh=True,
)


CLOSE = Verb(
    name="close",
    label="Close the account",
    perform=lambda actor, row, values: accounts.close(actor, row.pk),
    outcome=lambda row: (
        f"From now on nothing of {row.display_name} ({who(row)}) is let in: no password, key, session or "
        "program. Nobody finds the account in the search, and no mail is written to it. Its bounties, seats and money stay, "
        "and go on by their clocks. Nobody is told."
    ),
    done="is closed.",
    form=Note,
    is_harsh=True,
)


def _proposing(
    verb: Verb,
    *,
    name: str,
    was: dict[str, Any],
    becomes: dict[str, Any],
    outcome: Callable[[Account], str],
    done: str,
) -> Verb:
    """The same act where it takes two operators: one proposes it, another one reads what the row `was` and what it `becomes`, and
    approves it; `AccountAdmin.carry_out` performs it then."""

    def propose(actor: Actor, row: Account, values: dict[str, Any]) -> None:
        proposals.propose(
            actor,
            model="marketplace.account",
            row=str(row.pk),
            name=f"account {row.public_id}",
            kind=verb.name,
            was=was,
            becomes=becomes,
            form={},
            why=values["reason"],
        )

    return Verb(
        name=name,
        label=f"Propose to {verb.label.lower()}",
        perform=propose,
        outcome=outcome,
        done=f"{done}; another operator approves it under Proposals.",
        form=Note,
        is_harsh=True,
    )


def _money(row: Account) -> str:
    return ", ".join(accounts.holds_money(row)).replace("_", " ")


def _two_operators(row: Account) -> str:
    return (
        f"{row.display_name} has money here, or money waits for them ({_money(row)}), so that closing takes two operators. Nothing "
        "changes until another one approves it, within 24 hours."
    )


PROPOSE_CLOSING = _proposing(
    CLOSE,
    name="propose-closing",
    was={"is_active": True},
    becomes={"is_active": False},
    outcome=_two_operators,
    done="is proposed to be closed",
)


def _way_out(row: Account) -> str:
    """What stands in the way of erasing it, and how each is settled."""
    open_ = [matter for matter in closing.open_matters(row) if matter not in MONEY_MATTERS]
    if not open_:
        return ""
    return " First this has to be settled: " + " ".join(str(matters.MATTERS[matter][0]) for matter in open_)


ERASE = Verb(
    name="erase",
    label="Erase the account",
    perform=lambda actor, row, values: closing.erase_for(actor, row.pk),
    outcome=lambda row: (
        f"What is personal about {row.display_name} ({who(row)}) is deleted: names, addresses, profile, texts and files, "
        "at once or in a few minutes; what an open case needs goes when it ends, work that was paid when evidence is deleted. The "
        "books stay, under the name Deleted account. "
        f"They get one last mail. Make sure before that it is really this person who asks. It can't be taken back.{_way_out(row)}"
    ),
    done="is erased.",
    form=Note,
    is_harsh=True,
)


PROPOSE_ERASING = _proposing(
    ERASE,
    name="propose-erasing",
    was={"closed_at": None},
    becomes={"closed_at": "now"},
    outcome=lambda row: (
        f"{row.display_name} has money here, or money waits for them ({_money(row)}), so that erasing takes two operators. What is "
        "left of the money stays in the books of an account without a name: pay it out first, if it can be. Nothing changes until "
        f"another one approves it, within 24 hours.{_way_out(row)}"
    ),
    done="is proposed to be erased",
)


COPY = Verb(
    name="copy",
    label="Make a copy of their data",
    perform=lambda actor, row, values: exports.request_for(actor, row.pk),
    outcome=lambda row: (
        f"A ZIP file of what is known about {row.display_name} ({who(row)}) is made within minutes. They get a mail, and "
        "fetch it, signed in, on their settings; no staff can. It is deleted after a week. They can ask for it there by "
        "themselves, too."
    ),
    done="is sent a mail when the copy is ready.",
    form=Note,
)


REOPEN = Verb(
    name="reopen",
    label="Open it again",
    perform=lambda actor, row, values: accounts.reopen(actor, row.pk),
    outcome=lambda row: f"{row.display_name} signs in as before, and keys that were not revoked work again.",
    done="is open again.",
    form=Note,
)


class Role(admin.SimpleListFilter):
    title = "role"
    parameter_name = "role"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [(role, role) for role in ROLES]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        if self.value() not in ROLES:
            return queryset
        named = Q(pk__in=Account.groups.through.objects.filter(group__name=self.value()).values("account_id"))
        by_flag = Q(is_superuser=True) if self.value() == OPERATOR else Q(pk__in=[])
        return queryset.filter(named | by_flag, is_staff=True)


@admin.register(Account)
class AccountAdmin(PartyPage):
    verbs = (HIRE, DISMISS, UNLOCK, RESTRICT, LIFT, CLOSE, PROPOSE_CLOSING, COPY, ERASE, PROPOSE_ERASING, REOPEN)
    list_display = ("public_id", "display_name", "email", "public_profile_id", "role", "is_active", "created_at")
    search_fields = ("email", "name", "username")
    search_help_text = "A name, e-mail or username, or a public id (usr_… or prf_…)."
    list_filter = (Role, "is_active")
    ordering = ("-id",)
    masked = {"email": "mail"}
    fieldsets = (
        (
            None,
            {
                "fields": (
                    *(
                        ("id", "created_at"),
                        ("public_profile_id", "username"),
                        "name",
                        ("role", "is_active", "closed_at"),
                    ),
                    *("agent", ("terms_version", "privacy_version", "terms_accepted_at")),
                    *("cases", "belongings"),
                )
            },
        ),
        (
            "Mails and pushes",
            {
                "classes": ["collapse"],
                "fields": (
                    ("mail_applications", "mail_work", "mail_messages", "mail_invoices"),
                    ("push_applications", "push_work", "push_messages", "has_devices"),
                ),
            },
        ),
    )
    readonly_fields = ("role", "public_profile_id", "cases", "belongings")

    def heading(self, row: Account) -> str:
        return f"{row.display_name} {row.public_id}"

    def get_queryset(self, request: HttpRequest) -> QuerySet[Account]:
        rows: QuerySet[Account] = super().get_queryset(request)
        return rows.prefetch_related("groups")

    def may_decide(self, request: HttpRequest, row: Account) -> bool:
        return is_operator(request)

    def open_verbs(self, row: Account) -> tuple[Verb, ...]:
        """Superusers are created by the command line only (docs/backoffice.md); the platform's own account can't be changed."""
        if row.is_superuser or row.pk == PLATFORM:
            return ()
        if row.closed_at is not None:
            return ()
        takes_two = bool(accounts.holds_money(row))  # asked once: it asks every part of the program
        erasing = () if row.is_staff else (PROPOSE_ERASING if takes_two else ERASE,)
        if not row.is_active:
            return (*((DISMISS,) if row.is_staff else ()), REOPEN, *erasing)
        has_password = row.has_usable_password()
        restricting = () if row.is_staff else (RESTRICT, *((LIFT,) if reads.in_force(row.pk) else ()))
        closes = PROPOSE_CLOSING if takes_two else CLOSE
        staff = (*((HIRE,) if has_password else ()), *((DISMISS,) if row.is_staff else ()))
        return (*staff, *((UNLOCK,) if sessions.has_second_factor(row) else ()), *restricting, COPY, closes, *erasing)

    def carry_out(self, proposal: Proposal, approver: Account | None) -> None:
        """Close or erase an account that holds money, as two operators want it. Locks the account. Raises as `accounts.close`,
        `closing.erase_for`.
        """
        perform = closing.erase_for if proposal.kind == "erase" else accounts.close
        perform(Actor.staff(proposal.proposer), UUID(proposal.row), approved=proposal)

    @admin.display(description="name", ordering="name")
    def display_name(self, row: Account) -> str:
        return row.display_name

    @admin.display(description="role", ordering="is_staff")
    def role(self, row: Account) -> str:
        return row.role or "-"

    @admin.display(description="cases")
    def cases(self, row: Account) -> SafeString | str:
        return found_in("escrow_case", row.public_id, "Cases of this person")


class TierChoice(Note):
    tier = forms.ModelChoiceField(
        queryset=RateTier.objects.order_by("name"),
        required=False,
        empty_label="none: the standard quotas",
        help_text="How many times the per-key quotas this key has.",
    )
    field_order = ("tier", "reason")


def _set_tier(actor: Actor, row: ApiKey, values: dict[str, Any]) -> None:
    keys.set_tier(actor, row.pk, values["tier"])


def _revoke(actor: Actor, row: ApiKey, values: dict[str, Any]) -> None:
    keys.revoke_for_owner(actor, row.pk)


TIER = Verb(
    name="tier",
    label="Give a tier",
    perform=_set_tier,
    outcome=lambda row: "The quotas of this key change from its next request on.",
    preview=lambda row, values: f"From its next request on this key has the quotas of: {values['tier'] or 'standard'}.",
    done="has another tier:",
    form=TierChoice,
    initial=lambda row: {"tier": row.tier_id},
    is_for_operators=True,
)
REVOKE = Verb(
    name="revoke",
    label="Revoke",
    perform=_revoke,
    outcome=lambda row: (
        f"Requests with this key of {row.account.display_name} are refused from now on, and its webhook endpoints end. "
        "The owner is mailed. This can't be taken back; they can make another key."
    ),
    done="was revoked.",
    form=Note,
    is_harsh=True,
)


@admin.register(ApiKey)
class KeyAdmin(Deciding):
    verbs = (TIER, REVOKE)
    list_display = ("public_id", "account", "name", "shown_prefix", "agent_id", "tier", "last_used_at", "revoked_at")
    search_fields = ("name", "account__name", "account__email", "shown_prefix")
    search_help_text = "A key's name or shown prefix, whose it is, or a public id (key_…, usr_…, prf_…)."
    fields = (
        *("id", "account", "name", "shown_prefix", "agent", "tier", "scopes", "categories", "countries", "is_limited"),
        *("created_at", "last_used_at", "last_used_from", "last_used_by", "revoked_at", "belongings"),
    )
    readonly_fields = ("belongings",)
    ordering = ("-id",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[ApiKey]:
        rows: QuerySet[ApiKey] = super().get_queryset(request)
        return rows.select_related("account", "tier")

    def open_verbs(self, row: ApiKey) -> tuple[Verb, ...]:
        return self.verbs if row.revoked_at is None else ()
