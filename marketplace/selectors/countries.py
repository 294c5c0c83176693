"""Which countries operators have closed."""

from collections.abc import Iterable

from marketplace.models import BlockedCountry


def blocked_among(codes: Iterable[str]) -> list[str]:
    """Those of these ISO codes in which this instance does no business."""
    return sorted(BlockedCountry.objects.filter(code__in=set(codes)).values_list("code", flat=True))
