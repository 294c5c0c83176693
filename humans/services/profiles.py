"""One's own profile: made on first need, edited field by field; and what it copies from its account for search."""

from typing import Any
from uuid import UUID

from django.db import IntegrityError, transaction
from django.db.models import F

from humans.errors import UsernameTaken
from humans.models import Profile
from humans.rules import folded_set, is_complete, name_words, words
from marketplace.core import clock
from marketplace.core.actor import Actor
from marketplace.core.states import InvalidState
from marketplace.core.transactions import unit
from marketplace.errors import OperatorRequired
from marketplace.models import Account
from marketplace.services import accounts

# Fields of the profile form that live on the account: what the whole program asks for.
MAILS = ("mail_applications", "mail_work", "mail_messages")
ON_ACCOUNT = ("name", "username", "phone", "billing_email", *MAILS)
COPIED = ("is_findable", "is_verified", "last_active_at", "name_words")


def own(actor: Actor) -> Profile:
    """The caller's profile, made empty when there is none yet."""
    profile = _of(actor.me)
    profile.account = actor.me
    return profile


def own_locked(actor: Actor) -> Profile:
    """The same, its row locked: for verbs that change it. The caller's transaction."""
    _of(actor.me)
    profile: Profile = Profile.objects.locked().get(pk=actor.id)
    profile.account = actor.me
    return profile


def edit(actor: Actor, changes: dict[str, Any]) -> Profile:
    """Change what was sent and judge completeness anew. Locks the account, then the profile.

    Raises UsernameTaken (409).
    """

    def work() -> Profile:
        account = Account.objects.locked().get(pk=actor.id)
        _of(account)
        profile: Profile = Profile.objects.locked().get(pk=actor.id)
        for name, value in changes.items():
            setattr(account if name in ON_ACCOUNT else profile, name, value)
        on_account = [name for name in ON_ACCOUNT if name in changes]
        if on_account:
            try:
                with transaction.atomic():
                    account.save(update_fields=on_account)
            except IntegrityError:
                raise UsernameTaken()
        profile.is_complete = is_complete(account.name, profile)
        index(profile, account)
        profile.updated_at = clock.now()
        profile.save()
        if on_account:
            accounts.update_search_copy(account)
        profile.account = account
        return profile

    return unit(work)


def follow(account: Account) -> None:
    """The account was changed and is locked: copy what search filters by. An account without a profile has nothing to
    copy. Locks the profile."""
    profile = Profile.objects.locked().filter(pk=account.pk).first()
    if profile is not None:
        index(profile, account)
        profile.save(update_fields=COPIED)


def feature(actor: Actor, pk: UUID, is_featured: bool) -> None:
    """An operator puts a person forward, or takes that back. Locks the profile. Raises OperatorRequired (403), InvalidState
    (409) when it is so already."""
    if not actor.is_operator:
        raise OperatorRequired()
    profile = Profile.objects.locked().get(pk=pk)
    if profile.is_featured == is_featured:
        state = "put forward" if is_featured else "not put forward"
        raise InvalidState(f"This person is {state} already.", currentState=state, allowedActions=[])
    profile.is_featured = is_featured
    profile.save(update_fields=["is_featured"])


def count_booking(account_id: UUID) -> None:
    """A seat of this person was paid. One statement in the caller's transaction, which calls it once per seat."""
    Profile.objects.filter(pk=account_id).update(total_bookings=F("total_bookings") + 1)


def index(profile: Profile, account: Account) -> None:
    """Set everything that search filters by from what the two rows say. Writes nothing."""
    profile.terms = folded_set([*profile.skills, *profile.expertise])
    profile.city_words = words(profile.city)
    profile.is_verified = account.identity_verified_at is not None
    profile.last_active_at = account.last_active_at
    profile.name_words = name_words(account.name, account.username)
    profile.is_findable = (
        profile.is_complete and profile.is_available and account.is_active and account.email_verified_at is not None
    )


def _of(account: Account) -> Profile:
    """get_or_create, with what it copies from the account."""
    fresh = Profile(account=account)
    index(fresh, account)
    profile, _ = Profile.objects.get_or_create(
        account_id=account.pk, defaults={name: getattr(fresh, name) for name in COPIED}
    )
    return profile
