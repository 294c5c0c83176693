"""Cases: the page of one. Its list is the queue."""

from django.contrib import admin

from escrow.admin.case_screen import CaseScreen
from escrow.models import Case
from marketplace.api.backoffice import ReadOnly


@admin.register(Case)
class CaseAdmin(CaseScreen, ReadOnly):
    list_display = ("public_id", "kind", "stage", "due_at", "title", "amount_cents", "assignee", "created_at")
    list_filter = ("stage", "kind")
    search_fields = ("title",)
    search_help_text = "Words of the title, or any public id (cas_…, dsp_…, esc_…, usr_…, prf_…)."
    ordering = ("-id",)
