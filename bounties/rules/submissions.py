from typing import Final

from marketplace.core.states import Machine

SUBMISSION: Final = Machine(
    "submission",
    {"pending_review": {"approve": "approved", "reject": "rejected", "request_redo": "redo_requested"}},
)
LIVE_WITHIN_SECONDS: Final = 600  # a live capture was taken at most this long before it came
