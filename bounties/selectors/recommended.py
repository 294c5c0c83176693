"""GET /api/bounties?sort=recommended: open bounties by how well they fit the caller's own profile, and why."""

import hashlib
from datetime import timedelta
from typing import Any

from django.db.models import BigIntegerField, Case, F, Func, IntegerField, OuterRef, Q, QuerySet, Subquery, Value, When
from django.db.models.lookups import IsNull
from django.utils.translation import gettext as _

from bounties.models import Bounty
from bounties.rules import recommended as rules
from escrow.models import Escrow
from humans.models import Profile
from marketplace.core import clock
from marketplace.core.actor import Actor
from marketplace.models.prepared import Prepared

ORDER = ("-fit", "-id")
_PROFILE = Prepared(lambda account_id: Profile.objects.filter(account_id=account_id))


def profile_of(actor: Actor | None) -> Profile | None:
    """The caller's profile, if they have one that says anything of their skills, place or pay."""
    if actor is None or actor.account is None:
        return None
    found: Profile | None = _PROFILE.find(account_id=actor.account.pk)
    says_something = found is not None and (found.skills or found.country or found.hourly_rate_cents)
    return found if says_something else None


def version(profile: Profile) -> str:
    """Changes with whatever ranks: a cursor is valid as long as the profile ranks as it did."""
    ranks = (
        sorted(profile.skills),
        profile.city,
        profile.country,
        profile.hourly_rate_cents,
        profile.is_remote_available,
    )
    return hashlib.sha256(repr(ranks).encode()).hexdigest()[:12]


def ranked(rows: QuerySet[Bounty], profile: Profile) -> QuerySet[Bounty]:
    """Live bounties with their fit (`ORDER`), never one's own. `rows`: those that match the caller's filters.

    Only the newest are ranked (`rules.NEWEST`), each part found by an index of its own, so the work does not grow with the
    marketplace.
    """
    rows = rows.exclude(owner_id=profile.account_id)
    fitting = []
    if profile.skills:
        fitting.append(rows.filter(skills_needed__overlap=_spellings(profile.skills)))
    if profile.city:
        fitting.append(rows.filter(city__iexact=profile.city))
    parts = [part.order_by("-id").values("pk")[: rules.NEWEST_FITTING] for part in fitting]
    candidates = rows.order_by("-id").values("pk")[: rules.NEWEST].union(*parts)
    # One probe of the index a row. `exists` may be planned as a hash of all that was ever paid, which is read anew each time.
    paid = Escrow.objects.filter(owner_id=OuterRef("owner_id"), kind="seat", status="released").values("pk")[:1]
    found = rows.filter(pk__in=candidates).annotate(
        fit_skills=_SharedSkills(profile.skills),
        fit_place=_place(profile),
        fit_pay=_pay(profile),
        fit_owner=Case(
            When(IsNull(Subquery(paid), False), then=rules.OWNER_PAID), default=0, output_field=IntegerField()
        ),
    )
    days = F("fit_skills") * rules.SKILL + F("fit_place") + F("fit_pay") + F("fit_owner")
    return found.annotate(fit=_HoursSince("went_live_at") + 24 * days)


def because(row: Bounty, profile: Profile) -> list[dict[str, str]]:
    """Why a row of `ranked` is where it is: what counted for it, the strongest first. In the language of the page; in English for
    the API, where none is set."""
    fit: Any = row
    wanted = {rules.skill_key(skill) for skill in profile.skills}
    shared = [skill for skill in row.skills_needed if rules.skill_key(skill) in wanted]
    young = row.went_live_at is not None and row.went_live_at > clock.now() - timedelta(days=rules.FRESH_DAYS)
    place = {
        rules.SAME_CITY: _("In your town, %s.") % row.city,
        rules.SAME_COUNTRY: _("In your country."),
        rules.REMOTE: _("Can be done from anywhere."),
    }
    pay = {rules.PAYS_RATE: _("Pays your hourly rate or more."), rules.PAYS_NEARLY: _("Pays nearly your hourly rate.")}
    said = [
        (fit.fit_skills * rules.SKILL, "skills", _("Asks for %s.") % ", ".join(shared)),
        (fit.fit_place, "place", place.get(fit.fit_place, "")),
        (fit.fit_pay, "pay", pay.get(fit.fit_pay, "")),
        (fit.fit_owner, "owner", _("Its owner has paid for work before.")),
        (rules.FRESH_DAYS if young else 0, "fresh", _("New.")),
    ]
    strongest = sorted((row for row in said if row[0] > 0), key=lambda row: -row[0])
    return [{"reason": reason, "text": text} for _, reason, text in strongest]


class _SharedSkills(Func):
    """How many of these skills a bounty asks for, whatever their case; at most SKILLS_AT_MOST count."""

    output_field = IntegerField()

    def __init__(self, skills: list[str]) -> None:
        super().__init__(F("skills_needed"), Value([rules.skill_key(skill) for skill in skills]))

    def as_sql(self, compiler: Any, connection: Any, **_: Any) -> Any:  # type: ignore[override]
        column, wanted = self.get_source_expressions()
        sql, parameters = compiler.compile(column)
        shared = f"(select count(distinct lower(s)) from unnest({sql}) s where lower(s) = any(%s::text[]))"  # noqa: S608
        return f"least({shared}, {rules.SKILLS_AT_MOST})::int", [*parameters, wanted.value]


class _HoursSince(Func):
    """Whole hours since 1970: larger for what is younger, and the same whenever it is asked."""

    template = "floor(extract(epoch from %(expressions)s) / 3600)::bigint"
    output_field = BigIntegerField()


def _place(profile: Profile) -> Case:
    in_country = Q(country=profile.country) if profile.country else Q(pk__isnull=True)
    eligible = Q(supported_countries=[]) | (
        Q(supported_countries__contains=[profile.country]) if profile.country else Q(pk__isnull=True)
    )
    in_town = in_country & Q(city__iexact=profile.city) if profile.city else Q(pk__isnull=True)
    return Case(
        When(in_town, then=rules.SAME_CITY),
        When(in_country & Q(is_remote_allowed=False), then=rules.SAME_COUNTRY),
        When(Q(is_remote_allowed=False) | ~eligible, then=rules.OUT_OF_REACH),
        default=rules.REMOTE if profile.is_remote_available else 0,
        output_field=IntegerField(),
    )


def _pay(profile: Profile) -> Case | Value:
    rate = profile.hourly_rate_cents
    if not rate:
        return Value(0, output_field=IntegerField())
    return Case(
        When(seat_cents__gte=F("estimated_hours") * rate, then=rules.PAYS_RATE),
        When(seat_cents__gte=F("estimated_hours") * int(rate * rules.NEARLY), then=rules.PAYS_NEARLY),
        default=0,
        output_field=IntegerField(),
    )


def _spellings(skills: list[str]) -> list[str]:
    """As a person and as a bounty may write them: the index knows exact texts only."""
    return sorted({form for skill in skills for form in (skill, skill.lower(), skill.capitalize(), skill.title())})
