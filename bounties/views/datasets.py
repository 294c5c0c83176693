"""/api/bounties/{id}/applications/dataset: all accepted uploads of an upload-mode bounty."""

from django.http import StreamingHttpResponse
from django.http.response import HttpResponseBase
from rest_framework.request import Request

from bounties.selectors import access, datasets
from bounties.serializers.datasets import DatasetOut, manifest
from marketplace.api import wire
from marketplace.api.filters import read_choice
from marketplace.api.openapi import operation
from marketplace.api.viewsets import ApiViewSet, no_store


class DatasetView(ApiViewSet):
    reads = "browse"

    @operation(
        "getApplicationsDataset",
        tag="Applications",
        summary="All accepted uploads of a collection",
        description="For bounties whose `submissionMode` is photo_upload, video_upload or document_upload: a ZIP with every "
        "accepted upload and a `manifest.json`, grouped by applicant; or with `format=json` the manifest with download "
        "addresses that work for an hour.",
        query=[("format", "string", "zip (default) or json.")],
        gives={"dataset": DatasetOut()},
        errors={
            400: "validation_error",
            403: "not_owner",
            404: "not_found",
            409: "not_a_collection",
            503: "storage_unavailable",
        },
        also="application/zip",
    )
    def retrieve(self, request: Request, bounty_id: str) -> HttpResponseBase:
        wanted = read_choice(request, "format", ("zip", "json"))
        found = datasets.dataset(access.owned_bounty(self.actor, bounty_id))
        if wanted == "json":
            return no_store(self.answer(dataset=manifest(found, links=True)))
        uploads = [upload for applicant in found.applicants for upload in applicant.files]
        pieces = datasets.archive(wire.dumps(manifest(found, links=False)), uploads, found.generated_at)
        response = StreamingHttpResponse(pieces, content_type="application/zip")
        response["Content-Disposition"] = f'attachment; filename="{found.bounty.public_id}-dataset.zip"'
        response["Cache-Control"] = "private, no-store"
        return response
