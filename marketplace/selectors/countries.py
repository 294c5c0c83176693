"""Countries blocked by operators."""

from collections.abc import Iterable

from marketplace.models import BlockedCountry


def blocked_among(codes: Iterable[str]) -> list[str]:
    """Which of these ISO codes are blocked, sorted."""
    wanted = {code for code in codes if code}
    return sorted(BlockedCountry.objects.filter(code__in=wanted).values_list("code", flat=True)) if wanted else []
