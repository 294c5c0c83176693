"""Support reports and the answers of staff."""

from typing import Any, ClassVar

from django import forms
from django.contrib import admin
from django.utils.safestring import SafeString

from marketplace.api.backoffice import Deciding, Note, Verb
from marketplace.core.actor import Actor
from marketplace.core.masking import masked
from marketplace.models import SupportReport
from marketplace.ports import support_threads
from marketplace.rules import REPORT
from marketplace.services import mail_templates, support


class AnswerForm(forms.Form):
    """The answer to the reporter."""

    words = forms.CharField(
        label="Answer",
        max_length=5000,
        strip=True,
        widget=forms.Textarea(attrs={"rows": 8}),
        help_text="The reporter reads it in the conversation, and by mail where we have a confirmed address.",
    )


def _answer_report(actor: Actor, row: SupportReport, values: dict[str, Any]) -> None:
    support.answer(actor, row.pk, values["words"])


def _close_report(actor: Actor, row: SupportReport, values: dict[str, Any]) -> None:
    support.close(actor, row.pk)


ANSWER = Verb(
    name="answer",
    label="Answer",
    perform=_answer_report,
    outcome=lambda row: (
        f"{row.account.display_name} gets these words in the conversation of report {row.number}"
        + (
            f", and by mail to {masked(row.account.email, 'mail')}."
            if mail_templates.accepts_mail(row.account)
            else "; there is no address to mail to."
        )
    ),
    done="is answered.",
    form=AnswerForm,
)
CLOSE = Verb(
    name="close",
    label="Nothing more to do",
    perform=_close_report,
    outcome=lambda row: "Nobody is told. When the reporter writes again, the report is open again.",
    done="is closed.",
    form=Note,
)


@admin.register(SupportReport)
class SupportReportAdmin(Deciding):
    verbs = (ANSWER, CLOSE)
    list_display = ("number", "summary", "category", "priority", "status", "account", "created_at")
    list_filter = ("status", "category", "priority")
    search_fields = ("=number", "summary", "account__name", "account__email")
    search_help_text = (
        "A report's number, words of its summary, whose it is, or a public id (rpt_…, usr_…, prf_…, key_…)."
    )
    fields = (
        *("number", "status", "account", "key", "summary", "category", "priority", "error_code", "source_tool"),
        *("talk", "conversation_id", "created_at", "answered_at", "id"),
    )
    readonly_fields = ("talk",)
    id_prefixes: ClassVar[dict[str, str]] = {"conversation_id": "cnv"}
    ordering = ("-id",)

    def open_verbs(self, row: SupportReport) -> tuple[Verb, ...]:
        return tuple(verb for verb in self.verbs if verb.name in REPORT.allowed(row.status))

    def why_open(self, row: SupportReport) -> str:
        return {"open": "This waits for an answer.", "answered": "This was answered."}.get(
            row.status, "This is closed."
        )

    @admin.display(description="written so far")
    def talk(self, row: SupportReport) -> SafeString | str:
        return support_threads.get().said(row.conversation_id) if row.conversation_id else "-"
