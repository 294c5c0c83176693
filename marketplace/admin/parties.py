"""A person's page: everything about them in one place, of all apps, with links. Personal data is masked until it is uncovered
with a reason, which is written down; colleagues leave notes.
"""

from datetime import datetime, timedelta
from functools import partial
from typing import Any, Final
from uuid import UUID

from django import forms
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed, HttpResponseNotFound, HttpResponseRedirect
from django.urls import URLPattern, path, reverse

from marketplace.admin import party_sections
from marketplace.api.backoffice import Deciding, Note, is_decider, journal, reading
from marketplace.core import clock
from marketplace.core.actor import Actor
from marketplace.core.errors import Problem
from marketplace.core.transactions import unit
from marketplace.models import Account
from marketplace.ports import PartyPart, party_notes, party_parts
from marketplace.services import private_reads

REVEALED_FOR: Final = timedelta(minutes=10)
_KEPT: Final = "revealed"  # in the session: key of an account -> until when, by the wall's clock
_ORDER: Final = ("personal", "signals", "restrictions", "notes", "hires", "cases", "money")


class NoteForm(forms.Form):
    words = forms.CharField(
        label="A note for colleagues",
        max_length=5000,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text="Never sent, never shown to them. Keep to facts: a person may ask what is stored about them.",
        error_messages={"required": "Write something first."},
    )


class PartyPage(Deciding):
    """The page of accounts."""

    change_form_template = "admin/party.html"
    is_list_only_read = True  # in which people are searched for

    def get_urls(self) -> list[URLPattern]:
        wrap = self.admin_site.admin_view
        return [
            path("<uuid:pk>/reveal/", wrap(self.reveal_view), name="marketplace_account_reveal"),
            path("<uuid:pk>/note/", wrap(self.note_view), name="marketplace_account_note"),
            *super().get_urls(),
        ]

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: Any = None
    ) -> HttpResponse:
        row = self.get_object(request, object_id) if self.has_view_permission(request) else None
        more = dict(extra_context or {})
        if isinstance(row, Account):
            until = _revealed_until(request, row.pk)
            more |= {
                "parts": reading.read(request, partial(_parts, row, is_revealed=until is not None)),
                "revealed_until": until,
                "may_act": is_decider(request),
                "reveal_form": Note(prefix="reveal"),
                "note_form": NoteForm(prefix="note"),
            }
        return super().change_view(request, object_id, form_url, more)

    def reveal_view(self, request: HttpRequest, pk: UUID) -> HttpResponse:
        """POST: uncover this person's personal data, for ten minutes, for this member of staff, with a reason."""
        row = self._acting_on(request, pk)
        if isinstance(row, HttpResponse):
            return row
        form = Note(request.POST, prefix="reveal")
        if not form.is_valid():
            messages.warning(request, "Nothing was uncovered: say why. Colleagues read it in the history.")
            return self._back(row)
        unit(partial(_write_down, request, row, form.cleaned_data["reason"]))
        now = clock.wall()
        kept = {key: at for key, at in request.session.get(_KEPT, {}).items() if datetime.fromisoformat(at) > now}
        request.session[_KEPT] = kept | {str(row.pk): (now + REVEALED_FOR).isoformat()}
        return self._back(row)

    def note_view(self, request: HttpRequest, pk: UUID) -> HttpResponse:
        """POST: leave a note about this person."""
        row = self._acting_on(request, pk)
        if isinstance(row, HttpResponse):
            return row
        assert isinstance(request.user, Account)
        form = NoteForm(request.POST, prefix="note")
        if not form.is_valid():
            messages.warning(request, "Nothing was noted: write 1 to 5,000 characters.")
            return self._back(row)
        actor, words = Actor.staff(request.user), form.cleaned_data["words"]
        try:
            unit(lambda: party_notes.get()(actor, about_id=row.pk, words=words))
        except Problem as problem:
            messages.warning(request, f"Nothing was noted. {problem.message}")
            return self._back(row)
        messages.success(request, "Noted, for colleagues.")
        return self._back(row)

    def _acting_on(self, request: HttpRequest, pk: UUID) -> Account | HttpResponse:
        """403 for auditors."""
        if not is_decider(request):
            raise PermissionDenied
        if request.method != "POST":
            return HttpResponseNotAllowed(["POST"])
        return Account.objects.filter(pk=pk).first() or HttpResponseNotFound("There is no such account.")

    def _back(self, row: Account) -> HttpResponse:
        return HttpResponseRedirect(reverse("admin:marketplace_account_change", args=[row.pk]))


def _write_down(request: HttpRequest, row: Account, reason: str) -> None:
    assert isinstance(request.user, Account)
    journal.write(request, "revealed", row, reason)
    private_reads.note(request.user, row, "revealed", reason)


def _revealed_until(request: HttpRequest, pk: UUID) -> datetime | None:
    """None when this person's data is masked. Whoever lost the right since then sees nothing."""
    kept = request.session.get(_KEPT, {}).get(str(pk))
    until = datetime.fromisoformat(kept) if kept else None
    return until if until is not None and until > clock.wall() and is_decider(request) else None


def _parts(row: Account, *, is_revealed: bool) -> list[PartyPart]:
    found = party_sections.sections(row, is_revealed=is_revealed)
    for plug in party_parts.all():
        found += plug(row, is_revealed=is_revealed)
    return sorted(found, key=lambda part: _ORDER.index(part.key) if part.key in _ORDER else len(_ORDER))
