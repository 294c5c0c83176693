"""The caller's profile: created on first use, edited; and the columns that it copies from its account for search."""

from typing import TypedDict
from uuid import UUID

from django.db import IntegrityError, transaction
from django.db.models import F

from humans.errors import UsernameTaken
from humans.models import Profile
from humans.rules.people import folded_set, is_complete, name_words, words
from humans.rules.recurrence import Availability
from marketplace.core import clock
from marketplace.core.actor import Actor
from marketplace.core.states import InvalidState
from marketplace.core.transactions import unit
from marketplace.errors import OperatorRequired
from marketplace.models import Account
from marketplace.services import accounts

MAILS = ("mail_applications", "mail_work", "mail_messages", "mail_invoices")
PUSHES = ("push_applications", "push_work", "push_messages")
ON_ACCOUNT = (
    "name",
    "username",
    "phone",
    "billing_email",
    *MAILS,
    *PUSHES,
)  # fields of `ProfileChanges` that are columns of Account
COPIED = ("is_findable", "is_verified", "last_active_at", "name_words")


class ProfileChanges(TypedDict, total=False):
    """What a person may set, checked by `serializers.profiles.ProfileIn`. Only the keys that are there are changed."""

    name: str
    username: str | None
    phone: str | None
    billing_email: str | None
    mail_applications: bool
    mail_work: bool
    mail_messages: bool
    mail_invoices: bool
    push_applications: bool
    push_work: bool
    push_messages: bool
    headline: str
    bio: str
    gender: str | None
    skills: list[str]
    expertise: list[str]
    city: str
    country: str  # ISO 3166, two letters
    is_remote_available: bool
    hourly_rate_cents: int | None
    availability: Availability
    timezone: str
    is_available: bool
    accepts_invitations: bool
    way_of_working: str | None
    work_domains: list[str]


def own(actor: Actor) -> Profile:
    """The caller's profile; an empty one is created when there is none. No lock."""
    profile = _get_or_create(actor.me)
    profile.account = actor.me
    return profile


def own_locked(actor: Actor) -> Profile:
    """Like `own`, with the row locked. Runs in the caller's transaction."""
    _get_or_create(actor.me)
    profile: Profile = Profile.objects.locked().get(pk=actor.id)
    profile.account = actor.me
    return profile


def edit(actor: Actor, changes: ProfileChanges) -> Profile:
    """Save `changes`, and compute again whether the profile is complete and findable. Opens its own transaction.

    Locks the account, then the profile. Raises UsernameTaken (409). Spec: Resources, Human profile.
    """

    def work() -> Profile:
        account = Account.objects.locked().get(pk=actor.id)
        _get_or_create(account)
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


def copy_from_account(account: Account) -> None:
    """Copy the columns that search filters by from a changed account to its profile, if it has one.

    Runs in the caller's transaction, which has locked the account. Locks the profile.
    """
    profile = Profile.objects.locked().filter(pk=account.pk).first()
    if profile is not None:
        index(profile, account)
        profile.save(update_fields=COPIED)


def feature(actor: Actor, pk: UUID, is_featured: bool) -> None:
    """An operator marks a person as featured, or removes the mark. Locks the profile.

    Raises OperatorRequired (403), InvalidState (409) when it would change nothing.
    """
    if not actor.is_operator:
        raise OperatorRequired()
    profile = Profile.objects.locked().get(pk=pk)
    if profile.is_featured == is_featured:
        state = "put forward" if is_featured else "not put forward"
        raise InvalidState(f"This person is {state} already.", currentState=state, allowedActions=[])
    profile.is_featured = is_featured
    profile.save(update_fields=["is_featured"])


def count_booking(account_id: UUID) -> None:
    """Add 1 to the person's number of paid seats: one UPDATE in the caller's transaction, which calls it once per seat."""
    Profile.objects.filter(pk=account_id).update(total_bookings=F("total_bookings") + 1)


def index(profile: Profile, account: Account) -> None:
    """Set the columns that search filters by, in memory only."""
    profile.terms = folded_set([*profile.skills, *profile.expertise])
    profile.city_words = words(profile.city)
    profile.is_verified = account.identity_verified_at is not None
    profile.last_active_at = account.last_active_at
    profile.name_words = name_words(account.name, account.username)
    profile.is_findable = (
        profile.is_complete and profile.is_available and account.is_active and account.email_verified_at is not None
    )


def _get_or_create(account: Account) -> Profile:
    """A new profile starts with the columns that are copied from the account, and the country of its sign-up."""
    fresh = Profile(account=account, country=account.signup_country)
    index(fresh, account)
    profile, _ = Profile.objects.get_or_create(
        account_id=account.pk, defaults={name: getattr(fresh, name) for name in (*COPIED, "country")}
    )
    return profile
