"""/api/bounties: browse, create, read, edit, cancel."""

from typing import Any, cast

from django.db.models import QuerySet
from rest_framework import serializers
from rest_framework.permissions import BasePermission
from rest_framework.request import Request
from rest_framework.response import Response

from bounties.errors import FieldNotEditable
from bounties.models import Bounty
from bounties.rules.bounties import PUBLIC_STATUSES
from bounties.rules.fields import BountyChanges, BountyFields
from bounties.selectors import access, listing, recommended, unpaid
from bounties.serializers.bounties import (
    BountyOut,
    BountyPreview,
    CancelIn,
    ListedBounty,
    OwnBounty,
    UnpaidOut,
    render_own,
    render_preview,
)
from bounties.serializers.browse import RECOMMENDED, SORTS, BountyQuery
from bounties.serializers.edits import LOCKED_BY_APPLICANTS, BountyPatch, confirms_nothing, not_editable, without_echoes
from bounties.serializers.posting import BountyIn
from bounties.services import bounties, edits, funding
from bounties.views.funding import funding_answer, unpaid_answer
from marketplace.api.dry_runs import WouldChangeOut
from marketplace.api.fields import DollarsField, TimestampField, timestamp
from marketplace.api.openapi import operation
from marketplace.api.parameters import limit_parameter
from marketplace.api.payments import MppPaymentOut
from marketplace.api.permissions import KeyOrSession, PublicOrOwn
from marketplace.api.viewsets import ApiViewSet, no_store
from marketplace.core import clock, dry_runs, replica
from marketplace.core.errors import Invalid, Unauthorized
from marketplace.services.idempotency import Answer
from wallet.models import Checkout
from wallet.selectors import flows

_EXAMPLE = {
    "title": "Photograph a shop front in Lisbon",
    "description": "Take one sharp photo of the shop front at Rua Augusta 100, with the opening hours readable.",
    "price": 5,
    "estimatedHours": 0.5,
    "completionCriteria": "The opening hours are readable.",
    "evidenceTypes": ["text", "photo"],
    "location": {"city": "Lisbon", "country": "PT", "isRemoteAllowed": False},
}


class BountyView(ApiViewSet):
    reads = "browse"

    def get_permissions(self) -> list[BasePermission]:
        return [PublicOrOwn()] if self.action in ("list", "retrieve") else [KeyOrSession()]

    @operation(
        "listBounties",
        tag="Bounties",
        summary="Browse bounties",
        description="Open ones when no status is named (all of your own with `mine=true`). A status that only owners see, such as "
        "`pending_deposit`, means your own.",
        filters=BountyQuery,
        query=[
            ("status", "string", "Only of this status."),
            ("includePartiallyFilled", "boolean", "With status open; false leaves partially filled ones out."),
            ("q", "string", "Words in title, description, category, place or skills."),
            ("category", "string", "A category slug, such as labor-gigs."),
            ("skill", "string", "Exactly this skill, in whatever case."),
            ("minPrice", "number", "US dollars, at most two decimals. Per worker, at least."),
            ("maxPrice", "number", "US dollars, at most two decimals. Per worker, at most."),
            ("city", "string", "Exactly this city."),
            ("country", "string", "ISO code or name."),
            ("isRemoteOnly", "boolean", "Only what can be done from anywhere."),
            (
                "sort",
                "string",
                "new (default), value: best paid first, top, recommended: what fits your own profile (skills, place, pay per "
                "hour, age, the owner's record), with recommendedBecause.",
            ),
            ("mine", "boolean", "Only your own, hidden ones included."),
            limit_parameter(100, 20),
        ],
        page_of=("bounties", ListedBounty),
        errors={400: "validation_error invalid_limit invalid_cursor"},
    )
    @replica.for_anybody
    def list(self, request: Request) -> Response:
        rows, sent = BountyQuery(request, listing.public()).apply()
        if _is_owners_status(sent) and self.caller is not None:
            sent["mine"] = True
        if sent.get("mine"):
            if self.caller is None:
                raise Unauthorized()
            rows, sent = BountyQuery(request, listing.of_owner(self.caller)).apply()
            sent |= {"mine": True, "account": str(self.caller.id)}
        status = sent.get("status") or (None if sent.get("mine") else "open")
        if status and status not in PUBLIC_STATUSES and not sent.get("mine"):
            raise Invalid({"status": [f"Without mine=true give one of: {', '.join(PUBLIC_STATUSES)}."]})
        if status:
            rows = listing.with_status(
                rows,
                status,
                partially_filled=sent.get("includePartiallyFilled") is not False,
                over_too=bool(sent.get("mine")),
            )
        sort = sent.get("sort") or "new"
        if sort == RECOMMENDED:
            return self._recommended(rows, sent, ranks=status == "open" and not sent.get("mine"))
        found = self.paged(rows, scope="bounties", default=20, maximum=100, order=SORTS[sort], filters=sent)
        return self.listed("bounties", found, BountyOut)

    def _recommended(self, rows: QuerySet[Bounty], sent: dict[str, Any], *, ranks: bool) -> Response:
        """By the caller's profile where there is one and the list is of open bounties; else the newest first."""
        profile = recommended.profile_of(self.caller) if ranks else None
        order, filters = SORTS["new"], sent
        if profile is not None:
            rows, order = recommended.ranked(rows, profile), recommended.ORDER
            filters = sent | {"profile": recommended.version(profile)}
        found = self.paged(rows, scope="bounties", default=20, maximum=100, order=order, filters=filters)
        reasons = {row.pk: recommended.because(row, profile) if profile is not None else [] for row in found.rows}
        shown = [BountyOut.render(row) | {"recommendedBecause": reasons[row.pk]} for row in found.rows]
        return no_store(Response(found.envelope("bounties", shown)))

    @operation(
        "createBounty",
        asks=True,
        limits=("write", "key.bounties"),
        tag="Bounties",
        summary="Post a bounty",
        description="Funded from your wallet when it covers the whole sum (price plus the platform's fee, for every spot): then "
        "it is live at once. Otherwise it waits as `pending_deposit`: `unpaid` says what is missing, and `deposit_url` is the page "
        "that pays it (or `mppPayment`, by a card token; not both). `dryRun` validates and prices without creating anything or "
        "spending the idempotency key; `warnings` then also name a spending cap or an empty wallet that the real call would meet.",
        takes=BountyIn,
        gives={
            "id": serializers.CharField(required=False, help_text="The same as bountyId."),
            "status": serializers.CharField(required=False, help_text="The bounty's."),
            "bountyId": serializers.CharField(required=False),
            "escrowId": serializers.CharField(required=False),
            "bounty": OwnBounty(required=False),
            "deposit_url": serializers.URLField(required=False),
            "mppPayment": MppPaymentOut(required=False),
            "fundingTotal": DollarsField(),
            "unpaid": UnpaidOut(required=False),
            "dryRun": serializers.BooleanField(required=False),
            "preview": BountyPreview(required=False),
            "wouldChange": WouldChangeOut(required=False),
            "dueIfConfirmedNow": TimestampField(
                required=False,
                help_text="Of a dry run: when evidence would be due of somebody who is hired and confirms now; "
                "completionWindowHours names another time.",
            ),
        },
        errors={
            400: "validation_error pool_too_large pay_below_minimum idempotency_key_mismatch",
            402: "insufficient_funds",
            403: "spending_cap_exceeded",
            409: "deadline_passed idempotency_key_reused idempotency_in_progress",
        },
        signed="create_bounty",
        example=_EXAMPLE,
    )
    def create(self, request: Request) -> Response:
        data = cast(BountyFields, self.read(BountyIn))
        if dry_runs.is_on():
            self._preview(data)

        def perform() -> dict[str, Any] | Answer:
            bounty = bounties.prepare(self.actor, data)
            checkout = funding.fund_or_ask(self.actor, bounty)
            answer = _created(bounty, checkout, render_own(bounty, []))
            return self.payment_started(bounty.public_id, answer) if checkout else answer

        def present(bounty_id: str) -> dict[str, Any]:
            bounty, checkout = funding.current_state(self.actor, bounty_id)
            return _created(bounty, checkout, _own(bounty))

        return no_store(self.once("bounty.create", perform, present=present))

    @operation(
        "getBounty",
        tag="Bounties",
        summary="One bounty",
        description="The owner and operators see more than the public does; its owner, of one that waits for money, also what is "
        "missing and where it is paid (`unpaid`).",
        gives={"bounty": OwnBounty(), "unpaid": UnpaidOut(required=False)},
        errors={404: "not_found"},
    )
    def retrieve(self, request: Request, bounty_id: str) -> Response:
        bounty = access.visible_bounty(self.caller, bounty_id)
        if not access.sees_all(self.caller, bounty):
            return self.answer(bounty=BountyOut.render(bounty))
        return self.answer(bounty=_own(bounty), **self._unpaid(bounty))

    @operation(
        "editBounty",
        asks=True,
        tag="Bounties",
        summary="Change a bounty",
        description="Send only what changes; null clears what can be absent, lists are replaced whole. A price or spots edit that "
        "takes money from your wallet is answered 409 `wallet_impact_confirmation_required` with every figure and moves nothing: "
        "send it again with `walletImpactAcknowledged: true` and `walletImpactCents` as named. When the wallet is too short then, "
        "the bounty waits as `pending_funding` and `deposit_url` pays the rest. Clocks of hired people are never re-timed.",
        takes=BountyPatch,
        gives={
            "bounty": OwnBounty(),
            "walletImpactCents": serializers.IntegerField(required=False),
            "deposit_url": serializers.URLField(required=False),
        },
        errors={
            400: "validation_error field_not_editable pool_too_large pay_below_minimum",
            402: "insufficient_funds",
            403: "not_owner operator_required spending_cap_exceeded",
            404: "not_found",
            409: "wallet_impact_confirmation_required completion_questions_locked workers_hired managed_bounty invalid_state",
        },
        example={"description": "The shop has moved to number 104.", "completionWindowHours": 24},
    )
    def partial_update(self, request: Request, bounty_id: str) -> Response:
        shown = _own(access.editable_bounty(self.actor, bounty_id, lock=False))
        body = without_echoes(request.data, shown) if isinstance(request.data, dict) else request.data
        if isinstance(body, dict) and (odd := not_editable(body)):
            raise FieldNotEditable(
                f"These can't be edited: {', '.join(odd[:10])}. Leave them out, or send them as they are.",
                fields={name: ["This field can't be edited."] for name in odd},
            )
        read = self.read(BountyPatch, body=body)
        if isinstance(request.data, dict) and confirms_nothing(request.data):
            words = "This confirms an edit: send the edit with it, as it was when its cents were named. Nothing was changed."
            raise Invalid({"walletImpactAcknowledged": [words]})
        locked = [name for name in LOCKED_BY_APPLICANTS if name in body]
        acknowledged = read.pop("wallet_impact_acknowledged", False)
        expected = read.pop("wallet_impact_cents", None)
        changes = cast(BountyChanges, read)

        def perform() -> dict[str, Any] | Answer:
            done = edits.edit(
                self.actor,
                bounty_id,
                changes,
                locked_names=locked,
                acknowledged=acknowledged,
                expected_cents=expected,
            )
            answer: dict[str, Any] = {"bounty": _own(done.bounty)}
            if done.cents:
                answer["walletImpactCents"] = done.cents
            if done.checkout is None:
                return answer
            return self.payment_started(done.bounty.public_id, answer | {"deposit_url": done.checkout.url})

        def present(bounty_id: str) -> dict[str, Any]:
            bounty, checkout = funding.current_state(self.actor, bounty_id)
            return {"bounty": _own(bounty)} | ({"deposit_url": checkout.url} if checkout else {})

        return self.once("bounty.edit", perform, present=present)

    @operation(
        "cancelBounty",
        tag="Bounties",
        summary="Cancel a bounty that hired nobody",
        description="The pool returns to the wallet, pending applications are turned down.",
        takes=CancelIn,
        gives={
            "bounty": OwnBounty(),
            "refundedCents": serializers.IntegerField(help_text="US cents that returned to your wallet, fee included."),
        },
        errors={403: "not_owner", 404: "not_found", 409: "workers_hired managed_bounty invalid_state"},
        example={"reason": "task_no_longer_needed"},
    )
    def destroy(self, request: Request, bounty_id: str) -> Response:
        data = self.read(CancelIn, body=request.data or request.query_params.dict())

        def perform() -> dict[str, Any]:
            ended = bounties.cancel(self.actor, bounty_id, **data)
            refunded = flows.returned_at_end(ended.pool_id) if ended.pool_id else 0
            return {"bounty": _own(ended), "refundedCents": refunded}

        return self.once("bounty.cancel", perform)

    def _unpaid(self, bounty: Bounty) -> dict[str, Any]:
        """For its owner only: operators, who see all of it, pay nothing."""
        if self.caller is None or bounty.owner_id != self.caller.id or bounty.status not in unpaid.STATUSES:
            return {}
        return unpaid_answer(*funding.current_state(self.caller, bounty.public_id))

    def _preview(self, data: BountyFields) -> None:
        """What a dry run says beside what would change: the bounty, and what the wallet would say to it."""
        self.idempotency_key()
        bounty = bounties.prepare(self.actor, data)
        shown = render_preview(bounty, funding.status_once_created(bounty))
        self.warnings = [*self.warnings, *funding.warnings(self.actor, bounty)]
        due = timestamp(bounty.due_if_confirmed(clock.now()))
        self.preview = {"preview": shown, "fundingTotal": shown["fundingTotal"], "dueIfConfirmedNow": due}


def _is_owners_status(sent: dict[str, Any]) -> bool:
    """Does this query of the list name a status that is never shown to others, without saying whose bounties are meant?"""
    return "mine" not in sent and sent.get("status") not in (None, "", *PUBLIC_STATUSES)


def _created(bounty: Bounty, checkout: Checkout | None, shown: dict[str, Any]) -> dict[str, Any]:
    """Id and status also at the top, where some clients read them."""
    return {"id": shown["id"], "status": shown["status"]} | funding_answer(bounty, checkout) | {"bounty": shown}


def _own(bounty: Bounty) -> dict[str, Any]:
    hired = listing.hired_profile_ids(bounty)
    return render_own(bounty, hired)
