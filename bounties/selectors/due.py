"""What the timers of this app take, and when. Of seats the services take the rows of here, when their time has come."""

from datetime import datetime

from django.conf import settings
from django.db.models import F, Q, QuerySet

from bounties.models import (
    Application,
    Bounty,
    CakeOrder,
    JobImport,
    MicSample,
    Outreach,
    Picture,
    Play,
    Rewrite,
    SimulationSwitch,
)
from bounties.rules.bounties import LIVE, RAISE_LIFE, REFILL, UNFILLED, UNPAID_LIFE
from bounties.rules.outreach import ENDED
from bounties.rules.terms import SETTLE_WITHIN
from marketplace.core import clock
from marketplace.ports import QUEUED, Due


def rows() -> list[Due]:
    return [*_seats(), *_applications(), *_bounties(), *_products(), *_plays()]


def accepted() -> QuerySet[Application]:
    rows: QuerySet[Application] = Application.objects.filter(status="accepted")
    return rows


def hired() -> QuerySet[Application]:
    """No deadline applies once the money is decided, while evidence waits for its review, or during a dispute."""
    return accepted().filter(escrow__status="locked")


def nothing_sent() -> QuerySet[Application]:
    return hired().filter(escrow__delivered_at=None)


def not_held(now: datetime) -> QuerySet[Application]:
    """A request for more time holds the end of a seat back for at most 24 hours."""
    return hired().filter(Q(extension_until=None) | Q(extension_until__lte=now))


def undisputed() -> QuerySet[Application]:
    """A disputed seat is passed over, not cleared: when the dispute is withdrawn, its deadlines go on."""
    rows: QuerySet[Application] = Application.objects.exclude(escrow__status="disputed")
    return rows


def delivered_personal() -> QuerySet[Application]:
    return accepted().filter(bounty__kind="personal", escrow__status="delivered")


def _seats() -> list[Due]:
    now = clock.now()
    over = Q(ends_at=None, complete_by__lte=now) | Q(ends_at__lte=now, end_warning_at=None)
    overdue, silent, terms = (
        "bounties.release_overdue_seats",
        "bounties.warn_silent_seats",
        "bounties.resolve_unanswered_terms",
    )
    return [
        Due("bounties.release_unconfirmed_seats", hired().filter(confirmed_at=None), "confirm_by"),
        Due("bounties.release_not_started_seats", nothing_sent().filter(started_at=None), "start_by"),
        Due(overdue, not_held(now).filter(ends_at=None), "complete_by"),
        Due(overdue, not_held(now).filter(end_warning_at=None), "ends_at"),
        Due(overdue, hired().filter(over, extension_until__isnull=False), "extension_until"),
        Due(overdue, undisputed(), "silence_warning_at"),
        Due(overdue, undisputed(), "staff_due_at"),
        Due(silent, hired(), "nudge_at"),
        Due(silent, hired(), "flag_at"),
        Due(silent, nothing_sent(), "end_warning_at"),
        Due(terms, undisputed().filter(status="accepted"), "terms_answer_by"),
        Due(terms, hired().filter(needs_staff_at=None), "terms_left_at", SETTLE_WITHIN),
        Due("bounties.settle_personal", delivered_personal(), "complete_by"),
        Due("bounties.mail_owners", undisputed(), "review_warning_at"),
    ]


def _applications() -> list[Due]:
    return [
        Due("bounties.review_applications", Application.objects.filter(status="pending"), "review_at", QUEUED),
        Due("bounties.score_samples", MicSample.objects.filter(status="pending"), "next_attempt_at", QUEUED),
        Due("bounties.score_rewrites", Rewrite.objects.all(), "next_attempt_at", QUEUED),
    ]


def _bounties() -> list[Due]:
    unfilled = Bounty.objects.filter(status__in=UNFILLED)
    unmailed = unfilled.filter(Q(deadline_mailed=None) | Q(deadline_mailed__lt=F("deadline")))
    unpublished = Bounty.objects.filter(status__in=("pending_deposit", "pending_review"))
    unpaid, waves = Bounty.objects.filter(status="pending_deposit"), Outreach.objects
    return [
        Due("bounties.finish_closing", Bounty.objects.filter(status="closing"), "updated_at", QUEUED),
        Due("bounties.lapse_unpublished", unpaid, "created_at", UNPAID_LIFE),
        Due("bounties.lapse_unpublished", unpublished, "deadline"),
        Due("bounties.remove_unfilled_seats", unfilled, "deadline", REFILL),
        Due(
            "bounties.abandon_unpaid_raises",
            Bounty.objects.filter(status="pending_funding"),
            "raise_asked_at",
            RAISE_LIFE,
        ),
        Due("bounties.reject_rest", Bounty.objects.filter(rejects_rest=True), "updated_at", QUEUED),
        # A listing that is paused stays as it is until it recruits again.
        Due(
            "bounties.send_invitations",
            waves.filter(bounty__status__in=LIVE, bounty__deadline__gt=clock.now()),
            "next_wave_at",
        ),
        Due("bounties.send_invitations", waves.filter(bounty__status__in=ENDED), "next_wave_at"),
        Due("bounties.mail_owners", Bounty.objects.all(), "owner_mails_due_at"),
        Due("bounties.mail_owners", unmailed.filter(deadline__gt=clock.now() - REFILL), "deadline"),
        Due("bounties.forget_imports", JobImport.objects.all(), "expires_at"),
    ]


def _products() -> list[Due]:
    nobody = Q(bounty__status__in=UNFILLED, bounty__spots_filled=0)
    cakes = CakeOrder.objects.filter(nobody, status="funded")
    pictures = Picture.objects.filter(nobody, status="processing")
    unfunded = Picture.objects.filter(
        status="awaiting_funding", bounty__status="pending_deposit", deliver_by__gt=clock.now()
    )
    dirty = Bounty.objects.filter(kind__in=("picture", "cake", "humanization"))
    return [
        Due("bounties.reconcile_products", dirty, "dirty_since"),
        Due("bounties.reconcile_idle_cakes", cakes, "deliver_at"),
        Due("bounties.reconcile_idle_cakes", cakes, "created_at", stays=True),  # a courier may have become available
        Due("bounties.reconcile_idle_pictures", pictures, "deliver_by"),
        Due("bounties.reconcile_idle_pictures", unfunded, "created_at", stays=True),  # the wallet may cover it by now
    ]


def _plays() -> list[Due]:
    """What a play waits for shows when it is looked at: the owner's acts."""
    if not settings.SANDBOX:
        return []
    play = "bounties.play_people"
    return [
        Due(play, Play.objects.filter(status="running"), "due_at"),
        Due(play, Play.objects.filter(status="running"), "created_at", stays=True),
        Due(play, SimulationSwitch.objects.all(), "since", stays=True),
    ]
