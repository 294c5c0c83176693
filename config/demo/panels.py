"""A taste run in the demo marketplace: five people, three covers, one winner."""

from config.demo.cast import Cast, Story, deliver, hours
from marketplace.core import ids
from qa.models import TasteRun
from qa.rules.taste import ENDED
from qa.services import taste

_RUN = {
    "title": "Which cover for a novel about the sea?",
    "question": "Which of these covers would make you open the book in a shop, and why?",
    "artifacts": [
        {"label": "Harbour", "url": "https://example.com/covers/harbour.png"},
        {"label": "Lighthouse", "url": "https://example.com/covers/lighthouse.png"},
        {"label": "Letters only", "url": "https://example.com/covers/letters.png"},
    ],
    "respondent_count": 5,
    "pay_per_respondent_cents": 120,
    "target_categories": [],
    "allowed_countries": [],
    "allowed_genders": [],
    "identity_required": False,
    "require_video_response": False,
    "require_portfolio_upload": False,
}
_VOTES = (
    ("amara", "Lighthouse", "One strong shape that I recognise from across the room."),
    ("yuki", "Harbour", "The small boats made me wonder who lives there."),
    ("marcus", "Lighthouse", "The light leads the eye straight to the title."),
    ("camila", "Letters only", "Nothing competes with the name; it looks like a book one keeps."),
    ("priya", "Lighthouse", "It promises a storm, and I like storms in novels."),
)


def covers(cast: Cast) -> Story:
    """Hired in the order in which they come, each vote paid at once."""
    run = taste.create(cast.scout, _RUN)
    taste.follow()
    bounty = ids.encode("bty", run.bounty_id)
    for name, vote, reason in _VOTES:
        yield hours(0.4)
        cast.apply(name, bounty, "I read a lot, and judge books by their covers.")
        taste.follow()
        yield hours(0.3)
        deliver(cast[name], bounty, vote=vote, reason=reason)
        taste.follow()
    assert TasteRun.objects.get(pk=run.pk).status in ENDED
