"""Managed runs in the demo: a QA run with three testers, and a taste run with five votes on three covers."""

from typing import Any

from bounties.models import Bounty
from config.demo.cast import Cast, Story, hours
from config.demo.pictures import street
from marketplace.core import ids
from qa.models import Run, TasteRun
from qa.rules.runs import ENDED
from qa.rules.taste import ENDED as TASTE_ENDED
from qa.services import credentials, runs, schedule, taste, taste_panels, templates

_TEMPLATE: templates.TemplateFields = {
    "name": "Checkout of the mug shop, on a phone",
    "target_url": "https://shop.example.com",
    "instructions": "Buy the cheapest mug as a new customer, on your phone, and report everything that is in your way.",
    "tester_start_message": "Thank you, {{name}}! Take your time, and write down each fault on its own.",
    "checklist": ["Which phone and browser did you use?", "Did the order mail arrive?"],
    "cadence": "once",
    "cadence_days": None,
    "pay_per_tester_cents": 900,
    "tester_count": 3,
    "budget_per_run_cents": 3186,
    "period_cap_cents": 3186,
    "submission_mode": "photo",
    "required_credentials": ["password"],
    "allowed_countries": [],
}
_GREY = {
    "title": "Pay button stays grey",
    "steps": "Put a mug into the cart, open the checkout and fill in the card.",
    "expected": "The button can be pressed once the card is filled in.",
    "actual": "The pay button stays grey until the postcode is typed a second time.",
    "severity": "high",
    "file_ids": ["file:0"],
}
_MENU = {
    "title": "Menu covers the search field",
    "steps": "Open the menu in portrait orientation and tap the search field.",
    "expected": "",
    "actual": "The menu lies over the search field and can't be closed.",
    "severity": "medium",
    "file_ids": ["file:0"],
}
_TYPO = {
    "title": "Spelling mistake in the order mail",
    "steps": "Finish an order and open the mail.",
    "expected": "",
    "actual": "The subject says recieved.",
    "severity": "low",
    "file_ids": [],
}
_TESTERS: tuple[tuple[str, str, list[dict[str, Any]]], ...] = (
    ("priya", "iPhone 14, Safari", [_GREY, _TYPO]),
    ("marcus", "Pixel 8, Chrome", [_GREY | {"title": "Grey pay button", "severity": "critical"}]),
    ("camila", "Galaxy A54, Firefox", [_MENU]),
)


def mug_shop(cast: Cast) -> Story:
    """Testers are hired, their reports judged and paid automatically, within an afternoon."""
    template = templates.create(cast.scout, _TEMPLATE)
    credentials.put(cast.scout, template.public_id, {"password": "see-it-work"})
    schedule.start_due()
    run = Run.objects.get(template=template)
    assert run.bounty_id is not None
    bounty = ids.encode("bty", run.bounty_id)
    for name, device, findings in _TESTERS:
        yield hours(0.5)
        seat = cast.hire(cast.scout, name, bounty)
        seat.apply(f"I have a {device.partition(',')[0]} and a good eye.")
        _follow()
        yield hours(0.2)
        seat.confirm()
        yield hours(1)
        asked = Bounty.objects.get(pk=run.bounty_id).completion_questions
        answers = [
            {"questionId": question["id"], "value": value}
            for question, value in zip(asked, (device, "Yes"), strict=True)
        ]
        shot = street(name, device, name="checkout.jpg")
        seat.deliver("I bought the blue mug.", pictures=[shot], answers=answers, findings=findings)
        _follow()
    run.refresh_from_db()
    assert run.status in ENDED


def _follow() -> None:
    while runs.reconcile_dirty():
        pass


_TASTE: taste.TasteRunFields = {
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
    """Respondents are hired in order of application, and each vote is paid at once."""
    run = taste.create(cast.scout, _TASTE)
    taste_panels.reconcile_dirty()
    bounty = ids.encode("bty", run.bounty_id)
    for name, vote, reason in _VOTES:
        yield hours(0.4)
        seat = cast.hire(cast.scout, name, bounty)
        seat.apply("I read a lot, and judge books by their covers.")
        taste_panels.reconcile_dirty()
        yield hours(0.3)
        seat.deliver("", vote=vote, reason=reason)
        taste_panels.reconcile_dirty()
    assert TasteRun.objects.get(pk=run.pk).status in TASTE_ENDED
