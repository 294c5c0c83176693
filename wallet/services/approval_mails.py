"""Mails and pushes to the owner of a wallet about calls that wait for them: the first at once, then one for all that came within
five minutes."""

from functools import partial
from uuid import UUID

from django.conf import settings
from django.db.models import Max

from marketplace.core import clock
from marketplace.core.money import format_usd
from marketplace.core.transactions import unit
from marketplace.models import Account
from marketplace.services import mail_templates
from wallet.models import Approval
from wallet.rules.approvals import APPROVAL_MAIL_PAUSE
from wallet.selectors import due
from wallet.services import controls


def tell(account_id: UUID) -> bool:
    """Mail the owner about the questions that they were not told of, unless another such mail has just gone out. Whether it did.

    In the caller's transaction, which has locked the owner's controls.
    """
    now = clock.now()
    rows = Approval.objects.filter(account_id=account_id)
    last = rows.filter(mailed_at__gt=now - APPROVAL_MAIL_PAUSE).aggregate(last=Max("mailed_at"))["last"]
    waiting = list(rows.filter(status="pending", mailed_at=None, expires_at__gt=now).order_by("pk"))
    if last is not None or not waiting:
        return False
    first = waiting[0]
    plan = first.planned
    again = len(waiting) == 1 and bool(plan.repeats)
    page = f"{settings.BASE_URL}/owner/approvals"
    mail_templates.send(
        Account.objects.get(pk=account_id),
        "approval_requested",
        count=len(waiting),
        amount=format_usd(sum(row.planned.most_cents for row in waiting)),
        title=plan.title if len(waiting) == 1 else "",
        person=plan.person if len(waiting) == 1 else "",
        each=format_usd(first.cents) if again else "",
        times=plan.times if again else None,
        month=format_usd(plan.month_cents) if again and plan.month_cents else "",
        asker=first.asker,
        until=min(row.expires_at for row in waiting),
        page_url=f"{page}/{first.public_id}" if len(waiting) == 1 else page,
    )
    rows.filter(pk__in=[row.pk for row in waiting]).update(mailed_at=now)
    return True


def tell_due() -> int:
    """Timer: tell the owners of questions that came while their last mail was fresh. Locks their controls, in a transaction each;
    returns how many were told."""

    def work(account_id: UUID) -> bool:
        controls.lock_controls(account_id)
        return tell(account_id)

    accounts = due.untold().order_by("account_id").values_list("account_id", flat=True).distinct()[:200]
    return sum(unit(partial(work, pk)) for pk in list(accounts))
