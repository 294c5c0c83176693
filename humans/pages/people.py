"""/people and /people/{username}: who can be hired, for everybody."""

from collections.abc import Mapping
from typing import Any

from django.http import HttpResponse
from django.utils.dates import WEEKDAYS as DAY_NAMES
from django.utils.translation import gettext as _
from rest_framework.request import Request

from escrow.selectors import disputes
from humans.models import Profile
from humans.rules.people import PAGE_ANONYMOUS, RANKING_WINDOW, SEARCH_ACTIVE, WEEKDAYS
from humans.selectors import listings, relations, reviews, search
from humans.serializers.profiles import HumanOut
from humans.serializers.relations import BlockIn, PreferIn
from humans.serializers.reviews import ReviewOut
from humans.serializers.search import SearchQuery
from humans.serializers.services import ServiceOut
from humans.services import relations as own_lists
from marketplace.api.pagination import decode_offset, encode_offset
from marketplace.api.pagination import page as keyset_page
from marketplace.core import countries, replica
from marketplace.core.errors import Problem
from marketplace.web.drafts import Refused
from marketplace.web.page import Page

FILTERS = ("name", "skill", "city", "country", "minRate", "maxRate", "featured")


class People(Page):
    """People who can be hired, those of the reader's country first, with the API's own filters."""

    template = "humans/people.html"
    needs_account = False
    reads = "browse"

    @replica.for_anybody
    def show(self) -> dict[str, Any]:
        asked = {name: value for name in FILTERS if (value := self.request.GET.get(name, "").strip())}
        context: dict[str, Any] = {"asked": asked, "countries": countries.choices(), "days": SEARCH_ACTIVE.days}
        try:
            return context | self._found(asked)
        except Problem as problem:
            refused = Refused.by(problem, typed={name: [value] for name, value in asked.items()})
            return context | {"refused": refused, "people": [], "next_url": ""}

    def _found(self, asked: dict[str, str]) -> dict[str, Any]:
        criteria = SearchQuery.read(asked)
        local = search.local_country(criteria, self.caller)
        filters = {**criteria, "local": local}
        request = Request(self.request)
        start = search.Start(*decode_offset(request, scope="humans", filters=filters, maximum=RANKING_WINDOW))
        found = search.find(criteria, local=local, start=start, limit=PAGE_ANONYMOUS)
        following = found.following and encode_offset(found.following, scope="humans", filters=filters)
        return {
            "people": [card(row) for row in found.rows],
            "total": found.total,
            "is_window": found.total >= RANKING_WINDOW,
            "next_url": self.next_url(following or None),
        }


class Person(Page):
    """A public profile: what the API shows a stranger, and for somebody signed in their own two lists."""

    template = "humans/person.html"
    needs_account = False
    reads = "browse"

    def show(self, human_id: str) -> dict[str, Any]:
        profile = search.get_public_with_signals(human_id)
        is_me = self.caller is not None and self.caller.id == profile.pk
        said = keyset_page(
            reviews.about(profile.account.public_profile_id),
            Request(self.request),
            scope=f"pages:reviews:{profile.account.public_profile_id}",
            default=10,
        )
        offers = listings.listed().filter(human_id=profile.pk).select_related("human__profile").order_by("-id")[:50]
        own_list = {} if self.caller is None or is_me else relations.relations_of(self.caller.id, [profile.pk])
        shown = card(profile)
        has_disputes = shown["identitySignals"]["hasPriorDisputes"]
        return {
            "person": shown,
            "disputes": _how_they_ended(disputes.ends_about(profile.pk)) if has_disputes else [],
            "week": week(profile.availability),
            "reviews": ReviewOut.render_many(said.rows),
            "next_url": self.next_url(said.next_cursor),
            "services": ServiceOut.render_many(offers),
            "is_me": is_me,
            "relation": own_list.get(profile.pk, ""),
            "may_list": self.caller is not None and not is_me,
        }

    def act_block(self, human_id: str) -> HttpResponse:
        return self._add("blocked", BlockIn, human_id, "reason", _("Blocked. They are not told."))

    def act_prefer(self, human_id: str) -> HttpResponse:
        return self._add("preferred", PreferIn, human_id, "note", _("Remembered on your list of people you like."))

    def act_forget(self, human_id: str) -> HttpResponse:
        """Take them off whichever of the two lists they are on."""
        if self.caller is None:
            return self.ask_to_sign_in()
        me = self.caller

        def perform() -> None:
            for kind in ("blocked", "preferred"):
                own_lists.remove(me, kind, human_id)

        return self.once(perform, said=_("Taken off your list."))

    def _add(self, kind: str, shape: Any, human_id: str, note: str, said: str) -> HttpResponse:
        """`note` is the API's name of the private note, of which each list has another."""
        if self.caller is None:
            return self.ask_to_sign_in()
        me = self.caller
        data = self.read(shape, {"humanId": human_id} | self.posted(note))
        remark = (data["note"] or "") if "note" in data else None
        return self.once(lambda: own_lists.add(me, kind, data["human_id"], note=remark), said=said)


def card(profile: Profile) -> dict[str, Any]:
    """A person as everybody may see them: the API's view, and what a reader wants to know at once."""
    shown = HumanOut.render(profile)
    return shown | {
        "href": f"/people/{profile.account.username or profile.account.public_profile_id}",
        "place": countries.place(profile.city, country=profile.country),
        "initial": initial(profile),
    }


def _how_they_ended(ends: Mapping[str, int]) -> list[str]:
    """Their disputes, by how they ended: one that both settled is no mark against anybody."""
    words = {
        "settlement": _("%d, settled by both"),
        "release": _("%d, decided for them"),
        "refund": _("%d, decided against them"),
        "split": _("%d, the pay was divided"),
        "open": _("%d, not decided yet"),
    }
    return [said % ends[how] for how, said in words.items() if ends[how]]


def initial(profile: Profile) -> str:
    """What stands for a photo."""
    return (profile.account.display_name.strip() or "?")[0].upper()


def week(availability: dict[str, Any]) -> list[tuple[str, list[str]]]:
    """Days with their spans, such as ("Monday", ["09:00–12:00"]); empty without any."""
    if not any(availability.values()):
        return []
    return [
        (str(DAY_NAMES[number]), [f"{span['start']}–{span['end']}" for span in availability.get(day, [])])
        for number, day in enumerate(WEEKDAYS)
    ]
