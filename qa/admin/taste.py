"""Taste runs: staff can read and stop them."""

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.html import format_html
from django.utils.safestring import SafeString

from marketplace.api.backoffice import Deciding, Reason, Verb, row_link, table
from marketplace.api.backoffice.stories import timeline
from marketplace.core.actor import Actor
from marketplace.core.money import format_usd
from qa.models import TasteRun
from qa.services import taste_panels
from wallet.selectors import flows
from webhooks.selectors.events import story

_SHOWN = 100


def _stop(actor: Actor, row: TasteRun, values: dict[str, Any]) -> None:
    taste_panels.stop(actor, row.pk, reason=values["reason"])


def _outcome(row: TasteRun) -> str:
    if row.status == "pending_funding":
        return f'"{row.bounty.title}" never goes live. Nothing was paid. This can\'t be taken back.'
    hired = row.bounty.spots_filled
    rest = (
        f"The {hired} who are hired keep their seats and deadlines, and are paid for valid votes; then it ends with a report."
        if hired
        else "Nobody is hired: it has failed, without a report."
    )
    return (
        f'Nobody is hired for "{row.bounty.title}" any more. The money of {row.bounty.spots_remaining} free seats returns to '
        f"the owner's wallet. {rest} Whoever waits is told no. This can't be taken back."
    )


STOP = Verb(
    name="stop",
    label="Stop the run",
    perform=_stop,
    outcome=_outcome,
    done="stopped.",
    form=Reason,
    is_harsh=True,
)


@admin.register(TasteRun)
class TasteRunAdmin(Deciding):
    verbs = (STOP,)
    list_display = ("public_id", "title", "status", "owner", "people", "created_at", "ended_at")
    list_filter = ("status", "requires_video", "requires_portfolio")
    search_fields = ("bounty__title", "owner__name", "owner__email")
    search_help_text = "Words of the title, an owner's name or e-mail, or any public id (tst_…, bty_…, usr_…)."
    ordering = ("-id",)
    exclude = ("artifacts", "report")
    fieldsets = (
        (None, {"fields": (("id", "status"), "owner", "bounty", "question", "works")}),
        ("Money", {"fields": ("money",)}),
        (
            "The panel",
            {
                "fields": (
                    ("respondent_count", "people"),
                    ("target_categories", "allowed_genders"),
                    ("requires_video", "requires_portfolio"),
                )
            },
        ),
        ("Report", {"classes": ["fieldset-wide"], "fields": ("tally",)}),
        (
            "Its clocks",
            {"fields": ("created_at", "fund_at", "ends_at", "stopped_at", ("ended_at", "end_reason"))},
        ),
        ("What happened", {"classes": ["fieldset-wide"], "fields": ("timeline",)}),
    )
    readonly_fields = ("works", "money", "people", "tally", "timeline")

    def get_queryset(self, request: HttpRequest) -> QuerySet[TasteRun]:
        rows: QuerySet[TasteRun] = super().get_queryset(request)
        return rows.select_related("bounty", "owner")

    def open_verbs(self, row: TasteRun) -> tuple[Verb, ...]:
        return (STOP,) if row.status in ("pending_funding", "open") and row.stopped_at is None else ()

    @admin.display(description="title", ordering="bounty__title")
    def title(self, row: TasteRun) -> str:
        return row.bounty.title

    @admin.display(description="hired")
    def people(self, row: TasteRun) -> str:
        return f"{row.bounty.spots_filled} of {row.respondent_count}"

    @admin.display(description="artifacts")
    def works(self, row: TasteRun) -> SafeString:
        """The URLs as plain text, so that staff don't open an untrusted page by accident."""
        return table(("Label", "Address"), ((work["label"], work["url"]) for work in row.artifacts), none="None.")

    @admin.display(description="money")
    def money(self, row: TasteRun) -> SafeString:
        found = flows.of_bounties([row.bounty_id]).get(row.bounty_id, flows.NOTHING)
        return format_html(
            "{} reserved, {} spent, {} returned: {}",
            *(format_usd(cents) for cents in (found.reserved, found.spent, found.refunded)),
            row_link("bty", row.bounty_id),
        )

    @admin.display(description="report")
    def tally(self, row: TasteRun) -> SafeString:
        report = row.report or {"tally": [], "summary": ""}
        shown = table(
            ("Label", "Votes", "Share"),
            ((line["label"], line["votes"], f"{100 * line['share']:.0f} %") for line in report["tally"]),
            none="There is none yet.",
        )
        return format_html("<p>{}</p>{}", report["summary"], shown)

    @admin.display(description="timeline")
    def timeline(self, row: TasteRun) -> SafeString:
        return timeline(story([row.pk, row.bounty_id], latest=_SHOWN))
