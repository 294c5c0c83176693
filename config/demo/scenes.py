"""Posting, hiring, delivering and paying work, step by step; shared by the demo, the tests' factories and the stories.

A `Seat` passes the ids of one step to the next; the caller chooses the steps and the time between them. Each step is one call of
a `Caller`: `Services` calls the services directly (demo and factories), the stories call the REST API.
"""

from collections.abc import Sequence
from typing import Any, Final, Protocol, Self, cast

from allauth.account.models import EmailAddress
from django.core.files.uploadedfile import UploadedFile

from bounties.models import Bounty
from bounties.rules.fields import BountyFields
from bounties.services import admissions, applications, bounties, evidence, funding, screening, seats, submissions
from bounties.services.forms import ApplicationForm
from escrow.services import releases
from marketplace.core import clock
from marketplace.core.actor import Actor
from marketplace.core.transactions import unit
from marketplace.models import Account

STEPS: Final = ("apply", "accept", "confirm", "deliver", "approve", "release")


class Caller(Protocol):
    """The calls of one user, with public ids. They return the ids of the application, the escrow, and the submission."""

    def apply(self, bounty: str, words: str, **sent: Any) -> str: ...
    def accept(self, bounty: str, application: str, words: str) -> str: ...
    def reject(self, bounty: str, application: str, words: str) -> None: ...
    def confirm(self, bounty: str, application: str) -> None: ...
    def deliver(self, bounty: str, text: str, **sent: Any) -> str: ...
    def review(self, bounty: str, evidence: str, action: str, words: str) -> None: ...
    def release(self, escrow: str) -> None: ...


class Seat:
    """One person's progress in a bounty, from the application to the payment."""

    def __init__(self, owner: Caller, worker: Caller, bounty: str) -> None:
        self.owner, self.worker, self.bounty = owner, worker, bounty
        self.application = self.escrow = self.evidence = ""

    def play(self, until: str) -> Self:
        """Run every step up to and including this one."""
        for step in STEPS[: STEPS.index(until) + 1]:
            getattr(self, step)()
        return self

    def apply(self, words: str = "On my way.", **sent: Any) -> None:
        self.application = self.worker.apply(self.bounty, words, **sent)

    def accept(self, words: str = "") -> None:
        self.escrow = self.owner.accept(self.bounty, self.application, words)

    def reject(self, words: str) -> None:
        self.owner.reject(self.bounty, self.application, words)

    def confirm(self) -> None:
        self.worker.confirm(self.bounty, self.application)

    def deliver(self, text: str = "Done.", **sent: Any) -> None:
        self.evidence = self.worker.deliver(self.bounty, text, **sent)

    def approve(self) -> None:
        self.review("approve")

    def review(self, action: str, words: str = "") -> None:
        self.owner.review(self.bounty, self.evidence, action, words)

    def release(self) -> None:
        self.owner.release(self.escrow)


class Services:
    """Calls the services behind the routes. `place` is the person's location, as (latitude, longitude)."""

    def __init__(self, actor: Actor, place: tuple[float, float] | None = None) -> None:
        self.actor, self.place = actor, place

    def post(self, *, kind: str = "ordinary", **values: Any) -> Bounty:
        """Post a bounty, funded from the wallet if the balance covers it."""

        def work() -> Bounty:
            bounty = bounties.create(self.actor, cast(BountyFields, values), kind=kind)
            funding.fund_or_ask(self.actor, bounty)
            return bounty

        return unit(work)

    def apply(self, bounty: str, words: str, pictures: Sequence[UploadedFile] = (), **sent: Any) -> str:
        files = [(evidence.Upload(one), "upload") for one in pictures]
        form = cast(ApplicationForm, {"cover_letter": words, "files": files, **sent})
        position = self._position()
        admitted = admissions.admit(self.actor, bounty, form, position=position)
        made = unit(lambda: applications.apply(self.actor, bounty, form, position=position, admitted=admitted))
        return made.public_id

    def accept(self, bounty: str, application: str, words: str) -> str:
        hired = unit(lambda: applications.accept(self.actor, bounty, application, response=words))
        assert hired.escrow is not None
        return str(hired.escrow.public_id)

    def reject(self, bounty: str, application: str, words: str) -> None:
        unit(lambda: applications.reject(self.actor, bounty, application, response=words))

    def confirm(self, bounty: str, application: str) -> None:
        unit(lambda: seats.confirm(self.actor, bounty, application))

    def deliver(
        self, bounty: str, text: str, pictures: Sequence[UploadedFile] = (), *, live: bool = False, **sent: Any
    ) -> str:
        """`live`: the pictures were taken with the live camera at this moment."""
        taken = clock.wall() if live else None
        kept = evidence.keep(self.actor, [evidence.Upload(picture, live, taken) for picture in pictures])
        form = cast(evidence.EvidenceForm, {"text_evidence": text, "links": [], "answers": [], **sent})
        return unit(lambda: submissions.submit(self.actor, bounty, form, kept)).public_id

    def review(self, bounty: str, evidence: str, action: str, words: str) -> None:
        unit(lambda: submissions.review(self.actor, bounty, evidence, action=action, response=words))

    def release(self, escrow: str) -> None:
        unit(lambda: releases.release(self.actor, escrow, acknowledged=True))

    def _position(self) -> screening.Position | None:
        if self.place is None:
            return None
        lat, lng = self.place
        return screening.Position(lat=lat, lng=lng, accuracy_m=20, captured_at=clock.wall())


def account(email: str, password: str | None = None, **fields: Any) -> Account:
    """An account with a confirmed address. Without a password it can sign in with a mailed code only."""
    fields = {"email_verified_at": clock.now(), **fields}
    created: Account = Account.objects.create_user(email, password, **fields)
    EmailAddress.objects.create(user=created, email=email, verified=True, primary=True)
    return created
