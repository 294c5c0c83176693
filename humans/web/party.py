"""The profile, reviews and conversations of a person, for their page in the back office."""

from django.db.models import Q
from django.utils.html import format_html

from humans.models import Conversation, Profile, Review
from marketplace.api.backoffice import cells, details, moment, money, table
from marketplace.api.backoffice.party import SHOWN, all_of
from marketplace.models import Account
from marketplace.ports import PartyPart


def sections(account: Account, *, is_revealed: bool) -> list[PartyPart]:
    """What others read of them is not masked: it is public. A constant number of queries."""
    return [_profile(account), _conversations(account)]


def _profile(account: Account) -> PartyPart:
    profile: Profile | None = Profile.objects.filter(pk=account.pk).first()
    rows = Review.objects.filter(human=account).select_related("author").order_by("-id")[:SHOWN]
    if profile is None:
        shown = details({"Profile": "none"})
    else:
        shown = details(
            {
                "Profile": cells.link(profile),
                "Headline": profile.headline,
                "Country shown": profile.country,
                "Rate an hour": money(profile.hourly_rate_cents),
                "Paid seats": profile.total_bookings,
                "Rating": f"{profile.rating:.1f} of {profile.review_count}",
                "Findable": "yes" if profile.is_findable else "no",
            }
        )
    reviews = table(
        ("Review", "By", "Stars", "Words", "At"),
        (
            (
                cells.row_link("rev", row.pk),
                cells.link(row.author),
                row.rating,
                row.comment if not row.comment_hidden_reason else "hidden by our staff",
                moment(row.created_at),
            )
            for row in rows
        ),
        none="No review.",
    )
    body = format_html("{}<h3>Reviews about them</h3>{}{}", shown, reviews, all_of("humans_review", account))
    return PartyPart("profile", "Profile and reviews", body)


def _conversations(account: Account) -> PartyPart:
    rows = Conversation.objects.filter(Q(agent=account) | Q(human=account)).select_related("agent", "human")
    body = table(
        ("Conversation", "With", "Kind", "Messages", "Last"),
        (
            (
                cells.row_link("cnv", row.pk),
                cells.link(row.human if row.agent_id == account.pk else row.agent),
                row.kind,
                row.message_count,
                moment(row.last_message_at),
            )
            for row in rows.order_by("-id")[:SHOWN]
        ),
        none="None.",
    )
    return PartyPart(
        "conversations", "Conversations", format_html("{}{}", body, all_of("humans_conversation", account))
    )
