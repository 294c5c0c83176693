"""The query parameters of GET /api/bounties."""

import django_filters
from django.db.models import QuerySet

from bounties.models import Bounty
from bounties.rules.bounties import STATUSES
from bounties.selectors import listing, policies
from marketplace.api.filters import BooleanFilter, ChoiceFilter, CountryFilter, DollarsFilter, Query
from marketplace.core.errors import Invalid

SORTS = {"new": ("-id",), "value": ("-seat_cents", "-id"), "top": ("-application_count", "-id")}
RECOMMENDED = "recommended"  # by the caller's profile: `selectors.recommended`; newest first without one


class BountyQuery(Query):
    """`status`, `includePartiallyFilled`, `mine` and `sort` are read by the view, since they depend on each other."""

    status = ChoiceFilter(values=STATUSES, method="read_by_view")
    includePartiallyFilled = BooleanFilter(method="read_by_view")
    mine = BooleanFilter(method="read_by_view")
    sort = ChoiceFilter(values=[*SORTS, RECOMMENDED], method="read_by_view")
    q = django_filters.CharFilter(method="words", max_length=200)
    category = django_filters.CharFilter(method="in_category", max_length=30)
    skill = django_filters.CharFilter(method="with_skill", max_length=60)
    minPrice = DollarsFilter(field_name="price_cents", lookup_expr="gte")
    maxPrice = DollarsFilter(field_name="price_cents", lookup_expr="lte")
    city = django_filters.CharFilter(field_name="city", lookup_expr="iexact", max_length=100)
    country = CountryFilter(field_name="country")
    isRemoteOnly = BooleanFilter(method="remote_only")

    class Meta:
        model = Bounty
        fields: list[str] = []

    def read_by_view(self, rows: QuerySet[Bounty], name: str, value: object) -> QuerySet[Bounty]:
        return rows

    def words(self, rows: QuerySet[Bounty], name: str, value: str) -> QuerySet[Bounty]:
        return listing.matching(rows, value)

    def in_category(self, rows: QuerySet[Bounty], name: str, value: str) -> QuerySet[Bounty]:
        known = policies.categories(with_inactive=True)
        if value not in known:
            raise Invalid({"category": [f"Give one of: {', '.join(known)}."]})
        return rows.filter(category=value)

    def with_skill(self, rows: QuerySet[Bounty], name: str, value: str) -> QuerySet[Bounty]:
        return listing.with_skill(rows, value)

    def remote_only(self, rows: QuerySet[Bounty], name: str, value: bool) -> QuerySet[Bounty]:
        return rows.filter(is_remote_allowed=True) if value else rows
