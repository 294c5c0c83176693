"""The checks that an applicant must pass, in their order. Each raises its own error code; none writes."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple
from uuid import UUID

from django.conf import settings
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
from marketplace.core.errors import Forbidden, Problem
from marketplace.models import Account, Membership
from marketplace.services import account_restrictions


@dataclass(frozen=True, slots=True)
class Position:
    """A device's position: degrees, metres, and when it was taken (UTC by the device's clock, not the sandbox's)."""

    lat: float
    lng: float
    accuracy_m: float
    captured_at: datetime


class ApplicantState(NamedTuple):
    """What the checks read from the database about an applicant and this bounty, in one statement."""

    is_complete: bool  # the profile
    is_blocked: bool
    has_applied: bool
    is_member: bool  # acts for the account that posted it


def find_applicant_state(actor: Actor, bounty: Bounty) -> ApplicantState:
    """Profile, block, earlier application and membership of the caller. Locks nothing."""
    applied = Application.objects.filter(bounty_id=bounty.pk, human_id=actor.id)
    member = Membership.objects.filter(account_id=bounty.owner_id, person_id=actor.id, ended_at=None)
    rows = Profile.objects.filter(account_id=actor.id).values_list(
        "is_complete", Exists(blocks(bounty.owner_id, actor.id)), Exists(applied), Exists(member)
    )
    found = rows.first()
    return ApplicantState(*found) if found else ApplicantState(False, False, applied.exists(), member.exists())


class Gate(NamedTuple):
    """A check that a bounty makes of its applicants, and why this person does not pass it; `problem` is None if they do."""

    name: str  # profile, eligible, product, identity, linkedin, country, mic, language
    problem: Problem | None


def check(actor: Actor, bounty: Bounty, position: Position | None, state: ApplicantState) -> str:
    """Whether this person may apply (contract, section 4). Returns their country's ISO code, empty without a country rule.

    Locks nothing. Raises ProfileIncomplete, NotEligible, IdentityRequired, LinkedinRequired, CountryNotAllowed,
    IntakeClosed, LocationRequired, MicCheckRequired, LanguageProficiencyRequired (403), and what a managed product raises.
    """
    country = ""
    for name, step in _steps(actor.me, bounty, position, state):
        found = step()
        country = found or "" if name == "country" else country
    return country


def gates(actor: Actor, bounty: Bounty, state: ApplicantState) -> list[Gate]:
    """Each check that `check` would make, with its outcome before anything is sent: the position of the device is unknown, so
    a country that nothing else tells is LocationRequired. Locks nothing."""
    found = []
    for name, step in _steps(actor.me, bounty, None, state):
        try:
            step()
            found.append(Gate(name, None))
        except Problem as problem:
            found.append(Gate(name, problem))
    return found


def asks_for(bounty: Bounty) -> list[str]:
    """The checks that this bounty makes besides those of every bounty, by name (`Gate`), in their order."""
    asked = {
        "identity": bounty.identity_required,
        "linkedin": bounty.linkedin_verified_required,
        "country": bounty.eligible_countries or bounty.intake_closed_countries,
        "mic": bounty.mic_check_required,
        "language": bounty.language_requirement,
    }
    return [name for name, is_asked in asked.items() if is_asked]


def _steps(
    account: Account, bounty: Bounty, position: Position | None, state: ApplicantState
) -> Iterator[tuple[str, Callable[[], str | None]]]:
    """The checks that this bounty makes, by name and in their order; each raises its own refusal."""
    yield "profile", lambda: _check_profile(state)
    yield "eligible", lambda: _check_eligible(bounty, account, state)
    product = products.find(bounty.kind)
    if product is not None:
        yield "product", lambda: product.check_applicant(bounty, account)
    own: dict[str, Callable[[], str | None]] = {
        "identity": lambda: _check_identity(account),
        "linkedin": lambda: _check_linkedin(account),
        "country": lambda: check_country(bounty, account, position),
        "mic": lambda: _check_mic(bounty, account),
        "language": lambda: _check_language(bounty, account),
    }
    yield from ((name, own[name]) for name in asks_for(bounty))


def _check_profile(state: ApplicantState) -> None:
    if not state.is_complete:
        raise _unmet(ProfileIncomplete, "profile")


def _check_eligible(bounty: Bounty, account: Account, state: ApplicantState) -> None:
    if state.is_blocked or is_excluded(bounty, account):
        raise NotEligible()


def _check_identity(account: Account) -> None:
    if account.identity_verified_at is None:
        raise _unmet(IdentityRequired, _SUPPORT)


def _check_linkedin(account: Account) -> None:
    if account.linkedin_verified_at is None:
        raise _unmet(LinkedinRequired, _SUPPORT)


def _check_mic(bounty: Bounty, account: Account) -> None:
    if checks.mic(bounty, account.pk).state != "recorded":
        raise _unmet(MicCheckRequired, f"jobs/{bounty.public_id}/recordings")


def _check_language(bounty: Bounty, account: Account) -> None:
    language = checks.language(bounty, account.pk)
    if language is not None and language.state not in ("passed", "pending"):  # one that is still being scored may pass
        page = f"jobs/{bounty.public_id}/recordings"
        raise _unmet(LanguageProficiencyRequired, page, requirement=bounty.language_requirement)


def check_named(owner_id: UUID, profile: Profile) -> None:
    """Whether this person can be hired by name: checked before a checkout is opened, and again when it is paid.

    The profile comes with its account. Locks the person's restriction. Raises HumanNotAvailable (409), the same for every
    reason, so that it reveals no block and no restriction.
    """
    account = profile.account
    takes_work = account.is_active and account.email_verified_at and profile.is_complete and profile.is_available
    if not takes_work or has_block_between(owner_id, account.pk):
        raise HumanNotAvailable()
    if account_restrictions.is_restricted(account.pk, "applications"):
        raise HumanNotAvailable()


def is_excluded(bounty: Bounty, account: Account) -> bool:
    """Whether this person was hired for one of the bounties whose participants the owner excludes."""
    if not bounty.excluded_source_ids:
        return False
    hired = Application.objects.filter(
        bounty_id__in=bounty.excluded_source_ids, human_id=account.pk, escrow__isnull=False
    )
    return hired.exists()


def check_country(bounty: Bounty, account: Account, position: Position | None) -> str:
    """The applicant's country, by the verified document, else by the device's position, without a network call.

    With `identity_required` a document of another country is not overruled by a position. Raises IntakeClosed,
    CountryNotAllowed, LocationRequired (403).
    """
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
    found = locate(position, f"jobs/{bounty.public_id}/apply")
    if found in closed:
        raise IntakeClosed(country=found)
    if allowed and found not in allowed:
        raise CountryNotAllowed(country=found, supportedCountries=allowed)
    return found


def locate(position: Position | None, page: str) -> str:
    """The ISO code of the country of a recent and exact enough position. Raises LocationRequired (403), which names `page`."""
    if position is None:
        raise _unmet(LocationRequired, page)
    age = clock.wall() - position.captured_at
    if age > LOCATION_MAX_AGE or age < -LOCATION_MAX_SKEW:
        raise _unmet(LocationRequired, page, "The location is not fresh: capture it again right before applying.")
    if position.accuracy_m > LOCATION_MAX_METERS:
        raise _unmet(
            LocationRequired, page, f"The location is too vague: it must be exact to {LOCATION_MAX_METERS:,} metres."
        )
    country = country_at(position.lat, position.lng)
    if country is None:
        raise _unmet(LocationRequired, page, "No country lies at this location. Capture it again, on land.")
    return country


_SUPPORT = "support"  # our staff verify people; nobody can do it by themselves


def _unmet(gate: type[Forbidden], page: str, message: str = "", **extra: Any) -> Forbidden:
    """The refusal of a gate that the applicant can meet; `metAt` is where. `page` is below BASE_URL."""
    met_at = f"{settings.BASE_URL}/{page}"
    return gate(f"{message or gate.message} Here: {met_at}", metAt=met_at, **extra)
