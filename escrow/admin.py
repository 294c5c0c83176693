"""Escrows are read only; the release ladder is edited by operators."""

from django.contrib import admin

from escrow.models import Escrow, LadderBand
from marketplace.api.backoffice import ReadOnly


@admin.register(Escrow)
class EscrowAdmin(ReadOnly):
    list_display = ("public_id", "kind", "status", "owner", "worker", "amount_cents", "created_at")
    list_filter = ("kind", "status")
    list_select_related = ("owner", "worker")
    ordering = ("-id",)


@admin.register(LadderBand)
class LadderAdmin(admin.ModelAdmin):
    list_display = ("__str__", "dispute_window_hours", "auto_release_hours")
