from collections.abc import Iterable

from rest_framework import serializers

from marketplace.api.fields import IdField, Text
from marketplace.api.serializers import Shape
from marketplace.models import File
from marketplace.services import files


class FileOut(Shape):
    id = IdField("fil", source="pk")
    name = Text()
    content_type = Text()
    size = serializers.IntegerField()
    sha256 = Text()
    url = Text(help_text="Works for an hour.")


def with_urls(rows: Iterable[File]) -> list[File]:
    """These files, each with a new signed URL."""
    signed = list(rows)
    for file in signed:
        file.url = files.signed_url(file)  # type: ignore[attr-defined]
    return signed
