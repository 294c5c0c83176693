"""The demo's people at work: each verb is one call of the service behind the route that a real caller would use."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import timedelta
from decimal import Decimal
from typing import Any

from django.core.files.uploadedfile import UploadedFile

from bounties.models import Application
from bounties.services import applications, bounties, checks, evidence, funding, screening, seats, submissions
from escrow.services import releases
from humans.services import messages, proficiency, relations, reviews
from marketplace.core import clock, ids
from marketplace.core.actor import Actor
from wallet.models import Checkout
from wallet.providers.sandbox import Card
from wallet.services import checkouts, pages

Story = Iterator[timedelta]


def hours(number: float) -> timedelta:
    return timedelta(hours=number)


def in_days(number: float) -> object:
    """A deadline, counted from now in the story."""
    return clock.now() + timedelta(days=number)


@dataclass(frozen=True)
class Cast:
    """Two agents, staff, and people by their first names."""

    scout: Actor
    harbour: Actor
    operator: Actor
    people: dict[str, Actor]
    places: dict[str, tuple[float, float]]

    def __getitem__(self, name: str) -> Actor:
        return self.people[name]

    def position(self, name: str) -> screening.Position:
        lat, lng = self.places[name]
        return screening.Position(lat=lat, lng=lng, accuracy_m=20, captured_at=clock.wall())

    def apply(self, name: str, bounty: str, words: str, pictures: Sequence[UploadedFile] = (), **sent: Any) -> str:
        form = {"cover_letter": words, "files": [(evidence.Sent(picture), "upload") for picture in pictures], **sent}
        made = applications.apply(self[name], bounty, form, position=self.position(name))
        return made.public_id


def post(owner: Actor, title: str, description: str, dollars: float, hours: str = "0.5", **fields: Any) -> str:
    """A bounty, funded from the wallet when that covers it."""
    values: dict[str, Any] = {
        "title": title,
        "description": description,
        "price_cents": round(dollars * 100),
        "price_type": "fixed",
        "estimated_hours": Decimal(hours),
        "spots_available": 1,
        "agent_type": "demo",
        "auto_accept": False,
    }
    bounty = bounties.create(owner, values | fields)
    funding.fund_or_ask(owner, bounty)
    return bounty.public_id


def hire(owner: Actor, bounty: str, application: str, words: str = "") -> None:
    applications.accept(owner, bounty, application, response=words)


def turn_down(owner: Actor, bounty: str, application: str, words: str) -> None:
    applications.reject(owner, bounty, application, response=words)


def confirm(worker: Actor, bounty: str, application: str) -> None:
    seats.confirm(worker, bounty, application)


def deliver(
    worker: Actor,
    bounty: str,
    text: str = "",
    *,
    pictures: Sequence[UploadedFile] = (),
    live: bool = False,
    **sent: Any,
) -> str:
    """Evidence, `live` when the camera took it now; returns its id."""
    taken = clock.wall() if live else None
    kept = evidence.keep(worker, [evidence.Sent(picture, live, taken) for picture in pictures])
    made = submissions.submit(worker, bounty, {"text_evidence": text, "links": [], "answers": [], **sent}, kept)
    return made.public_id


def judge(owner: Actor, bounty: str, evidence_id: str, action: str = "approve", words: str = "") -> None:
    submissions.review(owner, bounty, evidence_id, action=action, response=words)


def pay(owner: Actor, application: str) -> None:
    releases.release(owner, seat(application), acknowledged=True)


def say(who: Actor, application: str, words: str) -> None:
    messages.send(who, _row(application).conversation.public_id, content=words)


def praise(owner: Actor, worker: Actor, bounty: str, rating: int, words: str) -> None:
    reviews.post(owner, bounty_id=bounty, human_id=worker.me.public_profile_id, rating=rating, comment=words)


def keep(owner: Actor, kind: str, worker: Actor, note: str) -> None:
    """On the owner's list `preferred` or `blocked`."""
    relations.add(owner, kind, worker.me.public_profile_id, note=note)


def deposit(owner: Actor, cents: int) -> None:
    pay_page(checkouts.open_checkout(account_id=owner.id, purpose="deposit", cents=cents, description="Wallet deposit"))


def pay_page(page: Checkout) -> None:
    pages.pay(page.pk, Card(name="", number="4242 4242 4242 4242", expiry="12/49", code="123"))


def seat(application: str) -> str:
    """The id of the escrow of a hire."""
    return str(_row(application).escrow.public_id)


def _row(application: str) -> Any:
    return Application.objects.select_related("escrow", "conversation").get(pk=ids.decode("app", application))


def record_mic(worker: Actor, bounty: str, voice: UploadedFile) -> None:
    checks.record(worker, bounty, checks.keep_sample(voice))


def show_english(worker: Actor, bounty: str, voice: UploadedFile) -> None:
    kept = proficiency.keep(worker, voice, language="en")
    attempt = proficiency.begin(worker, kept, language="en", bounty_id=ids.decode("bty", bounty))
    proficiency.finish(attempt.pk)
