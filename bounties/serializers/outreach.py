from rest_framework import serializers

from bounties.rules.outreach import STATES
from marketplace.api.fields import IdField, TimestampField
from marketplace.api.serializers import Shape


class OutreachOut(Shape):
    bounty_id = IdField("bty")
    status = serializers.ChoiceField(STATES)
    target = serializers.IntegerField(help_text="How many people are to be invited in all.")
    contacted = serializers.IntegerField(help_text="How many were.")
    applied = serializers.IntegerField(help_text="How many of those applied.")
    wave = serializers.IntegerField(help_text="How many waves have gone out.")
    waves = serializers.IntegerField(help_text="How many there are.")
    next_wave_at = TimestampField(allow_null=True, help_text="Null while nothing is planned.")
    last_boost_at = TimestampField(allow_null=True)
    boost_available_at = TimestampField(
        allow_null=True, help_text="From when a boost is taken; null while nobody can apply."
    )
