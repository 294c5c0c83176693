"""Invoices of our fee are read only, for staff too."""

from django.contrib import admin

from escrow.models import Invoice
from marketplace.api.backoffice import ReadOnly


@admin.register(Invoice)
class InvoiceAdmin(ReadOnly):
    list_display = ("name", "account", "month", "fee_cents", "created_at")
    list_display_links = ("name",)
    list_filter = ("year",)
    search_fields = ("account__name", "account__email", "buyer")
    search_help_text = "The owner's name or e-mail, words of whom it is made out to, or any public id (inv_…, usr_…)."
    ordering = ("-year", "-number")
    date_hierarchy = None
