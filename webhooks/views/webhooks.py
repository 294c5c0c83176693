"""/api/webhooks: endpoints of the calling key, or of all keys of the person signed in, and their delivery log."""

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from marketplace.api.filters import ChoiceFilter, IdFilter, Query
from marketplace.api.openapi import operation
from marketplace.api.parameters import limit_parameter
from marketplace.api.permissions import KeyOrOwner
from marketplace.api.viewsets import ApiViewSet, no_store
from marketplace.core import rights
from marketplace.services.idempotency import Answer
from webhooks.models import Delivery
from webhooks.rules.catalog import EVENT_TYPES
from webhooks.selectors import access
from webhooks.serializers.webhooks import (
    AttemptOut,
    DeliveryDetail,
    DeliveryOut,
    EndpointIn,
    EndpointOut,
    EndpointPatch,
    ReplayIn,
)
from webhooks.services import endpoints, redeliveries

_SHOWN_ONCE = "Shown once: null when the call is repeated under its idempotency key."


class EndpointView(ApiViewSet):
    permission_classes = [KeyOrOwner]

    @operation(
        "listWebhookEndpoints",
        tag="Webhooks",
        summary="Endpoints of this key",
        description="Only those that the calling key made (of a person signed in: those of all keys), newest first; never "
        "their secrets. `disabled` with a `disabledReason` means that nothing is sent: `too_many_failures` after 15 failed "
        "attempts in a row.",
        page_of=("endpoints", EndpointOut),
        errors={400: "invalid_limit invalid_cursor", 403: "api_key_required"},
    )
    def list(self, request: Request) -> Response:
        found = self.paged(access.endpoints(self.actor), scope=f"endpoints:{self.actor.key or self.actor.id}")
        return self.listed("endpoints", found, EndpointOut)

    @operation(
        "createWebhookEndpoint",
        tag="Webhooks",
        summary="Register an endpoint",
        description="It receives the events of the whole account and belongs to the calling key: no other key sees it. At "
        "most five per key. The secret is in this answer only; deliveries are signed with it. A URL that this key has "
        "already is renewed: same id, new secret, enabled again. The address must be https and public, now and at every "
        "delivery; a sandbox takes http to its own machine (localhost, 127.0.0.1, [::1]), too.",
        takes=EndpointIn,
        gives={
            "endpoint": EndpointOut(),
            "secret": serializers.CharField(allow_null=True, help_text=_SHOWN_ONCE),
            "message": serializers.CharField(),
        },
        errors={
            400: "validation_error invalid_url",
            403: "api_key_required",
            404: "not_found",
            409: "endpoint_limit_reached key_revoked",
        },
        example={"url": "https://agent.example.com/hooks", "events": ["application.submitted", "proof.uploaded"]},
        least=rights.OWNER,
    )
    def create(self, request: Request) -> Response:
        data = self.read(EndpointIn)
        endpoints.check_url(data["url"])

        def perform() -> Answer:
            endpoint, secret = endpoints.create(self.actor, **data)
            message = "Keep the secret: it is shown once. Verify X-Service-Signature with it."
            return Answer(
                self.success(endpoint=EndpointOut.render(endpoint), secret=secret, message=message), secrets=("secret",)
            )

        return no_store(self.once("endpoint.create", perform))

    @operation(
        "changeWebhookEndpoint",
        tag="Webhooks",
        summary="Change what an endpoint gets, pause it, or set it going again",
        description="Another URL is another endpoint: create that. Paused, it is `disabled` with the reason `paused`; one that "
        "was disabled by failures is set going in the same way. `replay` sends what it missed.",
        takes=EndpointPatch,
        gives={"endpoint": EndpointOut()},
        errors={400: "validation_error", 403: "api_key_required", 404: "not_found", 409: "key_revoked"},
        example={"enabled": False},
        least=rights.OWNER,
    )
    def partial_update(self, request: Request, endpoint_id: str) -> Response:
        data = self.read(EndpointPatch)
        return self.once(
            "endpoint.change",
            lambda: {"endpoint": EndpointOut.render(endpoints.change(self.actor, endpoint_id, **data))},
        )

    @operation(
        "rotateWebhookSecret",
        tag="Webhooks",
        summary="Give an endpoint a new secret; the old one stays valid for 24 hours",
        description="Until `endpoint.oldSecretUntil` each delivery has two signatures, `t=…,v1=<new>,v1=<old>`: change your "
        "receiver over in that time. The new secret is in this answer only. To end a secret at once that somebody else knows, "
        "create the endpoint again with the same URL.",
        gives={
            "endpoint": EndpointOut(),
            "secret": serializers.CharField(allow_null=True, help_text=_SHOWN_ONCE),
        },
        errors={403: "api_key_required", 404: "not_found", 409: "secret_rotating"},
        least=rights.OWNER,
    )
    def rotate(self, request: Request, endpoint_id: str) -> Response:
        def perform() -> Answer:
            endpoint, secret = endpoints.rotate_secret(self.actor, endpoint_id)
            body = self.success(endpoint=EndpointOut.render(endpoint), secret=secret)
            return Answer(body, secrets=("secret",))

        return no_store(self.once("endpoint.rotate_secret", perform))

    @operation(
        "deleteWebhookEndpoint",
        tag="Webhooks",
        summary="Delete an endpoint",
        description="What is still on its way to it fails with `endpoint_deleted`; its delivery log stays readable.",
        gives={"deleted": serializers.CharField()},
        errors={403: "api_key_required", 404: "not_found"},
        least=rights.OWNER,
    )
    def destroy(self, request: Request, endpoint_id: str) -> Response:
        return self.once("endpoint.delete", lambda: {"deleted": endpoints.delete(self.actor, endpoint_id).public_id})

    @operation(
        "testWebhookEndpoint",
        tag="Webhooks",
        summary="Send a signed webhook.test through the real queue",
        description="To this endpoint alone, whatever it is subscribed to. Follow it with the deliveryId in the log.",
        gives={"deliveryId": serializers.CharField()},
        errors={403: "api_key_required", 404: "not_found", 409: "endpoint_disabled"},
    )
    def test(self, request: Request, endpoint_id: str) -> Response:
        return self.once(
            "endpoint.test", lambda: {"deliveryId": endpoints.send_test(self.actor, endpoint_id).public_id}
        )

    @operation(
        "replayWebhookEvents",
        tag="Webhooks",
        summary="Send this endpoint the events of a time range again",
        description="Everything that it is subscribed to, whether it arrived then or not, also from before the endpoint was "
        "made; never tests. An event has one delivery per endpoint: `replayed` counts those that begin (anew), `skipped` "
        "those that are on their way already. At most 1,000 events at a time.",
        takes=ReplayIn,
        gives={"replayed": serializers.IntegerField(), "skipped": serializers.IntegerField()},
        errors={
            400: "validation_error range_too_large",
            403: "api_key_required",
            404: "not_found",
            409: "endpoint_disabled",
        },
        example={"from": "2026-11-20T00:00:00Z", "to": "2026-11-21T00:00:00Z"},
    )
    def replay(self, request: Request, endpoint_id: str) -> Response:
        data = self.read(ReplayIn)

        def perform() -> dict[str, int]:
            made = redeliveries.replay(self.actor, endpoint_id, **data)
            return {"replayed": made.replayed, "skipped": made.skipped}

        return self.once("endpoint.replay", perform)


class DeliveryQuery(Query):
    endpointId = IdFilter(field_name="endpoint_id", prefix="whe")
    eventType = ChoiceFilter(values=list(EVENT_TYPES), field_name="event_type")
    status = ChoiceFilter(values=["pending", "retrying", "delivered", "failed"], field_name="status")

    class Meta:
        model = Delivery
        fields: list[str] = []


class DeliveryView(ApiViewSet):
    permission_classes = [KeyOrOwner]

    @operation(
        "listWebhookDeliveries",
        tag="Webhooks",
        summary="The delivery log of this key's endpoints, newest first",
        description="Also of those that were deleted since. A delivery is `pending` before the first attempt of a series, "
        "`retrying` until the sixth, then `delivered` or `failed`.",
        filters=DeliveryQuery,
        query=[
            ("endpointId", "string", "Only this endpoint (whe_…)."),
            ("eventType", "string", "Only this event type."),
            ("status", "string", "Only of this status."),
            limit_parameter(200, 50),
        ],
        page_of=("deliveries", DeliveryOut),
        errors={400: "validation_error invalid_limit invalid_cursor", 403: "api_key_required"},
    )
    def list(self, request: Request) -> Response:
        rows = access.deliveries(self.actor)
        found = self.paged(
            rows, scope=f"deliveries:{self.actor.key or self.actor.id}", query=DeliveryQuery, maximum=200
        )
        return self.listed("deliveries", found, DeliveryOut)

    @operation(
        "getWebhookDelivery",
        tag="Webhooks",
        summary="One delivery: the signed payload and every attempt",
        description="`payload` is the body exactly as it is signed and sent; `history` has one entry per attempt.",
        gives={"delivery": DeliveryDetail()},
        errors={403: "api_key_required", 404: "not_found"},
    )
    def retrieve(self, request: Request, delivery_id: str) -> Response:
        delivery = access.delivery(self.actor, delivery_id)
        shown = DeliveryOut.render(delivery) | {
            "payload": delivery.body,
            "history": AttemptOut.render_many(delivery.tries.order_by("number")),
        }
        return self.answer(delivery=shown)

    @operation(
        "redeliverWebhook",
        tag="Webhooks",
        summary="Send a delivery again, now",
        description="Also one that arrived. It keeps its id and its bytes, and has six more attempts; one that waits for its "
        "next attempt is tried at once.",
        gives={"delivery": DeliveryOut()},
        errors={403: "api_key_required", 404: "not_found", 409: "endpoint_disabled endpoint_deleted"},
    )
    def redeliver(self, request: Request, delivery_id: str) -> Response:
        return self.once(
            "delivery.redeliver",
            lambda: {"delivery": DeliveryOut.render(redeliveries.redeliver(self.actor, delivery_id))},
        )
