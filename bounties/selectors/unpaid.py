"""What a bounty that waits for money still needs, and how it is paid."""

from dataclasses import dataclass

from bounties.models import Bounty
from marketplace.core.money import format_usd
from wallet import ledger
from wallet.models import Checkout

STATUSES = ("pending_deposit", "pending_funding")


@dataclass(frozen=True, slots=True)
class Unpaid:
    """In cents: what it takes, what the owner's wallet holds now, and what a page asks for, while one can be paid."""

    bounty: Bounty
    required_cents: int
    balance_cents: int
    page: Checkout | None

    @property
    def shortfall_cents(self) -> int:
        return max(0, self.required_cents - self.balance_cents)

    @property
    def deposit_url(self) -> str | None:
        return self.page.url if self.page is not None else None

    @property
    def deposit_cents(self) -> int | None:
        return self.page.amount_cents if self.page is not None else None

    @property
    def how_to_pay(self) -> str:
        """Both ways, in words."""
        need = format_usd(self.required_cents)
        if self.bounty.status == "pending_funding":
            by_wallet = f"once the wallet holds {need}, send the same edit again"
        else:
            by_wallet = (
                f"once the wallet holds {need}, POST /api/bounties/{self.bounty.public_id}/enterprise-payment "
                "(pay_enterprise_bounty) pays from it; money in the wallet alone starts nothing"
            )
        if self.page is None:
            return f"Its page is over. {by_wallet[0].upper()}{by_wallet[1:]}."
        return f"A person pays {format_usd(self.page.amount_cents)} at depositUrl, and the wallet the rest. Or: {by_wallet}."


def of(bounty: Bounty, page: Checkout | None) -> Unpaid | None:
    """For its owner; None for a bounty that waits for no money. `page`: the open one of its deposit or raise. One query."""
    if bounty.status not in STATUSES:
        return None
    waiting = bounty.pending_edit
    raised = waiting["cents"] if bounty.status == "pending_funding" and waiting else None
    required = raised if raised is not None else bounty.unit.total * bounty.spots_available
    return Unpaid(bounty, required, ledger.balance(ledger.wallet(bounty.owner_id)), page)
