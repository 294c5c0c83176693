"""/, /jobs and /jobs/{id}: what there is to do, for everybody."""

import json
from datetime import timedelta
from typing import Any
from urllib.parse import quote

from django.conf import settings
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from rest_framework.request import Request

from bounties.models import Application, Bounty
from bounties.pages import conditions, gates, nearby
from bounties.ports import products
from bounties.selectors import access, listing, policies, recommended
from bounties.selectors import nearby as around
from bounties.serializers.bounties import BountyOut
from bounties.serializers.browse import SORTS, BountyQuery
from bounties.serializers.numbers import NumberField
from escrow.rules.escrows import REVIEW_HOURS
from humans.models import Profile
from marketplace.api.pagination import page as keyset_page
from marketplace.core import countries, replica
from marketplace.core import reader as readers
from marketplace.core.errors import Problem
from marketplace.web import formats, maps, reader
from marketplace.web.drafts import Refused
from marketplace.web.page import Page

PER_PAGE = 20
ALIKE, ALIKE_AMONG = 3, 24  # similar jobs on a job's page, of the newest ones of its category
_IN_SCRIPT = {ord(sign): f"\\u{ord(sign):04X}" for sign in "<>&"}  # as json_script has it
COUNTED_AT_MOST = 1000  # open jobs and paid places are counted up to here, so that no page counts a million rows
FILTERS = ("q", "category", "skill", "minPrice", "city", "country", "isRemoteOnly", "posted", "sort", "within", "near")
POSTED = {
    "1": gettext_lazy("In the last day"),
    "7": gettext_lazy("In the last week"),
    "30": gettext_lazy("In the last month"),
}


class Home(Page):
    """The two doors, and the newest jobs. Signed in, the address leads to the page of today."""

    template = "bounties/home.html"
    needs_account = False

    def show(self) -> dict[str, Any]:
        open_ = listing.with_status(listing.cards(), "open")
        country = reader.country(self.request)
        rows = list(open_.filter(country=country).order_by(*SORTS["new"])[:5]) if country else []
        if len(rows) < 5:
            others = open_.exclude(pk__in=[row.pk for row in rows]).order_by(*SORTS["new"])
            rows += others[: 5 - len(rows)]
        return {
            "jobs": [card(row) for row in rows],
            "count": open_.values("pk")[: COUNTED_AT_MOST + 1].count(),
            "at_most": COUNTED_AT_MOST,
            "near": nearby.links(self.request, recommended.profile_of(self.caller)),
        }

    def leads_to(self, **ids: str) -> str:
        home = "/owner" if readers.side(self.request) == readers.OWNERS else "/today"
        return home if self.caller is not None else ""


class Jobs(Page):
    """Open jobs, with the API's own filters. A faulty filter is named, and the list is shown without it."""

    template = "bounties/jobs.html"
    needs_account = False
    reads = "browse"

    @replica.for_anybody
    def show(self) -> dict[str, Any]:
        asked = {name: value for name in FILTERS if (value := self.request.GET.get(name, "").strip())}
        context: dict[str, Any] = {
            "asked": asked,
            "used": len(asked.keys() - {"q", "near"}),  # of the filters that are folded up
            "categories": _categories(),
            "countries": countries.choices(),
            "posted": POSTED.items(),
            "distances": [(str(km), _("%s around it") % formats.length_of_way(km)) for km in nearby.DISTANCES],
        }
        profile = recommended.profile_of(self.caller)
        context["near"] = nearby.links(self.request, profile)
        try:
            rows, sent, origin = self._rows(profile)
            rows = listing.with_status(rows, "open")
            if (days := asked.get("posted", "")) in POSTED:
                rows, sent = listing.posted_since(rows, timedelta(days=int(days))), sent | {"posted": days}
            found, ranks = self._page(rows, sent, asked.get("sort", ""), profile)
        except Problem as problem:
            refused = Refused.by(problem, typed={name: [value] for name, value in asked.items()})
            return context | {"refused": refused, "jobs": [], "next_url": ""}
        applied = listing.applied_to(self.caller.id, [row.pk for row in found.rows]) if self.caller else {}
        jobs = [card(row, origin) | {"applied": applied.get(row.pk, "")} for row in found.rows]
        for row, job in zip(found.rows, jobs, strict=True):
            if ranks is not None and not job["applied"]:
                job["because"] = _because(row, ranks, without="place" if job["away"] else "")  # that says where, too
        return context | {"jobs": jobs, "next_url": self.next_url(found.next_cursor)}

    def _rows(self, profile: Profile | None) -> tuple[Any, dict[str, Any], nearby.Origin | None]:
        """What fits the filters, what they were, and from where distances count. Within a circle the towns around count, not the
        name and country of its middle."""
        circle = nearby.asked(self.request, profile)
        if circle is None:
            rows, sent = BountyQuery(Request(self.request), listing.cards()).apply()
            return rows, sent, nearby.of_profile(profile)
        origin, km = circle
        filters = BountyQuery(Request(self.request), listing.cards(), without=("city", "country"))
        rows, sent = filters.apply()
        circle_of = {"within": km, "lat": origin.lat, "lng": origin.lng}
        return around.within(rows, origin.lat, origin.lng, km), sent | circle_of, origin

    def _page(self, rows: Any, sent: dict[str, Any], sort: str, profile: Profile | None) -> tuple[Any, Any]:
        """What fits the reader's profile best comes first, unless they ask for another order."""
        profile = profile if sort in ("", "recommended") else None
        order, filters = SORTS.get(sort, SORTS["new"]), sent
        if profile is not None:
            rows, order = recommended.ranked(rows, profile), recommended.ORDER
            filters = sent | {"profile": recommended.version(profile)}
        found = keyset_page(
            rows, Request(self.request), scope="pages:jobs", default=PER_PAGE, order=order, filters=filters
        )
        return found, profile


class Job(Page):
    """One job: what to do, what it pays, what counts as evidence, and how to get in."""

    template = "bounties/job.html"
    needs_account = False
    reads = "browse"

    def show(self, bounty_id: str) -> dict[str, Any]:
        bounty = access.visible_bounty(self.caller, bounty_id)
        product, mine = products.find(bounty.kind), None
        if self.caller is not None:
            mine = Application.objects.filter(bounty_id=bounty.pk, human_id=self.caller.id).first()
        alike = listing.with_status(listing.cards(), "open").filter(category=bounty.category).exclude(pk=bounty.pk)
        alike = alike.order_by(*SORTS["new"])[:ALIKE_AMONG]
        origin = nearby.of_profile(recommended.profile_of(self.caller))
        here = nearby.of_town(bounty)
        is_owner = access.is_owner(self.caller, bounty)
        apply_at = (product.apply_page(bounty) if product else "") or f"/jobs/{bounty_id}/apply"
        return {
            "job": full(bounty, origin),
            "map": _map(bounty),
            "mine": mine,
            "may_apply": bounty.accepts_applications and not is_owner and mine is None,
            "door": apply_at if self.caller is not None else f"/join?next={quote(apply_at)}",
            "sign_in": f"/account/login?next={quote(apply_at)}",
            "is_owner": is_owner,
            "costs_cents": bounty.unit.total if is_owner else 0,
            "gates": gates.needed(bounty),
            "paid": listing.paid_places(bounty.owner_id, at_most=COUNTED_AT_MOST),
            "at_most": COUNTED_AT_MOST,
            "clocks": conditions.clocks(bounty),
            "uploads": conditions.uploads(bounty),
            "is_vote": conditions.says(bounty, "takes_by_rules"),
            "review_hours": REVIEW_HOURS,
            "alike": [card(row, origin) for row in alike if not nearby.is_far(origin or here, row)][:ALIKE],
            "posting": _posting(bounty) if bounty.accepts_applications and not bounty.is_private else "",
        }


def card(bounty: Bounty, origin: nearby.Origin | None = None) -> dict[str, Any]:
    """What a list shows of a job. `origin`: from where its reader counts how far it is."""
    hours = NumberField.as_number(bounty.estimated_hours)
    is_hourly, is_limit = bounty.price_type == "hourly", conditions.says(bounty, "hours_are_limit")
    return {
        "href": f"/jobs/{bounty.public_id}",
        "title": bounty.title,
        "pay_cents": bounty.price_cents,
        "is_hourly": is_hourly,
        "per_hour_cents": None if is_hourly or is_limit or hours < 1 else round(bounty.price_cents / hours),
        "is_remote": bounty.is_remote_allowed,
        "place": countries.place(bounty.city, bounty.state, country=bounty.country),
        "away": nearby.away(origin, bounty),
        "hours": hours,
        "is_limit": is_limit,
        "places_left": bounty.spots_remaining,
        "apply_by": bounty.deadline,
    }


def _because(row: Any, profile: Profile, *, without: str) -> list[str]:
    """Why a job stands where it stands, as a list of short notes: the API's sentences without their full stops."""
    return [one["text"].removesuffix(".") for one in recommended.because(row, profile) if one["reason"] != without]


def full(bounty: Bounty, origin: nearby.Origin | None = None) -> dict[str, Any]:
    """A job on a page of its own: the API's view of it, and what its card shows."""
    shown = BountyOut.render(bounty) | card(bounty, origin)
    return shown | {"description": conditions.described(bounty.description, bounty)}


def _categories() -> list[tuple[str, str]]:
    return [(slug, slug.replace("-", " ").capitalize()) for slug in policies.categories()]


def _map(bounty: Bounty) -> SafeString | str:
    """The job's town among those around it; empty where it is not known."""
    town = around.town_of(bounty.city, bounty.state, bounty.country)
    if town is None:
        return ""
    place = countries.place(bounty.city, bounty.state, country=bounty.country)
    return maps.rough(town, bounty.city, _("Rough map: %s, among the towns around it") % place)


def _posting(bounty: Bounty) -> SafeString:
    """What search engines read: schema.org's JobPosting, as a block of data in which nothing ends it or begins a script."""
    address = {"addressLocality": bounty.city, "addressRegion": bounty.state, "addressCountry": bounty.country}
    known = {name: value for name, value in address.items() if value}
    pay = {
        "@type": "QuantitativeValue",
        "value": bounty.price_cents / 100,
        "unitText": "HOUR" if bounty.price_type == "hourly" else "TASK",
    }
    found = {
        "@context": "https://schema.org",
        "@type": "JobPosting",
        "title": bounty.title,
        "description": conditions.described(bounty.description, bounty),
        "datePosted": (bounty.went_live_at or bounty.created_at).date().isoformat(),
        "validThrough": bounty.deadline.isoformat(),
        "employmentType": "CONTRACTOR",
        "hiringOrganization": {"@type": "Organization", "name": bounty.agent_name or settings.SERVICE_NAME},
        "jobLocation": {"@type": "Place", "address": {"@type": "PostalAddress", **known}},
        **({"jobLocationType": "TELECOMMUTE"} if bounty.is_remote_allowed else {}),
        "baseSalary": {"@type": "MonetaryAmount", "currency": "USD", "value": pay},
    }
    data = mark_safe(json.dumps(found).translate(_IN_SCRIPT))  # noqa: S308
    return format_html('<script type="application/ld+json">{}</script>', data)
