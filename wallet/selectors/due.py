"""What the timers of this app take, and when."""

from django.db.models import Q

from marketplace.core import clock
from marketplace.ports import QUEUED, Due
from wallet.models import Approval, Checkout, MppCharge, Outflow, TopUp, X402Payment
from wallet.providers import NoCardProvider, card_rail, of_another
from wallet.rules.approvals import APPROVAL_OPEN
from wallet.rules.mpp import MPP_OPEN
from wallet.rules.x402 import X402_OPEN
from wallet.selectors import chargebacks, topups


def rows() -> list[Due]:
    charged = TopUp.objects.filter(Q(status="initiated") | Q(status="attention") & ~Q(provider_ref=""))
    asked = Approval.objects.filter(status="pending", mailed_at=None, expires_at__gt=clock.now())
    return [
        Due("wallet.send_outflows", Outflow.objects.filter(status="sending"), "next_attempt_at", QUEUED),
        *_paid_outflows(),
        Due("wallet.finish_x402", X402Payment.objects.filter(status__in=X402_OPEN), "next_attempt_at"),
        Due("wallet.finish_mpp", MppCharge.objects.filter(status__in=MPP_OPEN), "next_attempt_at"),
        Due("wallet.poll_top_ups", charged, "next_attempt_at"),
        # A balance falls without a statement of ours that names the table; whoever spends queues the top-up itself.
        Due("wallet.poll_top_ups", topups.wanted(), "wanted_at", stays=True),
        Due("wallet.expire_approvals", Approval.objects.filter(status__in=APPROVAL_OPEN), "expires_at"),
        Due("wallet.mail_approvals", asked, "created_at", stays=True),  # until the last mail is an hour old
        Due("wallet.expire_checkouts", Checkout.objects.filter(status="open"), "expires_at"),
        Due("wallet.poll_pages", Checkout.objects.all(), "next_attempt_at", QUEUED),
        Due("wallet.settle_pending", Checkout.objects.filter(outcome="pending"), "paid_at", QUEUED),
        Due("wallet.recover", chargebacks.collectable(), "created_at", stays=True),
    ]


def _paid_outflows() -> list[Due]:
    try:
        others = of_another(card_rail(), "provider_ref")
    except NoCardProvider:
        return []  # nobody to ask: the timer takes none
    return [Due("wallet.poll_paid_outflows", Outflow.objects.filter(~others, status="paid"), "poll_at")]
