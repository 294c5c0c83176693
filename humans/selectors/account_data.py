"""What this app knows about an account, for the copy that its owner may fetch; and what keeps it from being closed."""

from collections.abc import Iterable, Iterator
from typing import Any

from django.db.models import Q

from humans.models import (
    Booking,
    Conversation,
    Message,
    Proficiency,
    Profile,
    Relation,
    Review,
    Service,
    SpeechAttempt,
    Subscription,
)
from humans.rules.services import RUNNING
from marketplace.models import Account
from marketplace.selectors.account_data import table

_PROFILE = (
    *(
        "headline",
        "bio",
        "gender",
        "skills",
        "expertise",
        "city",
        "country",
        "is_remote_available",
        "hourly_rate_cents",
    ),
    *("availability", "timezone", "is_available", "accepts_invitations", "way_of_working", "work_domains"),
    *("created_at", "updated_at", "total_bookings", "review_count", "rating_total"),
)


def parts(account: Account) -> Iterator[tuple[str, Iterable[dict[str, Any]]]]:
    yield "profile", table(Profile.objects.filter(account=account), "", *_PROFILE)
    listed = Relation.objects.filter(owner=account)
    yield "people_you_listed", table(listed, "", "kind", "note", "created_at", refs={"human__profile_id": "prf"})
    told = ("rating", "comment", "created_at")
    written, about = Review.objects.filter(author=account), Review.objects.filter(human=account)
    yield "reviews_you_wrote", table(written, "rev", *told, refs={"human__profile_id": "prf"})
    yield "reviews_about_you", table(about, "rev", *told, refs={"author__profile_id": "prf"})
    talks = Conversation.objects.filter(Q(agent=account) | Q(human=account))
    yield "conversations", table(talks, "cnv", "kind", "status", "subject", "created_at", "last_message_at")
    said = Message.objects.filter(sender=account)
    yield (
        "messages_you_wrote",
        table(said, "msg", "content", "message_type", "created_at", refs={"conversation_id": "cnv"}),
    )
    offer = ("title", "description", "category", "price_cents", "duration_minutes", "is_active", "created_at")
    yield "services", table(Service.objects.filter(human=account), "svc", *offer)
    sides = Q(booker=account) | Q(provider=account)
    terms = ("title", "status", "price_cents", "interval", "start_time", "timezone", "first_date", "created_at")
    yield "subscriptions", table(Subscription.objects.filter(sides), "ssb", *terms)
    bookings = Booking.objects.filter(sides)
    yield "bookings", table(bookings, "sbk", "status", "starts_at", "ends_at", refs={"subscription_id": "ssb"})
    levels = ("language", "cefr", "cefr_score", "confidence", "fluency", "provider", "model", "evaluated_at")
    yield "languages", table(Proficiency.objects.filter(account=account), "", *levels)
    tries = ("language", "status", "reason", "seconds", "cefr", "decided_at", "created_at")
    yield "language_recordings", table(SpeechAttempt.objects.filter(account=account), "spk", *tries)


def open_matters(account: Account) -> list[str]:
    running = Subscription.objects.filter(Q(booker=account) | Q(provider=account), status__in=RUNNING)
    return ["subscriptions"] if running.exists() else []
