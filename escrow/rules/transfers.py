"""The states and bounds of tips and reimbursements."""

from datetime import timedelta
from typing import Final

from marketplace.core.states import Machine

TRANSFER: Final = Machine("transfer", {"pending": {"complete": "completed", "fail": "failed"}})
PAYOUT_STATUS: Final = {"pending": "hold", "completed": "paid", "failed": "failed"}
FAILURES: Final = ("", "cancelled", "lapsed", "insufficient_funds", "tip_cap_exceeded")  # of a transfer: why
TRANSFER_MIN_CENTS: Final = 100
TRANSFER_MAX_CENTS: Final = 1_000_000
TRANSFER_LIFE: Final = timedelta(hours=24)  # a pending transfer fails when its page was not paid by then
BULK_MAX: Final = 100
