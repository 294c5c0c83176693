"""What the pages have in common on which a person takes their money out: of the wallet, or of what they earned."""

from typing import Any, ClassVar
from uuid import UUID

from django.conf import settings
from django.http import HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.utils.translation import gettext as _
from rest_framework.exceptions import ValidationError

from marketplace.api import handler
from marketplace.core.errors import Invalid, Problem
from marketplace.selectors import account_restrictions
from marketplace.web import formats, inputs
from marketplace.web.drafts import Refused
from marketplace.web.page import POLICY, Page
from marketplace.web.words import RESTRICTED
from wallet.models import Outflow
from wallet.rules.outflows import WITHDRAWAL_MAX_CENTS, WITHDRAWAL_MIN_CENTS, WITHDRAWALS, failure_text
from wallet.selectors import access, bank_accounts
from wallet.serializers.outflows import WithdrawalOut, WithdrawalSum
from wallet.services import payouts, withdrawals


class WithdrawPage(Page):
    """The sum that was typed on the page before, shown once more before it leaves."""

    source: ClassVar[str]  # wallet or earnings
    listed_at: ClassVar[str]  # where withdrawals are listed
    home: ClassVar[str]

    def available(self) -> int:
        """What can be taken out now, in cents."""
        raise NotImplementedError

    def show(self) -> dict[str, Any]:
        available = self.available()
        context: dict[str, Any] = {
            "available": available,
            "proposed": f"{min(available, WITHDRAWAL_MAX_CENTS) / 100:.2f}",
            "least": WITHDRAWAL_MIN_CENTS,
            "onboarded": is_onboarded(self),
            "bank": bank_accounts.shown(self.actor.id),
            **_stopped(self.actor.id),
        }
        text = self.request.POST.get("amount") or self.request.GET.get("amount", "")
        if not text:
            return context
        try:
            cents = self._cents(text)
            if cents > available:
                if self.request.method == "POST":  # refused already, with the reason: back at the sum
                    return context | {"proposed": text}
                words = _("That is more than there is: you can withdraw up to %(sum)s.") % {
                    "sum": formats.cents_words(available)
                }
                raise Invalid({"amount": [words]})
        except (ValidationError, Invalid) as error:
            problem = handler.as_problem(error) or Problem()
            return context | {"refused": Refused.by(problem, act="sum", typed={"amount": [text]})}
        return context | {"cents": cents, "left": available - cents, "amount": f"{cents / 100:.2f}"}

    def _cents(self, text: str) -> int:
        cents: int = self.read(WithdrawalSum, {"amount": inputs.dollars(text)})["amount_cents"]
        return cents

    def act_withdraw(self) -> HttpResponse:
        cents = self._cents(self.request.POST.get("amount", ""))

        def perform() -> Outflow:
            return withdrawals.withdraw(self.actor, source=self.source, cents=cents)

        return self.once(
            perform,
            to=self.listed_at,
            said=lambda row: (
                _("%s is on its way to your bank account. How it stands is shown here.")
                % formats.cents_words(row.amount_cents)
            ),
        )

    def act_payouts(self) -> HttpResponse:
        return to_onboarding(self, self.home)


def _stopped(account_id: UUID) -> dict[str, Any]:
    """What our staff have stopped, if withdrawals are among it: said before anything is asked for."""
    found = account_restrictions.in_force(account_id)
    if found is None or not found.no_withdrawals:
        return {"restriction": None}
    return {"restriction": found, "stopped": [RESTRICTED[name] for name in account_restrictions.stops(found)]}


def own_withdrawals(page: Page, source: str) -> Any:
    """The reader's withdrawals of this source (wallet or earnings), the latest first."""
    return access.own_withdrawals(page.actor).filter(kind=WITHDRAWALS[source]).order_by("-id")


def withdrawal(row: Outflow) -> dict[str, Any]:
    """A withdrawal as the API has it, with its state and why it failed in words of pages."""
    shown = WithdrawalOut.render(row)
    return shown | {
        "state": "processing" if shown["status"] == "pending" else shown["status"],
        "why": failure_text(row.why_failed) if row.why_failed else "",
    }


def is_onboarded(page: Page) -> bool | None:
    """Whether the person can be paid; None where this installation pays nobody."""
    try:
        return payouts.is_onboarded(page.actor)
    except Problem:
        return None


def to_onboarding(page: Page, back: str) -> HttpResponse:
    """On to the hosted page that asks for the bank account; `back` is where somebody goes who would rather not. The provider is
    asked after the commit."""
    page.once(lambda: payouts.register(page.actor).public_id)
    address = payouts.page(page.actor)
    ours = address.removeprefix(settings.BASE_URL)
    if ours.startswith("/"):
        return HttpResponseRedirect(ours)
    # A form of ours may not lead to another site (form-action), so its answer is a page with the link.
    response = render(page.request, "wallet/to_provider.html", {"address": address, "back": back, "page": page})
    response["Content-Security-Policy"] = POLICY
    return response
