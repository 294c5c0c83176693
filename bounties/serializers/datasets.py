from typing import Any

from rest_framework import serializers

from bounties.selectors.datasets import Dataset
from marketplace.api.fields import IdField, Text, TimestampField
from marketplace.api.serializers import Shape
from marketplace.services import files


class DatasetFile(Shape):
    path = Text(help_text="Its name in the archive.")
    id = IdField("fil", source="file.pk")
    name = Text(source="file.name")
    content_type = Text(source="file.content_type")
    size = serializers.IntegerField(source="file.size")
    sha256 = Text(source="file.sha256")


class LinkedFile(DatasetFile):
    url = Text(help_text="Works for an hour.")


class DatasetApplicant(Shape):
    application_id = IdField("app", source="application.pk")
    human_id = IdField("prf", source="application.human.profile_id")
    human_name = Text(source="application.human_name")
    consented_at = TimestampField(source="application.consented_at", allow_null=True)
    accepted_at = TimestampField(source="application.decided_at", allow_null=True)


class LinkedApplicant(DatasetApplicant):
    files = LinkedFile(many=True)


class DatasetHead(Shape):
    bounty_id = IdField("bty", source="bounty.pk")
    bounty_title = Text(source="bounty.title")
    submission_mode = Text(source="bounty.submission_mode")
    generated_at = TimestampField()
    applicant_count = serializers.IntegerField()
    file_count = serializers.IntegerField()


class DatasetOut(DatasetHead):
    """GET …/applications/dataset?format=json."""

    applicants = LinkedApplicant(many=True)


def manifest(found: Dataset, *, links: bool) -> dict[str, Any]:
    """The content of manifest.json; with `links`, each file has a fresh signed url."""

    def shown(upload: Any) -> dict[str, Any]:
        return DatasetFile.render(upload) | ({"url": files.signed_url(upload.file)} if links else {})

    applicants = [
        DatasetApplicant.render(applicant) | {"files": [shown(upload) for upload in applicant.files]}
        for applicant in found.applicants
    ]
    return DatasetHead.render(found) | {"applicants": applicants}
