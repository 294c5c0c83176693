"""Candidates for a listing's invitations, best first, and the progress of its outreach.

Candidates are people in search who accept invitations. Only a bounded number is read: the most recently active of the task's
city, of its country and of everywhere it may be done from, each by an index.
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
from humans.rules.people import folded_set, words
from humans.selectors import ranking, relations, search
from marketplace.core import clock


@dataclass(frozen=True, slots=True)
class Status:
    """Progress of a listing's outreach, as its owner sees it."""

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


def accepts_applications(bounty: Bounty) -> bool:
    """Whether people can apply now."""
    return bounty.status in LIVE and bounty.deadline > clock.now()


def sends_invitations(bounty: Bounty) -> bool:
    return rules.sends_invitations(bounty.kind, is_private=bounty.is_private)


def status(bounty: Bounty) -> Status:
    """Three small queries. A bounty without outreach (private, direct, managed) is finished, with a target of 0; one that is
    not live yet is scheduled, with its planned target."""
    row = Outreach.objects.filter(pk=bounty.pk).first() or Outreach(bounty=bounty)
    invited = Invitation.objects.filter(bounty_id=bounty.pk)
    applied = Application.objects.filter(bounty_id=bounty.pk, human_id=OuterRef("human_id"))
    has_outreach, is_recruiting = sends_invitations(bounty), accepts_applications(bounty)
    is_not_live_yet = bounty.went_live_at is None  # waits for its deposit or for a review
    is_over = not has_outreach or bounty.status in rules.ENDED or bounty.deadline <= clock.now()
    if is_not_live_yet and not is_over:
        row.target = rules.planned(0, bounty.spots_available)
    state = rules.state(
        recruits=is_recruiting or is_not_live_yet,
        is_over=is_over,
        wave=row.wave,
        more=is_not_live_yet or row.next_wave_at is not None,
    )
    return Status(
        bounty_id=bounty.pk,
        status=state,
        target=row.target,
        contacted=invited.count(),
        applied=invited.filter(Exists(applied)).count(),
        wave=row.wave,
        waves=max(row.wave, len(rules.WAVES)) if has_outreach else 0,
        next_wave_at=row.next_wave_at if state in ("scheduled", "running") else None,
        last_boost_at=row.boosted_at,
        boost_available_at=boost_available_at(bounty, row) if has_outreach and is_recruiting else None,
    )


def boost_available_at(bounty: Bounty, row: Outreach) -> datetime | None:
    """From when (UTC) a boost is possible; in the past when it is possible now."""
    return row.boosted_at + rules.BOOST_PAUSE if row.boosted_at else bounty.went_live_at


def candidates(bounty: Bounty, *, limit: int) -> list[Profile]:
    """The people whom the next wave invites, best first, with their accounts: those the owner prefers, then by shared skills,
    by place (city, country, elsewhere), by activity. Where skills are asked for, the non-preferred share at least one.

    Excluded: the owner, applicants, people invited before, blocks in either direction, participants of excluded bounties,
    people at their daily limit, and those whom the application checks would refuse today.
    """
    rows = below_daily_limit(_allowed(bounty).exclude(pk__in=_excluded_ids(bounty)))
    skills = folded_set(bounty.skills_needed)
    skilled = rows.filter(terms__overlap=skills) if skills else rows
    # LinkedIn is checked row by row below, so more rows are read to find enough.
    window = rules.CANDIDATES_WITH_LINKEDIN if bounty.linkedin_verified_required else rules.CANDIDATES
    found: dict[UUID, Profile] = {}
    for place in _places(bounty, skilled):
        for profile in ranking.most_recent(place, limit=window, rare=bool(skills)):
            found[profile.pk] = profile
    preferred_rows = rows.filter(pk__in=relations.preferred(bounty.owner_id, limit=rules.CANDIDATES)).select_related(
        "account"
    )
    preferred = {profile.pk: profile for profile in preferred_rows}
    fitting = [profile for profile in {**found, **preferred}.values() if _is_eligible(bounty, profile)]

    def rank(profile: Profile) -> tuple[bool, int, int, datetime]:
        shared = len(set(skills) & set(profile.terms))
        return profile.pk in preferred, shared, _nearness(bounty, profile), profile.last_active_at

    return sorted(fitting, key=rank, reverse=True)[:limit]


def still_invitable(keys: Iterable[UUID]) -> set[UUID]:
    """Which of these people may be invited now. With their profiles locked this holds until the commit."""
    return set(below_daily_limit(search.invitable().filter(pk__in=list(keys))).values_list("pk", flat=True))


def below_daily_limit(rows: QuerySet[Profile]) -> QuerySet[Profile]:
    """Without people at their daily limit of invitations: one index lookup per person."""
    lately = Invitation.objects.filter(human_id=OuterRef("pk"), created_at__gt=clock.now() - rules.DAY)
    return rows.filter(~Exists(lately[rules.PER_DAY - 1 : rules.PER_DAY]))


def unanswered(human_id: UUID) -> QuerySet[Invitation]:
    """Invitations of this person to jobs that take applications now, for which they have not applied, and whose owner is blocked
    on neither side."""
    applied = Application.objects.filter(bounty_id=OuterRef("bounty_id"), human_id=human_id)
    rows = Invitation.objects.filter(
        ~Exists(applied), human_id=human_id, bounty__status__in=LIVE, bounty__deadline__gt=clock.now()
    )
    return rows.exclude(bounty__owner__in=relations.blocked_either_way(human_id))


def due() -> QuerySet[Outreach]:
    """Listings whose next wave is due. Paused ones are left out and stay due until they recruit again."""
    now = clock.now()
    return Outreach.objects.filter(next_wave_at__lte=now, bounty__status__in=LIVE, bounty__deadline__gt=now)


def _allowed(bounty: Bounty) -> QuerySet[Profile]:
    """Invitable people by country and identity, as far as columns of the profile tell."""
    rows = search.invitable()
    if allowed := bounty.eligible_countries:
        rows = rows.filter(country__in=allowed)
    if bounty.intake_closed_countries:
        rows = rows.exclude(country__in=bounty.intake_closed_countries)
    return rows.filter(is_verified=True) if bounty.identity_required else rows


def _places(bounty: Bounty, rows: QuerySet[Profile]) -> list[QuerySet[Profile]]:
    """Queries from near to far; an on-site task ends at its country."""
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
    """2: the same city, 1: the same country, 0: elsewhere."""
    if not bounty.country or profile.country != bounty.country:
        return 0
    return 2 if bounty.city and profile.city_words == words(bounty.city) else 1


def _is_eligible(bounty: Bounty, profile: Profile) -> bool:
    """Checks that need more than columns of the profile. People who do not work remotely are invited to tasks of their own
    country only."""
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


def _excluded_ids(bounty: Bounty) -> set[UUID]:
    """Accounts that are never invited to this bounty."""
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
