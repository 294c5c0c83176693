"""Services that people offer, subscriptions and their bookings."""

from typing import Any

from django.contrib import admin
from django.utils.safestring import SafeString

from humans.models import (
    Booking,
    Service,
    Subscription,
)
from humans.services import listings, subscriptions
from marketplace.api.backoffice import Deciding, Note, ReadOnly, Verb, moment, row_link, table
from marketplace.core.actor import Actor

CYCLES = 50


def _hide(actor: Actor, row: Service, values: dict[str, Any]) -> None:
    listings.hide(actor, row.pk, reason=values["reason"])


def _show(actor: Actor, row: Service, values: dict[str, Any]) -> None:
    listings.hide(actor, row.pk, reason="")


HIDE = Verb(
    name="hide",
    label="Take it off the list",
    perform=_hide,
    outcome=lambda row: (
        f"Nobody finds or books “{row.title}” any more; its subscriptions run on. Its owner reads the reason."
    ),
    done="is off the list.",
    is_harsh=True,
)
SHOW = Verb(
    name="show",
    label="Put it back on the list",
    perform=_show,
    outcome=lambda row: f"“{row.title}” can be found and booked again, while its owner has it switched on.",
    done="is on the list again.",
    form=Note,
)


@admin.register(Service)
class ServiceAdmin(Deciding):
    verbs = (HIDE, SHOW)
    list_display = ("public_id", "title", "human", "category", "price_cents", "is_active", "hidden_at", "created_at")
    list_filter = ("is_active", ("hidden_at", admin.EmptyFieldListFilter), ("deleted_at", admin.EmptyFieldListFilter))
    search_fields = ("title", "category", "human__name", "human__email")
    search_help_text = "Words of the title, a category, whose it is, or a public id (svc_…, usr_…, prf_…)."
    exclude = ("words",)
    ordering = ("-id",)

    def open_verbs(self, row: Service) -> tuple[Verb, ...]:
        return () if row.deleted_at else (SHOW,) if row.hidden_at else (HIDE,)


def _cancel(actor: Actor, row: Subscription, values: dict[str, Any]) -> None:
    subscriptions.cancel_by_staff(actor, row.pk, reason=values["reason"])


CANCEL = Verb(
    name="cancel",
    label="Cancel it and return the money",
    perform=_cancel,
    outcome=lambda row: (
        "It ends now. What is paid for and was not delivered goes back to the booker's wallet; what was delivered is decided "
        "as ever. Both sides get a mail with the reason."
    ),
    done="was canceled.",
    is_harsh=True,
)


@admin.register(Subscription)
class SubscriptionAdmin(Deciding):
    verbs = (CANCEL,)
    list_display = ("public_id", "title", "status", "booker", "provider", "price_cents", "interval", "next_cycle_at")
    list_filter = ("status", "interval")
    search_fields = ("title", "booker__name", "booker__email", "provider__name", "provider__email")
    search_help_text = (
        "Words of the title, a party's name or e-mail, or any public id (ssb_…, svc_…, cnv_…, usr_…, prf_…)."
    )
    fieldsets = (
        (
            None,
            {
                "fields": (
                    ("id", "created_at"),
                    ("status", "end_reason"),
                    ("booker", "provider"),
                    ("service", "conversation"),
                    ("next_cycle_at", "next_date"),
                    ("approved_at", "past_due_since"),
                    ("cancel_requested_at", "canceled_at"),
                )
            },
        ),
        (
            "Terms",
            {
                "fields": (
                    "title",
                    ("price_cents", "fee_cents"),
                    ("interval", "duration_minutes"),
                    ("first_date", "start_time"),
                    "timezone",
                )
            },
        ),
        ("Cycles", {"classes": ["fieldset-wide"], "fields": ("cycles",)}),
    )
    readonly_fields = ("cycles",)
    ordering = ("-id",)

    def open_verbs(self, row: Subscription) -> tuple[Verb, ...]:
        return () if row.status == "canceled" else (CANCEL,)

    @admin.display(description=f"latest {CYCLES} cycles")
    def cycles(self, row: Subscription) -> SafeString:
        found = row.bookings.select_related("escrow").order_by("-date")[:CYCLES]
        return table(
            ("Appointment", "Booking", "Status", "Escrow", "Of the escrow", "Lapses", "Why it ended"),
            (
                (
                    moment(one.starts_at),
                    row_link("sbk", one.pk),
                    one.status,
                    row_link("esc", one.escrow_id),
                    one.escrow_status,
                    moment(one.due_at),
                    one.end_reason,
                )
                for one in found
            ),
        )


@admin.register(Booking)
class BookingAdmin(ReadOnly):
    list_display = ("public_id", "subscription", "status", "booker", "provider", "starts_at", "due_at")
    list_filter = ("status",)
    search_fields = ("booker__name", "booker__email", "provider__name", "provider__email")
    search_help_text = "A party's name or e-mail, or any public id (sbk_…, ssb_…, esc_…, usr_…, prf_…)."
    ordering = ("-id",)
