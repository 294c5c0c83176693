"""Rows of the table of routes: webhooks, events, and what was changed in one's name."""

from tests.contract.cells import ENDPOINT, OWN, REPLAY, SIGNED, Route

# fmt: off
ROUTES = [
    # ---- webhooks: belong to a key; the account's owner, signed in, has those of all keys
    Route("GET", "/api/webhooks/endpoints", "listWebhookEndpoints", SIGNED),
    Route("POST", "/api/webhooks/endpoints", "createWebhookEndpoint",
          "401 200 400:validation_error 400:validation_error 200 200 200", ENDPOINT),
    Route("PATCH", "/api/webhooks/endpoints/{endpoint}", "changeWebhookEndpoint", OWN, {"events": ["*"]}),
    Route("DELETE", "/api/webhooks/endpoints/{endpoint}", "deleteWebhookEndpoint", OWN),
    Route("POST", "/api/webhooks/endpoints/{endpoint}/rotate-secret", "rotateWebhookSecret", OWN),
    Route("POST", "/api/webhooks/endpoints/{endpoint}/test", "testWebhookEndpoint", OWN),
    Route("POST", "/api/webhooks/endpoints/{endpoint}/replay", "replayWebhookEvents", OWN, REPLAY),
    Route("GET", "/api/webhooks/deliveries", "listWebhookDeliveries", SIGNED),
    Route("GET", "/api/webhooks/deliveries/{delivery}", "getWebhookDelivery", OWN),
    Route("POST", "/api/webhooks/deliveries/{delivery}/redeliver", "redeliverWebhook", OWN),
    # ---- what was changed in one's name
    Route("GET", "/api/activity", "listActivity", SIGNED),
    Route("GET", "/api/activity/{call}", "getActivity", OWN),
    Route("GET", "/api/requests/{request}", "getRequest", OWN),
    Route("GET", "/api/events", "listEvents", SIGNED),
]
