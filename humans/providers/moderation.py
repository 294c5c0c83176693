"""Moderation of messages behind one interface. The rules of the operators are the default; a service can take their place."""

from typing import Protocol

from humans.models import MessageRule
from humans.rules import contains


class Moderation(Protocol):
    def objection(self, content: str) -> str | None:
        """What to tell the sender when this may not be sent, else nothing. Asked outside any transaction."""
        ...


class RuleModeration:
    """The phrases that operators keep in the admin. Without any, everything may be sent."""

    def objection(self, content: str) -> str | None:
        rules = dict(MessageRule.objects.filter(is_active=True).order_by("pk").values_list("phrase", "reason"))
        phrase = contains(content, rules)
        return None if phrase is None else rules[phrase]


def chosen() -> Moderation:
    return RuleModeration()
