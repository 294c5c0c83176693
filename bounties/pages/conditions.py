"""What a job's clocks are and what one sends, in words, before anybody is hired: by what its kind of work really does."""

from datetime import timedelta
from typing import Any

from django.conf import settings
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from bounties.models import Application, Bounty
from bounties.ports import products
from bounties.rules import listings
from bounties.rules.hiring import settles_at
from bounties.rules.seats import CONFIRM_WITHIN
from bounties.services.forms import UPLOADS
from escrow.rules.escrows import REVIEW_HOURS, band_for
from escrow.selectors import ladder
from marketplace.core import clock
from marketplace.web import formats


def is_upload(bounty: Bounty) -> bool:
    """Whether what is sent with the application is the whole work."""
    return bounty.submission_mode in UPLOADS


def confirms(bounty: Bounty) -> bool:
    """Whether somebody who is chosen confirms their place first."""
    return not is_upload(bounty) and _due_at_once(bounty) is None


def says(bounty: Bounty, name: str) -> bool:
    """What the job's product says of the work (`Product`); False without one."""
    return bool(getattr(products.find(bounty.kind), name, False))


def described(text: str, bounty: Bounty) -> str:
    """A description of this job, as it is now or was agreed, without what only programs read."""
    return listings.for_people(text, is_ours=says(bounty, "writes_listing"))


def after_hire(bounty: Bounty) -> str:
    """What the first clock of a hire is, for somebody who has applied."""
    if is_upload(bounty):
        return _("If your files are taken, you are paid, and nothing else is to be done.")
    if (due := _due_at_once(bounty)) is not None and says(bounty, "takes_by_rules"):
        words = _(
            "Whoever fits is hired at once while there are places: look here again in a minute. Then you have %s to vote."
        )
        return words % formats.length(due)
    if due is not None:
        return _("If you are chosen, you have %s for the work. Nothing has to be confirmed.") % formats.length(due)
    return _("If you are chosen, you have %s to confirm your place.") % formats.length(CONFIRM_WITHIN)


def before_hire(bounty: Bounty) -> list[str]:
    """What follows when its owner hires somebody: whether a place is confirmed first, and when it is paid. At most one query."""
    if is_upload(bounty):
        return [_("Their files are the whole work: people are paid automatically a while after you take them.")]
    if bounty.kind == "personal":  # it is settled at one moment, whatever was looked at until then
        words = _(
            "Once their work is there you have %(hours)s hours to look at it. If you don't answer in them, it counts as accepted "
            "and is paid."
        )
        paid = words % {"hours": REVIEW_HOURS}
    else:
        later = band_for(bounty.unit.total, ladder.bands()).auto_release
        paid = _(
            "Once their work is there you have %(hours)s hours to look at it. If you don't answer in them, it counts as accepted, "
            "and is paid automatically %(later)s after that."
        ) % {"hours": REVIEW_HOURS, "later": formats.length(later)}
    return [_("They have %s to confirm.") % formats.length(CONFIRM_WITHIN), paid] if confirms(bounty) else [paid]


def clocks(bounty: Bounty) -> list[str]:
    """Every clock that a hired person is under, in the order in which they run."""
    if is_upload(bounty):
        return [
            _("You send your files when you apply. They are the whole work."),
            _("If they are taken, you are paid, and nothing else is to be done."),
        ]
    if (due := _due_at_once(bounty)) is not None:
        return [_("Once chosen, you have %s for the work. Nothing has to be confirmed.") % formats.length(due)]
    found = [_("Once chosen, you have %s to confirm your place.") % formats.length(CONFIRM_WITHIN)]
    if bounty.start_window_minutes:
        window = formats.length(timedelta(minutes=bounty.start_window_minutes))
        found.append(_("Then say within %s that you have begun.") % window)
    if bounty.check_in_times:
        times = ", ".join(formats.moment_words(at) for at in bounty.check_in_times)
        found.append(_("Check in at these times: %s.") % times)
    return [*found, _completion(bounty)]


def _completion(bounty: Bounty) -> str:
    """By when the work is to be done, as a seat that were confirmed now had it."""
    now = clock.now()
    product = products.find(bounty.kind)
    named = product.due_once_confirmed(bounty, Application(bounty=bounty), now) if product is not None else None
    if named is None and bounty.kind == "personal":
        named = settles_at(bounty.deadline, now)
    if named is not None:
        words = _("Send your evidence until %s.") if bounty.evidence_wanted else _("Say that it is done until %s.")
        return words % formats.moment_words(named)
    if bounty.completion_window_hours:
        window = formats.length(timedelta(hours=bounty.completion_window_hours))
        if bounty.evidence_wanted:
            return _("Send your evidence within %s of confirming.") % window
        return _("Say within %s of confirming that it is done.") % window
    due = bounty.due_by_default(now)
    moments = [*([bounty.scheduled_start_at] if bounty.scheduled_start_at else []), *bounty.check_in_times]
    if (last := max(moments, default=now)) > now:
        window = formats.length(due - last)
        if bounty.evidence_wanted:
            return _("Send your evidence within %(window)s of %(last)s.") % {
                "window": window,
                "last": formats.moment_words(last),
            }
        return _("Say within %(window)s of %(last)s that it is done.") % {
            "window": window,
            "last": formats.moment_words(last),
        }
    window = formats.length(due - now)
    if bounty.evidence_wanted:
        return _("Send your evidence within %s of confirming.") % window
    return _("Say within %s of confirming that it is done.") % window


def _due_at_once(bounty: Bounty) -> timedelta | None:
    """How long the work may take from the hire on, where its product names that and nothing is confirmed."""
    product, now = products.find(bounty.kind), clock.now()
    due = product.due(bounty, Application(bounty=bounty), now) if product is not None else None
    return None if due is None else max(due - now, timedelta())


def uploads(bounty: Bounty) -> dict[str, Any] | None:
    """What an upload collection takes: how many files of which kind and size, and the text that one agrees to. None for an
    ordinary job."""
    if not is_upload(bounty):
        return None
    terms = bounty.upload_settings or {}
    most = terms[UPLOADS[bounty.submission_mode][2]]
    pixels = terms.get("minimumResolutionPx")
    kinds = {
        "photo_upload": ngettext("%d photo", "Up to %d photos", most),
        "video_upload": ngettext("%d video", "Up to %d videos", most),
        "document_upload": ngettext("%d document (PDF, DOCX or text)", "Up to %d documents (PDF, DOCX or text)", most),
    }
    limits = [_("at most %d MB each") % (settings.FILE_LIMIT // 1024**2)]
    if pixels:
        limits.append(_("the shorter side with at least %s pixels") % pixels)
    return {
        "most": most,
        "words": f"{kinds[bounty.submission_mode] % most}: {', '.join(limits)}.",
        "consent": terms["consentText"],
        "pixels": pixels,
    }
