"""Shapes of the limits of an API key or connector."""

from typing import Any

from rest_framework import serializers

from marketplace.api.fields import CountriesField, IdField, PatternField, Text, TimestampField
from marketplace.api.serializers import Shape
from marketplace.core.scopes import SCOPES
from wallet.serializers.wallet import CentsField

_CAP = "US cents. What this key or program may spend {}; null: no cap of its own."
_ALL = "null: all."


class _CategoriesField(serializers.ListField):
    def __init__(self, **more: Any) -> None:
        slug = PatternField("[a-z0-9]+(?:-[a-z0-9]+)*", "a slug such as labor-gigs", max_length=40)
        super().__init__(child=slug, max_length=50, **more)


class LimitsIn(Shape):
    """PATCH …/limits: only what is sent changes."""

    spending_cap_per_bounty_cents = CentsField(help_text=_CAP.format("on one bounty, fee and tips included"))
    spending_cap_rolling_24h_cents = CentsField(help_text=_CAP.format("in 24 hours"))
    spending_cap_rolling_7d_cents = CentsField(help_text=_CAP.format("in 7 days"))
    spending_cap_rolling_30d_cents = CentsField(help_text=_CAP.format("in 30 days"))
    ask_above_cents = CentsField(
        help_text="US cents. A single spend of this key or program above this waits for your approval; null: only above the "
        "account's amount."
    )
    scopes = serializers.ListField(
        child=serializers.ChoiceField(sorted(SCOPES)),
        max_length=len(SCOPES),
        required=False,
        allow_null=True,
        help_text=f"What it may do; reading is always allowed. {_ALL}",
    )
    categories = _CategoriesField(
        required=False, allow_null=True, help_text=f"Work that it may spend on, by category. {_ALL}"
    )
    countries = CountriesField(
        required=False,
        allow_null=True,
        help_text=f"Countries of the work that it may spend on; a remote job must name its supportedCountries. {_ALL}",
    )


class LimitsOut(Shape):
    """The limits of one key or connector; null where it has none of its own."""

    spending_cap_per_bounty_cents = serializers.IntegerField(
        source="caps.spending_cap_per_bounty_cents", allow_null=True
    )
    spending_cap_rolling_24h_cents = serializers.IntegerField(
        source="caps.spending_cap_rolling_24h_cents", allow_null=True
    )
    spending_cap_rolling_7d_cents = serializers.IntegerField(
        source="caps.spending_cap_rolling_7d_cents", allow_null=True
    )
    spending_cap_rolling_30d_cents = serializers.IntegerField(
        source="caps.spending_cap_rolling_30d_cents", allow_null=True
    )
    ask_above_cents = serializers.IntegerField(source="caps.ask_above_cents", allow_null=True)
    scopes = serializers.ListField(source="subject.scopes", child=Text(), allow_null=True)
    categories = serializers.ListField(source="subject.categories", child=Text(), allow_null=True)
    countries = serializers.ListField(source="subject.countries", child=Text(), allow_null=True)


class ConnectorOut(Shape):
    """A program that was allowed to use the tools. `isConnected`: it has a token that it can renew."""

    id = IdField("ctr", source="pk")
    name = Text()
    is_connected = serializers.BooleanField()
    is_limited = serializers.BooleanField()
    created_at = TimestampField()
