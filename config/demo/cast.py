"""The demo's accounts and what they do besides the steps of a hire (`scenes`); each function calls the service behind a route."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import timedelta
from decimal import Decimal
from functools import partial
from typing import Any, TypeVar

from django.core.files.uploadedfile import UploadedFile

from bounties.models import Bounty
from bounties.services import checks
from config.demo.scenes import Seat, Services
from humans.models import Conversation
from humans.services import messages, proficiency, relations, reviews
from marketplace.core import clock, context, ids
from marketplace.core.actor import Actor
from marketplace.services import calls
from wallet.models import Checkout
from wallet.providers.sandbox import Card
from wallet.services import checkouts, pages

Story = Iterator[timedelta]
T = TypeVar("T")


def hours(number: float) -> timedelta:
    return timedelta(hours=number)


def in_days(number: float) -> object:
    """A deadline, relative to the story's current time."""
    return clock.now() + timedelta(days=number)


def called(me: Actor, operation: str, path: str, work: Callable[[], T], *, method: str = "POST") -> T:
    """Run `work`, and write the line of the timeline that a call of this operation leaves. Returns what `work` does."""
    with context.on_behalf(context.new_request_id()), context.answering(context.Call(method, path, operation)):
        result = work()
        line = calls.line(me, verb=operation, key=None, status=200, body={"id": getattr(result, "public_id", "")})
        if line is not None:
            calls.write(line)
    return result


class Program(Services):
    """An agent, whose calls leave lines in its timeline."""

    def post(self, *, kind: str = "ordinary", **values: Any) -> Bounty:
        post = partial(super().post, kind=kind, **values)
        return called(self.actor, "createBounty", "/api/bounties", post)

    def accept(self, bounty: str, application: str, words: str) -> str:
        return self._decide(bounty, application, partial(super().accept, bounty, application, words))

    def reject(self, bounty: str, application: str, words: str) -> None:
        self._decide(bounty, application, partial(super().reject, bounty, application, words))

    def _decide(self, bounty: str, application: str, work: Callable[[], T]) -> T:
        path = f"/api/bounties/{bounty}/applications/{application}"
        return called(self.actor, "decideApplication", path, work, method="PATCH")

    def review(self, bounty: str, evidence: str, action: str, words: str) -> None:
        path = f"/api/bounties/{bounty}/submissions/{evidence}"
        review = partial(super().review, bounty, evidence, action, words)
        called(self.actor, "reviewSubmission", path, review, method="PATCH")

    def release(self, escrow: str) -> None:
        called(self.actor, "releaseEscrow", f"/api/escrow/{escrow}/release", partial(super().release, escrow))


class Hire(Seat):
    """A seat of the demo: time passes between its steps, and the two people exchange messages."""

    def __init__(self, owner: Actor, worker: Services, bounty: str) -> None:
        super().__init__(Program(owner), worker, bounty)
        self._agent, self._person = owner, worker.actor

    def taken(self, words: str, *, after: tuple[float, float, float], response: str = "") -> Story:
        """Apply, accept and confirm, each the given number of hours after the step before."""
        yield hours(after[0])
        self.apply(words)
        yield hours(after[1])
        self.accept(response)
        yield hours(after[2])
        self.confirm()

    def agent_says(self, words: str) -> None:
        self._say(self._agent, words)

    def person_says(self, words: str) -> None:
        self._say(self._person, words)

    def praise(self, rating: int, words: str) -> None:
        human = self._person.me.public_profile_id
        review = partial(reviews.post, bounty_id=self.bounty, human_id=human, rating=rating, comment=words)
        called(self._agent, "postReview", "/api/reviews", partial(review, self._agent))

    def _say(self, who: Actor, words: str) -> None:
        talk = Conversation.objects.get(application_id=ids.decode("app", self.application), kind="bounty").public_id
        path = f"/api/conversations/{talk}/messages"
        called(who, "sendMessage", path, partial(messages.send, who, talk, content=words))


@dataclass(frozen=True)
class Cast:
    """Two agents, staff, and people by first name."""

    scout: Actor
    harbour: Actor
    operator: Actor
    people: dict[str, Actor]
    places: dict[str, tuple[float, float]]

    def __getitem__(self, name: str) -> Actor:
        return self.people[name]

    def hire(self, owner: Actor, name: str, bounty: str) -> Hire:
        """This person's seat in a bounty, before the application."""
        return Hire(owner, Services(self[name], self.places[name]), bounty)


def post(owner: Actor, title: str, description: str, dollars: float, hours: str = "0.5", **fields: Any) -> str:
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
    return Program(owner).post(**values | fields).public_id


def keep(owner: Actor, kind: str, worker: Actor, note: str) -> None:
    """Add someone to the owner's list `preferred` or `blocked`."""
    relations.add(owner, kind, worker.me.public_profile_id, note=note)


def deposit(owner: Actor, cents: int) -> None:
    pay_page(checkouts.open_checkout(account_id=owner.id, purpose="deposit", cents=cents, description="Wallet deposit"))


def pay_page(page: Checkout) -> None:
    pages.pay(page.pk, Card(name="", number="4242 4242 4242 4242", expiry="12/49", code="123"))


def record_mic(worker: Actor, bounty: str, voice: UploadedFile) -> None:
    checks.record(worker, bounty, checks.keep_sample(voice))


def show_english(worker: Actor, bounty: str, voice: UploadedFile) -> None:
    kept = proficiency.keep(worker, voice, language="en")
    attempt = proficiency.begin(worker, kept, language="en", bounty_id=ids.decode("bty", bounty))
    proficiency.finish(attempt.pk)
