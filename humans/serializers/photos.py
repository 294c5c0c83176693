from rest_framework import serializers

from humans.rules.people import PHOTOS_MAX
from marketplace.api.serializers import Shape


class PhotosIn(Shape):
    """POST /api/humans/me/photos, as multipart."""

    photos = serializers.ListField(
        child=serializers.FileField(allow_empty_file=True), min_length=1, max_length=PHOTOS_MAX
    )
