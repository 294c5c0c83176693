"""/api/disputes/{id}/appeal: who lost asks for a second decision."""

from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response

from escrow.models import Dispute
from escrow.selectors import stakes
from escrow.serializers.appeals import AppealIn
from escrow.serializers.disputes import DisputeRecord, render_one
from escrow.services import appeals
from marketplace.api.openapi import operation
from marketplace.api.uploads import FormParser, read_form
from marketplace.api.viewsets import ApiViewSet, no_store
from marketplace.api.wire import JsonParser
from marketplace.core.money import format_usd
from marketplace.models import File


def _second(dispute: Dispute) -> str:
    """What an appeal may change, in words."""
    first = dispute.decision
    assert first is not None  # else there is nothing to appeal
    given, back = format_usd(first.worker_cents), format_usd(first.refund_cents)
    return (
        f"The first decision gave the worker {given} and returned {back}. Another person decides once more, and for good: it can "
        "stay so, or change for either side; what changes is moved then."
    )


class AppealView(ApiViewSet):
    parser_classes = [JsonParser, FormParser]

    @operation(
        "appealDispute",
        tag="Disputes",
        summary="Appeal a decision by which you lost",
        description="Once in a dispute, until `appealUntil`: the worker who got less than the whole pay, or the funder who got "
        "less than everything back; of a split, whoever comes first. Another person of our staff decides again and for good. "
        "The first decision stands until then, and the money stays where it is. As JSON, or as multipart with `ground`, `words` "
        "and `files` (repeated, up to 20 of 100 MB). Both sides may add evidence until it is decided.",
        takes=AppealIn,
        takes_files=True,
        gives={"dispute": DisputeRecord()},
        errors={
            403: "not_party not_for_oneself nothing_lost",
            404: "not_found",
            409: "invalid_state already_appealed appeal_window_closed settled_by_offer too_much_evidence",
            413: "body_too_large",
            503: "storage_unavailable",
        },
        example={"ground": "new_fact", "words": "The shop was closed that day: here is its notice."},
    )
    def appeal(self, request: Request, dispute_id: str) -> Response:
        data = self.read(AppealIn, body=read_form(request, many={"files"}))

        def keep() -> list[File]:
            return appeals.store_files(self.actor, dispute_id, data["files"])

        def perform(kept: list[File]) -> dict[str, Any]:
            made = appeals.appeal(self.actor, dispute_id, ground=data["ground"], words=data["words"], stored_files=kept)
            told = stakes.foretell(made.escrow, lambda: _second(made))
            return {"dispute": render_one(made, self.actor)} | told

        return no_store(self.once_with_files("dispute.appeal", keep, perform))
