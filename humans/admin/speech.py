"""Spoken language: scores, and the attempts behind them."""

from django.contrib import admin

from humans.models import (
    Proficiency,
    SpeechAttempt,
)
from marketplace.api.backoffice import ReadOnly


@admin.register(Proficiency)
class ProficiencyAdmin(ReadOnly):
    list_display = (
        "pk",
        "account",
        "language",
        "cefr",
        "cefr_score",
        "confidence",
        "fluency",
        "provider",
        "evaluated_at",
    )
    list_filter = ("language", "cefr", "provider")
    search_fields = ("account__name", "account__email")
    search_help_text = "A name or e-mail, or a public id (usr_…, prf_…)."
    ordering = ("-pk",)


@admin.register(SpeechAttempt)
class SpeechAttemptAdmin(ReadOnly):
    """The outcome of each attempt. The recording is not offered here, and is deleted once it was scored."""

    list_display = (
        *("public_id", "account", "status", "cefr", "reason", "error_code", "seconds", "attempts", "created_at"),
    )
    list_filter = ("status", "language")
    search_fields = ("account__name", "account__email")
    search_help_text = "A name or e-mail, or any public id (spk_…, bty_…, usr_…, prf_…)."
    ordering = ("-id",)
    exclude = ("recording_id", "storage_key")
