"""Disputes as records: what both sides showed, the escrow and its postings. They are decided on the page of their case."""

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from escrow.models import Case, Dispute, Escrow
from escrow.ports import case_files
from escrow.rules.disputes import OPEN_DISPUTE
from escrow.selectors.audit import held_cents
from marketplace.api.backoffice import ReadOnly, details, moment, row_link, table
from marketplace.api.backoffice.stories import pictures, timeline
from marketplace.core.money import format_usd
from wallet import ledger
from webhooks.selectors.events import story

_SHOWN = 200


class WaitingFilter(admin.SimpleListFilter):
    title = "waits for staff"
    parameter_name = "waits"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [("yes", "Open, or to be approved")]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        return queryset.filter(status__in=OPEN_DISPUTE) if self.value() == "yes" else queryset


@admin.register(Dispute)
class DisputeAdmin(ReadOnly):
    list_display = ("public_id", "status", "category", "owner", "worker", "amount", "created_at", "resolved_at")
    list_filter = (WaitingFilter, "status", "category")
    list_select_related = ("escrow",)
    search_fields = ("owner__name", "owner__email", "worker__name", "worker__email")
    search_help_text = "A party's name or e-mail, or any public id (dsp_…, esc_…, usr_…, prf_…)."
    ordering = ("-id",)
    fieldsets = (
        (
            None,
            {
                "fields": (
                    "decided_on",
                    ("id", "created_at"),
                    ("status", "resolved_at"),
                    "owner",
                    "worker",
                    "category",
                    "objection",
                )
            },
        ),
        ("Money", {"classes": ["fieldset-wide"], "fields": ("money", "postings", "decided")}),
        ("What both sides show", {"classes": ["fieldset-wide"], "fields": ("shown",)}),
        ("The work", {"classes": ["fieldset-wide"], "fields": ("case_file",)}),
        ("What happened", {"classes": ["fieldset-wide"], "fields": ("timeline",)}),
    )
    readonly_fields = ("decided_on", "objection", "money", "postings", "decided", "shown", "case_file", "timeline")

    def heading(self, row: Dispute) -> str:
        return f"{row.category.replace('_', ' ')} {row.public_id}"

    def get_queryset(self, request: HttpRequest) -> QuerySet[Dispute]:
        rows: QuerySet[Dispute] = super().get_queryset(request)
        return rows.select_related("escrow", "owner", "worker", "case")

    @admin.display(description="decided on the page of its case")
    def decided_on(self, row: Dispute) -> SafeString | str:
        case: Case | None = getattr(row, "case", None)
        return row_link("cas", case.pk) if case is not None else "It has none: it was over before there were cases."

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
