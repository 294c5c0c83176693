"""Celery tasks: one service call each, safe to run twice."""

from celery import shared_task

from bounties.services import (
    autoreview,
    cakes,
    checks,
    contests,
    detection,
    endings,
    hiring,
    humanizations,
    imports,
    last_calls,
    outreach,
    owner_mails,
    picture_requests,
    pictures,
    plays,
    repricing,
    sent_back,
    terms,
    timers,
)


@shared_task(name="bounties.review_applications", acks_late=True)
def review_applications() -> int:
    return autoreview.review_due()


@shared_task(name="bounties.release_unconfirmed_seats", acks_late=True)
def release_unconfirmed_seats() -> int:
    return timers.release_unconfirmed()


@shared_task(name="bounties.release_not_started_seats", acks_late=True)
def release_not_started_seats() -> int:
    return timers.release_not_started()


@shared_task(name="bounties.release_overdue_seats", acks_late=True)
def release_overdue_seats() -> int:
    return timers.release_overdue() + sent_back.warn_due() + contests.remind_staff()


@shared_task(name="bounties.warn_silent_seats", acks_late=True)
def warn_silent_seats() -> int:
    return timers.nudge_silent() + timers.flag_silent() + last_calls.warn()


@shared_task(name="bounties.resolve_unanswered_terms", acks_late=True)
def resolve_unanswered_terms() -> int:
    return terms.keep_unanswered() + terms.escalate_unsettled()


@shared_task(name="bounties.finish_closing", acks_late=True)
def finish_closing() -> int:
    return endings.finish_closing()


@shared_task(name="bounties.lapse_unpublished", acks_late=True)
def lapse_unpublished() -> int:
    return endings.lapse_unpublished()


@shared_task(name="bounties.remove_unfilled_seats", acks_late=True)
def remove_unfilled_seats() -> int:
    return endings.remove_unfilled_seats()


@shared_task(name="bounties.reject_rest", acks_late=True)
def reject_rest() -> int:
    return endings.reject_rest()


@shared_task(name="bounties.abandon_unpaid_raises", acks_late=True)
def abandon_unpaid_raises() -> int:
    return repricing.abandon_unpaid_raises()


@shared_task(name="bounties.settle_personal", acks_late=True)
def settle_personal() -> int:
    return hiring.settle_personal()


@shared_task(name="bounties.send_invitations", acks_late=True)
def send_invitations() -> int:
    return outreach.send_due()


@shared_task(name="bounties.mail_owners", acks_late=True)
def mail_owners() -> int:
    return owner_mails.warn_of_reviews() + owner_mails.mail_unfilled() + owner_mails.send_queued()


@shared_task(name="bounties.reconcile_products", acks_late=True)
def reconcile_products() -> int:
    return pictures.reconcile_dirty() + cakes.reconcile_dirty() + humanizations.reconcile_dirty()


@shared_task(name="bounties.reconcile_idle_pictures", acks_late=True)
def reconcile_idle_pictures() -> int:
    return pictures.reconcile_idle() + picture_requests.fund_payable()


@shared_task(name="bounties.score_rewrites", acks_late=True)
def score_rewrites() -> int:
    return detection.score_due()


@shared_task(name="bounties.reconcile_idle_cakes", acks_late=True)
def reconcile_idle_cakes() -> int:
    return cakes.reconcile_idle()


@shared_task(name="bounties.score_samples", acks_late=True)
def score_samples() -> int:
    return checks.score_due()


@shared_task(name="bounties.forget_imports", acks_late=True)
def forget_imports() -> int:
    return imports.forget_due()


@shared_task(name="bounties.play_people", acks_late=True)
def play_people() -> int:
    """In a sandbox only."""
    return plays.run_due()
