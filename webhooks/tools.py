"""MCP tools for webhook endpoints and deliveries."""

from marketplace.core.tools import FREE, READS, Tool

IDS = {
    "endpointId": "The endpoint (whe_…), from list_webhook_endpoints.",
    "deliveryId": "The delivery (whd_…).",
}
TOOLS = [
    Tool(
        name="wait_for_events",
        title="Wait for what happens",
        what="Waits until something happens in your account (somebody applied, evidence came, a message, a hire was paid, a "
        "decision), and answers as soon as it does: better than asking again and again. `events` is empty when nothing happened "
        "in time.",
        effects=READS,
        then="Then again with after: nextCursor and any filters: nothing unseen is passed by.",
        operation="listEvents",
        toolset="webhooks",
        fields={
            "after": {
                "description": "nextCursor of the answer before, an event's id, or a moment (what happened since); start: from the "
                "first event; now: only what happens from now on."
            },
            "types": {
                "description": "Only these, separated by commas, such as application.submitted, proof.uploaded, message.received, "
                "approval.decided, dispute.decided.",
            },
            "timeoutSeconds": {
                "type": "integer",
                "minimum": 1,
                "maximum": 55,
                "default": 30,
                "description": "How long to wait at most.",
            },
        },
        rename={"timeoutSeconds": "wait"},
        required=("after",),
        words=True,
    ),
    Tool(
        name="create_webhook_endpoint",
        title="Register a webhook",
        intents="events notify push callback url subscribe set up",
        by_key=True,
        what="Has events of your account sent, signed, to a public https address of yours. Only if you run such a "
        "server; else ask the tools that read now and then. At most five; needs an API key.",
        effects=f"{FREE} The signing secret is in this answer only. Undone by delete_webhook_endpoint.",
        then="Then test_webhook_endpoint.",
        operation="createWebhookEndpoint",
        toolset="webhooks",
        without=("keyId",),
    ),
    Tool(
        name="list_webhook_endpoints",
        title="List webhooks",
        intents="events callbacks urls",
        by_key=True,
        what="Lists the endpoints of your key, newest first, without their secrets; disabled ones say why.",
        effects=READS,
        operation="listWebhookEndpoints",
        toolset="webhooks",
    ),
    Tool(
        name="delete_webhook_endpoint",
        title="Delete a webhook",
        intents="events callback remove unsubscribe",
        by_key=True,
        what="Deletes an endpoint; what is on its way fails. A new secret: rotate_webhook_secret. To enable it again call "
        "create_webhook_endpoint with the same url.",
        effects=f"{FREE} It can't be undone; register it anew.",
        operation="deleteWebhookEndpoint",
        toolset="webhooks",
        without=("idempotencyKey",),
        destructive=True,
        idempotent=True,
    ),
    Tool(
        name="rotate_webhook_secret",
        title="Change a webhook's secret",
        intents="events callback key signature new renew",
        by_key=True,
        what="Gives an endpoint a new signing secret. For 24 hours each delivery is signed with both, so that your server can be "
        "changed over. Of a secret that others know make an end at once: create_webhook_endpoint with the same url.",
        effects=f"{FREE} The secret is in this answer only. It can't be taken back.",
        then="Then test_webhook_endpoint.",
        operation="rotateWebhookSecret",
        toolset="webhooks",
    ),
    Tool(
        name="test_webhook_endpoint",
        title="Test a webhook",
        intents="events callback try ping",
        by_key=True,
        what="Sends a signed webhook.test to one endpoint through the real queue.",
        effects=FREE,
        then="Then get_webhook_delivery with deliveryId.",
        operation="testWebhookEndpoint",
        toolset="webhooks",
    ),
    Tool(
        name="get_webhook_deliveries",
        title="List deliveries",
        intents="events sent callbacks failed log",
        by_key=True,
        what="Lists what was sent to your endpoints, newest first, and how that went.",
        effects=READS,
        operation="listWebhookDeliveries",
        toolset="webhooks",
    ),
    Tool(
        name="get_webhook_delivery",
        title="Read a delivery",
        intents="event payload attempt",
        by_key=True,
        what="Reads one delivery: the signed payload and every attempt.",
        effects=READS,
        then="Then redeliver_webhook sends it again.",
        operation="getWebhookDelivery",
        toolset="webhooks",
        words=True,
    ),
    Tool(
        name="redeliver_webhook",
        title="Send a delivery again",
        intents="event replay resend retry callback failed",
        by_key=True,
        what="Sends one delivery again, now, with the same id and bytes, whether it arrived before or not.",
        effects=FREE,
        then="Then get_webhook_delivery. All of some hours: replay_webhook_events.",
        operation="redeliverWebhook",
        toolset="webhooks",
    ),
    Tool(
        name="replay_webhook_events",
        title="Send events of some hours again",
        intents="webhook deliveries range past missed outage resend redeliver callback",
        by_key=True,
        what="Sends an endpoint all events of a time range again that it is subscribed to, whether they arrived then or not: after "
        "your server was down. At most 1,000 at a time.",
        effects=FREE,
        then="Then get_webhook_deliveries. One delivery again: redeliver_webhook.",
        operation="replayWebhookEvents",
        toolset="webhooks",
    ),
]
