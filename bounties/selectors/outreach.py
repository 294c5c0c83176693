"""Whom a listing may invite, best first, and how far its invitations have come.

People are those that search finds and who like to be told. Only a bounded number of them is looked at: the most recently
active of the task's city, of its country and of everywhere it may be done from, each by an index of search.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db.models import Exists, OuterRef, QuerySet

from bounties.models import Application, Bounty, Invitation, Outreach
from bounties.rules import outreach as rules
from bounties.rules.bounties import LIVE
from humans.models import Profile
from humans.rules import folded_set, words
from humans.selectors import relations, search
from marketplace.core import clock


@dataclass(frozen=True, slots=True)
class Status:
    """What the owner sees."""

    bounty_id: UUID
    status: str
    target: int
    contacted: int
    applied: int
    wave: int
    waves: int
    next_wave_at: datetime | None
    last_boost_at: datetime | None
    boost_available_at: datetime | None


def recruits(bounty: Bounty) -> bool:
    """Can people apply right now?"""
    return bounty.status in LIVE and bounty.deadline > clock.now()


def reaches_out(bounty: Bounty) -> bool:
    return rules.reaches_out(bounty.kind, is_private=bounty.is_private)


def status(bounty: Bounty) -> Status:
    """Three small queries. A bounty that invites nobody (private, direct, managed) is finished, with a target of 0; one
    that is not live yet is scheduled, with what its waves would be."""
    row = Outreach.objects.filter(pk=bounty.pk).first() or Outreach(bounty=bounty)
    invited = Invitation.objects.filter(bounty_id=bounty.pk)
    applied = Application.objects.filter(bounty_id=bounty.pk, human_id=OuterRef("human_id"))
    takes_part, recruiting = reaches_out(bounty), recruits(bounty)
    waits = bounty.went_live_at is None  # for its money or for an operator
    is_over = not takes_part or bounty.status in rules.ENDED or bounty.deadline <= clock.now()
    if waits and not is_over:
        row.target = rules.planned(0, bounty.spots_available)
    state = rules.state(
        recruits=recruiting or waits, is_over=is_over, wave=row.wave, more=waits or row.next_wave_at is not None
    )
    return Status(
        bounty_id=bounty.pk,
        status=state,
        target=row.target,
        contacted=invited.count(),
        applied=invited.filter(Exists(applied)).count(),
        wave=row.wave,
        waves=max(row.wave, len(rules.WAVES)) if takes_part else 0,
        next_wave_at=row.next_wave_at if state in ("scheduled", "running") else None,
        last_boost_at=row.boosted_at,
        boost_available_at=boost_available_at(bounty, row) if takes_part and recruiting else None,
    )


def boost_available_at(bounty: Bounty, row: Outreach) -> datetime | None:
    """From when a boost is taken; in the past when it is taken now."""
    return row.boosted_at + rules.BOOST_PAUSE if row.boosted_at else bounty.went_live_at


def candidates(bounty: Bounty, *, limit: int) -> list[Profile]:
    """Whom the next wave invites, best first, with their accounts: people the owner prefers, then by shared skills, then
    by place (city, country, elsewhere), then by activity. Where skills are asked for, the others share at least one.

    Never the owner, whoever applied or was invited, whoever blocked the owner or was blocked, whoever took part in an
    excluded bounty, whoever had the day's invitations, or whoever the gates of applying would refuse today.
    """
    rows = within_the_day(_allowed(bounty).exclude(pk__in=_never(bounty)))
    skills = folded_set(bounty.skills_needed)
    skilled = rows.filter(terms__overlap=skills) if skills else rows
    # LinkedIn is looked at below, one by one, so that more people are needed to find enough.
    window = rules.CANDIDATES_WITH_LINKEDIN if bounty.linkedin_verified_required else rules.CANDIDATES
    found: dict[UUID, Profile] = {}
    for place in _places(bounty, skilled):
        for profile in search.most_recent(place, limit=window, rare=bool(skills)):
            found[profile.pk] = profile
    liked = rows.filter(pk__in=relations.preferred(bounty.owner_id, limit=rules.CANDIDATES)).select_related("account")
    preferred = {profile.pk: profile for profile in liked}
    fitting = [profile for profile in {**found, **preferred}.values() if _fits(bounty, profile)]

    def rank(profile: Profile) -> tuple[bool, int, int, datetime]:
        shared = len(set(skills) & set(profile.terms))
        return profile.pk in preferred, shared, _nearness(bounty, profile), profile.last_active_at

    return sorted(fitting, key=rank, reverse=True)[:limit]


def still_invitable(keys: Iterable[UUID]) -> set[UUID]:
    """Those of these people who may be invited at this moment. Under their locks the answer holds until the commit."""
    return set(within_the_day(search.invitable().filter(pk__in=list(keys))).values_list("pk", flat=True))


def within_the_day(rows: QuerySet[Profile]) -> QuerySet[Profile]:
    """Less those who were invited as often as a day allows: one look per person into an index."""
    lately = Invitation.objects.filter(human_id=OuterRef("pk"), created_at__gt=clock.now() - rules.DAY)
    return rows.filter(~Exists(lately[rules.PER_DAY - 1 : rules.PER_DAY]))


def due() -> QuerySet[Outreach]:
    """Listings whose next wave is to go out. Those that don't recruit just now stay due, and go on when they do."""
    now = clock.now()
    return Outreach.objects.filter(next_wave_at__lte=now, bounty__status__in=LIVE, bounty__deadline__gt=now)


def _allowed(bounty: Bounty) -> QuerySet[Profile]:
    """By country and identity, as far as columns of the profile tell."""
    rows = search.invitable()
    if allowed := bounty.eligible_countries:
        rows = rows.filter(country__in=allowed)
    if bounty.intake_closed_countries:
        rows = rows.exclude(country__in=bounty.intake_closed_countries)
    return rows.filter(is_verified=True) if bounty.identity_required else rows


def _places(bounty: Bounty, rows: QuerySet[Profile]) -> list[QuerySet[Profile]]:
    """From near to far. On site, the country is the furthest."""
    places = []
    home = rows.filter(country=bounty.country) if bounty.country else rows
    if bounty.city:
        places.append(home.filter(city_words=words(bounty.city)))
    if bounty.country:
        places.append(home)
    if bounty.is_remote_allowed:
        places.append(rows)
    return places


def _nearness(bounty: Bounty, profile: Profile) -> int:
    if not bounty.country or profile.country != bounty.country:
        return 0
    return 2 if bounty.city and profile.city_words == words(bounty.city) else 1


def _fits(bounty: Bounty, profile: Profile) -> bool:
    """What no column of the profile tells. Who does not work remotely is told about tasks of his country only."""
    account = profile.account
    if bounty.linkedin_verified_required and account.linkedin_verified_at is None:
        return False
    if not profile.is_remote_available and _nearness(bounty, profile) == 0:
        return False
    if account.identity_verified_at is None:
        return True
    return not rules.refuses_document(
        account.identity_country,
        allowed=bounty.eligible_countries,
        closed=bounty.intake_closed_countries,
        identity_required=bounty.identity_required,
    )


def _never(bounty: Bounty) -> set[UUID]:
    """People who are out of the question, whatever they can do."""
    applied = Application.objects.filter(bounty_id=bounty.pk).values_list("human_id", flat=True)
    invited = Invitation.objects.filter(bounty_id=bounty.pk).values_list("human_id", flat=True)
    took_part = Application.objects.filter(bounty_id__in=bounty.excluded_source_ids, escrow__isnull=False)
    return {
        bounty.owner_id,
        *applied,
        *invited,
        *took_part.values_list("human_id", flat=True),
        *relations.blocked_either_way(bounty.owner_id),
    }
