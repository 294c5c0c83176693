"""The forms of a case. Its page keeps what was typed whatever happens, so a form is shown from what was typed, not from itself."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from django import forms

from escrow.models import ReasonCode
from marketplace.api.backoffice import DollarsField
from marketplace.core.money import format_usd

REASON_MAX, LETTER_MAX = 300, 5000
OUTCOMES = [("release", "Pay the worker"), ("split", "Split"), ("refund", "Return everything")]
_UNCHOSEN = "Choose what follows for the money, or type an amount to split it."


class DecisionForm(forms.Form):
    """What is decided, and why. Its preview shows the postings; nothing moves by this form.

    An amount without an outcome is a split. One that contradicts the outcome is refused: which of the two was meant is not guessed.
    """

    outcome = forms.ChoiceField(choices=OUTCOMES, required=False)
    worker = DollarsField(
        label="For the worker",
        required=False,
        error_messages={"invalid": "Give US dollars and cents as a number, such as 12.50."},
    )
    reason_code = forms.CharField(max_length=40, required=False)
    reason = forms.CharField(max_length=REASON_MAX, required=False, strip=True)
    letter_funder = forms.CharField(max_length=LETTER_MAX, required=False, strip=True)
    letter_worker = forms.CharField(max_length=LETTER_MAX, required=False, strip=True)
    read_at = forms.CharField(max_length=40, required=False)

    def __init__(self, *args: Any, payout_cents: int, codes: Iterable[ReasonCode], **options: Any) -> None:
        super().__init__(*args, **options)
        self.payout_cents, self.codes = payout_cents, {row.code: row for row in codes}

    def clean(self) -> dict[str, Any]:
        values: dict[str, Any] = super().clean() or {}
        if not self._is_unclear:
            values["worker_cents"] = self._cents(values["outcome"], values["worker"])
        self._check_code(values, "" if self._is_unclear else _kind(values["worker_cents"], self.payout_cents))
        if not values.get("reason") and "reason_code" not in self.errors and "reason" not in self.errors:
            self.add_error("reason", "Say why, or choose a reason with a text: both sides read it.")
        return values

    @property
    def _is_unclear(self) -> bool:
        """Whether the money has a fault so far: then nothing else is measured by it."""
        return not self.errors.keys().isdisjoint(("outcome", "worker"))

    def _cents(self, outcome: str, typed: int | None) -> int:
        """What the worker gets, in cents; with an error when outcome and amount don't say one thing."""
        if outcome in ("release", "refund"):
            fixed = self.payout_cents if outcome == "release" else 0
            if typed not in (None, fixed):
                self.add_error(
                    "worker",
                    f"{dict(OUTCOMES)[outcome]} is chosen, with which the worker gets {format_usd(fixed)}, and another amount "
                    "stands here. Choose Split to pay this amount, or empty this field.",
                )
            return fixed
        if typed is None:
            field, fault = ("worker", "Say how much of it the worker gets.") if outcome else ("outcome", _UNCHOSEN)
            self.add_error(field, fault)
        elif typed > self.payout_cents:
            self.add_error("worker", f"At most {format_usd(self.payout_cents)}: more was never agreed.")
        return typed or 0

    def _check_code(self, values: dict[str, Any], decision: str) -> None:
        if not (code := values.get("reason_code")):
            return
        row = self.codes.get(code)
        if row is None:
            self.add_error("reason_code", "This reason does not hold any more: choose another one.")
        elif decision and row.decision not in ("", decision):
            self.add_error("reason_code", f"This reason is for: {dict(OUTCOMES)[row.decision].lower()}.")
        elif not values.get("reason"):
            values["reason"] = row.text

    def clean_read_at(self) -> datetime | None:
        """Since when the page was read; a page without it, or with nonsense, was read now."""
        try:
            found = datetime.fromisoformat(self.cleaned_data["read_at"])
        except ValueError:
            return None
        return found if found.tzinfo is not None else None


def _kind(cents: int, payout: int) -> str:
    return "refund" if cents == 0 else "release" if cents == payout else "split"


class ContestForm(forms.Form):
    """How a contested seat is decided, and what both sides read; nothing happens by this form."""

    reason = forms.CharField(
        max_length=REASON_MAX, strip=True, error_messages={"required": "Say why: the people concerned are told."}
    )

    def __init__(self, *args: Any, hours_max: int, **options: Any) -> None:
        super().__init__(*args, **options)
        if hours_max:
            self.fields["hours"] = forms.IntegerField(min_value=1, max_value=hours_max)


class WriteForm(forms.Form):
    """To one side or both; it is sent at once."""

    to = forms.ChoiceField(choices=[("funder", "The funder"), ("worker", "The worker"), ("both", "Both sides")])
    words = forms.CharField(max_length=5000, error_messages={"required": "Write something."})


class NoteForm(forms.Form):
    """For colleagues; never sent."""

    words = forms.CharField(max_length=5000, error_messages={"required": "Write something."})


class AskForm(forms.Form):
    """Named items of one side, by a date."""

    of = forms.ChoiceField(choices=[("worker", "The worker"), ("funder", "The funder")])
    items = forms.CharField(
        max_length=2200, error_messages={"required": "Name what you want to see, a line for each thing."}
    )
    words = forms.CharField(max_length=2000, required=False)
    hours = forms.IntegerField(min_value=1, max_value=720, required=False)

    def clean_items(self) -> list[str]:
        return [line.strip() for line in self.cleaned_data["items"].splitlines() if line.strip()]


class SendBackForm(forms.Form):
    reason = forms.CharField(
        max_length=REASON_MAX, strip=True, error_messages={"required": "Say why: the proposer reads it."}
    )
