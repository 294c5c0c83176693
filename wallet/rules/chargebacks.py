"""Chargebacks: their states, and how often the provider is asked about them."""

from datetime import timedelta
from typing import Final

from marketplace.core.states import Machine

# `won`: all or a part of the money was returned. A lost chargeback may still be won later.
CHARGEBACK: Final = Machine("chargeback", {"open": {"win": "won", "lose": "lost"}, "lost": {"win": "won"}})
CHARGEBACK_POLL_PAUSE: Final = timedelta(days=1)
CHARGEBACKS_RECENT: Final = timedelta(days=30)  # chargebacks opened in this time are polled every hour
# ... and in this time every day: an inquiry, for which we have no row, may become a chargeback for up to 120 days.
CHARGEBACKS_OLD: Final = timedelta(days=130)
