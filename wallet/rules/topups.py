"""Automatic top-ups: their states, amounts and the settings that make sense."""

from datetime import timedelta
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from marketplace.core.states import Machine

# `attention`: the provider has not given an outcome for a day; staff decides, and another top-up may begin meanwhile.
TOP_UP: Final = Machine(
    "top-up",
    {
        "initiated": {"pay": "succeeded", "fail": "failed", "alert": "attention"},
        "attention": {"pay": "succeeded", "fail": "failed"},
    },
)
TOP_UP_OPEN: Final = ("initiated", "attention")
TOP_UP_MIN_CENTS: Final = 100
TOP_UP_DAY: Final = timedelta(hours=24)
TOP_UP_REST: Final = timedelta(hours=1)  # pause after a failure
TOP_UP_FAILURES: Final = 3  # in a row; then the top-up is switched off
CHARGE_MAIL_PAUSE: Final = timedelta(hours=1)  # between two mails about charges

# By the codes of the providers, and our own.
_FAILURES: Final = {
    "no_saved_payment_method": gettext_lazy("no card is kept here"),
    "card_declined": gettext_lazy("the card's bank declined it"),
    "expired_card": gettext_lazy("the card has expired"),
    "incorrect_cvc": gettext_lazy("the card's check digits are wrong"),
    "processing_error": gettext_lazy("the payment provider could not process it just then"),
    "authentication_required": gettext_lazy("the card's bank wants its owner to confirm each charge"),
    "unknown": gettext_lazy("the payment provider has not said whether it was charged"),
    "not_charged": gettext_lazy("the payment provider says that it was not charged"),
}


def failure_words(reason: str) -> str:
    """Why a charge failed, by the provider's code, in the language that is active; other codes are said as they are."""
    if reason in _FAILURES:
        return str(_FAILURES[reason])
    return _("the payment provider refused it (%s)") % reason if reason else _("the payment provider refused it")


def topup_cents(*, balance: int, target: int, charged_today: int, max_per_day: int) -> int:
    """The cents to charge now: up to the target, within the daily maximum; 0 if that is less than a dollar."""
    cents = min(target - balance, max_per_day - charged_today)
    return cents if cents >= TOP_UP_MIN_CENTS else 0


def topup_errors(*, enabled: bool, floor: int | None, target: int | None, max_per_day: int | None) -> dict[str, str]:
    """Errors of an enabled top-up's settings, by field: target > floor > 0 and maxPerDay >= target - floor."""
    if not enabled:
        return {}
    if not floor or floor <= 0:
        return {"autoTopupFloorCents": "An automatic top-up needs a floor above 0."}
    if target is None or target <= floor:
        return {"autoTopupTargetCents": f"Give a target above the floor of {floor}."}
    if max_per_day is None or max_per_day < target - floor:
        return {"autoTopupMaxPerDayCents": f"Give at least target less floor, {target - floor}."}
    return {}
