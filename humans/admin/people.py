"""Profiles, blocks and preferences, reviews."""

from typing import Any

from django.contrib import admin

from humans.models import (
    Profile,
    Relation,
    Review,
)
from humans.services import profiles, reviews
from marketplace.api.backoffice import Deciding, Note, ReadOnly, Verb
from marketplace.core.actor import Actor


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
