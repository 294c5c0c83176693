"""Implementations of the sockets of lower apps: what an escrow pays for, what a paid checkout was for, and others."""

from collections.abc import Collection
from datetime import timedelta
from typing import Any, NamedTuple
from uuid import UUID

from django.db import transaction
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from bounties import events
from bounties.models import Application, Attendance, Bounty, Contest, Submission
from bounties.ports import products
from bounties.rules.bounties import POOL_MAX_CENTS
from bounties.rules.personal import TABLES
from bounties.rules.seats import CONFIRM_WITHIN
from bounties.selectors import (
    access,
    approvals,
    case_contract,
    case_record,
    due,
    evidence,
    invariants,
    names,
    papers,
    unfinished,
)
from bounties.selectors import account_data as account_data_of
from bounties.selectors import waiting as waiting_of
from bounties.services import (
    bounties,
    cakes,
    funding,
    humanizations,
    keeping,
    outcomes,
    pictures,
    plays,
    receipts,
    repricing,
    seat_ends,
    seats,
    staff_cases,
)
from bounties.web import party
from escrow.models import Dispute, DisputeDecision, Escrow
from escrow.ports import (
    Fact,
    Outcome,
    case_facts,
    case_files,
    case_papers,
    case_parts,
    case_subjects,
    contested_seats,
    party_records,
)
from escrow.ports import pools as paid_pools
from escrow.ports import seats as paid_seats
from escrow.selectors import access as escrow_access
from humans.models import Conversation
from humans.ports import claims
from marketplace.api.backoffice import moment, table
from marketplace.api.backoffice.stories import pictures as shown
from marketplace.core.actor import Actor
from marketplace.core.errors import Problem
from marketplace.ports import AccountData as Part
from marketplace.ports import (
    account_data,
    called,
    due_rows,
    keepers,
    party_parts,
    policies,
    sandbox_moments,
    switched,
    waiting,
)
from wallet.ports import Settled, audits, jobs, settlements, spend_abouts
from webhooks.ports import open_subjects


class Seat(NamedTuple):
    bounty: Bounty
    application: Application


class ApplicationSeat:
    """An escrow of the kind `application` pays for a seat."""

    def lock(self, seen: Escrow) -> tuple[Seat, Escrow]:
        bounty, application = access.lock_seat(seen.subject_id)
        # The escrow may be that of an earlier seat of this person.
        if application.escrow is None or application.escrow_id != seen.pk:
            application.escrow = escrow_access.lock_seat(seen.pk)
        return Seat(bounty, application), application.escrow

    def ended(self, locked: Seat, escrow: Escrow, outcome: Outcome, actor: Actor, *, accepted: bool) -> None:
        outcomes.ended(actor, locked.bounty, locked.application, outcome, accepted=accepted)

    def cancelled(self, locked: Seat, escrow: Escrow, actor: Actor) -> None:
        access.check_not_reserved(locked.bounty, "expire")  # for the owner, the same action under another name
        seat_ends.remove_seat_and_refund(actor, locked.bounty, locked.application, reason="poster_released")

    def disputed(self, locked: Seat, escrow: Escrow) -> None:
        events.mark_dirty(locked.bounty)

    def resumed(self, locked: Seat, escrow: Escrow, frozen: timedelta, actor: Actor) -> None:
        outcomes.resumed(actor, locked.bounty, locked.application, frozen)
        events.mark_dirty(locked.bounty)

    def evidence(self, locked: Seat) -> str | None:
        return locked.application.submissions.order_by("-id").values_list("status", flat=True).first()

    def evidence_flags(self, locked: Seat) -> list[str]:
        latest = locked.application.submissions.order_by("-id").first()
        return latest.evidence_flags if latest is not None else []

    def title(self, locked: Seat) -> str:
        return locked.bounty.title


def carry_out_contested(locked: Seat, decision: DisputeDecision, actor: Actor) -> None:
    """What staff decided about a contested seat, once it was approved."""
    staff_cases.carry_out(actor, locked.bounty, locked.application, decision)


class BountyPool:
    """A pool pays for a bounty: cancelling the pool cancels the bounty."""

    def lock(self, subject_id: UUID) -> Bounty:
        return access.lock_bounty(subject_id)

    def cancelled(self, locked: Bounty, actor: Actor) -> None:
        access.check_not_reserved(locked, "cancel")
        bounties.end(actor, locked, to="cancelled", reason="escrow_cancelled")


class BountySettlement:
    """A checkout for a bounty was paid into the wallet: fund the bounty from it, else leave the money there (left_in_wallet)."""

    def lock(self, subject_id: UUID) -> Bounty:
        return access.lock_bounty(subject_id)

    def settle(self, *, subject_id: UUID, account_id: UUID, cents: int, source: str, by: Actor) -> Settled:
        bounty = access.lock_bounty(subject_id)
        try:
            with transaction.atomic():
                funding.go_live(by, bounty, source=source, brought=cents)
        except Problem:
            return Settled("left_in_wallet", None)
        return Settled("funded", bounty.pool_id)


class RaiseSettlement(BountySettlement):
    """A checkout for a confirmed raise was paid."""

    def settle(self, *, subject_id: UUID, account_id: UUID, cents: int, source: str, by: Actor) -> Settled:
        bounty = access.lock_bounty(subject_id)
        done = repricing.settle_raise(by, bounty, brought=cents)
        return Settled("funded", bounty.pool_id) if done else Settled("left_in_wallet", None)


class SeatClaim:
    """A conversation of the kind `bounty` is about an application."""

    def lock(self, conversation: Conversation) -> Seat | None:
        return Seat(*access.lock_seat(conversation.application_id)) if conversation.application_id else None

    def claimed(self, locked: Seat | None, conversation: Conversation, actor: Actor) -> None:
        if locked is not None:
            seats.claim_completion(actor, locked.bounty, locked.application)


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


def facts(escrow: Escrow) -> list[Fact]:
    """What was delivered, judged and contested, and when the worker was there."""
    if escrow.application_id is None:
        return []
    seat = escrow.subject_id
    sent = Submission.objects.filter(application_id=seat)
    there = Attendance.objects.filter(application_id=seat)
    contested = Contest.objects.filter(application_id=seat).values_list("pk", "created_at")
    return [
        *(Fact(f"contest:{pk}", "the worker contested what was decided", at) for pk, at in contested),
        *(
            Fact(f"submission:{one.pk}:{one.status}", "evidence of the work was sent or judged", one.created_at)
            for one in sent
        ),
        *(
            Fact(f"attendance:{one.pk}:{one.state}", "the worker reported their attendance", one.latest_at)
            for one in there
        ),
    ]


class CasePart:
    """What the queue of cases asks about seats."""

    def subjects(self, prefix: str, key: UUID) -> list[UUID]:
        return (
            list(Submission.objects.filter(pk=key).values_list("application_id", flat=True)) if prefix == "sub" else []
        )

    def flags(self, subjects: Collection[UUID]) -> dict[UUID, list[str]]:
        """Pictures that were sent before, by anybody, or look like one that was; texts that were to be rewritten and were not."""
        return evidence.flags(subjects)


def terms() -> dict[str, Any]:
    """Figures for the tools' resource `ahm://policies`."""
    return {
        "hoursToConfirmASeat": CONFIRM_WITHIN // timedelta(hours=1),
        "bountyAtMostDollars": POOL_MAX_CENTS // 100,
    }


class AccountData(Part):
    """This app's part of an account's data."""

    tables = TABLES
    parts = staticmethod(account_data_of.parts)
    open_matters = staticmethod(account_data_of.open_matters)
    erase = staticmethod(receipts.erase)
    holds = staticmethod(keeping.bought)
    files_of = staticmethod(account_data_of.files_of)


def plug() -> None:
    keepers.plug("evidence", keeping.Evidence())
    keepers.plug("attendance", keeping.Distances())
    account_data.plug("bounties", AccountData())
    called.plug("bty", names.called)
    called.plug("app", names.called_applications)
    called.plug("sub", names.called_evidence)
    called.plug("esc", names.called_money)
    called.plug("dsp", names.called_disputes)
    policies.plug("bounties", terms)
    sandbox_moments.plug(plays.next_moment)
    switched.plug("cakes", "Cake deliveries")
    switched.plug("humanizations", "Humanizations")
    switched.plug("pictures", "Picture requests")
    switched.plug("mic_checks", "Microphone checks")
    case_facts.plug("bounties", facts)
    contested_seats.plug("application", carry_out_contested)
    case_files.plug("bounties", evidence_of)
    case_subjects.plug("application", case_contract.ApplicationCase())
    party_records.plug("bounties", case_record.record)
    due_rows.plug("bounties", due.rows)
    party_parts.plug("bounties", party.sections)
    case_papers.plug("bounties", papers.of_seat)
    claims.plug("bounty", SeatClaim())
    products.plug("humanization", humanizations.HumanizationProduct())
    products.plug("cake", cakes.CakeProduct())
    products.plug("picture", pictures.PictureProduct())
    paid_seats.plug("application", ApplicationSeat())
    paid_pools.plug("bounty", BountyPool())
    settlements.plug("bounty", BountySettlement())
    settlements.plug("bounty_raise", RaiseSettlement())
    audits.plug("bounties", invariants.rows)
    spend_abouts.plug("bounty", approvals.about)
    jobs.plug(names.of_own)
    open_subjects.plug("bounties", unfinished.subjects)
    waiting.plug("bounties", waiting_of.parts)
    case_parts.plug("bounties", CasePart())
