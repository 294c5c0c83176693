from typing import Any

from django import forms
from django.contrib import admin
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.text import Truncator

from humans.models import (
    Booking,
    Conversation,
    Message,
    MessageRule,
    Proficiency,
    Profile,
    Relation,
    Review,
    Service,
    SpeechAttempt,
    Subscription,
)
from humans.services import listings, profiles, reviews, subscriptions
from marketplace.api.backoffice import Deciding, Note, ReadOnly, Settings, SettingsForm, Verb, moment, row_link, table
from marketplace.core.actor import Actor

TRANSCRIPT = 200
CYCLES = 50


def _put_forward(actor: Actor, row: Profile, values: dict[str, Any]) -> None:
    profiles.feature(actor, row.pk, True)


def _take_back(actor: Actor, row: Profile, values: dict[str, Any]) -> None:
    profiles.feature(actor, row.pk, False)


FEATURE = Verb(
    name="feature",
    label="Put forward",
    perform=_put_forward,
    outcome=lambda row: f"{row.account.display_name} is found by who asks for featured people.",
    done="is put forward.",
    form=Note,
    is_for_operators=True,
)
UNFEATURE = Verb(
    name="unfeature",
    label="Put forward no more",
    perform=_take_back,
    outcome=lambda row: f"{row.account.display_name} is found as everybody else.",
    done="is put forward no more.",
    form=Note,
    is_for_operators=True,
)


@admin.register(Profile)
class ProfileAdmin(Deciding):
    """Operators may set `is_featured`; everything else is read-only."""

    verbs = (FEATURE, UNFEATURE)
    list_display = (
        *("person", "headline", "city", "country", "hourly_rate_cents"),
        *("is_findable", "is_available", "is_featured", "review_count"),
    )
    list_filter = ("is_findable", "is_complete", "is_available", "is_featured")
    search_fields = ("account__name", "account__email", "account__username", "headline", "city")
    search_help_text = "A name, e-mail, place or headline, or a public id (prf_…, usr_…)."
    ordering = ("-pk",)
    exclude = ("name_words", "city_words", "terms")
    list_select_related = ("account",)

    def open_verbs(self, row: Profile) -> tuple[Verb, ...]:
        return (UNFEATURE,) if row.is_featured else (FEATURE,)

    @admin.display(description="person", ordering="account__name")
    def person(self, row: Profile) -> str:
        return row.account.display_name


@admin.register(Relation)
class RelationAdmin(ReadOnly):
    list_display = ("created_at", "owner", "kind", "human", "note")
    list_filter = ("kind",)
    search_fields = ("owner__name", "human__name")
    search_help_text = "A name, or a public id of either side (usr_…, prf_…)."
    exclude = ("id",)
    ordering = ("-id",)


def _hide_words(what: str, whose: str) -> Verb:
    """`what`: comment or answer; `whose`: the column of who wrote it."""

    def outcome(row: Review) -> str:
        writer = getattr(row, whose).display_name
        return f"Nobody reads the {what} any more; the stars go on to count. {writer} gets a mail with the reason."

    return Verb(
        name=f"hide_{what}",
        label=f"Hide the {what}",
        perform=lambda actor, row, values: reviews.hide(actor, row.pk, what=what, reason=values["reason"]),
        outcome=outcome,
        done=f"has its {what} hidden.",
        is_harsh=True,
    )


def _show_words(what: str) -> Verb:
    return Verb(
        name=f"show_{what}",
        label=f"Show the {what} again",
        perform=lambda actor, row, values: reviews.hide(actor, row.pk, what=what, reason=""),
        outcome=lambda row: f"Everybody can read the {what} again.",
        done=f"has its {what} shown again.",
        form=Note,
    )


HIDE_WORDS = {"comment": _hide_words("comment", "author"), "answer": _hide_words("answer", "human")}
SHOW_WORDS = {what: _show_words(what) for what in HIDE_WORDS}


@admin.register(Review)
class ReviewAdmin(Deciding):
    verbs = (*HIDE_WORDS.values(), *SHOW_WORDS.values())
    list_display = ("public_id", "human", "author", "rating", "comment", "answer", "created_at")
    list_filter = (
        "rating",
        ("answered_at", admin.EmptyFieldListFilter),
        ("comment_hidden_reason", admin.EmptyFieldListFilter),
        ("answer_hidden_reason", admin.EmptyFieldListFilter),
    )
    search_fields = ("comment", "answer", "human__name", "author__name")
    search_help_text = (
        "Words of the comment or the answer, a name, or any public id (rev_…, bty_…, cnv_…, usr_…, prf_…)."
    )
    ordering = ("-id",)

    def open_verbs(self, row: Review) -> tuple[Verb, ...]:
        hidden = {"comment": row.comment_hidden_reason, "answer": row.answer_hidden_reason}
        return tuple(
            SHOW_WORDS[what] if reason else HIDE_WORDS[what] for what, reason in hidden.items() if getattr(row, what)
        )


def _hide(actor: Actor, row: Service, values: dict[str, Any]) -> None:
    listings.hide(actor, row.pk, reason=values["reason"])


def _show(actor: Actor, row: Service, values: dict[str, Any]) -> None:
    listings.hide(actor, row.pk, reason="")


HIDE = Verb(
    name="hide",
    label="Take it off the list",
    perform=_hide,
    outcome=lambda row: (
        f"Nobody finds or books “{row.title}” any more; its subscriptions run on. Its owner reads the reason."
    ),
    done="is off the list.",
    is_harsh=True,
)
SHOW = Verb(
    name="show",
    label="Put it back on the list",
    perform=_show,
    outcome=lambda row: f"“{row.title}” can be found and booked again, while its owner has it switched on.",
    done="is on the list again.",
    form=Note,
)


@admin.register(Service)
class ServiceAdmin(Deciding):
    verbs = (HIDE, SHOW)
    list_display = ("public_id", "title", "human", "category", "price_cents", "is_active", "hidden_at", "created_at")
    list_filter = ("is_active", ("hidden_at", admin.EmptyFieldListFilter), ("deleted_at", admin.EmptyFieldListFilter))
    search_fields = ("title", "category", "human__name", "human__email")
    search_help_text = "Words of the title, a category, whose it is, or a public id (svc_…, usr_…, prf_…)."
    exclude = ("words",)
    ordering = ("-id",)

    def open_verbs(self, row: Service) -> tuple[Verb, ...]:
        return () if row.deleted_at else (SHOW,) if row.hidden_at else (HIDE,)


def _cancel(actor: Actor, row: Subscription, values: dict[str, Any]) -> None:
    subscriptions.cancel_by_staff(actor, row.pk, reason=values["reason"])


CANCEL = Verb(
    name="cancel",
    label="Cancel it and return the money",
    perform=_cancel,
    outcome=lambda row: (
        "It ends now. What is paid for and was not delivered goes back to the booker's wallet; what was delivered is decided "
        "as ever. Both sides get a mail with the reason."
    ),
    done="was canceled.",
    is_harsh=True,
)


@admin.register(Subscription)
class SubscriptionAdmin(Deciding):
    verbs = (CANCEL,)
    list_display = ("public_id", "title", "status", "booker", "provider", "price_cents", "interval", "next_cycle_at")
    list_filter = ("status", "interval")
    search_fields = ("title", "booker__name", "booker__email", "provider__name", "provider__email")
    search_help_text = (
        "Words of the title, a party's name or e-mail, or any public id (ssb_…, svc_…, cnv_…, usr_…, prf_…)."
    )
    fieldsets = (
        (
            None,
            {
                "fields": (
                    ("id", "created_at"),
                    ("status", "end_reason"),
                    ("booker", "provider"),
                    ("service", "conversation"),
                    ("next_cycle_at", "next_date"),
                    ("approved_at", "past_due_since"),
                    ("cancel_requested_at", "canceled_at"),
                )
            },
        ),
        (
            "Terms",
            {
                "fields": (
                    "title",
                    ("price_cents", "fee_cents"),
                    ("interval", "duration_minutes"),
                    ("first_date", "start_time"),
                    "timezone",
                )
            },
        ),
        ("Cycles", {"classes": ["fieldset-wide"], "fields": ("cycles",)}),
    )
    readonly_fields = ("cycles",)
    ordering = ("-id",)

    def open_verbs(self, row: Subscription) -> tuple[Verb, ...]:
        return () if row.status == "canceled" else (CANCEL,)

    @admin.display(description=f"latest {CYCLES} cycles")
    def cycles(self, row: Subscription) -> SafeString:
        found = row.bookings.select_related("escrow").order_by("-date")[:CYCLES]
        return table(
            ("Appointment", "Booking", "Status", "Escrow", "Of the escrow", "Lapses", "Why it ended"),
            (
                (
                    moment(one.starts_at),
                    row_link("sbk", one.pk),
                    one.status,
                    row_link("esc", one.escrow_id),
                    one.escrow_status,
                    moment(one.due_at),
                    one.end_reason,
                )
                for one in found
            ),
        )


@admin.register(Booking)
class BookingAdmin(ReadOnly):
    list_display = ("public_id", "subscription", "status", "booker", "provider", "starts_at", "due_at")
    list_filter = ("status",)
    search_fields = ("booker__name", "booker__email", "provider__name", "provider__email")
    search_help_text = "A party's name or e-mail, or any public id (sbk_…, ssb_…, esc_…, usr_…, prf_…)."
    ordering = ("-id",)


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
