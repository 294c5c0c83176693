"""/api/humans: search, one profile, the caller's own."""

from typing import Any, cast

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from humans.models import Profile
from humans.rules.people import PAGE_ANONYMOUS, PAGE_SIGNED_IN, PAGE_TASTE, PAGE_TASTE_MAX, RANKING_WINDOW, TASTE
from humans.selectors import ranking, search
from humans.selectors.signals import with_signals
from humans.serializers.profiles import HumanForOperators, HumanOut, OwnHuman, ProfileIn, SlimHuman
from humans.serializers.search import SearchQuery, TasteQuery
from humans.services import profiles
from marketplace.api.openapi import operation
from marketplace.api.pagination import decode_offset, encode_offset, read_limit
from marketplace.api.parameters import CURSOR, limit_parameter
from marketplace.api.permissions import PublicOrOwn
from marketplace.api.viewsets import ApiViewSet, no_store
from marketplace.core import replica, rights

_LIMIT = {"type": "integer", "minimum": 1, "maximum": PAGE_SIGNED_IN, "default": PAGE_ANONYMOUS}


class HumanView(ApiViewSet):
    reads = "browse"
    permission_classes = [PublicOrOwn]

    @operation(
        "searchHumans",
        tag="Humans",
        summary="Find people",
        description="Only complete, available, recently active profiles, ranked local-first. `totalCount` counts the ranking "
        "window, not the whole marketplace. Pages of up to 24 without credentials, 100 with. A parameter of another name is "
        "ignored.",
        query=[
            (
                "skill",
                "string",
                "One or more skills, separated by commas: any of them. The name is `skill` for several, too.",
            ),
            ("name", "string", "Part of the name or username; one or two letters: the beginning of a word."),
            ("minRate", "number", "Hourly rate in US dollars, at least."),
            ("maxRate", "number", "Hourly rate in US dollars, at most."),
            ("city", "string", "Only this city; case and accents don't matter."),
            ("country", "string", "Only people of this country: ISO code or English name."),
            (
                "countryCode",
                "string",
                "People of this country first (a hint, no filter). Default: where you signed up.",
            ),
            ("featured", "boolean", "true: only featured people. false: only others."),
            ("fields", "string", "slim: fewer fields for each person."),
            ("limit", _LIMIT, "1 to 24, with credentials to 100; default 24."),
            (
                "offset",
                {"type": "integer", "minimum": 0, "maximum": RANKING_WINDOW},
                "Skip this many; not together with cursor.",
            ),
            CURSOR,
        ],
        gives={
            "humans": HumanOut(many=True),
            "count": serializers.IntegerField(),
            "totalCount": serializers.IntegerField(),
            "offset": serializers.IntegerField(),
            "limit": serializers.IntegerField(),
            "hasMore": serializers.BooleanField(),
            "nextCursor": serializers.CharField(allow_null=True),
        },
        errors={400: "validation_error invalid_limit invalid_offset invalid_cursor"},
    )
    @replica.for_anybody
    def list(self, request: Request) -> Response:
        maximum = PAGE_SIGNED_IN if self.caller else PAGE_ANONYMOUS
        limit = read_limit(request, default=PAGE_ANONYMOUS, maximum=maximum)
        criteria = SearchQuery.read(request.query_params)
        local = search.local_country(criteria, self.caller)
        filters = {**criteria, "local": local}
        start = search.Start(*decode_offset(request, scope="humans", filters=filters, maximum=RANKING_WINDOW))
        slim = criteria["fields"] == "slim"
        found = search.find(criteria, local=local, start=start, limit=limit, slim=slim)
        humans = (SlimHuman if slim else self._shape).render_many(found.rows)
        return self.answer(
            humans=humans,
            count=len(humans),
            totalCount=found.total,
            offset=start.offset,
            limit=limit,
            hasMore=found.following is not None,
            nextCursor=found.following and encode_offset(found.following, scope="humans", filters=filters),
        )

    @operation(
        "getHuman",
        tag="Humans",
        summary="One profile, by id or username",
        gives={"human": HumanOut()},
        errors={404: "not_found"},
    )
    def retrieve(self, request: Request, human_id: str) -> Response:
        return self.answer(human=self._shape.render(search.get_public_with_signals(human_id)))

    @operation(
        "browseTasteHumans",
        tag="Humans",
        summary="People for creative panels",
        description="Available, recently active people whose skills or expertise fit a category, the most recently active "
        "first.",
        query=[
            ("category", tuple(TASTE), "The creative field."),
            ("skill", "string", "One or more skills, separated by commas: any of them."),
            ("country", "string", "Only this country, by code or name."),
            ("gender", "string", "man, woman or other."),
            ("identityVerified", "boolean", "Only people whose document was checked, or only others."),
            limit_parameter(PAGE_TASTE_MAX, PAGE_TASTE),
        ],
        page_of=("humans", HumanOut),
        errors={400: "validation_error invalid_limit invalid_cursor"},
    )
    def taste(self, request: Request) -> Response:
        criteria = TasteQuery.read(request.query_params)
        found = self.paged(
            search.taste(criteria),
            scope="taste",
            filters=criteria,
            order=ranking.ORDER,
            default=PAGE_TASTE,
            maximum=PAGE_TASTE_MAX,
        )
        with_signals(found.rows)
        return self.listed("humans", found, self._shape)

    @property
    def _shape(self) -> type[HumanOut]:
        return HumanForOperators if self.caller and self.caller.is_operator else HumanOut


class OwnProfileView(ApiViewSet):
    @operation(
        "getOwnProfile", tag="Humans", summary="Your own profile", gives={"human": OwnHuman()}, least=rights.SELF
    )
    def retrieve(self, request: Request) -> Response:
        return no_store(self.answer(human=_own(profiles.own(self.actor))))

    @operation(
        "editOwnProfile",
        tag="Humans",
        summary="Change your profile",
        description="A complete profile (name, headline, bio, a skill, city, country, hourly rate, time zone) is found by search.",
        takes=ProfileIn,
        gives={"human": OwnHuman()},
        errors={409: "username_taken"},
        example={
            "name": "Ada Example",
            "headline": "Careful errands in Berlin",
            "bio": "Ten years of courier work.",
            "skills": ["delivery", "photography"],
            "location": {"city": "Berlin", "country": "DE", "isRemoteAvailable": True},
            "hourlyRate": 25,
            "timezone": "Europe/Berlin",
        },
        least=rights.SELF,
    )
    def partial_update(self, request: Request) -> Response:
        data = cast(profiles.ProfileChanges, self.read(ProfileIn))
        return self.once("profile.edit", lambda: {"human": _own(profiles.edit(self.actor, data))})


def _own(profile: Profile) -> dict[str, Any]:
    with_signals([profile])
    return OwnHuman.render(profile)
