from humans.models.conversations import Conversation, Message
from humans.models.listings import Service
from humans.models.moderation import MessageRule
from humans.models.proficiency import Proficiency, SpeechAttempt
from humans.models.profiles import Profile
from humans.models.relations import Relation
from humans.models.reviews import Review
from humans.models.subscriptions import Booking, Subscription

__all__ = (
    "Booking",
    "Conversation",
    "Message",
    "MessageRule",
    "Proficiency",
    "Profile",
    "Relation",
    "Review",
    "Service",
    "SpeechAttempt",
    "Subscription",
)
