"""Tools for recurring appointments at fixed prices."""

from marketplace.core.tools import FREE, READS, Tool

SERVICES = [
    Tool(
        name="browse_services",
        title="Browse services",
        intents="fixed price appointment cleaning lesson offer recurring",
        what="Lists appointments that people offer at a fixed price (US dollars, the platform's fee comes on top). For "
        "work of your own description use create_bounty.",
        effects=READS,
        then="Then get_service_availability and subscribe_to_service; single bookings are paused.",
        operation="browseServices",
        toolset="services",
        words=True,
    ),
    Tool(
        name="get_service_availability",
        title="See taken hours",
        intents="free hours slots calendar booked",
        what="Lists the hours of a day that are TAKEN, in the provider's time zone. The others are free where availability of "
        "get_human has them.",
        effects=READS,
        then="Pick a free startTime for subscribe_to_service.",
        operation="getServiceAvailability",
        toolset="services",
        required=("humanId", "date"),
    ),
    Tool(
        name="book_service",
        title="Book a service (paused)",
        intents="appointment single",
        what="Always refused with 403 service_bookings_unavailable: single bookings are paused. Do not call it; use "
        "rent_human for one appointment, or subscribe_to_service for a recurring one.",
        effects=f"{FREE} Nothing is read, charged or written.",
        operation="bookService",
        toolset="services",
        fields={
            "humanId": {},
            "serviceId": "The service (svc_…).",
            "date": {"type": "string", "description": "YYYY-MM-DD, within 30 days."},
            "startTime": {"type": "string", "description": "HH:mm."},
            "message": {"type": "string", "maxLength": 1000, "description": "A note to the provider."},
        },
        refused="Single bookings are paused: rent_human for one appointment, subscribe_to_service for a recurring one.",
    ),
    Tool(
        name="list_my_service_bookings",
        title="List service bookings",
        intents="appointments booked",
        what="Lists appointments of your subscriptions, newest first: what is booked, paid (US cents) and decided.",
        effects=READS,
        then="A delivered one is paid with release_payment.",
        operation="listServiceBookings",
        toolset="services",
        without=("role",),
        words=True,
    ),
    Tool(
        name="subscribe_to_service",
        title="Subscribe to a service",
        intents="recurring weekly monthly appointment repeat cleaning",
        what="Books a provider's service every week, every other week or once a month, the first time at least 72 "
        "hours from now.",
        effects="Spends money now: the service's price plus the platform's fee for the first appointment, from your "
        "wallet, or by the page in checkoutUrl when it is short; then again seven days before each appointment. It "
        "returns if the provider declines.",
        then="Stop it with cancel_subscription.",
        operation="subscribeToService",
        toolset="services",
        destructive=True,
        words=True,
    ),
    Tool(
        name="list_my_subscriptions",
        title="List subscriptions",
        intents="recurring appointments weekly",
        what="Lists recurring appointments that you pay (booker) or serve (provider), newest first.",
        effects=READS,
        operation="listSubscriptions",
        toolset="services",
        words=True,
    ),
    Tool(
        name="cancel_subscription",
        title="Cancel a subscription",
        intents="stop recurring appointment end weekly",
        what="Ends a subscription at the end of its paid period. One that is not approved yet ends at once.",
        effects="Nothing more is charged; an appointment that is paid still takes place, one not approved yet is "
        "refunded to your wallet. It can't be undone; subscribe again instead.",
        operation="cancelSubscription",
        toolset="services",
        without=("idempotencyKey",),
        destructive=True,
        idempotent=True,
        words=True,
    ),
]
