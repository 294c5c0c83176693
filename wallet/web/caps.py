"""Sums that bound what is spent, as forms have them: typed in dollars, empty for no limit, with what is used beside them."""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from marketplace.core.errors import Invalid
from marketplace.rules import CAP_WORDS
from marketplace.web import charts, formats, inputs
from wallet.models import Caps
from wallet.rules import controls as rules


class Limit(NamedTuple):
    """A sum of the form; `name` is that of the API's field. `window`: the span of the cap whose use is shown beside it."""

    name: str
    label: Any
    help: Any = ""
    window: str = ""


def cents(posted: Mapping[str, str]) -> dict[str, Any]:
    """What was typed in dollars, in cents as the API takes it; None for an empty field. Raises Invalid (400)."""
    body: dict[str, Any] = {}
    faults: dict[str, list[str]] = {}
    for name, text in posted.items():
        sum_ = inputs.dollars(text) if text else None
        if isinstance(sum_, str):
            faults[name] = [_("Give dollars with at most two decimals, such as 12.50.")]
        elif sum_ is not None and sum_ * 100 > rules.CONTROL_MAX_CENTS:
            faults[name] = [_("Give at most %s.") % formats.cents_words(rules.CONTROL_MAX_CENTS)]
        else:
            body[name] = None if sum_ is None else int(sum_ * 100)
    if faults:
        raise Invalid(faults)
    return body


def shown(limits: Iterable[Limit], values: Mapping[str, Any], used: Mapping[str, int]) -> list[dict[str, Any]]:
    """The fields for the template. `values` by the API's names and `used` by the windows' names, both in cents."""
    return [_shown(limit, values.get(limit.name), used.get(limit.window)) for limit in limits]


def line(mine: Caps) -> list[str]:
    """The sums that are set, such as `$20.00 for one job`, the shortest time first; nothing when none is."""
    sums = {"per_bounty": mine.spending_cap_per_bounty_cents, **mine.rolling_caps}
    said = [f"{formats.cents_words(sum_)} {CAP_WORDS[name]}" for name, sum_ in sums.items() if sum_ is not None]
    if mine.ask_above_cents is not None:
        said.append(_("asks you above %s") % formats.cents_words(mine.ask_above_cents))
    return said


def barred(bar: rules.Bar) -> str:
    """Which limit is in the way of one of several jobs, and whether waiting helps."""
    sums = {"cap": formats.cents_words(bar.cents), "span": CAP_WORDS[bar.cap]}
    if not bar.passes:
        return (
            _("More than your limit of %(cap)s %(span)s. Waiting does not help: raise the limit, or have it cost less.")
            % sums
        )
    return (
        _(
            "With what is spent already, and the lines above, over your limit of %(cap)s %(span)s. Wait, or raise the limit."
        )
        % sums
    )


def overruled(mine: Caps) -> list[str]:
    """A sentence for each limit that is lower than that of a shorter time, and for that of one job where a time allows less."""
    rolling, per_job = mine.rolling_caps, mine.spending_cap_per_bounty_cents
    pairs = [(name, rolling[name], shorter, rolling[shorter]) for name, shorter in rules.overruled(rolling)]
    lowest = min(rolling, key=lambda name: rolling[name], default="")
    if per_job is not None and lowest and rolling[lowest] < per_job:
        pairs.append((lowest, rolling[lowest], "per_bounty", per_job))
    return [
        _("%(low)s %(long)s is less than %(high)s %(short)s: the lower limit rules.")
        % {
            "low": formats.cents_words(low),
            "long": CAP_WORDS[long],
            "high": formats.cents_words(high),
            "short": CAP_WORDS[short],
        }
        for long, low, short, high in pairs
    ]


def _shown(limit: Limit, cap: int | None, spent: int | None) -> dict[str, Any]:
    return {
        "name": limit.name,
        "label": limit.label,
        "help": limit.help,
        "typed": "" if cap is None else f"{cap // 100}.{cap % 100:02d}",
        "cents": cap,
        "used": spent,
        "left": max(0, cap - spent) if cap is not None and spent is not None else None,
        "meter": charts.meter(spent, cap) if cap is not None and spent is not None else "",
    }
