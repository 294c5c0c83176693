"""/owner/wallet/controls: what bounds the wallet, in dollars as people type them, with what is used beside it."""

from collections.abc import Iterable
from typing import Any, NamedTuple, cast

from django.http import HttpResponse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from marketplace.core import clock
from marketplace.core.errors import Invalid
from marketplace.web import charts, formats, inputs
from marketplace.web.page import Page
from wallet import ledger
from wallet.models import Controls
from wallet.rules import CAP_WINDOWS, CONTROL_MAX_CENTS
from wallet.selectors import access, balances, spent, topups
from wallet.serializers.wallet import ControlsIn, ControlsOut
from wallet.services import controls


class Limit(NamedTuple):
    """A sum of the form; `name` is that of the API's field. `window`: the span of the cap whose use is shown beside it."""

    name: str
    label: Any
    help: Any = ""
    window: str = ""


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
)
NOTICE = (
    Limit(
        "lowBalanceThresholdCents",
        gettext_lazy("Tell my agents when the balance falls below"),
        gettext_lazy("It stops nothing. Your agents and webhooks get a message, once each time."),
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
    operations = {"caps": "setWalletControls", "notice": "setWalletControls", "topup": "setWalletControls"}

    def show(self) -> dict[str, Any]:
        mine = balances.controls(self.actor.id)
        values = ControlsOut.render(mine)
        used = spent.in_windows(ledger.wallet(self.actor.id), CAP_WINDOWS)
        return {
            "caps": [_shown(limit, values, used) for limit in CAPS],
            "notice": [_shown(limit, values, used) for limit in NOTICE],
            "top_up": [_shown(limit, values, used) for limit in TOP_UP],
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

    def _cents(self, limits: Iterable[Limit]) -> dict[str, Any]:
        """What was typed in dollars, in cents as the API takes it; None for an empty field. Raises Invalid (400)."""
        body: dict[str, Any] = {}
        faults: dict[str, list[str]] = {}
        for name, text in self.posted(*(limit.name for limit in limits)).items():
            sum_ = inputs.dollars(text) if text else None
            if isinstance(sum_, str):
                faults[name] = [_("Give dollars with at most two decimals, such as 12.50.")]
            elif sum_ is not None and sum_ * 100 > CONTROL_MAX_CENTS:
                faults[name] = [_("Give at most %s.") % formats.cents_words(CONTROL_MAX_CENTS)]
            else:
                body[name] = None if sum_ is None else int(sum_ * 100)
        if faults:
            raise Invalid(faults)
        return body

    def _change(self, body: dict[str, Any], said: str) -> HttpResponse:
        changes = cast("controls.ControlsChange", self.read(ControlsIn, body))

        def perform() -> Controls:
            try:
                return controls.change(self.actor, changes)
            except Invalid as wrong:
                fields = wrong.extra.get("fields", {})
                raise Invalid({name: [str(_WRONG[name])] if name in _WRONG else fields[name] for name in fields})

        return self.once(perform, said=said)


def _shown(limit: Limit, values: dict[str, Any], used: dict[str, int]) -> dict[str, Any]:
    cents = values.get(limit.name)
    spent_cents = used.get(limit.window)
    return {
        "name": limit.name,
        "label": limit.label,
        "help": limit.help,
        "typed": "" if cents is None else f"{cents // 100}.{cents % 100:02d}",
        "cents": cents,
        "used": spent_cents,
        "left": max(0, cents - spent_cents) if cents is not None and spent_cents is not None else None,
        "meter": charts.meter(spent_cents, cents) if cents is not None and spent_cents is not None else "",
    }
