"""Above which amount a dispute's decision needs a second person. A change takes two operators."""

from django.contrib import admin
from django.http import HttpRequest

from escrow.models import DisputePolicy
from marketplace.api.backoffice import DollarsField, Settings, SettingsForm


class PolicyForm(SettingsForm):
    approval_above_cents = DollarsField(
        label="Two people above",
        help_text="The seat's total, fee included, in US dollars, above which a colleague approves a decision. 0: always.",
    )

    class Meta:
        model = DisputePolicy
        fields = ("approval_above_cents",)


@admin.register(DisputePolicy)
class PolicyAdmin(Settings):
    """A single row, which is edited but never added or deleted."""

    form = PolicyForm
    is_guarded = True
    list_display = ("__str__",)
    ordering = ("pk",)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False  # a migration has made the row

    def has_delete_permission(self, request: HttpRequest, obj: DisputePolicy | None = None) -> bool:
        return False
