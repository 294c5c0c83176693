"""The other places of a job, beside the one that a case is about: who has them, how far they are, and whether the same words were
sent there."""

import re
from collections.abc import Sequence
from uuid import UUID

from django.db.models import Case, When
from django.urls import reverse

from bounties.models import Application, Submission
from escrow.ports import OtherSeat

_SHOWN = 20
_READ = 200  # of the others' evidence, the latest
_SAME_FROM = 12  # letters and digits: shorter words, such as "Done.", are everybody's


def others(application: Application, sent: Sequence[Submission]) -> tuple[list[OtherSeat], int]:
    """The other hires of the bounty, those first who sent the same words as this one (`sent`), and how many more there are. Nothing
    of what they wrote. One query for a job that nobody else has, else three. Locks nothing."""
    # Asked of the hires and not of `spots_available`: a place that was refunded is not counted there any more.
    seats = Application.objects.filter(bounty_id=application.bounty_id, status="accepted").exclude(pk=application.pk)
    number = seats.count()
    if not number:
        return [], 0
    same = _same(application, sent)
    first = Case(When(pk__in=same, then=0), default=1)
    found = seats.select_related("human", "escrow").order_by(first, "id")[:_SHOWN]
    return [_shown(one, is_same=one.pk in same) for one in found], max(number - _SHOWN, 0)


def _shown(seat: Application, *, is_same: bool) -> OtherSeat:
    state = seat.escrow.status if seat.escrow is not None else seat.status
    page = reverse("admin:bounties_application_change", args=[seat.pk])
    return OtherSeat(seat.human_name, state.replace("_", " "), page, is_same)


def _same(application: Application, sent: Sequence[Submission]) -> set[UUID]:
    """Applications to the bounty with which the same words were sent as with this one."""
    mine = {_plain(one) for one in sent} - {""}
    if not mine:
        return set()
    theirs = Submission.objects.filter(application__bounty_id=application.bounty_id).exclude(application=application)
    words = theirs.only("application_id", "form", "text_evidence").order_by("-id")[:_READ]
    return {one.application_id for one in words if _plain(one) in mine}


def _plain(sent: Submission) -> str:
    """Of words and form the letters and digits, as no re-typing changes them; empty when there are few."""
    words = str(sent.form.get("reason") or sent.text_evidence)
    plain = re.sub(r"[\W_]+", "", words.casefold())
    return plain if len(plain) >= _SAME_FROM else ""
