"""/api/activity/{id}: one line of the timeline, and where its events were sent."""

from rest_framework.request import Request
from rest_framework.response import Response

from marketplace.api.activity import CallOut
from marketplace.api.openapi import operation
from marketplace.api.viewsets import ApiViewSet, no_store
from marketplace.selectors import calls
from webhooks.selectors import access
from webhooks.serializers.webhooks import DeliveryOut


class ActivityDetailView(ApiViewSet):
    @operation(
        "getActivity",
        tag="Accounts",
        summary="One call of the timeline, and the webhook deliveries that it caused",
        description="The deliveries of the same request to endpoints that the caller sees: those of the calling key, or of all "
        "keys of the person signed in; at most 200.",
        gives={"call": CallOut(), "deliveries": DeliveryOut(many=True)},
        errors={404: "not_found"},
    )
    def retrieve(self, request: Request, call_id: str) -> Response:
        call = calls.call(self.actor, call_id)
        found = access.deliveries_of(self.actor, call)
        return no_store(self.answer(call=CallOut.render(call), deliveries=DeliveryOut.render_many(found)))
