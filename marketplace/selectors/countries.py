"""Which countries operators have closed."""

from collections.abc import Iterable

from marketplace.models import BlockedCountry


def blocked_among(codes: Iterable[str]) -> list[str]:
    """Those of these ISO codes in which this instance does no business."""
    asked = {code for code in codes if code}
    return sorted(BlockedCountry.objects.filter(code__in=asked).values_list("code", flat=True)) if asked else []
