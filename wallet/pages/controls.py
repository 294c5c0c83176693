"""/owner/wallet/controls: what bounds the wallet, in dollars as people type them, with what is used beside it."""

from collections.abc import Iterable
from typing import Any, cast

from django.http import HttpResponse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from marketplace.core import clock
from marketplace.core.errors import Invalid
from marketplace.web import inputs
from marketplace.web.page import Page
from wallet import ledger
from wallet.models import Controls
from wallet.rules.controls import CAP_WINDOWS
from wallet.selectors import access, balances, spent, topups
from wallet.serializers.wallet import ControlsIn, ControlsOut
from wallet.services import controls
from wallet.web import caps
from wallet.web.caps import Limit

# Another limit of the account is one more line here.
CAPS = (
    Limit(
        "spendingCapPerBountyCents",
        gettext_lazy("For one job"),
        gettext_lazy("A job that would take more from your wallet, fee and tips included, is not posted or raised."),
    ),
    Limit(
        "spendingCapRolling24hCents",
        gettext_lazy("In 24 hours"),
        gettext_lazy("Whatever would go above it is refused: jobs, raises, tips, appointments."),
        "rolling_24h",
    ),
    Limit("spendingCapRolling7dCents", gettext_lazy("In 7 days"), window="rolling_7d"),
    Limit("spendingCapRolling30dCents", gettext_lazy("In 30 days"), window="rolling_30d"),
    Limit(
        "askAboveCents",
        gettext_lazy("Ask me above"),
        gettext_lazy(
            "A single spend of a key or program above this waits for an owner's yes; with 0 each one waits. Empty: only the limits "
            "above hold. People who spend on these pages don't ask."
        ),
    ),
)
NOTICE = (
    Limit(
        "lowBalanceThresholdCents",
        gettext_lazy("Tell me and my agents when the balance falls below"),
        gettext_lazy(
            "It stops nothing. Your agents and webhooks get a message each time, and you a mail, once an hour at most."
        ),
    ),
)
TOP_UP = (
    Limit("autoTopupFloorCents", gettext_lazy("When the balance is below")),
    Limit("autoTopupTargetCents", gettext_lazy("Charge the card up to")),
    Limit("autoTopupMaxPerDayCents", gettext_lazy("But in one day at most")),
)
# What the rules of the top-up say in cents, for people.
_WRONG = {
    "autoTopupFloorCents": gettext_lazy("Say below which balance the card is charged: more than $0."),
    "autoTopupTargetCents": gettext_lazy("Give more than the balance below which the card is charged."),
    "autoTopupMaxPerDayCents": gettext_lazy(
        "Give at least as much as one charge takes: the second sum less the first."
    ),
}


class WalletControls(Page):
    """Three forms: the limits, the notice, the automatic top-up. Each changes only what it shows."""

    template = "wallet/controls.html"
    operations = dict.fromkeys(("caps", "notice", "topup", "forget"), "setWalletControls")

    def show(self) -> dict[str, Any]:
        mine = balances.controls(self.actor.id)
        values = ControlsOut.render(mine)
        used = spent.in_windows(ledger.wallet(self.actor.id), CAP_WINDOWS)
        return {
            "caps": caps.shown(CAPS, values, used),
            "overruled": caps.overruled(mine),
            "notice": caps.shown(NOTICE, values, used),
            "top_up": caps.shown(TOP_UP, values, used),
            "top_up_on": mine.auto_topup_enabled,
            "failures": mine.topup_failures,
            "card": access.saved_card(self.actor),
            "charged": topups.charged_today(self.actor.id, clock.now()),
            "balance": ledger.balance(ledger.wallet(self.actor.id)),
            "frozen_at": mine.frozen_at,
        }

    def act_caps(self) -> HttpResponse:
        return self._change(self._cents(CAPS), _("Your limits are saved. They hold from now on."))

    def act_notice(self) -> HttpResponse:
        return self._change(self._cents(NOTICE), _("Saved."))

    def act_topup(self) -> HttpResponse:
        on = inputs.flag(self.request.POST.get("autoTopupEnabled"))
        body = self._cents(TOP_UP) | {"autoTopupEnabled": on}
        return self._change(body, _("The automatic top-up is on.") if on else _("The automatic top-up is off."))

    def act_forget(self) -> HttpResponse:
        return self.once(
            lambda: controls.forget_card(self.actor),
            said=_("The card is forgotten, and the automatic top-up is off."),
        )

    def _cents(self, limits: Iterable[Limit]) -> dict[str, Any]:
        return caps.cents(self.posted(*(limit.name for limit in limits)))

    def _change(self, body: dict[str, Any], said: str) -> HttpResponse:
        changes = cast("controls.ControlsChange", self.read(ControlsIn, body))

        def perform() -> Controls:
            try:
                return controls.change(self.actor, changes)
            except Invalid as wrong:
                fields = wrong.extra.get("fields", {})
                raise Invalid({name: [str(_WRONG[name])] if name in _WRONG else fields[name] for name in fields})

        return self.once(perform, said=said)
