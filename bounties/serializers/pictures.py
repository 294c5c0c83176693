from rest_framework import serializers

from bounties.rules.pictures import TIERS
from marketplace.api.fields import Line
from marketplace.api.serializers import Shape


class PictureIn(Shape):
    """POST /api/picture-of-sf; nothing else is taken, least of all a price."""

    location = Line(min_length=5, max_length=300, help_text="An address or a landmark.")
    subject = Line(min_length=3, max_length=1000, help_text="What is to be seen, from where anybody may stand.")
    tier = serializers.ChoiceField(list(TIERS))
