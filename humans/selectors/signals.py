"""Identity signals of people: what others may know about the account behind a profile. Two queries for a list of any length."""

from collections.abc import Sequence
from dataclasses import dataclass

from escrow.selectors import disputes
from humans.models import Profile
from humans.rules.people import NEW_ACCOUNT
from marketplace.core import clock
from marketplace.models import Account
from marketplace.selectors import accounts


@dataclass(frozen=True, slots=True)
class Signals:
    """Everybody sees five booleans and numbers of these; operators see all (serializers SignalsOut, AdminSignalsOut)."""

    account: Account
    shown_country: str
    account_age_days: int
    new_account: bool
    disputed_seats: int
    accounts_with_same_phone: int

    @property
    def signup_country_mismatch(self) -> bool:
        """The country of sign-up differs from that of the profile, or from that of the identity document."""
        here = self.account.signup_country
        return bool(here) and any(
            other not in ("", here) for other in (self.shown_country, self.account.identity_country)
        )

    @property
    def has_prior_disputes(self) -> bool:
        return self.disputed_seats > 0

    @property
    def phone_shared_with_other_accounts(self) -> bool:
        return self.accounts_with_same_phone > 0

    @property
    def email_verified(self) -> bool:
        return self.account.email_verified_at is not None

    @property
    def linkedin_verified(self) -> bool:
        return self.account.linkedin_verified_at is not None


def with_signals(profiles: Sequence[Profile]) -> Sequence[Profile]:
    """The same rows, each with its `signals` set."""
    disputed = disputes.counts([profile.pk for profile in profiles])
    sharing = accounts.phone_sharers([profile.account for profile in profiles])
    now = clock.now()
    for profile in profiles:
        age = now - profile.account.created_at
        profile.signals = Signals(  # type: ignore[attr-defined]
            account=profile.account,
            shown_country=profile.country,
            account_age_days=age.days,
            new_account=age < NEW_ACCOUNT,
            disputed_seats=disputed.get(profile.pk, 0),
            accounts_with_same_phone=sharing.get(profile.pk, 0),
        )
    return profiles
