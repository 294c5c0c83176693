from django.contrib import admin

from bounties.models import Application, Bounty, Submission
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
