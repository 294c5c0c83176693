"""Tools to have events sent to an address of one's own."""

from typing import Final

from marketplace.core.tools import CURSOR, FREE, KEY, READS, Tool, an_id, choice, limit, many, text

_ENDPOINT: Final = an_id("The endpoint (whe_…), from list_webhook_endpoints.")

TOOLS = [
    Tool(
        name="create_webhook_endpoint",
        title="Register a webhook",
        what="Has events of your account sent, signed, to a public https address of yours. Only if you run such a "
        "server; else ask the tools that read now and then. At most five; needs an API key.",
        effects=f"{FREE} The signing secret is in this answer only. Undone by delete_webhook_endpoint.",
        then="Then test_webhook_endpoint.",
        method="POST",
        path="/api/webhooks/endpoints",
        toolset="webhooks",
        properties={
            "url": text("A public https address.", least=1, most=2048),
            "events": many(
                'Event types such as application.submitted, or ["*"] for all.',
                text("One type.", least=1, most=64),
                40,
                1,
            ),
            "description": text("For yourself.", most=200),
            "idempotencyKey": KEY,
        },
        required=("url", "events"),
    ),
    Tool(
        name="list_webhook_endpoints",
        title="List webhooks",
        what="Lists the endpoints of your key, newest first, without their secrets; disabled ones say why.",
        effects=READS,
        method="GET",
        path="/api/webhooks/endpoints",
        toolset="webhooks",
        properties={"limit": limit(100, 50), "cursor": CURSOR},
    ),
    Tool(
        name="delete_webhook_endpoint",
        title="Delete a webhook",
        what="Deletes an endpoint; what is on its way fails. To get a new secret or enable it again call "
        "create_webhook_endpoint with the same url.",
        effects=f"{FREE} It can't be undone; register it anew.",
        method="DELETE",
        path="/api/webhooks/endpoints/{endpointId}",
        toolset="webhooks",
        properties={"endpointId": _ENDPOINT},
        required=("endpointId",),
        destructive=True,
        idempotent=True,
    ),
    Tool(
        name="test_webhook_endpoint",
        title="Test a webhook",
        what="Sends a signed webhook.test to one endpoint through the real queue.",
        effects=FREE,
        then="Then get_webhook_delivery with deliveryId.",
        method="POST",
        path="/api/webhooks/endpoints/{endpointId}/test",
        toolset="webhooks",
        properties={"endpointId": _ENDPOINT, "idempotencyKey": KEY},
        required=("endpointId",),
    ),
    Tool(
        name="get_webhook_deliveries",
        title="List deliveries",
        what="Lists what was sent to your endpoints, newest first, and how that went.",
        effects=READS,
        method="GET",
        path="/api/webhooks/deliveries",
        toolset="webhooks",
        properties={
            "endpointId": _ENDPOINT | {"description": "Only this endpoint (whe_…)."},
            "eventType": text("Only this event type."),
            "status": choice("Only of this status.", "pending", "retrying", "delivered", "failed"),
            "limit": limit(200, 50),
            "cursor": CURSOR,
        },
    ),
    Tool(
        name="get_webhook_delivery",
        title="Read a delivery",
        what="Reads one delivery: the signed payload and every attempt.",
        effects=READS,
        method="GET",
        path="/api/webhooks/deliveries/{deliveryId}",
        toolset="webhooks",
        properties={"deliveryId": an_id("The delivery (whd_…).")},
        required=("deliveryId",),
        words=True,
    ),
]
