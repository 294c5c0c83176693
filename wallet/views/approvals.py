"""/api/approvals: calls that wait for the owner of the wallet."""

from typing import Any

from django.db.models import QuerySet
from rest_framework.permissions import BasePermission
from rest_framework.request import Request
from rest_framework.response import Response

from marketplace.api.filters import read_choice
from marketplace.api.openapi import operation
from marketplace.api.permissions import KeyOrSession, Session
from marketplace.api.viewsets import ApiViewSet, no_store
from marketplace.core import rights
from wallet.models import Approval
from wallet.rules.approvals import APPROVAL
from wallet.selectors import approvals as reads
from wallet.serializers.approvals import ApprovalDecisionIn, ApprovalOut
from wallet.services import approvals

STATUSES = ("", *sorted(APPROVAL.states))


class ApprovalView(ApiViewSet):
    def get_permissions(self) -> list[BasePermission]:
        return [Session() if self.action == "decide" else KeyOrSession()]

    @operation(
        "listApprovals",
        tag="Wallet",
        summary="Calls that wait for your approval, and those that did, newest first",
        description="A call of an API key or connected program that would spend more than `askAboveCents` of the wallet's controls "
        "is answered with 202 and `approvalId`, and nothing is moved. Keys and connected programs see those of the whole account; "
        "only the owner decides.",
        query=[("status", "string", f"Only of this status: {', '.join(STATUSES[1:])}.")],
        page_of=("approvals", ApprovalOut),
        errors={400: "validation_error invalid_limit invalid_cursor"},
    )
    def list(self, request: Request) -> Response:
        status = read_choice(request, "status", STATUSES)
        rows: QuerySet[Any] = reads.of_account(self.actor.id, status=status)
        found = self.paged(rows, scope=f"approvals:{self.actor.id}", filters={"status": status})
        return no_store(self.listed("approvals", found, ApprovalOut))

    @operation(
        "getApproval",
        tag="Wallet",
        summary="A call that waits for your approval, or did",
        gives={"approval": ApprovalOut()},
        errors={404: "not_found"},
    )
    def retrieve(self, request: Request, approval_id: str) -> Response:
        return no_store(self._shown(reads.own(self.actor, approval_id)))

    @operation(
        "decideApproval",
        tag="Wallet",
        summary="Approve or decline a call, or take an approval back",
        description="By the owner, signed in. Moves no money: once approved, the agent sends the same call again within 24 hours, "
        "and it may take at most these cents. Until it is sent, `withdraw` takes the approval back: it is declined then, and the "
        "call is refused. The same decision again changes nothing; another one is 409.",
        takes=ApprovalDecisionIn,
        gives={"approval": ApprovalOut()},
        errors={400: "validation_error", 403: "session_required", 404: "not_found", 409: "invalid_state"},
        example={"decision": "approve", "note": "Go ahead."},
        least=rights.OWNER,
    )
    def decide(self, request: Request, approval_id: str) -> Response:
        data = self.read(ApprovalDecisionIn, strict=True)

        def perform() -> dict[str, Any]:
            return {"approval": ApprovalOut.render(approvals.decide(self.actor, approval_id, **data))}

        return no_store(self.once("approval.decide", perform))

    def _shown(self, row: Approval) -> Response:
        return self.answer(approval=ApprovalOut.render(row))
