"""Restrictions of accounts: the buttons on an account's page, and the list of all, with those that have ended."""

from typing import Any

from django import forms
from django.contrib import admin
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from marketplace.api.backoffice import Note, ReadOnly, Reason, Verb, moment
from marketplace.core.actor import Actor
from marketplace.models import Account, AccountRestriction
from marketplace.selectors import account_restrictions as reads
from marketplace.services import account_restrictions, accounts

_STOPS = {
    "no_jobs": "No new jobs: posting and funding of jobs and orders, direct hires, payment of offers, bookings, new runs.",
    "no_applications": "No new work: applying, approving of bookings; nobody can hire them by name.",
    "no_withdrawals": "No withdrawals from wallet and earnings, no refunds of deposits.",
}


class RestrictForm(Reason):
    no_jobs = forms.BooleanField(required=False, label="No new jobs")
    no_applications = forms.BooleanField(required=False, label="No applications")
    no_withdrawals = forms.BooleanField(required=False, label="No withdrawals")
    until = forms.SplitDateTimeField(
        required=False,
        label="Until (UTC)",
        widget=forms.SplitDateTimeWidget(date_attrs={"type": "date"}, time_attrs={"type": "time"}),
        help_text="Empty: until somebody lifts it.",
    )
    field_order = ("no_jobs", "no_applications", "no_withdrawals", "until", "reason")


def _restrict(actor: Actor, row: Account, values: dict[str, Any]) -> None:
    stops = {name: values[name] for name in _STOPS}
    account_restrictions.restrict(actor, row.pk, **stops, reason=values["reason"], until=values["until"])


def _lift(actor: Actor, row: Account, values: dict[str, Any]) -> None:
    account_restrictions.lift(actor, row.pk, note=values["reason"])


def _preview(row: Account, values: dict[str, Any]) -> SafeString:
    """What stops, until when, what is underway and goes on."""
    stopped = format_html_join("", "<li>{}</li>", ((words,) for name, words in _STOPS.items() if values[name]))
    end = moment(values["until"]) if values["until"] else "somebody lifts it"
    underway = ", ".join(accounts.underway(row)).replace("_", " ") or "nothing"
    return format_html(
        "<p>{} until {}:</p><ul>{}</ul><p>What is underway goes on: {}. They get a mail and a push with your words.</p>",
        *(row.display_name, end, stopped or "nothing: tick one", underway),
    )


def _initial(row: Account) -> dict[str, Any]:
    found = reads.in_force(row.pk)
    if found is None:
        return {}
    return {name: getattr(found, name) for name in (*_STOPS, "until", "reason")}


RESTRICT = Verb(
    name="restrict",
    label="Restrict the account",
    perform=_restrict,
    outcome=lambda row: f"What {row.display_name} can begin is restricted; what is underway goes on.",
    preview=_preview,
    done="is restricted:",
    form=RestrictForm,
    initial=_initial,
    is_harsh=True,
)
LIFT = Verb(
    name="lift",
    label="Lift the restriction",
    perform=_lift,
    outcome=lambda row: f"Everything works for {row.display_name} as before. They get a mail and a push.",
    done="is not restricted any more.",
    form=Note,
)


@admin.register(AccountRestriction)
class AccountRestrictionAdmin(ReadOnly):
    """They are made, changed and lifted on the account's page."""

    list_display = ("public_id", "account", "stops", "reason", "until", "ended_at", "made_by")
    list_filter = (("ended_at", admin.EmptyFieldListFilter), "no_jobs", "no_applications", "no_withdrawals")
    search_fields = ("account__name", "account__email", "reason")
    search_help_text = "Whose it is, words of the reason, or a public id (rst_…, usr_…, prf_…)."
    ordering = ("-id",)

    def heading(self, row: AccountRestriction) -> str:
        return f"{row.account.display_name} {row.public_id}"

    @admin.display(description="stops")
    def stops(self, row: AccountRestriction) -> str:
        return ", ".join(f"no {name}" for name in reads.stops(row))
