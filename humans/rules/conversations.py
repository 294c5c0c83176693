"""Conversations: states, bounds, when a mail follows, and what moderation looks for."""

import re
import unicodedata
from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Final

from marketplace.core.states import Machine

CONVERSATION_KINDS: Final = ("bounty", "service-booking", "feedback", "dispute", "platform-support")
# Kinds in which somebody who was blocked writes no more; disputes and support go on.
SILENCED_KINDS: Final = ("bounty", "service-booking", "feedback")
LEGACY_DIRECT: Final = "direct"  # threads from before direct conversations were retired: read-only
CONVERSATION_STATUSES: Final = ("active", "archived", "converted")
CONVERSATION: Final = Machine(
    "conversation", {"active": {"archive": "archived"}, "archived": {"reopen": "active"}, "converted": {}}
)
SIDES: Final = ("agent", "human")
MESSAGE_TYPES: Final = ("text", "task_request", "payment_offer")
MESSAGE_MAX: Final = 5000
OFFER_MIN_CENTS: Final = 100
OFFER_MAX_CENTS: Final = 1_000_000
PREVIEW_MAX: Final = 140
MAIL_AFTER: Final = timedelta(minutes=1)  # people who are reading the conversation get no mail
MAIL_PAUSE: Final = timedelta(hours=1)  # between two mails about one conversation


def other_side(side: str) -> str:
    return "human" if side == "agent" else "agent"


def preview(content: str) -> str:
    """The first words on one line, for lists, events and mails."""
    line = " ".join(content.split())
    return line if len(line) <= PREVIEW_MAX else line[: PREVIEW_MAX - 1].rstrip() + "…"


def mail_due(now: datetime, mailed_at: datetime | None) -> datetime:
    """When to mail about a message received `now`: a minute later, but at least an hour after the last mail."""
    soon = now + MAIL_AFTER
    return soon if mailed_at is None else max(soon, mailed_at + MAIL_PAUSE)


def contains(content: str, phrases: Iterable[str]) -> str | None:
    """The first of these phrases that occurs in the text as whole words, ignoring case, spacing and character width."""
    text = _plain(content)
    for phrase in phrases:
        words = _plain(phrase)
        if words and re.search(rf"(?<!\w){re.escape(words)}(?!\w)", text):
            return phrase
    return None


def _plain(text: str) -> str:
    return " ".join(unicodedata.normalize("NFKC", text).casefold().split())
