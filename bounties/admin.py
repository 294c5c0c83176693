from collections.abc import Callable
from functools import partial
from typing import Any

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest

from bounties.models import (
    Application,
    Attendance,
    Bounty,
    Category,
    Invitation,
    NoticeRule,
    Outreach,
    PayMinimum,
    Receipt,
    ScreeningRule,
    Submission,
    TaskPlace,
)
from bounties.services import bounties
from marketplace.api.backoffice import ReadOnly
from marketplace.core.actor import Actor
from marketplace.core.errors import Problem
from marketplace.core.later import unit
from marketplace.models import Account


@admin.register(Bounty)
class BountyAdmin(ReadOnly):
    list_display = (
        "public_id",
        "title",
        "status",
        "owner",
        "seat_cents",
        "spots_filled",
        "spots_available",
        "created_at",
    )
    list_filter = ("status", "category")
    list_select_related = ("owner",)
    search_fields = ("title",)
    ordering = ("-id",)
    actions = ("let_go_live", "turn_down")

    def has_decide_permission(self, request: HttpRequest) -> bool:
        return request.user.is_active and request.user.is_superuser

    @admin.action(description="Let go live (those in pending_review)", permissions=["decide"])
    def let_go_live(self, request: HttpRequest, rows: QuerySet[Bounty]) -> None:
        self._each(request, rows, lambda actor, row: bounties.approve(actor, row.pk))

    @admin.action(description="Turn down and refund (those in pending_review)", permissions=["decide"])
    def turn_down(self, request: HttpRequest, rows: QuerySet[Bounty]) -> None:
        self._each(request, rows, lambda actor, row: bounties.refuse(actor, row.pk, reason=row.screening_reason))

    def _each(self, request: HttpRequest, rows: QuerySet[Bounty], verb: Callable[[Actor, Bounty], Any]) -> None:
        assert isinstance(request.user, Account)  # has_decide_permission let nobody else in
        for row in rows:
            try:
                unit(partial(verb, Actor.staff(request.user), row))
                messages.success(request, f"{row.public_id}: done.")
            except Problem as problem:
                messages.error(request, f"{row.public_id}: {problem.message}")


@admin.register(Category)
class CategoryAdmin(admin.ModelAdmin):
    list_display = ("slug", "name", "is_active")


@admin.register(NoticeRule)
class NoticeRuleAdmin(admin.ModelAdmin):
    list_display = ("__str__", "hours")


@admin.register(PayMinimum)
class PayMinimumAdmin(admin.ModelAdmin):
    list_display = ("__str__", "currency", "hourly_cents")


@admin.register(ScreeningRule)
class ScreeningRuleAdmin(admin.ModelAdmin):
    list_display = ("phrase", "reason", "is_active")


@admin.register(Application)
class ApplicationAdmin(ReadOnly):
    list_display = ("public_id", "bounty", "human", "status", "confirm_by", "confirmed_at", "created_at")
    list_filter = ("status",)
    list_select_related = ("bounty", "human")
    ordering = ("-id",)


@admin.register(Submission)
class SubmissionAdmin(ReadOnly):
    list_display = ("public_id", "bounty", "application", "status", "created_at", "finalized_at")
    list_filter = ("status",)
    list_select_related = ("bounty", "application")
    ordering = ("-id",)


@admin.register(TaskPlace)
class TaskPlaceAdmin(admin.ModelAdmin):
    """Operators look up where a task is; from then on distances to it are measured."""

    list_display = ("bounty", "latitude", "longitude")
    list_select_related = ("bounty",)
    raw_id_fields = ("bounty",)
    ordering = ("-pk",)


@admin.register(Attendance)
class AttendanceAdmin(ReadOnly):
    list_display = ("public_id", "bounty", "application", "state", "distance_meters", "arrived_at", "left_at")
    list_filter = ("state",)
    list_select_related = ("bounty", "application")
    ordering = ("-id",)


@admin.register(Receipt)
class ReceiptAdmin(ReadOnly):
    list_display = ("number", "bounty", "version", "seat_count", "billing_email", "created_at")
    list_select_related = ("bounty",)
    search_fields = ("number",)
    ordering = ("-id",)


@admin.register(Outreach)
class OutreachAdmin(ReadOnly):
    list_display = ("bounty", "wave", "target", "next_wave_at", "boosted_at")
    list_select_related = ("bounty",)
    ordering = ("-pk",)


@admin.register(Invitation)
class InvitationAdmin(ReadOnly):
    list_display = ("public_id", "bounty", "human", "wave", "created_at")
    list_select_related = ("bounty", "human")
    ordering = ("-id",)
