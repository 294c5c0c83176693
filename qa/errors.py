"""The error codes of this app, each defined once. The base class gives the HTTP status."""

from marketplace.core.errors import Conflict, Forbidden, NotFound
from marketplace.core.money import format_usd
from wallet.errors import InsufficientFunds


class EscalationDecided(Conflict):
    code = "escalation_decided"
    message = "This was decided in another way already. GET /api/v1/qa/runs/{id} shows how."


class SeatNotOpen(Forbidden):
    code = "seat_not_open"
    message = "The credentials of this test are shown to its hired testers, while their seat is open."


class NoReportYet(Conflict):
    code = "no_report_yet"
    message = "This run has no report yet: one is made when it closes. Reading the run shows how it stands."

    def __init__(self, *, status: str) -> None:
        over = f"This run is {status}: it ended without a report, and none will come. Reading the run shows why."
        super().__init__(over if status in ("expired", "failed") else None, currentState=status, allowedActions=[])


class InsufficientWalletBalance(InsufficientFunds):
    """402. The run is kept, and starts once the wallet covers it. All amounts in cents."""

    code = "insufficient_wallet_balance"

    def __init__(self, *, required_cents: int, balance_cents: int, run_id: str) -> None:
        super().__init__(required_cents=required_cents, balance_cents=balance_cents)
        self.message = (
            f"This run takes {format_usd(required_cents)}, and the wallet holds {format_usd(balance_cents)}. It is kept for "
            "seven days and starts by itself once the wallet covers it: POST /api/wallet/deposit."
        )
        self.extra["runId"] = run_id


class UnknownRun(NotFound):
    message = "You have no such run."


class NotOnThePanel(Forbidden):
    code = "not_on_the_panel"
    message = "Only people who were hired for this run read its ballot. Apply to its bounty first."
