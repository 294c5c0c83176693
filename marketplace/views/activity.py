"""/api/activity: what was changed in the name of an account, by whom, and what it cost."""

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from marketplace.api.activity import CallOut
from marketplace.api.openapi import operation
from marketplace.api.parameters import limit_parameter
from marketplace.api.viewsets import ApiViewSet, no_store
from marketplace.selectors import calls
from marketplace.serializers.activity import CallQuery


class ActivityView(ApiViewSet):
    @operation(
        "listActivity",
        tag="Accounts",
        summary="What was changed in your name, newest first",
        description="One line for each call that changed something, over REST, tools or the site, written together with the "
        "change; and for each write that was refused, the same refusal within a minute as one line. A key sees its own calls, a "
        "person signed in all of the account's. Reads and bodies are not kept; lines are kept for 90 days.",
        filters=CallQuery,
        query=[
            ("keyId", "string", "Only this key (key_…)."),
            ("connectorId", "string", "Only this connected program."),
            (
                "via",
                "string",
                "Only by a key, by connected programs (oauth), by people signed in (session), or by nobody (service).",
            ),
            ("operation", "string", "Only this operationId."),
            ("outcome", "string", "Only what was done, or only what was refused."),
            ("costOnly", "boolean", "Only what cost money."),
            ("start", "string", "From this moment or date on (UTC)."),
            ("end", "string", "Up to this moment."),
            limit_parameter(200, 50),
        ],
        page_of=("activity", CallOut),
        errors={400: "validation_error invalid_limit invalid_cursor"},
    )
    def list(self, request: Request) -> Response:
        whose = self.actor.key or self.actor.id
        found = self.paged(
            calls.visible(self.actor),
            scope=f"activity:{self.actor.via}:{whose}",
            query=CallQuery,
            order=calls.ORDER,
            maximum=200,
        )
        return no_store(self.listed("activity", found, CallOut))

    @operation(
        "getRequest",
        tag="Accounts",
        summary="What became of one request of yours",
        description="By the X-Request-Id of its answer, or the one that you sent: what was called, its status and code, what it "
        "cost and which object it concerned. For a write whose answer you never saw: 404 says that nothing of yours was changed by "
        "it.",
        gives={"requestId": serializers.CharField(), "calls": CallOut(many=True)},
        errors={404: "not_found"},
    )
    def retrieve(self, request: Request, request_id: str) -> Response:
        found = calls.of_request(self.actor, request_id)
        return no_store(self.answer(requestId=request_id, calls=CallOut.render_many(found)))
