"""The Celery app and the complete beat table: the only list of timers.

Due times are columns. Tasks only take due rows, so a missed run delays work and never loses it.
"""

import os
from typing import Any

from celery import Celery
from celery.signals import setup_logging, task_prerun
from django.db import close_old_connections

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.dev")

# Socket timeout for publishing while a request waits. A worker's consuming connection needs longer.
PUBLISH_SECONDS = 0.5


class Queue(Celery):
    """Celery with a short timeout for publishing."""

    def connection_for_write(self, url: Any = None, **how: Any) -> Any:
        how["transport_options"] = {"socket_timeout": PUBLISH_SECONDS} | (how.get("transport_options") or {})
        return super().connection_for_write(url, **how)


app = Queue("ahm")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.conf.CELERY_DB_REUSE_MAX = 10**9  # tasks of a process share its connection; Celery would open one for each
app.autodiscover_tasks()

# A timer runs as soon as one of its rows is due (`selectors/due.py` of its app): beat (`config/beat`) sleeps until then. `every`:
# seconds until a row that stays due is tried again; also those between two runs of a timer that waits for no row, of which `turns`
# says why. `clock: True` marks timers that depend on business time: the sandbox clock runs those, in this order, until none of
# them finds anything left to do.
BEAT: dict[str, dict[str, Any]] = {
    "qa.reconcile_taste": {"every": 15, "clock": True},
    "qa.start_taste": {"every": 30, "clock": True},
    "qa.end_taste": {"every": 30, "clock": True},
    "bounties.review_applications": {"every": 15, "clock": True},
    "bounties.score_samples": {"every": 30, "clock": False},
    "bounties.release_unconfirmed_seats": {"every": 15, "clock": True},
    "bounties.release_not_started_seats": {"every": 15, "clock": True},
    "bounties.release_overdue_seats": {"every": 60, "clock": True},
    "bounties.warn_silent_seats": {"every": 60, "clock": True},
    "bounties.resolve_unanswered_terms": {"every": 60, "clock": True},
    "bounties.finish_closing": {"every": 30, "clock": True},
    "bounties.lapse_unpublished": {"every": 60, "clock": True},
    "bounties.remove_unfilled_seats": {"every": 60, "clock": True},
    "bounties.settle_personal": {"every": 60, "clock": True},
    "bounties.abandon_unpaid_raises": {"every": 60, "clock": True},
    "bounties.reject_rest": {"every": 30, "clock": True},
    "bounties.send_invitations": {"every": 30, "clock": True},
    "bounties.reconcile_products": {"every": 15, "clock": True},
    "bounties.reconcile_idle_cakes": {"every": 60, "clock": True},
    "bounties.reconcile_idle_pictures": {"every": 60, "clock": True},
    "bounties.score_rewrites": {"every": 15, "clock": True},
    "bounties.forget_imports": {"every": 3600, "clock": True},
    "bounties.mail_owners": {"every": 15, "clock": True},
    "bounties.play_people": {"every": 5, "clock": True},  # does nothing outside a sandbox
    "qa.reconcile_runs": {"every": 15, "clock": True},
    "qa.reconcile_due_runs": {"every": 60, "clock": True},
    "escrow.complete_unreviewed": {"every": 60, "clock": True},
    "escrow.end_warranties": {"every": 60, "clock": True},
    "escrow.release_due": {"every": 60, "clock": True},
    "escrow.lapse_transfers": {"every": 60, "clock": True},
    "escrow.remind_parties": {"every": 60, "clock": True},  # before the clocks that they are reminded of
    "escrow.run_case_clocks": {"every": 60, "clock": True},
    "escrow.draw_quality_sample": {"every": 300, "clock": True},
    "escrow.mail_staff": {"every": 300, "clock": True},
    "escrow.issue_invoices": {
        "every": 3600,
        "clock": True,
        "turns": "finds the first fee of all, with which invoices begin",
    },
    "humans.end_due_bookings": {"every": 60, "clock": True},
    "humans.charge_cycles": {"every": 60, "clock": True},
    "qa.start_runs": {"every": 15, "clock": True},  # after the timers that end the previous run
    "qa.mail_owners": {"every": 30, "clock": True},
    "humans.mail_unread": {"every": 15, "clock": True},
    "humans.score_speech": {"every": 10, "clock": False},
    "wallet.send_outflows": {"every": 30, "clock": True},
    "wallet.poll_paid_outflows": {"every": 60, "clock": True},
    "wallet.finish_x402": {"every": 5, "clock": True},
    "wallet.finish_mpp": {"every": 30, "clock": True},
    "wallet.poll_top_ups": {"every": 60, "clock": True},
    "wallet.expire_approvals": {"every": 60, "clock": True},
    "wallet.mail_approvals": {"every": 60, "clock": True},
    "wallet.expire_checkouts": {"every": 60, "clock": True},
    "wallet.poll_pages": {"every": 30, "clock": True},
    "wallet.settle_pending": {"every": 60, "clock": True},
    "wallet.poll_chargebacks": {"every": 3600, "clock": True, "turns": "asks the provider what it opened"},
    "wallet.poll_old_chargebacks": {"every": 86_400, "clock": False, "turns": "asks the provider what it opened"},
    "wallet.look_at_bank_accounts": {"every": 300, "clock": False},
    "wallet.recover": {"every": 60, "clock": True},
    "wallet.compare_providers": {"every": 86_400, "clock": False, "turns": "asks the provider for a day's payments"},
    "wallet.check_books": {"every": 86_400, "clock": False, "turns": "proves the books each night"},
    "wallet.seal_months": {"every": 21_600, "clock": True, "turns": "looks for the month that is over"},
    "webhooks.sweep": {"every": 5, "clock": True},
    "webhooks.end_old_secrets": {"every": 60, "clock": True},
    "webhooks.resume_readable": {"every": 60, "clock": False},
    "marketplace.send_mails": {"every": 15, "clock": True},
    "marketplace.send_pushes": {"every": 15, "clock": True},
    "marketplace.make_exports": {"every": 30, "clock": True},
    "marketplace.delete_expired_exports": {"every": 3600, "clock": True},
    "marketplace.erase_due": {"every": 300, "clock": True},
    "marketplace.expire_proposals": {"every": 60, "clock": True},
    "marketplace.end_restrictions": {"every": 60, "clock": True},
    "marketplace.check_audit": {"every": 86_400, "clock": False, "turns": "proves the staff log each night"},
    "marketplace.heartbeat": {"every": 10, "clock": False, "turns": "shows that beat and a worker run"},
    "marketplace.record_status": {"every": 60, "clock": False, "turns": "notes once a minute what works"},
    "marketplace.delete_orphaned_files": {"every": 300, "clock": False},
    "marketplace.delete_expired": {"every": 3600, "clock": False, "turns": "cleans up by keeping times"},
    "marketplace.delete_expired_tokens": {"every": 86_400, "clock": False, "turns": "cleans up by keeping times"},
}
app.conf.timer_seconds = {name: row["every"] for name, row in BEAT.items()}
# Tasks that use much CPU or wait for slow services have workers of their own, so that they never delay a mail, a webhook or a
# timer.
QUEUES = {
    "speech": ("bounties.score_samples", "humans.score_speech"),
    # Call services that may be slow or hang; a push goes to an address that a stranger may have chosen.
    "reviews": (
        *("bounties.review_applications", "bounties.score_rewrites"),
        *("marketplace.send_pushes", "marketplace.make_exports"),
    ),
}
app.conf.task_routes = {name: {"queue": queue} for queue, names in QUEUES.items() for name in names}
app.conf.clock_tasks = [name for name, row in BEAT.items() if row["clock"]]


@task_prerun.connect
def _check_connection(**_: object) -> None:
    """As before each request: a connection that was lost, or is old, is replaced."""
    if not app.conf.task_always_eager:
        close_old_connections()


@setup_logging.connect
def _keep_our_logging(**_: object) -> None:
    """Connecting this signal keeps Celery from replacing Django's LOGGING."""
