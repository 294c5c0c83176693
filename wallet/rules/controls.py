"""What bounds a wallet: the windows of its caps, and what its settings are called."""

from collections.abc import Mapping
from datetime import timedelta
from typing import Final

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


def overruled(caps: Mapping[str, int]) -> list[tuple[str, str]]:
    """(window, shorter window) where the cap of the longer one is lower, so that it rules and that of the shorter one is never
    reached. `caps`: the rolling caps that are set, in cents. Of several shorter windows the longest one is named."""
    names, found = [name for name in CAP_WINDOWS if name in caps], []
    for place, name in enumerate(names):
        higher = [shorter for shorter in names[:place] if caps[shorter] > caps[name]]
        if higher:
            found.append((name, higher[-1]))
    return found
