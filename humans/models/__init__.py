from humans.models.conversations import Conversation, Message
from humans.models.moderation import MessageRule
from humans.models.profiles import Profile

__all__ = ("Conversation", "Message", "MessageRule", "Profile")
