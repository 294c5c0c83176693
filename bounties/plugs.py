"""What bounties answers to lower steps: who is paid for an escrow, and what a paid checkout was for."""

from datetime import timedelta
from typing import Any, NamedTuple
from uuid import UUID

from django.db import transaction
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from bounties import events
from bounties.models import Application, Bounty, Submission
from bounties.ports import products
from bounties.rules.bounties import POOL_MAX_CENTS
from bounties.rules.seats import CONFIRM_WITHIN
from bounties.selectors import access, faults
from bounties.services import (
    bounties,
    cakes,
    disputes,
    endings,
    funding,
    humanizations,
    notices,
    pictures,
    repricing,
    seats,
    submissions,
)
from escrow.models import Dispute, Escrow
from escrow.ports import case_files, subjects
from humans.models import Conversation
from humans.ports import claims
from humans.services import profiles
from marketplace.api.backoffice import moment, table
from marketplace.api.backoffice.stories import pictures as shown
from marketplace.core.actor import Actor
from marketplace.core.errors import Problem
from marketplace.ports import policies, switched
from wallet.ports import Settled, audits, settlements


class Seat(NamedTuple):
    bounty: Bounty
    application: Application


class ApplicationSubject:
    """A seat's escrow pays for an application."""

    def lock(self, subject_id: UUID) -> Seat:
        return Seat(*access.lock_seat(subject_id))

    def released(self, locked: Seat, escrow: Escrow, actor: Actor) -> None:
        profiles.count_booking(locked.application.human_id)
        notices.paid(locked.bounty, locked.application, escrow)
        endings.follow_money(actor, locked.bounty)
        events.stir(locked.bounty)

    def completed(self, locked: Seat, escrow: Escrow, actor: Actor) -> None:
        locked.application.escrow = escrow
        submissions.approve_pending(actor, locked.bounty, locked.application)
        seats.completed(actor, locked.bounty, locked.application)

    def cancelled(self, locked: Seat, escrow: Escrow, actor: Actor) -> None:
        access.check_not_kept(locked.bounty, "expire")  # the same by another way
        seats.drop(actor, locked.bounty, locked.application, reason="poster_released")

    def disputed(self, locked: Seat, escrow: Escrow) -> None:
        events.stir(locked.bounty)

    def decided(self, locked: Seat, escrow: Escrow, actor: Actor) -> None:
        locked.application.escrow = escrow
        disputes.decided(actor, locked.bounty, locked.application)
        events.stir(locked.bounty)

    def resumed(self, locked: Seat, escrow: Escrow, frozen: timedelta) -> None:
        locked.application.escrow = escrow
        disputes.resumed(locked.application, frozen)
        events.stir(locked.bounty)

    def evidence(self, locked: Seat) -> str | None:
        return locked.application.submissions.order_by("-id").values_list("status", flat=True).first()

    def title(self, locked: Seat) -> str:
        return locked.bounty.title


class BountySubject:
    """A pool pays for a bounty: cancelling the pool cancels the bounty."""

    def lock(self, subject_id: UUID) -> Bounty:
        return access.lock_bounty(subject_id)

    def released(self, locked: Bounty, escrow: Escrow, actor: Actor) -> None:
        raise AssertionError("a pool is never released as a whole")

    def completed(self, locked: Bounty, escrow: Escrow, actor: Actor) -> None:
        raise AssertionError("a pool is never completed")

    def cancelled(self, locked: Bounty, escrow: Escrow, actor: Actor) -> None:
        access.check_not_kept(locked, "cancel")
        bounties.end(actor, locked, to="cancelled", reason="escrow_cancelled")

    def disputed(self, locked: Bounty, escrow: Escrow) -> None:
        raise AssertionError("a pool is never disputed")

    def decided(self, locked: Bounty, escrow: Escrow, actor: Actor) -> None:
        raise AssertionError("a pool is never disputed")

    def resumed(self, locked: Bounty, escrow: Escrow, frozen: timedelta) -> None:
        raise AssertionError("a pool is never disputed")

    def evidence(self, locked: Bounty) -> str | None:
        raise AssertionError("a pool is never released as a whole")

    def title(self, locked: Bounty) -> str:
        return locked.title


class BountySettlement:
    """A page paid for a bounty: the wallet was filled, now the wallet pays, or says no (left_in_wallet)."""

    def lock(self, subject_id: UUID) -> Bounty:
        return access.lock_bounty(subject_id)

    def settle(self, *, subject_id: UUID, account_id: UUID, cents: int, source: str) -> Settled:
        bounty = access.lock_bounty(subject_id)
        try:
            with transaction.atomic():
                funding.go_live(Actor.system(), bounty, source=source, brought=cents)
        except Problem:
            return Settled("left_in_wallet", None)
        return Settled("funded", bounty.pool_id)


class RaiseSettlement(BountySettlement):
    """A page paid for a raise that its owner had confirmed."""

    def settle(self, *, subject_id: UUID, account_id: UUID, cents: int, source: str) -> Settled:
        bounty = access.lock_bounty(subject_id)
        done = repricing.settle_raise(Actor.system(), bounty, brought=cents)
        return Settled("funded", bounty.pool_id) if done else Settled("left_in_wallet", None)


class SeatClaim:
    """A conversation of the kind `bounty` is about an application."""

    def lock(self, conversation: Conversation) -> Seat | None:
        return Seat(*access.lock_seat(conversation.application_id)) if conversation.application_id else None

    def claimed(self, locked: Seat | None, conversation: Conversation, actor: Actor) -> None:
        if locked is not None:
            seats.claim(actor, locked.bounty, locked.application)


def evidence_of(dispute: Dispute) -> list[tuple[str, SafeString]]:
    """What the worker delivered for a disputed seat, with its files, and what the owner answered."""
    if dispute.escrow.application_id is None:
        return []
    sent = Submission.objects.filter(application_id=dispute.escrow.subject_id).prefetch_related("files").order_by("id")
    lines = (
        (
            moment(one.created_at),
            one.status,
            format_html(
                '<div class="said">{}</div>{}{}',
                one.text_evidence,
                format_html_join("", "<p>{}</p>", ((link,) for link in one.links)),
                shown(one.files.all()),
            ),
            one.response,
        )
        for one in sent
    )
    heads = ("Sent", "Status", "What", "The owner's words")
    return [("Evidence of the work", table(heads, lines, none="No evidence was sent."))]


def terms() -> dict[str, Any]:
    """For the tools' policies."""
    return {
        "hoursToConfirmASeat": CONFIRM_WITHIN // timedelta(hours=1),
        "bountyAtMostDollars": POOL_MAX_CENTS // 100,
    }


def plug() -> None:
    policies.plug("bounties", terms)
    switched.plug("cakes", "Cake deliveries")
    switched.plug("humanizations", "Humanizations")
    switched.plug("pictures", "Picture requests")
    switched.plug("mic_checks", "Microphone checks")
    case_files.plug("bounties", evidence_of)
    claims.plug("bounty", SeatClaim())
    products.plug("humanization", humanizations.HumanizationProduct())
    products.plug("cake", cakes.CakeProduct())
    products.plug("picture", pictures.PictureProduct())
    subjects.plug("application", ApplicationSubject())
    subjects.plug("bounty", BountySubject())
    settlements.plug("bounty", BountySettlement())
    settlements.plug("bounty_raise", RaiseSettlement())
    audits.plug("bounties", faults.rows)
