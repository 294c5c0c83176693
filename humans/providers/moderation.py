"""Moderation of messages. The only provider today is the phrase list in the admin; an external service can replace it."""

from typing import Protocol

from humans.models import MessageRule
from humans.rules.conversations import contains


class Moderation(Protocol):
    def objection(self, content: str) -> str | None:
        """Why the message is refused, as text for its sender; None when it may be sent. Called outside any transaction."""
        ...


class RuleModeration:
    """Refuses the phrases that operators list in the admin (MessageRule)."""

    def objection(self, content: str) -> str | None:
        rules = dict(MessageRule.objects.filter(is_active=True).order_by("pk").values_list("phrase", "reason"))
        phrase = contains(content, rules)
        return None if phrase is None else rules[phrase]


def chosen() -> Moderation:
    return RuleModeration()
