"""The gates that an applicant passes, in the order in which they are asked. Each raises its own code; none writes."""

from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from django.db.models import Exists

from bounties.errors import (
    CountryNotAllowed,
    IdentityRequired,
    IntakeClosed,
    LanguageProficiencyRequired,
    LinkedinRequired,
    LocationRequired,
    MicCheckRequired,
    NotEligible,
)
from bounties.models import Application, Bounty
from bounties.ports import products
from bounties.rules.applications import LOCATION_MAX_AGE, LOCATION_MAX_METERS, LOCATION_MAX_SKEW
from bounties.selectors import checks
from humans.errors import HumanNotAvailable, ProfileIncomplete
from humans.models import Profile
from humans.selectors.relations import blocks, has_block_between
from marketplace.core import clock
from marketplace.core.actor import Actor
from marketplace.core.borders import country_at
from marketplace.models import Account


@dataclass(frozen=True, slots=True)
class Position:
    """Where a device says that it is: degrees, metres, and when it looked (the device's clock, so wall time)."""

    lat: float
    lng: float
    accuracy_m: float
    captured_at: datetime


class Standing(NamedTuple):
    """What the gates ask the database about an applicant and this bounty: one statement."""

    is_complete: bool
    is_blocked: bool
    has_applied: bool


def find_standing(actor: Actor, bounty: Bounty) -> Standing:
    applied = Application.objects.filter(bounty_id=bounty.pk, human_id=actor.id)
    rows = Profile.objects.filter(account_id=actor.id).values_list(
        "is_complete", Exists(blocks(bounty.owner_id, actor.id)), Exists(applied)
    )
    found = rows.first()
    return Standing(*found) if found else Standing(False, False, applied.exists())


def check(actor: Actor, bounty: Bounty, position: Position | None, look: Standing) -> str:
    """May this person apply? Returns the country he was found in, empty when the bounty takes anybody.

    Raises ProfileIncomplete, NotEligible, IdentityRequired, LinkedinRequired, CountryNotAllowed, IntakeClosed,
    LocationRequired, MicCheckRequired, LanguageProficiencyRequired (all 403).
    """
    account = actor.me
    if not look.is_complete:
        raise ProfileIncomplete()
    if look.is_blocked or is_excluded(bounty, account):
        raise NotEligible()
    product = products.find(bounty.kind)
    if product is not None:
        product.check_applicant(bounty, account)
    if bounty.identity_required and account.identity_verified_at is None:
        raise IdentityRequired()
    if bounty.linkedin_verified_required and account.linkedin_verified_at is None:
        raise LinkedinRequired()
    country = check_country(bounty, account, position)
    if bounty.mic_check_required and checks.mic(bounty, account.pk).state != "recorded":
        raise MicCheckRequired()
    language = checks.language(bounty, account.pk)
    if language is not None and language.state not in ("passed", "pending"):  # one that is being scored may still pass
        raise LanguageProficiencyRequired(requirement=bounty.language_requirement)
    return country


def check_named(owner_id: UUID, profile: Profile) -> None:
    """May this person be hired by name? Asked before a page is opened, and again when the money is there; the profile
    comes with its account. Raises HumanNotAvailable (409), the same for every reason."""
    account = profile.account
    takes_work = account.is_active and account.email_verified_at and profile.is_complete and profile.is_available
    if not takes_work or has_block_between(owner_id, account.pk):
        raise HumanNotAvailable()


def is_excluded(bounty: Bounty, account: Account) -> bool:
    """Took part in one of the earlier bounties that the owner named; looked at afresh each time."""
    if not bounty.excluded_source_ids:
        return False
    hired = Application.objects.filter(
        bounty_id__in=bounty.excluded_source_ids, human_id=account.pk, escrow__isnull=False
    )
    return hired.exists()


def check_country(bounty: Bounty, account: Account, position: Position | None) -> str:
    """By the verified document when it fits or must, else by the device's own position, offline."""
    allowed, closed = bounty.eligible_countries, bounty.intake_closed_countries
    if not allowed and not closed:
        return ""
    document = account.identity_country if account.identity_verified_at else ""
    if document:
        if document in closed:
            raise IntakeClosed(country=document)
        if not allowed or document in allowed:
            return document
        if bounty.identity_required:
            raise CountryNotAllowed(country=document, supportedCountries=allowed)
    found = locate(position)
    if found in closed:
        raise IntakeClosed(country=found)
    if allowed and found not in allowed:
        raise CountryNotAllowed(country=found, supportedCountries=allowed)
    return found


def locate(position: Position | None) -> str:
    """The country of a fresh and exact enough position. Raises LocationRequired."""
    if position is None:
        raise LocationRequired()
    age = clock.wall() - position.captured_at
    if age > LOCATION_MAX_AGE or age < -LOCATION_MAX_SKEW:
        raise LocationRequired("The location is not fresh: capture it again right before applying.")
    if position.accuracy_m > LOCATION_MAX_METERS:
        raise LocationRequired(f"The location is too vague: it must be exact to {LOCATION_MAX_METERS:,} metres.")
    country = country_at(position.lat, position.lng)
    if country is None:
        raise LocationRequired("No country lies at this location. Capture it again, on land.")
    return country
