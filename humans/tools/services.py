"""Tools for recurring appointments at fixed prices."""

from marketplace.core.tools import CURSOR, FREE, HUMAN, KEY, READS, Tool, an_id, choice, flag, limit, text, whole

_STATUSES = (
    *(
        "pending_payment",
        "pending_approval",
        "confirmed",
        "declined",
        "auto_declined",
        "completed",
        "cancelled",
        "expired",
    ),
)
SERVICES = [
    Tool(
        name="browse_services",
        title="Browse services",
        what="Lists appointments that people offer at a fixed price (US dollars, the platform's fee comes on top). For "
        "work of your own description use create_bounty.",
        effects=READS,
        then="Then get_service_availability and subscribe_to_service; single bookings are paused.",
        method="GET",
        path="/api/services/browse",
        toolset="services",
        properties={
            "category": text("Only this category."),
            "search": text("Words of the title or category; all must be there."),
            "sort": choice("newest unless said otherwise.", "newest", "price-low", "price-high"),
            "verifiedOnly": flag("Only people whose identity document was checked."),
            "limit": limit(48, 10),
            "page": whole("From 1.", 1, 10_000),
        },
        public=True,
        words=True,
    ),
    Tool(
        name="get_service_availability",
        title="See taken hours",
        what="Lists the hours of a day that are TAKEN, in the provider's time zone. The others are free where availability of "
        "get_human has them.",
        effects=READS,
        then="Pick a free startTime for subscribe_to_service.",
        method="GET",
        path="/api/services/bookings",
        toolset="services",
        properties={"humanId": HUMAN, "date": text("YYYY-MM-DD, in the provider's time zone.")},
        required=("humanId", "date"),
        public=True,
    ),
    Tool(
        name="book_service",
        title="Book a service (paused)",
        what="Always refused with 403 service_bookings_unavailable: single bookings are paused. Do not call it; use "
        "rent_human for one appointment, or subscribe_to_service for a recurring one.",
        effects=f"{FREE} Nothing is read, charged or written.",
        method="POST",
        path="/api/services/book",
        toolset="services",
        properties={
            "humanId": HUMAN,
            "serviceId": an_id("The service (svc_…)."),
            "date": text("YYYY-MM-DD, within 30 days."),
            "startTime": text("HH:mm."),
            "message": text("A note to the provider.", most=1000),
        },
    ),
    Tool(
        name="list_my_service_bookings",
        title="List service bookings",
        what="Lists appointments of your subscriptions, newest first: what is booked, paid (US cents) and decided.",
        effects=READS,
        then="A delivered one is paid with release_payment.",
        method="GET",
        path="/api/services/agent-bookings",
        toolset="services",
        properties={"status": choice("Only of this status.", *_STATUSES), "limit": limit(100, 50), "cursor": CURSOR},
        words=True,
    ),
    Tool(
        name="subscribe_to_service",
        title="Subscribe to a service",
        what="Books a provider's service every week, every other week or once a month, the first time at least 72 "
        "hours from now.",
        effects="Spends money now: the service's price plus the platform's fee for the first appointment, from your "
        "wallet, or by the page in checkoutUrl when it is short; then again seven days before each appointment. It "
        "returns if the provider declines.",
        then="Stop it with cancel_subscription.",
        method="POST",
        path="/api/services/subscribe",
        toolset="services",
        properties={
            "humanId": HUMAN,
            "serviceId": an_id("The service (svc_…), from browse_services."),
            "interval": choice("How often.", "weekly", "biweekly", "monthly"),
            "dayOfWeek": choice(
                "On which day.",
                *("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"),
            ),
            "startTime": text("HH:mm in the provider's time zone."),
            "idempotencyKey": KEY,
        },
        required=("humanId", "serviceId", "interval", "dayOfWeek", "startTime"),
        destructive=True,
        words=True,
    ),
    Tool(
        name="list_my_subscriptions",
        title="List subscriptions",
        what="Lists recurring appointments that you pay (booker) or serve (provider), newest first.",
        effects=READS,
        method="GET",
        path="/api/services/subscriptions",
        toolset="services",
        properties={
            "role": choice("Which side you are on; both when left out.", "booker", "provider"),
            "status": {
                "type": "array",
                "items": choice("One status.", "pending_approval", "active", "past_due", "canceled"),
                "maxItems": 4,
                "description": "Only of these statuses.",
            },
            "limit": limit(100, 50),
            "cursor": CURSOR,
        },
        words=True,
    ),
    Tool(
        name="cancel_subscription",
        title="Cancel a subscription",
        what="Ends a subscription at the end of its paid period. One that is not approved yet ends at once.",
        effects="Nothing more is charged; an appointment that is paid still takes place, one not approved yet is "
        "refunded to your wallet. It can't be undone; subscribe again instead.",
        method="DELETE",
        path="/api/services/subscriptions/{subscriptionId}",
        toolset="services",
        properties={"subscriptionId": an_id("The subscription, from list_my_subscriptions.")},
        required=("subscriptionId",),
        destructive=True,
        idempotent=True,
        words=True,
    ),
]
