"""Shapes of disputes."""

from typing import Any

from django.conf import settings
from rest_framework import serializers

from escrow.models import CaseOffer, CaseRequest, Dispute, DisputeDecision
from escrow.rules.cases import ASK_STATES, OFFER, SIDES, STAGES
from escrow.rules.disputes import CATEGORIES, DECISIONS, DISPUTE
from escrow.selectors import dispute_turns
from escrow.serializers import appeals
from escrow.serializers.appeals import AppealFields
from marketplace.api.fields import IdField, LinkField, StrictInteger, Text, TimestampField
from marketplace.api.files import FileOut, with_urls
from marketplace.api.serializers import Shape
from marketplace.core.actor import Actor
from webhooks.selectors import events

_URLS = 20
PARTIES = SIDES[:2]
ACTIONS = ("evidence", "answer", "offer", "accept_offer", "decline_offer", "withdraw", "appeal")


class DisputeIn(Shape):
    """POST /api/escrow/{id}/dispute."""

    category = serializers.ChoiceField(CATEGORIES, help_text="What is wrong.")
    description = Text(max_length=5000, trim=True, help_text="What was agreed, what came, what you want.")
    urls = serializers.ListField(
        child=LinkField(max_length=2048), default=list, max_length=_URLS, help_text="Addresses that show it."
    )


class EvidenceIn(Shape):
    """POST /api/disputes/{id}/evidence, as JSON or multipart. At least one of text, urls and files."""

    text = Text(max_length=5000, default="", allow_blank=True, help_text="What you want to show.")
    urls = serializers.ListField(
        child=LinkField(max_length=2048), default=list, max_length=_URLS, help_text="Addresses that show it."
    )
    files = serializers.ListField(
        child=serializers.FileField(allow_empty_file=True), default=list, max_length=settings.FILES_PER_SUBMISSION
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if not attrs["text"].strip() and not (attrs["urls"] or attrs["files"]):
            raise serializers.ValidationError("Send text, an address or a file: an empty piece shows nothing.")
        return attrs


class DisputeAnswerIn(EvidenceIn):
    """POST /api/disputes/{id}/answer, as JSON or multipart. At least one of text, urls and files."""

    request_id = IdField(
        "crq",
        default=None,
        allow_null=True,
        help_text="Which request is answered (crq_…, of `asked`); without it the one that is due first.",
    )


class OfferIn(Shape):
    """POST /api/disputes/{id}/offers."""

    worker_cents = StrictInteger(
        min_value=0,
        max_value=1_000_000_000,
        help_text="What the worker gets, in US cents: 0 to the agreed pay. Our fee is on that part, the rest is refunded.",
    )
    words = Text(max_length=2000, default="", allow_blank=True, help_text="Why; the other side reads it.")


class EvidenceOut(Shape):
    id = IdField("dev", source="pk")
    author_id = IdField("prf", source="author.profile_id")
    request_id = IdField("crq", source="answers_id", allow_null=True)
    text = Text()
    urls = serializers.ListField(child=Text())
    created_at = TimestampField()


class EvidenceDetail(EvidenceOut):
    files = FileOut(many=True)


class ResolutionOut(Shape):
    """How the money was divided, in cents; the three parts are the escrow's whole amount."""

    by = serializers.ChoiceField(("staff", "settlement"), help_text="Staff decided, or an offer was accepted.")
    decision = serializers.ChoiceField(DECISIONS)
    worker_cents = serializers.IntegerField()
    fee_cents = serializers.IntegerField()
    refund_cents = serializers.IntegerField()
    reason = Text()
    words = Text(help_text="What staff wrote to your side besides; empty without.")


class AskedOut(Shape):
    """What staff asked for. Of what the other side was asked, `items` and `words` are empty."""

    id = IdField("crq", source="pk")
    of = serializers.ChoiceField(PARTIES)
    state = serializers.ChoiceField(ASK_STATES)
    items = serializers.ListField(child=Text())
    words = Text()
    asked_at = TimestampField(source="created_at")
    due_at = TimestampField()
    ended_at = TimestampField(allow_null=True)


class OfferOut(Shape):
    """A proposal to settle, in cents; accepted, it is posted exactly so."""

    id = IdField("dof", source="pk")
    by = serializers.ChoiceField(PARTIES)
    state = serializers.ChoiceField(sorted(OFFER.states))
    worker_cents = serializers.IntegerField()
    fee_cents = serializers.IntegerField()
    refund_cents = serializers.IntegerField()
    words = Text()
    made_at = TimestampField(source="created_at")
    due_at = TimestampField()
    ended_at = TimestampField(allow_null=True)


class CaseMessageOut(Shape):
    """What staff wrote to you, or to both."""

    id = IdField("cmg", source="pk")
    to = serializers.ChoiceField(SIDES)
    words = Text()
    sent_at = TimestampField(source="created_at")


class StakeOut(Shape):
    """What is divided, in cents: a decision or settlement gives the worker 0 to workerPayoutCents, and our fee is on that."""

    amount_cents = serializers.IntegerField(help_text="Of the seat: pay and fee.")
    worker_payout_cents = serializers.IntegerField(source="human_payout_cents", help_text="The agreed pay.")
    platform_fee_cents = serializers.IntegerField(help_text="Our fee on the whole pay.")


class DisputeOut(Shape):
    id = IdField("dsp", source="pk")
    escrow_id = IdField("esc")
    bounty_id = IdField("bty", source="escrow.bounty_id", allow_null=True)
    application_id = IdField("app", source="escrow.application_id", allow_null=True)
    booking_id = IdField("sbk", source="escrow.booking_id", allow_null=True)
    conversation_id = IdField("cnv", allow_null=True)
    status = serializers.ChoiceField(sorted(DISPUTE.states))
    category = serializers.ChoiceField(CATEGORIES)
    description = Text()
    urls = serializers.ListField(child=Text())
    stage = serializers.ChoiceField(STAGES, source="case.stage", help_text="Whose turn it is.")
    due_at = TimestampField(
        source="case.due_at", allow_null=True, help_text="When the clock of this stage ends; null when it is closed."
    )
    at_stake = StakeOut(source="escrow")
    opened_at = TimestampField(source="created_at")
    resolved_at = TimestampField(allow_null=True)


class DisputeRecord(AppealFields, DisputeOut):
    evidence = EvidenceDetail(many=True)
    asked = AskedOut(many=True)
    offers = OfferOut(many=True)
    messages = CaseMessageOut(many=True)
    allowed_actions = serializers.ListField(child=serializers.ChoiceField(ACTIONS), help_text="What you may do now.")
    resolution = ResolutionOut(allow_null=True)
    latest_event_id = Text(
        required=False, help_text="Of one dispute: your newest event about it, behind which the next is waited for."
    )


def render_one(dispute: Dispute, reader: Actor) -> dict[str, Any]:
    """As `render`, with the reader's newest event about it."""
    latest = events.latest_about(reader.id, dispute.public_id)
    return render(dispute, reader) | ({"latestEventId": latest} if latest else {})


def render(dispute: Dispute, reader: Actor) -> dict[str, Any]:
    """A dispute as this reader, a party or staff, may see it: its evidence, whose file links are valid for an hour, what is asked,
    offered and said, and its final decision."""
    side = dispute.side_of(reader.id)
    return DisputeOut.render(dispute) | {
        "evidence": [
            EvidenceOut.render(piece) | {"files": FileOut.render_many(with_urls(piece.files.all()))}
            for piece in sorted(dispute.evidence.all(), key=lambda piece: piece.pk)
        ],
        "asked": [_asked(row, dispute, side) for row in _in_order(dispute.case.requests)],
        "offers": [_offer(row, dispute) for row in _in_order(dispute.case.offers)],
        "messages": [
            CaseMessageOut.render(row)
            for row in _in_order(dispute.case.messages)
            if not side or row.to in ("both", side)
        ],
        "allowedActions": dispute_turns.allowed(dispute, reader),
        "resolution": _resolution(dispute.decision, side) if dispute.decision else None,
        **appeals.render(dispute),
    }


def _in_order(rows: Any) -> list[Any]:
    return sorted(rows.all(), key=lambda row: row.pk)


def _asked(request: CaseRequest, dispute: Dispute, side: str) -> dict[str, Any]:
    of = dispute.side_of(request.asked_id)
    return AskedOut.render(_With(request, of=of) if side in ("", of) else _With(request, of=of, items=[], words=""))


def _offer(offer: CaseOffer, dispute: Dispute) -> dict[str, Any]:
    return OfferOut.render(_With(offer, by=dispute.side_of(offer.made_by_id)))


def _resolution(decision: DisputeDecision, side: str) -> dict[str, Any]:
    letters = decision.preview.words if decision.preview is not None else {}
    by = "settlement" if decision.offer_id else "staff"
    return ResolutionOut.render(_With(decision, by=by, words=letters.get(side, "")))


class _With:
    """A row with fields that depend on the reader."""

    def __init__(self, row: Any, **fields: Any) -> None:
        self._row = row
        self.__dict__ |= fields

    def __getattr__(self, name: str) -> Any:
        return getattr(self._row, name)
