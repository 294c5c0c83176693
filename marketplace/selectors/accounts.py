"""What an account may see of itself."""

from types import SimpleNamespace

from django.db.models import QuerySet

from marketplace.core.actor import Actor
from marketplace.models import ApiKey


def describe(actor: Actor) -> SimpleNamespace:
    """The caller: ids, name, how it signed in, payout and verification state. No query: it came with the credential."""
    me = actor.me
    return SimpleNamespace(
        agent_user_id=me.pk,
        profile_id=me.profile_id,
        name=me.display_name,
        username=me.username,
        email=me.email,
        authenticated_by=actor.via,
        key_id=actor.key.public_id if actor.key else None,
        agent_id=None,
        payouts=SimpleNamespace(onboarded=me.payouts_onboarded_at is not None),
        verification=SimpleNamespace(
            email=me.email_verified_at is not None,
            identity=me.identity_verified_at is not None,
            identity_country=me.identity_country or None,
            linkedin=me.linkedin_verified_at is not None,
        ),
    )


def keys_of(actor: Actor) -> QuerySet[ApiKey]:
    return ApiKey.objects.filter(account_id=actor.id)
