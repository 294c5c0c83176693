"""Settings of the dispute desk that hold from a moment on: clocks, reason codes, the evidence that staff want to see. A row that
has begun is never changed or deleted; another one takes its place."""

from typing import Any

from django.contrib import admin

from escrow.models import DeskClocks, EvidenceWanted, ReasonCode
from marketplace.api.backoffice import Dated, DatedForm

_HOURS_MAX = 90 * 24


class ClocksForm(DatedForm):
    class Meta:
        model = DeskClocks
        fields = (
            *("answer_hours", "settlement_hours", "evidence_hours", "first_look_hours", "decision_hours"),
            *("approval_hours", "appeal_days", "keeps_share", "holds_from", "why"),
        )
        help_texts = {
            "answer_hours": "The other party answers the objection.",
            "settlement_hours": "An offer of a party stays open.",
            "evidence_hours": "What staff asked for, unless they name other hours.",
            "first_look_hours": "Staff take a case for the first time.",
            "decision_hours": "Staff decide; the clock stands still while a party is asked.",
            "approval_hours": "A second person approves a proposal.",
            "appeal_days": "Who lost may appeal, once.",
        }

    def clean(self) -> dict[str, Any]:
        values = super().clean()
        for name, value in values.items():
            most = 90 if name == "appeal_days" else _HOURS_MAX
            if name.endswith(("_hours", "_days")) and value is not None and not 1 <= value <= most:
                self.add_error(name, f"1 to {most:,}.")
        return values


def _without_rows() -> str:
    """`answer 48 hours, …`: the clocks of a desk whose operators have set none."""
    plain = DeskClocks()
    hours = [
        f"{name.removesuffix('_hours').replace('_', ' ')} {getattr(plain, name)} hours"
        for name in ClocksForm.Meta.fields
        if name.endswith("_hours")
    ]
    return ", ".join([*hours, f"appeal {plain.appeal_days} days"])


@admin.register(DeskClocks)
class ClocksAdmin(Dated):
    """The latest that has begun holds; without any those of the model."""

    form = ClocksForm
    none_yet = "Without a row these hold: " + _without_rows() + "."
    list_display = (
        *(
            "begins",
            "state",
            "answer_hours",
            "settlement_hours",
            "evidence_hours",
            "first_look_hours",
            "decision_hours",
        ),
        *("approval_hours", "appeal_days", "keeps_share", "why"),
    )
    list_display_links = ("begins",)


class CodeForm(DatedForm):
    SUBJECT = ("code",)
    ENDED_BY = "text"
    NOTHING_ENDS = "Give its text: there is no such code that could end."

    class Meta:
        model = ReasonCode
        fields = ("code", "decision", "is_overturning", "text", "holds_from", "why")
        help_texts = {
            "code": "Small letters, digits and hyphens: not-as-agreed. The same code again replaces its text.",
            "text": "Both sides read it. Empty: the code ends then.",
        }


@admin.register(ReasonCode)
class CodeAdmin(Dated):
    form = CodeForm
    list_display = ("code", "decision", "is_overturning", "text", "begins", "state", "why")
    list_display_links = ("code",)
    list_filter = ("decision", "is_overturning")
    search_fields = ("code", "text", "why")
    search_help_text = "Words of the code, its text or its reason."


class WantedForm(DatedForm):
    SUBJECT = ("category", "name")
    ENDED_BY = "label"
    NOTHING_ENDS = "Say what is wanted: there is no such row that could end."

    class Meta:
        model = EvidenceWanted
        fields = ("category", "name", "side", "label", "holds_from", "why")
        help_texts = {
            "name": "Small letters, digits and hyphens. The same name of the same category again replaces its words.",
            "label": "What staff look for, in a few words: it can be asked for as it stands. Empty: it ends then.",
            "side": "Who would have it.",
        }


@admin.register(EvidenceWanted)
class WantedAdmin(Dated):
    form = WantedForm
    list_display = ("about", "label", "side", "name", "begins", "state", "why")
    list_display_links = ("label",)
    list_filter = ("category", "side")
    search_fields = ("label", "name", "why")
    search_help_text = "Words of the label, the name or the reason."

    @admin.display(description="category", ordering="category")
    def about(self, row: EvidenceWanted) -> str:
        return row.category.replace("_", " ")
