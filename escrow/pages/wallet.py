"""/owner/wallet: what is there, what is held, what was spent beside the limits, and the stop button."""

from typing import Any

from escrow.selectors import reports
from marketplace.web import charts
from wallet import ledger
from wallet.rules.controls import CAP_WINDOWS
from wallet.selectors import access, balances, chargebacks, spent
from wallet.selectors.statement import Asked, lines
from wallet.web.freezing import Freezing, stopped_by
from wallet.web.statement import shown

_LATEST = 6


class Wallet(Freezing):
    template = "escrow/wallet.html"

    def show(self) -> dict[str, Any]:
        me = self.actor.id
        mine = balances.controls(me)
        used = spent.in_windows(ledger.wallet(me), CAP_WINDOWS)
        return {
            "balance": ledger.balance(ledger.wallet(me)),
            "held": reports.held(me),
            "owed": chargebacks.owed_cents(me),
            "windows": [
                {"name": name, "spent": used[name], "cap": cap, "left": max(0, (cap or 0) - used[name])}
                | {"meter": charts.meter(used[name], cap) if cap is not None else ""}
                for name, cap in ((name, mine.rolling_caps.get(name)) for name in CAP_WINDOWS)
            ],
            "per_job": mine.spending_cap_per_bounty_cents,
            "frozen_at": mine.frozen_at,
            "frozen_reason": mine.frozen_reason,
            "stopped_by": stopped_by(self, mine.frozen_at),
            "low": mine.low_balance_threshold_cents,
            "top_up_on": mine.auto_topup_enabled,
            "top_up": mine,
            "card": access.saved_card(self.actor) if mine.auto_topup_enabled else "",
            "lines": shown(me, list(lines(me, Asked()).order_by("-move_id")[:_LATEST])),
        }
