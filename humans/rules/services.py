"""Services people offer: bounds, states and clocks of subscriptions and bookings."""

import re
from datetime import timedelta
from typing import Final

from marketplace.core.states import Machine

SERVICES_MAX: Final = 50  # listings of one person
SERVICE_MIN_CENTS: Final = 100
SERVICE_MAX_CENTS: Final = 1_000_000
SERVICE_MINUTES_MIN: Final = 15
SERVICE_MINUTES_MAX: Final = 480
SERVICE_CATEGORY: Final = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
SERVICE_PAGE: Final = 10
SERVICE_PAGE_MAX: Final = 48
SERVICE_SORTS: Final = ("newest", "price-low", "price-high")
INTERVALS: Final = ("weekly", "biweekly", "monthly")
SUBSCRIPTION: Final = Machine(
    "subscription",
    {
        "pending_approval": {"approve": "active", "end": "canceled"},
        "active": {"miss": "past_due", "end": "canceled"},
        "past_due": {"pay": "active", "end": "canceled"},
    },
)
SUBSCRIPTION_STATUSES: Final = ("pending_approval", "active", "past_due", "canceled")
RUNNING: Final = ("pending_approval", "active", "past_due")  # subscriptions that reserve their slot
BOOKING: Final = Machine(
    "booking",
    {
        "pending_payment": {"pay": "pending_approval", "lapse": "expired", "cancel": "cancelled"},
        "pending_approval": {
            "approve": "confirmed",
            "decline": "declined",
            "lapse": "auto_declined",
            "cancel": "cancelled",
            "complete": "completed",
            "return": "cancelled",
        },
        "confirmed": {
            "complete": "completed",
            "decline": "declined",
            "lapse": "expired",
            "cancel": "cancelled",
            "return": "cancelled",
        },
        "completed": {"return": "cancelled"},
    },
)
BOOKING_STATUSES: Final = (
    *("pending_payment", "pending_approval", "confirmed", "declined", "auto_declined", "completed", "cancelled"),
    "expired",
)
BOOKED: Final = ("pending_payment", "pending_approval", "confirmed", "completed")  # bookings that occupy their hours
PAID_FOR: Final = ("pending_approval", "confirmed")  # paid into escrow, and neither released nor refunded
PAY_WITHIN: Final = timedelta(hours=1)  # how long an unpaid slot stays reserved
UNPAID_MOST: Final = 3  # unpaid slots of one booker; at most one with the same provider
APPROVE_WITHIN: Final = timedelta(hours=48)
FIRST_AHEAD: Final = timedelta(hours=72)  # earliest first appointment: time to pay, to approve and to prepare
CHARGE_AHEAD: Final = timedelta(days=7)  # a cycle is charged this long before its appointment
RETRY_EVERY: Final = timedelta(days=1)
RETRY_FOR: Final = timedelta(days=7)
CONFIRM_WITHIN: Final = timedelta(hours=72)  # after the appointment's end
SILENT_CYCLES: Final = 3  # in a row that the provider never confirmed: the subscription ends
