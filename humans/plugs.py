"""Fills the sockets (`ports.py`) of the apps below: escrow, wallet and marketplace."""

from collections.abc import Collection
from datetime import timedelta
from typing import NamedTuple
from uuid import UUID

from django.utils.html import format_html
from django.utils.safestring import SafeString

from escrow.models import Dispute, Escrow
from escrow.ports import (
    Fact,
    Outcome,
    case_facts,
    case_files,
    case_papers,
    case_parts,
    case_subjects,
    case_talk,
    party_records,
    reviewed,
    seats,
)
from escrow.ports import conversations as conversation_port
from escrow.selectors import access as escrow_access
from humans.models import Booking, Conversation, Message, Subscription
from humans.rules.personal import TABLES
from humans.selectors import account_data as account_data_of
from humans.selectors import (
    approvals,
    case_booking,
    case_record,
    conversations,
    due,
    invariants,
    papers,
    relations,
    reviews,
)
from humans.selectors import subscriptions as reads
from humans.services import closing, cycle_ends, cycles, keeping, profiles, subscriptions
from humans.services import conversations as conversation_service
from humans.web import party
from marketplace.api.backoffice import details, moment, row_link, table
from marketplace.core.actor import Actor
from marketplace.ports import AccountData as Part
from marketplace.ports import (
    account_copies,
    account_data,
    called,
    due_rows,
    keepers,
    party_parts,
    support_threads,
    switched,
)
from wallet.ports import Settled, audits, settlements, spend_abouts

_LATEST = 100


def conversation_tables(dispute: Dispute) -> list[tuple[str, SafeString]]:
    """For the dispute page: the messages of the two parties, about the dispute and about the work; a table per conversation."""
    found = papers.of_subject(dispute.escrow).order_by("-kind")
    return [(f"Conversation ({conversation.kind})", _transcript(conversation)) for conversation in found]


def _transcript(conversation: Conversation) -> SafeString:
    latest = list(conversations.messages(conversation).order_by("-number")[:_LATEST])
    lines = (
        (moment(one.created_at), one.sender.display_name, format_html('<div class="said">{}</div>', one.content))
        for one in reversed(latest)
    )
    return table(("At", "Who", "Words"), lines, none="Nobody has written.")


def booking_tables(dispute: Dispute) -> list[tuple[str, SafeString]]:
    """For the dispute page: the cycle of a service subscription that the escrow pays for."""
    if dispute.escrow.booking_id is None:
        return []
    booking: Booking = Booking.objects.select_related("subscription").get(pk=dispute.escrow.booking_id)
    row = booking.subscription
    rows = {
        "Booking": row_link("sbk", booking.pk),
        "Subscription": row_link("ssb", row.pk),
        "Service": row.title,
        "Interval": row.interval,
        "Appointment": format_html("{} to {}", moment(booking.starts_at), moment(booking.ends_at)),
        "Provider's time zone": row.timezone,
        "Status": booking.status,
    }
    return [("Service booking", details(rows))]


def facts(escrow: Escrow) -> list[Fact]:
    """What both sides said to each other, about the dispute and about the work."""
    said = Message.objects.filter(conversation__in=papers.of_subject(escrow)).values_list(
        "pk", "sender_id", "created_at"
    )
    who = {escrow.owner_id: "the funder", escrow.worker_id: "the worker"}
    return [Fact(f"message:{pk}", f"{who.get(sender, 'somebody')} wrote a message", at) for pk, sender, at in said]


class Cycle(NamedTuple):
    subscription: Subscription
    booking: Booking


class BookingSeat:
    """The seat protocol of escrow, for an escrow that pays one cycle of a service subscription."""

    def lock(self, seen: Escrow) -> tuple[Cycle, Escrow]:
        return Cycle(*reads.lock_booking(seen.subject_id)), escrow_access.lock_seat(seen.pk)

    def ended(self, locked: Cycle, escrow: Escrow, outcome: Outcome, actor: Actor, *, accepted: bool) -> None:
        cycles.ended(locked.subscription, locked.booking, outcome, accepted=accepted)

    def cancelled(self, locked: Cycle, escrow: Escrow, actor: Actor) -> None:
        cycles.cancelled(actor, locked.subscription, locked.booking)

    def disputed(self, locked: Cycle, escrow: Escrow) -> None:
        """Nothing to do: `cycle_ends.end_due` skips bookings whose escrow is disputed."""

    def resumed(self, locked: Cycle, escrow: Escrow, frozen: timedelta, actor: Actor) -> None:
        cycles.resumed(locked.subscription, locked.booking, frozen)

    def evidence(self, locked: Cycle) -> str | None:
        return None  # an appointment has no evidence

    def evidence_flags(self, locked: Cycle) -> list[str]:
        return []

    def title(self, locked: Cycle) -> str:
        return locked.subscription.title


class SubscriptionSettlement:
    """A checkout for a first cycle was paid into the wallet: the wallet pays the cycle, or refuses (left_in_wallet)."""

    def lock(self, subject_id: UUID) -> Subscription:
        return reads.lock(subject_id)

    def settle(self, *, subject_id: UUID, account_id: UUID, cents: int, source: str, by: Actor) -> Settled:
        escrow_id = subscriptions.settle(by, subject_id, source=source, brought=cents)
        return Settled("funded" if escrow_id else "left_in_wallet", escrow_id)


class SupportThreads:
    """Conversations of support reports: the reporter is on the agent's side, the platform on the human's."""

    def open(self, *, account_id: UUID, platform_id: UUID, subject: str, words: str) -> UUID:
        opened = conversation_service.open_support(
            account_id=account_id, platform_id=platform_id, subject=subject, words=words
        )
        key: UUID = opened.pk
        return key

    def say(self, conversation_id: UUID, *, platform_id: UUID, words: str, actor: Actor) -> None:
        conversation_service.post_message(
            conversation_id=conversation_id, sender_id=platform_id, side="human", content=words, actor=actor
        )

    def said(self, conversation_id: UUID) -> SafeString:
        return _transcript(Conversation.objects.get(pk=conversation_id))


class Conversations:
    """What escrow needs from conversations."""

    open_dispute = staticmethod(conversation_service.open_dispute)
    is_between = staticmethod(conversations.is_between)
    blocked_by = staticmethod(relations.blocked_by)


class CasePart:
    """What the queue of cases asks about conversations and subscriptions."""

    def subjects(self, prefix: str, key: UUID) -> list[UUID]:
        if prefix == "ssb":
            return list(Booking.objects.filter(subscription_id=key).values_list("pk", flat=True))
        if prefix == "msg":
            rows = Conversation.objects.filter(messages__pk=key)
        elif prefix == "cnv":
            rows = Conversation.objects.filter(pk=key)
        else:
            return []
        return [found for pair in rows.values_list("application_id", "booking_id") for found in pair if found]

    def flags(self, subjects: Collection[UUID]) -> dict[UUID, list[str]]:
        return {}


class AccountData(Part):
    """This app's part of an account's data."""

    tables = TABLES
    parts = staticmethod(account_data_of.parts)
    open_matters = staticmethod(account_data_of.open_matters)
    erase = staticmethod(closing.erase)


def plug() -> None:
    keepers.plug("messages", keeping.Messages())
    account_data.plug("humans", AccountData())
    called.plug("cnv", conversations.called)
    due_rows.plug("humans", due.rows)
    audits.plug("humans", invariants.rows)
    spend_abouts.plug("hold", approvals.about)
    case_facts.plug("humans", facts)
    party_parts.plug("humans", party.sections)
    case_papers.plug("humans", papers.of_seat)
    case_files.plug("bookings", booking_tables)
    seats.plug(cycles.SUBJECT, BookingSeat())
    settlements.plug(cycle_ends.PURPOSE, SubscriptionSettlement())
    support_threads.plug(SupportThreads())
    case_files.plug("humans", conversation_tables)
    case_subjects.plug(cycles.SUBJECT, case_booking.BookingCase())
    case_talk.plug(case_booking.talk)
    party_records.plug("humans", case_record.record)
    account_copies.plug(profiles.copy_from_account)
    conversation_port.plug(Conversations())
    reviewed.plug(reviews.id_of)
    switched.plug("services", "Services")
    switched.plug("language_checks", "Language checks")
    case_parts.plug("humans", CasePart())
