"""What is known of both sides of a case as people: reviews and identity signals."""

from collections.abc import Iterator
from uuid import UUID

from escrow.ports import Mark
from humans.models import Profile
from humans.selectors import signals
from marketplace.models import Account
from marketplace.selectors import accounts


def record(*, funder: UUID, worker: UUID) -> tuple[list[Mark], list[Mark]]:
    """Of the funder, of the worker. Four queries, whoever they are."""
    people = Account.objects.in_bulk([funder, worker])
    profiles = list(Profile.objects.select_related("account").filter(pk__in=people))
    known: dict[UUID, Profile] = {profile.pk: profile for profile in signals.with_signals(profiles)}
    sharing = accounts.phone_sharers(people.values())
    first, second = (list(_marks(people[pk], known.get(pk), sharing.get(pk, 0))) for pk in (funder, worker))
    return first, second


def _marks(account: Account, profile: Profile | None, sharing: int) -> Iterator[Mark]:
    yield Mark("E-mail confirmed", "yes" if account.email_verified_at else "no", account.email_verified_at is None)
    identity = f"checked, {account.identity_country}" if account.identity_verified_at else "not checked"
    yield Mark("Identity document", identity)
    if sharing:
        yield Mark("Same phone on other accounts", str(sharing), is_warning=True)
    if profile is None:
        return
    told: signals.Signals = profile.signals  # type: ignore[attr-defined]
    if profile.review_count:
        yield Mark("Rating", f"{profile.rating:.1f} of 5 in {profile.review_count} reviews")
    if told.signup_country_mismatch:
        yield Mark("Country of sign-up", "differs from the profile's or the document's", is_warning=True)
