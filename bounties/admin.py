from django.contrib import admin

from bounties.models import Application, Attendance, Bounty, Receipt, Submission, TaskPlace
from marketplace.api.backoffice import ReadOnly


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
