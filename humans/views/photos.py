"""/api/humans/me/photos: the photos of the caller's profile."""

from typing import Any

from django.core.files.uploadedfile import UploadedFile
from rest_framework import serializers
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response

from humans.serializers.photos import PhotosIn
from humans.serializers.profiles import PhotoOut
from humans.services import photos
from marketplace.api.openapi import operation
from marketplace.api.viewsets import ApiViewSet
from marketplace.api.wire import JsonParser
from marketplace.core import rights

_PHOTOS: dict[str, Any] = {"photos": serializers.ListField(child=PhotoOut())}


class PhotoView(ApiViewSet):
    parser_classes = [MultiPartParser, JsonParser]

    @operation(
        "addPhotos",
        tag="Humans",
        summary="Add photos to your profile",
        description="Multipart, with `photos` (repeated): JPEG, PNG, WebP or GIF of up to 10 MB each, 6 on a profile. They "
        "are redrawn without place, device or other data of the camera, and public from then on.",
        takes=PhotosIn,
        takes_files=True,
        gives=_PHOTOS,
        errors={409: "photo_limit_reached", 413: "body_too_large", 503: "storage_unavailable"},
        least=rights.SELF,
    )
    def create(self, request: Request) -> Response:
        uploads: list[UploadedFile] = self.read(PhotosIn, body={"photos": request.FILES.getlist("photos")})["photos"]
        return self.once_with_files(
            "photo.add",
            lambda: photos.keep(self.actor, uploads),
            lambda kept: {"photos": photos.add(self.actor, kept).photos},
        )

    @operation(
        "removePhoto",
        tag="Humans",
        summary="Remove a photo from your profile",
        gives=_PHOTOS,
        errors={404: "not_found"},
        least=rights.SELF,
    )
    def destroy(self, request: Request, file_id: str) -> Response:
        return self.once("photo.remove", lambda: {"photos": photos.remove(self.actor, file_id).photos})
