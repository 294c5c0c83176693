"""Managed runs in the demo marketplace: a page that three people tested, with its report."""

from typing import Any

from bounties.models import Bounty
from config.demo.cast import Cast, Story, confirm, deliver, hours
from config.demo.pictures import street
from marketplace.core import ids
from qa.models import Run
from qa.rules.runs import ENDED
from qa.services import credentials, runs, schedule, templates

_TEMPLATE: dict[str, Any] = {
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
    """Hired, judged and paid by the rules, in an afternoon."""
    template = templates.create(cast.scout, _TEMPLATE)
    credentials.put(cast.scout, template.public_id, {"password": "see-it-work"})
    schedule.start_due()
    run = Run.objects.get(template=template)
    assert run.bounty_id is not None
    bounty = ids.encode("bty", run.bounty_id)
    for name, device, findings in _TESTERS:
        yield hours(0.5)
        application = cast.apply(name, bounty, f"I have a {device.partition(',')[0]} and a good eye.")
        _follow()
        yield hours(0.2)
        confirm(cast[name], bounty, application)
        yield hours(1)
        asked = Bounty.objects.get(pk=run.bounty_id).completion_questions
        answers = [
            {"questionId": question["id"], "value": value}
            for question, value in zip(asked, (device, "Yes"), strict=True)
        ]
        deliver(cast[name], bounty, "I bought the blue mug.", pictures=[street(name, device, name="checkout.jpg")],
                answers=answers, findings=findings)  # fmt: skip
        _follow()
    run.refresh_from_db()
    assert run.status in ENDED


def _follow() -> None:
    while runs.follow():
        pass
