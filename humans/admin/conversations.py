"""Conversations, messages, and the phrases that messages must not contain."""

from django import forms
from django.contrib import admin
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.text import Truncator

from humans.models import (
    Conversation,
    Message,
    MessageRule,
)
from marketplace.api.backoffice import ReadOnly, Settings, SettingsForm, moment, table

TRANSCRIPT = 200


@admin.register(Conversation)
class ConversationAdmin(ReadOnly):
    list_display = ("public_id", "subject", "kind", "status", "agent", "human", "message_count", "updated_at")
    list_filter = ("kind", "status")
    search_fields = ("subject", "agent__email", "agent__name", "human__email", "human__name")
    search_help_text = "Words of the subject, a name or e-mail, or any public id (cnv_…, bty_…, app_…, usr_…, prf_…)."
    readonly_fields = ("transcript",)
    ordering = ("-id",)

    @admin.display(description=f"latest {TRANSCRIPT} messages")
    def transcript(self, conversation: Conversation) -> SafeString:
        rows = list(conversation.messages.select_related("sender").order_by("-number")[:TRANSCRIPT])
        return table(
            ("At", "Who", "Words"),
            (
                (
                    moment(row.created_at),
                    f"{row.sender.display_name} ({row.sender_type})",
                    format_html(
                        '<div class="said">{}</div><span class="quiet">{}</span>',
                        row.content,
                        " ".join(
                            filter(
                                None, ("" if row.message_type == "text" else row.message_type, str(row.metadata or ""))
                            )
                        ),
                    ),
                )
                for row in reversed(rows)
            ),
        )


@admin.register(Message)
class MessageAdmin(ReadOnly):
    list_display = ("public_id", "conversation", "sender", "sender_type", "words", "created_at", "read_at")
    list_filter = ("message_type", "sender_type")
    search_fields = ("content",)
    search_help_text = "Words of the message, or any public id (msg_…, cnv_…, usr_…, prf_…)."
    ordering = ("-id",)

    @admin.display(description="words")
    def words(self, row: Message) -> str:
        return Truncator(row.content).chars(80)


class MessageRuleForm(SettingsForm):
    class Meta:
        model = MessageRule
        fields = ("phrase", "reason", "is_active")
        help_texts = {"is_active": "Switched off: messages may contain it."}

    def clean_phrase(self) -> str:
        phrase = " ".join(str(self.cleaned_data["phrase"]).split())
        if not any(map(str.isalnum, phrase)):
            raise forms.ValidationError("Give at least one letter or digit: signs alone are no word.")
        if MessageRule.objects.filter(phrase__iexact=phrase).exclude(pk=self.instance.pk).exists():
            raise forms.ValidationError("There is a rule for this phrase already: edit that one.")
        return phrase


@admin.register(MessageRule)
class MessageRuleAdmin(Settings):
    """Operators list the phrases that messages must not contain."""

    form = MessageRuleForm
    list_display = ("phrase", "reason", "is_active", "created_at")
    list_filter = ("is_active",)
    search_fields = ("phrase", "reason")
    ordering = ("phrase",)
