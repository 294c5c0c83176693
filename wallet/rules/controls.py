"""What bounds a wallet: the windows of its caps, and what its settings are called."""

from collections.abc import Iterable, Mapping
from datetime import timedelta
from typing import Final, NamedTuple

from django.utils.translation import gettext_noop as _

# The rolling caps, by the name that a refusal and an event give them. The column is `spending_cap_<name>_cents`.
CAP_WINDOWS: Final = {
    "rolling_24h": timedelta(hours=24),
    "rolling_7d": timedelta(days=7),
    "rolling_30d": timedelta(days=30),
}
CONTROL_MAX_CENTS: Final = 100_000_000

# What a mail and the timeline call a setting that was changed, the most important first. By its column.
SETTING_WORDS: Final = {
    "spending_cap_per_bounty_cents": _("Per job"),
    "spending_cap_rolling_24h_cents": _("Per 24 hours"),
    "spending_cap_rolling_7d_cents": _("Per 7 days"),
    "spending_cap_rolling_30d_cents": _("Per 30 days"),
    "ask_above_cents": _("Ask me above"),
    "auto_topup_enabled": _("Automatic top-up"),
    "auto_topup_floor_cents": _("Top-up below"),
    "auto_topup_target_cents": _("Top-up to"),
    "auto_topup_max_per_day_cents": _("Top-up in one day"),
    "low_balance_threshold_cents": _("Low balance"),
    # Of single keys and programs.
    "scopes": _("Allowed"),
    "categories": _("Kinds of work"),
    "countries": _("Countries"),
}
# What a scope lets a key or program do, in a line.
SCOPE_WORDS: Final = {
    "read": _("read"),
    "hire": _("hire"),
    "review_work": _("judge work"),
    "pay": _("pay"),
    "wallet": _("take money out"),
    "message": _("write"),
    "webhooks": _("send events"),
    "profile": _("keep the profile"),
    "work": _("be hired"),
    "account": _("make keys"),
}
# What a list that is not set allows.
UNBOUND: Final = {"scopes": _("everything"), "categories": _("any"), "countries": _("anywhere")}


def overruled(caps: Mapping[str, int]) -> list[tuple[str, str]]:
    """(window, shorter window) where the cap of the longer one is lower, so that it rules and that of the shorter one is never
    reached. `caps`: the rolling caps that are set, in cents. Of several shorter windows the longest one is named."""
    names, found = [name for name in CAP_WINDOWS if name in caps], []
    for place, name in enumerate(names):
        higher = [shorter for shorter in names[:place] if caps[shorter] > caps[name]]
        if higher:
            found.append((name, higher[-1]))
    return found


class Bar(NamedTuple):
    """Which cap is in the way of a spend, and its cents; `passes`: it is there no more after a while, nor is another."""

    cap: str
    cents: int
    passes: bool


def bars(
    costs: Iterable[int], *, per_bounty: int | None, rolling: Mapping[str, int], spent: Mapping[str, int]
) -> list[Bar | None]:
    """What is in the way of each of several bounties that are funded one after the other; those that don't fit are left out, and
    the others go on. None: it fits. Of several caps the one that leaves the least is named, as by a refusal; of equal ones that
    against which waiting does not help, else that of the longest window. All in cents: `costs` of the bounties, the caps, and
    what was `spent` already in each window."""
    found: list[Bar | None] = []
    taken = 0
    for cost in costs:
        left = {name: max(0, cap - spent[name] - taken) for name, cap in rolling.items()}
        over = [(left[name], cost <= cap, name, cap) for name, cap in rolling.items() if cost > left[name]]
        if per_bounty is not None and cost > per_bounty:
            over.append((per_bounty, False, "per_bounty", per_bounty))
        bar = None
        if over:  # reversed, the longest window comes first, and `min` takes the first of equal ones
            _left, _passes, name, cap = min(reversed(over), key=lambda one: one[:2])
            bar = Bar(name, cap, all(passes for _left, passes, _name, _cap in over))
        taken += cost if bar is None else 0
        found.append(bar)
    return found
