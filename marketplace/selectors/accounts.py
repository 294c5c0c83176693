"""The account as its owner sees it, its keys, and accounts by id, name or e-mail."""

import re
from collections.abc import Iterable
from contextlib import suppress
from types import SimpleNamespace
from uuid import UUID

from django.db.models import Count, Q, QuerySet
from django.db.models.functions import Lower

from marketplace.core import ids, rights
from marketplace.core.actor import Actor
from marketplace.core.scopes import allows
from marketplace.models import Account, ApiKey, Membership
from marketplace.ports import bank_accounts
from marketplace.selectors import account_restrictions

_NO_DIGIT = re.compile(r"[^0-9]")
_IN_TEXT = re.compile(rf"\b{Account.PREFIX}_[0-9a-z]{{26}}\b")


def answers_for_agents(account: Account) -> bool:
    """Whether a person has an API key, or acts for another account: they begin on the owner's pages. At most two queries."""
    return (
        ApiKey.objects.filter(account_id=account.pk).exists()
        or Membership.objects.filter(person_id=account.pk, ended_at=None).exists()
    )


def describe(actor: Actor) -> SimpleNamespace:
    """The caller: ids, name, kind of credential, payout and verification state, restriction. One query, for the last,
    and one for the bank account of somebody who can be paid: authentication has loaded the account."""
    me = actor.me
    restriction = account_restrictions.in_force(me.pk)
    sees_bank = me.payouts_onboarded_at is not None and _may_move_money_out(actor)
    bank = bank_accounts.get()(me.pk) if sees_bank else None
    return SimpleNamespace(
        agent_user_id=me.pk,
        profile_id=me.profile_id,
        name=me.display_name,
        username=me.username,
        email=me.email if actor.rights == rights.OWNER else None,
        authenticated_by=actor.via,
        key_id=actor.key.public_id if actor.key else None,
        agent_id=actor.key.agent_id if actor.key else me.agent_id,
        payouts=SimpleNamespace(
            onboarded=me.payouts_onboarded_at is not None,
            bank_last4=(bank.last4 or None) if bank else None,
            bank_given_at=bank.given_at if bank else None,
        ),
        verification=SimpleNamespace(
            email=me.email_verified_at is not None,
            identity=me.identity_verified_at is not None,
            identity_country=me.identity_country or None,
            linkedin=me.linkedin_verified_at is not None,
        ),
        acting_as=SimpleNamespace(profile_id=actor.person.profile_id, name=actor.person.display_name, role=actor.rights)
        if actor.member
        else None,
        restriction=SimpleNamespace(
            reason=restriction.reason,
            since=restriction.created_at,
            until=restriction.until,
            restricted=account_restrictions.stops(restriction),
        )
        if restriction is not None
        else None,
    )


def _may_move_money_out(actor: Actor) -> bool:
    """Who has signed in, and a key or program that may do everything or has the scope `wallet`: where money goes is not for all."""
    credential = actor.key or actor.connector
    return actor.via == "session" or (credential is not None and allows(credential.scopes, "startPayoutOnboarding"))


def find_named(text: str) -> Account | None:
    """The account behind a profile id (prf_…), an agent's identity (agent_…) or a username; with a profile or without."""
    if not text.isprintable():
        return None
    if text.startswith("agent_"):
        return Account.objects.filter(identities__agent_id=text).first()
    if text.startswith("prf_"):
        try:
            return Account.objects.filter(profile_id=ids.decode("prf", text)).first()
        except ValueError:
            return None
    return Account.objects.filter(username=text).first()


def phone_sharers(accounts: Iterable[Account]) -> dict[UUID, int]:
    """Number of other accounts with the same phone, by account, in one query (none if there is no phone). Only digits are
    compared: +351 1234 equals +3511234.
    """
    digits = {account.pk: _NO_DIGIT.sub("", account.phone or "") for account in accounts}
    wanted = {number for number in digits.values() if number}
    if not wanted:
        return {}
    rows = Account.objects.filter(phone_digits__in=wanted).values_list("phone_digits").annotate(Count("pk"))
    sharers = dict(rows)
    return {pk: sharers[number] - 1 for pk, number in digits.items() if sharers.get(number, 0) > 1}


def keys_of(actor: Actor) -> QuerySet[ApiKey]:
    """The API keys of the caller's account."""
    return ApiKey.objects.filter(account_id=actor.id)


def by_handles(public_ids: Iterable[str], emails: Iterable[str]) -> dict[str, Account]:
    """Active accounts by any of their handles, in one query: profile id (`prf_…`), account id (`usr_…`), username, or confirmed
    e-mail address in any case (the result's key is lower case).
    """
    profiles: dict[UUID, str] = {}
    own: dict[UUID, str] = {}
    names = set()
    for text in filter(None, public_ids):
        try:
            if text.startswith("usr_"):
                own[ids.decode("usr", text)] = text
            elif text.startswith("prf_"):
                profiles[ids.decode("prf", text)] = text
            else:
                names.add(text)
        except ValueError:
            continue
    wanted = {email.lower() for email in emails if email}
    if not (profiles or own or names or wanted):
        return {}
    rows = (
        Account.objects.filter(is_active=True)
        .annotate(mail=Lower("email"))
        .filter(
            Q(profile_id__in=list(profiles))
            | Q(pk__in=list(own))
            | Q(username__in=list(names))
            | Q(mail__in=list(wanted), email_verified_at__isnull=False)
        )
    )
    found: dict[str, Account] = {}
    for account in rows:
        mail = account.mail if account.email_verified_at is not None else None
        for key in (profiles.get(account.profile_id), own.get(account.pk), account.username, mail):
            if key and (key in names or key in wanted or key.startswith(("usr_", "prf_"))):
                found[key] = account
    return found


def names_in(texts: Iterable[str]) -> dict[str, str]:
    """The names of the accounts whose public ids (usr_…) stand in these texts. One query; none without an id."""
    keys = set()
    for found in {one for text in texts for one in _IN_TEXT.findall(text)}:
        with suppress(ValueError):
            keys.add(ids.decode(Account.PREFIX, found))
    return {row.public_id: row.display_name for row in Account.objects.filter(pk__in=keys)} if keys else {}


def with_names(text: str, names: dict[str, str]) -> str:
    """`limit of staff usr_…` -> `limit of staff usr_… (Ada)`, for each id of `names`."""
    return _IN_TEXT.sub(lambda found: f"{found[0]} ({names[found[0]]})" if found[0] in names else found[0], text)
