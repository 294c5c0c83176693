"""Tools to find people, to message them, and to book their services."""

from humans.tools.people import PEOPLE
from humans.tools.services import SERVICES
from humans.tools.talk import TALK

IDS = {
    "humanId": "A person's profile id (prf_…) or username.",
    "conversationId": "The conversation (cnv_…), from an application or list_conversations (toolset conversations).",
    "subscriptionId": "The subscription, from list_my_subscriptions.",
}
TOOLS = [*PEOPLE, *TALK, *SERVICES]
