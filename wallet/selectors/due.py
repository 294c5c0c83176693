"""What the timers of this app take, and when. The services take the rows of here, when their time has come."""

from django.db.models import Q, QuerySet

from marketplace.core import clock
from marketplace.ports import QUEUED, Due
from wallet.models import Approval, Checkout, MppCharge, Outflow, TopUp, X402Payment
from wallet.providers import NoCardProvider, card_rail, of_another
from wallet.rules.approvals import APPROVAL_OPEN
from wallet.rules.mpp import MPP_OPEN
from wallet.rules.x402 import X402_OPEN
from wallet.selectors import bank_accounts, chargebacks, topups


def sending() -> QuerySet[Outflow]:
    rows: QuerySet[Outflow] = Outflow.objects.filter(status="sending")
    return rows


def may_return() -> QuerySet[Outflow]:
    """Paid; the configured provider knows nothing of what another one has sent (the demo's play money). Raises NoCardProvider."""
    rows: QuerySet[Outflow] = Outflow.objects.filter(~of_another(card_rail(), "provider_ref"), status="paid")
    return rows


def signed() -> QuerySet[X402Payment]:
    rows: QuerySet[X402Payment] = X402Payment.objects.filter(status__in=X402_OPEN)
    return rows


def charging() -> QuerySet[MppCharge]:
    rows: QuerySet[MppCharge] = MppCharge.objects.filter(status__in=MPP_OPEN)
    return rows


def charged() -> QuerySet[TopUp]:
    """What staff decide about, and nobody can be asked about, is left out."""
    rows: QuerySet[TopUp] = TopUp.objects.filter(Q(status="initiated") | Q(status="attention") & ~Q(provider_ref=""))
    return rows


def open_approvals() -> QuerySet[Approval]:
    rows: QuerySet[Approval] = Approval.objects.filter(status__in=APPROVAL_OPEN)
    return rows


def untold() -> QuerySet[Approval]:
    """Questions that their owner has had no mail about."""
    waiting = Approval.objects.filter(status="pending", mailed_at=None)
    rows: QuerySet[Approval] = waiting.filter(expires_at__gt=clock.now())
    return rows


def open_pages() -> QuerySet[Checkout]:
    rows: QuerySet[Checkout] = Checkout.objects.filter(status="open")
    return rows


def unsettled() -> QuerySet[Checkout]:
    rows: QuerySet[Checkout] = Checkout.objects.filter(outcome="pending")
    return rows


def rows() -> list[Due]:
    return [
        Due("wallet.send_outflows", sending(), "next_attempt_at", QUEUED),
        *_paid_outflows(),
        Due("wallet.finish_x402", signed(), "next_attempt_at"),
        Due("wallet.finish_mpp", charging(), "next_attempt_at"),
        Due("wallet.poll_top_ups", charged(), "next_attempt_at"),
        # A balance falls without a statement of ours that names the table; whoever spends queues the top-up itself.
        Due("wallet.poll_top_ups", topups.wanted(), "wanted_at", stays=True),
        Due("wallet.poll_top_ups", topups.untold(), "topup_mail_not_before"),
        Due("wallet.expire_approvals", open_approvals(), "expires_at"),
        Due("wallet.mail_approvals", untold(), "created_at", stays=True),  # until the last mail is an hour old
        Due("wallet.expire_checkouts", open_pages(), "expires_at"),
        Due("wallet.poll_pages", Checkout.objects.all(), "next_attempt_at", QUEUED),
        Due("wallet.settle_pending", unsettled(), "paid_at", QUEUED),
        *_bank_accounts(),
        Due("wallet.recover", chargebacks.collectable(), "created_at", stays=True),
    ]


def _paid_outflows() -> list[Due]:
    try:
        return [Due("wallet.poll_paid_outflows", may_return(), "poll_at")]
    except NoCardProvider:
        return []  # nobody to ask: the timer takes none


def _bank_accounts() -> list[Due]:
    try:
        people = bank_accounts.not_looked_at(card_rail().name)
    except NoCardProvider:
        return []  # as above
    return [Due("wallet.look_at_bank_accounts", people, "created_at", stays=True)]  # while the provider is away
