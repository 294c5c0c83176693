"""Card payments by agents (MPP): quotes, tokens and the states of their charges."""

import re
from datetime import timedelta
from typing import Final

from marketplace.core.states import Machine

MPP_QUOTE: Final = re.compile(r"mtq1_[A-Za-z0-9_-]{43}")
MPP_TOKEN: Final = re.compile(r"spt_[A-Za-z0-9_]{1,200}")
MPP_PURPOSES: Final = ("deposit", "bounty")  # checkouts of these purposes get a quote
MPP_QUOTE_LIFE: Final = timedelta(minutes=30)
MPP_CHALLENGE_LIFE: Final = timedelta(minutes=5)
# States of a card token's charge. `attention`: the provider has not given an outcome for a day; staff decides.
MPP_CHARGE: Final = Machine(
    "MPP charge",
    {
        "charging": {"pay": "paid", "fail": "failed", "alert": "attention"},
        "attention": {"pay": "paid", "fail": "failed"},
    },
)
MPP_OPEN: Final = ("charging", "attention")
MPP_BLOCKING: Final = (*MPP_OPEN, "paid")  # a charge in these states excludes another one for its quote
MPP_FIRST_POLL: Final = timedelta(minutes=2)  # by then the request has charged it or has died
MPP_BOUNTY_OUTCOMES: Final = ("funded", "left_in_wallet", "pending")
