"""A whole hire, walked once for a process: what was answered, and what was sent to webhooks."""

from dataclasses import dataclass
from functools import cache
from typing import Any

from django.db import transaction

from marketplace.core.transactions import allow_nested_commits
from tests.contract.document import document
from tests.contract.journey import walk
from webhooks.models import Event
from webhooks.serializers.events import EventOut


@dataclass
class Walked:
    answers: dict[str, Any]
    events: list[dict[str, Any]]  # the public ones, as they go out


@cache
def whole_hire() -> Walked:
    """In a transaction that is rolled back."""
    with allow_nested_commits(), transaction.atomic():
        answers = walk(document())
        events = sent()
        transaction.set_rollback(True)
    return Walked(answers, events)


def sent() -> list[dict[str, Any]]:
    return [EventOut.render(event) for event in Event.objects.filter(public=True).order_by("id")]
