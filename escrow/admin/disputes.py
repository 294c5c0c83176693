"""Disputes: one page with the escrow, its postings, both sides' evidence, and the forms for a decision. Each decision shows
its exact postings before they are made; above the approval limit a second person approves it."""

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from escrow.models import Dispute, DisputeDecision, Escrow
from escrow.ports import case_files
from escrow.rules.disputes import OPEN_DISPUTE
from escrow.selectors import disputes as reads
from escrow.selectors.audit import held_cents
from escrow.services import decisions
from marketplace.api.backoffice import (
    Deciding,
    DollarsField,
    Note,
    Reason,
    Verb,
    details,
    moment,
    row_link,
    table,
)
from marketplace.api.backoffice.stories import pictures, timeline
from marketplace.core.actor import Actor
from marketplace.core.errors import Invalid
from marketplace.core.money import format_usd
from wallet import ledger
from webhooks.selectors.events import story

_SHOWN = 200


class SplitForm(Reason):
    worker = DollarsField(label="For the worker", help_text="US dollars, at most the pay. Our fee comes on top of it.")
    field_order = ("worker", "reason")


class ApprovalForm(Note):
    """The second person types the amount that they read, so that a proposal changed meanwhile is not approved."""

    worker = DollarsField(label="For the worker", help_text="Type the amount that is proposed, in US dollars.")
    field_order = ("worker", "reason")


def _pay_all(row: Dispute) -> int:
    return row.escrow.human_payout_cents


def _release(actor: Actor, row: Dispute, values: dict[str, Any]) -> None:
    _decide(actor, row, _pay_all(row), values["reason"])


def _refund(actor: Actor, row: Dispute, values: dict[str, Any]) -> None:
    _decide(actor, row, 0, values["reason"])


def _split(actor: Actor, row: Dispute, values: dict[str, Any]) -> None:
    _decide(actor, row, values["worker"], values["reason"])


def _decide(actor: Actor, row: Dispute, cents: int, reason: str) -> None:
    decisions.decide(actor, decisions.preview(actor, row.pk, worker_cents=cents, reason=reason).pk)


def _approve(actor: Actor, row: Dispute, values: dict[str, Any]) -> None:
    proposed = row.decisions.get(state="proposed")
    if proposed.worker_cents != values["worker"]:
        raise Invalid({"worker": [f"Proposed are {format_usd(proposed.worker_cents)} for the worker."]})
    decisions.approve(actor, proposed.pk)


def _send_back(actor: Actor, row: Dispute, values: dict[str, Any]) -> None:
    decisions.send_back(actor, row.pk, reason=values["reason"])


def _postings(row: Dispute, worker_cents: int, *, is_approval: bool = False) -> SafeString:
    """The moves that would be posted under `end:<escrow>`, and what confirming does."""
    planned = decisions.plan(Actor.system(), row.escrow, worker_cents)
    names = {
        ledger.hold(row.escrow_id): "the seat's hold",
        ledger.earnings(row.worker_id): f"earnings of {row.worker.display_name}",
        ledger.wallet(row.owner_id): f"wallet of {row.owner.display_name}",
        ledger.FEES: "our fees",
    }
    moves = table(
        ("From", "To", "Amount"),
        ((names[move.source], names[move.destination], format_usd(move.cents)) for move in planned.moves),
    )
    then = (
        "Nothing moves yet: a colleague has to approve it, since the seat is above the amount for one person."
        if planned.needs_second and not is_approval
        else "The money moves now and the dispute is over. Both sides get a mail. This can't be taken back."
    )
    return format_html("{}<p>{}</p>", moves, then)


PAY = Verb(
    name="release",
    label="Pay the worker",
    perform=_release,
    outcome=lambda row: "The worker gets the whole pay.",
    preview=lambda row, values: _postings(row, _pay_all(row)),
    done="decided for the worker.",
)
REFUND = Verb(
    name="refund",
    label="Return everything",
    perform=_refund,
    outcome=lambda row: "The funder gets everything back, our fee too.",
    preview=lambda row, values: _postings(row, 0),
    done="decided for the funder.",
    is_harsh=True,
)
SPLIT = Verb(
    name="split",
    label="Split",
    perform=_split,
    outcome=lambda row: "The worker gets a part, we our fee on it, the funder the rest.",
    preview=lambda row, values: _postings(row, values["worker"]),
    done="the money is split.",
    form=SplitForm,
)
APPROVE = Verb(
    name="approve",
    label="Approve the proposal",
    perform=_approve,
    outcome=lambda row: "What was proposed is carried out.",
    preview=lambda row, values: _postings(row, values["worker"], is_approval=True),
    done="the proposal was approved.",
    form=ApprovalForm,
)
SEND_BACK = Verb(
    name="send-back",
    label="Send it back",
    perform=_send_back,
    outcome=lambda row: "Nothing moves, and the dispute can be decided anew.",
    done="the proposal was sent back.",
    is_harsh=True,
)


class WaitingFilter(admin.SimpleListFilter):
    title = "waits for staff"
    parameter_name = "waits"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [("yes", "Open, or to be approved")]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        return queryset.filter(status__in=OPEN_DISPUTE) if self.value() == "yes" else queryset


@admin.register(Dispute)
class DisputeAdmin(Deciding):
    verbs = (PAY, REFUND, SPLIT, APPROVE, SEND_BACK)
    list_display = ("public_id", "status", "category", "owner", "worker", "amount", "created_at", "resolved_at")
    list_filter = (WaitingFilter, "status", "category")
    list_select_related = ("escrow",)
    search_fields = ("owner__name", "owner__email", "worker__name", "worker__email")
    search_help_text = "A party's name or e-mail, or any public id (dsp_…, esc_…, usr_…, prf_…)."
    ordering = ("-id",)
    fieldsets = (
        (
            None,
            {"fields": (("id", "created_at"), ("status", "resolved_at"), "owner", "worker", "category", "objection")},
        ),
        ("Money", {"classes": ["fieldset-wide"], "fields": ("money", "postings", "decided")}),
        ("What both sides show", {"classes": ["fieldset-wide"], "fields": ("shown",)}),
        ("The work", {"classes": ["fieldset-wide"], "fields": ("case_file",)}),
        ("What happened", {"classes": ["fieldset-wide"], "fields": ("timeline",)}),
    )
    readonly_fields = ("objection", "money", "postings", "decided", "shown", "case_file", "timeline")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Dispute]:
        rows: QuerySet[Dispute] = super().get_queryset(request)
        return rows.select_related("escrow", "owner", "worker")

    def open_verbs(self, row: Dispute) -> tuple[Verb, ...]:
        return {"open": (PAY, REFUND, SPLIT), "awaiting_approval": (APPROVE, SEND_BACK)}.get(row.status, ())

    def why_open(self, row: Dispute) -> str:
        held = format_usd(row.escrow.amount_cents)
        if row.status == "awaiting_approval":
            found: DisputeDecision = row.decisions.select_related("proposer").get(state="proposed")
            return (
                f"{found.proposer.display_name} proposes {format_usd(found.worker_cents)} for the worker and "
                f"{format_usd(found.refund_cents)} back: {found.reason} Another person approves it, or anybody sends it back."
            )
        above = format_usd(reads.approval_above())
        second = " A colleague has to approve the decision." if row.escrow.amount_cents > reads.approval_above() else ""
        return (
            f"{held} stand still until somebody decides (above {above} two people do).{second} Read both sides first. The page "
            "after this one shows the exact postings."
        )

    @admin.display(description="amount", ordering="escrow__amount_cents")
    def amount(self, row: Dispute) -> str:
        return format_usd(row.escrow.amount_cents)

    @admin.display(description="what the funder says")
    def objection(self, row: Dispute) -> SafeString:
        return format_html('<div class="said">{}</div>{}', row.description, _addresses(row.urls))

    @admin.display(description="escrow")
    def money(self, row: Dispute) -> SafeString:
        escrow: Escrow = row.escrow
        return details(
            {
                "Escrow": row_link("esc", escrow.pk),
                "Pays for": row_link("sbk", escrow.booking_id)
                if escrow.booking_id
                else row_link("app", escrow.application_id),
                "Bounty": row_link("bty", escrow.bounty_id),
                "Status": f"{escrow.status}, before: {row.escrow_was}",
                "Held right now": format_usd(held_cents([escrow])[escrow.public_id]),
                "Worker's pay": format_usd(escrow.human_payout_cents),
                "Our fee": format_usd(escrow.platform_fee_cents),
                "Delivered first": moment(escrow.delivered_at),
                "Completed": moment(escrow.completed_at),
                "Dispute window": moment(escrow.dispute_window_ends_at),
            }
        )

    @admin.display(description="postings")
    def postings(self, row: Dispute) -> SafeString:
        lines = ledger.lines(ledger.hold(row.escrow_id)).select_related("transaction", "other").order_by("move_id")
        return table(
            ("At", "What", "With", "Amount", "Balance after"),
            (
                (
                    moment(line.created_at),
                    line.description,
                    line.other.kind,
                    format_usd(line.cents),
                    format_usd(line.balance_after or 0),
                )
                for line in lines[:_SHOWN]
            ),
        )

    @admin.display(description="decisions")
    def decided(self, row: Dispute) -> SafeString:
        found = row.decisions.select_related("proposer", "second").order_by("id")
        return table(
            ("At", "State", "Decision", "Worker", "Our fee", "Back", "Reason", "By", "Approved by"),
            (
                (
                    moment(one.created_at),
                    one.get_state_display(),
                    one.decision,
                    *(format_usd(cents) for cents in (one.worker_cents, one.fee_cents, one.refund_cents)),
                    one.reason,
                    one.proposer.display_name,
                    one.second.display_name if one.second else "",
                )
                for one in found
            ),
            none="Nothing was decided.",
        )

    @admin.display(description="evidence")
    def shown(self, row: Dispute) -> SafeString:
        pieces = row.evidence.select_related("author").prefetch_related("files").order_by("id")
        return table(
            ("At", "Who", "What"),
            (
                (
                    moment(one.created_at),
                    one.author.display_name,
                    format_html(
                        '<div class="said">{}</div>{}{}', one.text, _addresses(one.urls), pictures(one.files.all())
                    ),
                )
                for one in pieces
            ),
            none="Neither side has added anything.",
        )

    @admin.display(description="the work")
    def case_file(self, row: Dispute) -> SafeString:
        parts = [part for plug in case_files.all() for part in plug(row)]
        return format_html_join("", "<h3>{}</h3>{}", parts)

    @admin.display(description="timeline")
    def timeline(self, row: Dispute) -> SafeString:
        return timeline(story([row.pk, row.escrow_id, row.escrow.subject_id], latest=_SHOWN))


def _addresses(urls: list[str]) -> SafeString:
    """Links to the given addresses; the API accepts only http and https."""
    return format_html_join("", '<p><a href="{0}" rel="noreferrer noopener">{0}</a></p>', ((url,) for url in urls))
