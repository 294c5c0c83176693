"""/owner/approvals: what agents want to spend above the amount from which on their owner is asked, and the owner's answer."""

import json
from typing import Any

from django.http import HttpResponse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from rest_framework.request import Request

from marketplace.api.pagination import page as keyset_page
from marketplace.web.page import Page
from wallet.models import Approval
from wallet.rules.approvals import APPROVAL_OPEN, APPROVALS_MOST
from wallet.selectors import approvals as reads
from wallet.selectors import balances, headroom, spender_limits
from wallet.serializers.approvals import ApprovalDecisionIn, ApprovalOut
from wallet.services import approvals
from wallet.web import approvals as asking
from wallet.web import asked, freezing

PER_PAGE = 25
TO = {
    "bounty": gettext_lazy("Set aside for the job"),
    "person_escrow": gettext_lazy("Set aside for the person who does it"),
    "person": gettext_lazy("To a person"),
    "later": gettext_lazy("Later, automatically"),
}
UNDO = {
    "bounty": gettext_lazy(
        "What nobody earns comes back: cancelling the job returns the money of free places. Accepted work is paid for good."
    ),
    "person_escrow": gettext_lazy(
        "It is held until the work is done. Cancelled in time it comes back; once it is paid out it can't be taken back."
    ),
    "person": gettext_lazy("It is paid at once and can't be taken back."),
    "later": gettext_lazy("Nothing moves yet. It moves later, without asking you again."),
}


def shown(row: Approval) -> dict[str, Any]:
    """A question as the API shows it, with the words of this page."""
    found = ApprovalOut.render(row)
    plan = found["plan"]
    return found | {
        "asks": asking.title(row),
        "badge": asking.badge(row),
        "kind": asking.kind(row),
        # Of a job that the call only names; one that it posts says its own.
        "category": "" if "category" in found["request"] else asked.category(plan["category"]),
        "moves": [move | {"words": TO[move["to"]]} for move in plan["moves"]],
        "undo": UNDO[plan["moves"][0]["to"]],
        "lines": asked.lines(found["request"], row.operation_id),
        "most": row.planned.most_cents,
        "is_endless": row.planned.is_endless,
        "repeats_days": int(plan["repeats"].partition(" ")[0]) if plan["repeats"].endswith("days") else 0,
        "whole": json.dumps(found["request"], indent=2, ensure_ascii=False),
    }


class Approvals(Page):
    """All questions of the account: first those that wait, the most urgent one first."""

    template = "wallet/approvals.html"

    def show(self) -> dict[str, Any]:
        me = self.actor.id
        is_first = not self.request.GET.get("cursor")
        waiting = (
            reads.of_account(me, status="pending").order_by("expires_at", "pk")[:APPROVALS_MOST] if is_first else []
        )
        over, controls = reads.decided(me), balances.controls(me)
        found = keyset_page(over, Request(self.request), scope=f"pages:approvals:{me}", default=PER_PAGE)
        return {
            "waiting": [shown(row) for row in waiting],
            "decided": [shown(row) for row in found.rows],
            "next_url": self.next_url(found.next_cursor),
            "is_first": is_first,
            "amount": controls.ask_above_cents,
            "some_ask": controls.has_spender_limits and spender_limits.some_ask(me),
            "frozen_at": controls.frozen_at,
            "frozen_reason": controls.frozen_reason,
            "stopped_by": freezing.stopped_by(self, controls.frozen_at),
        }


class ApprovalPage(Page):
    """One question: the exact plan, the words of the call, who asks until when, and what came of it."""

    template = "wallet/approval.html"
    operations = dict.fromkeys(("approve", "decline", "withdraw"), "decideApproval")

    def show(self, approval_id: str) -> dict[str, Any]:
        row = reads.own(self.actor, approval_id)
        context = {"row": shown(row), "above": asking.above(row), "above_limits": asking.limits_of(row)}
        if row.state not in APPROVAL_OPEN:
            return context
        room = headroom.headroom(asking.asker(row), bounty_id=asking.bounty_of(row))
        return context | {"after": asking.left_after(row, room)} | self._refuses(row, room)

    def _refuses(self, row: Approval, found: headroom.Headroom) -> dict[str, Any]:
        """Why the wallet would refuse this spend after a yes, too: it is stopped, something is owed, the limits leave less; empty
        where it would not. What the balance lacks may still be paid on a page."""
        if found.frozen_at:
            return {"is_stopped": True}
        if found.owed_cents:
            return {"owed": found.owed_cents}
        tightest = min(found.caps, key=lambda cap: cap.left_cents, default=None)
        if tightest is None or tightest.left_cents >= row.cents:
            return {}
        return {"left": tightest.left_cents, "left_limits": asking.limits_of(row, cap=tightest.cap)}

    def act_approve(self, approval_id: str) -> HttpResponse:
        return self._decide(
            approval_id, "approve", _("Approved. Your agent can do exactly this once, within 24 hours.")
        )

    def act_decline(self, approval_id: str) -> HttpResponse:
        return self._decide(approval_id, "decline", _("Declined. Nothing was moved, and your agent reads your note."))

    def act_withdraw(self, approval_id: str) -> HttpResponse:
        return self._decide(
            approval_id,
            "withdraw",
            _("Taken back. Nothing was moved, and your agent is refused when it sends the call."),
        )

    def _decide(self, approval_id: str, decision: str, said: str) -> HttpResponse:
        data = self.read(ApprovalDecisionIn, {"decision": decision} | self.posted("note"))
        return self.once(lambda: approvals.decide(self.actor, approval_id, **data).public_id, said=said)
