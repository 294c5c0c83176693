"""/api/support/reports."""

from typing import Any

from django.conf import settings
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from marketplace.api.openapi import operation
from marketplace.api.permissions import Key
from marketplace.api.viewsets import ApiViewSet, no_store
from marketplace.core import ids
from marketplace.serializers.support import ReportIn
from marketplace.services import support


class SupportView(ApiViewSet):
    permission_classes = [Key]

    @operation(
        "reportSupportIssue",
        limits=("write", "support.report"),
        tag="Support",
        summary="Report a problem or a wish",
        description="Who reports is known from the key. Our staff gets it by mail, and answers in a conversation of its own "
        "(`message.received` tells you; write back there), and by mail where the account has a confirmed address.",
        takes=ReportIn,
        gives={
            "reportId": serializers.CharField(),
            "message": serializers.CharField(),
            "supportEmail": serializers.CharField(),
            "conversationId": serializers.CharField(required=False),
        },
        errors={403: "api_key_required"},
        example={
            "summary": "A release answers 409 after the redo",
            "description": "POST /api/escrow/{id}/release answers 409 invalid_state although the evidence is approved.",
            "category": "bug",
            "priority": "high",
            "errorCode": "invalid_state",
            "sourceTool": "release_payment",
        },
    )
    def report(self, request: Request) -> Response:
        data = self.read(ReportIn)

        def perform() -> dict[str, Any]:
            made = support.report(self.actor, **data)
            answer = {
                "reportId": made.public_id,
                "message": f"Report {made.number} has reached our staff. The answer comes in its conversation, and by mail.",
                "supportEmail": settings.SUPPORT_EMAIL,
            }
            if made.conversation_id is not None:
                answer["conversationId"] = ids.encode("cnv", made.conversation_id)
            return answer

        return no_store(self.once("support.report", perform))
