"""Tools to find people, to message them, and to book their services."""

from humans.tools.people import PEOPLE
from humans.tools.services import SERVICES
from humans.tools.talk import TALK

IDS = {
    "humanId": "A person's profile id (prf_…) or username.",
    "conversationId": "The conversation (cnv_…), from an application or list_conversations.",
    "subscriptionId": "The subscription, from list_my_subscriptions.",
}
SHOWN = {
    "HumanOut": (
        *("id", "name", "headline", "skills", "location", "hourlyRate", "rating", "reviewCount", "isVerified"),
        "profileUrl",
    ),
    "ConversationOut": (
        *(
            "id",
            "status",
            "subject",
            "bountyId",
            "applicationId",
            "humanId",
            "unreadByAgent",
            "lastMessage",
            "updatedAt",
        ),
    ),
    "MessageOut": ("id", "senderType", "senderName", "content", "messageType", "metadata", "createdAt"),
    "ServiceOut": ("id", "humanId", "humanName", "title", "price", "durationMinutes", "rating", "reviewCount"),
    "SubscriptionOut": (
        *("id", "status", "role", "title", "humanId", "humanName", "interval", "price", "totalCents", "nextDate"),
        *("cancelAtPeriodEnd", "latestBooking"),
    ),
    "BookingOut": (
        *("id", "status", "title", "humanId", "humanName", "startsAt", "endsAt", "totalCents", "escrowId", "dueAt"),
    ),
}
TOOLS = [*PEOPLE, *TALK, *SERVICES]
