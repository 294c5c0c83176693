"""One's own profile: made on first need, edited field by field."""

from typing import Any

from django.db import IntegrityError, transaction

from humans.errors import UsernameTaken
from humans.models import Profile
from humans.rules import is_complete
from marketplace.core import clock
from marketplace.core.actor import Actor
from marketplace.core.later import unit
from marketplace.models import Account

# Fields of the profile form that live on the account: what the whole program asks for.
ON_ACCOUNT = ("name", "username", "phone", "billing_email")


def own(actor: Actor) -> Profile:
    """The caller's profile, made empty when there is none yet."""
    profile, _ = Profile.objects.get_or_create(account_id=actor.id)
    profile.account = actor.me
    return profile


def edit(actor: Actor, changes: dict[str, Any]) -> Profile:
    """Change what was sent and judge completeness anew. Locks the account, then the profile.

    Raises UsernameTaken (409).
    """

    def work() -> Profile:
        account = Account.objects.locked().get(pk=actor.id)
        profile, _ = Profile.objects.get_or_create(account_id=actor.id)
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
        profile.updated_at = clock.now()
        profile.save()
        profile.account = account
        return profile

    return unit(work)
