"""Operations that will end, or have: what their answers and the document say of it."""

from dataclasses import dataclass
from datetime import UTC, date, datetime, time
from email.utils import format_datetime

from django.conf import settings


@dataclass(frozen=True, slots=True)
class Deprecated:
    """An operation that will end, or has: since when, when it ends, and what to use instead (a sentence)."""

    since: date
    sunset: date
    instead: str = ""

    def headers(self) -> dict[str, str]:
        """Deprecation (RFC 9745) and Sunset (RFC 8594), with the page that says more."""
        since, sunset = (datetime.combine(day, time(), UTC) for day in (self.since, self.sunset))
        return {
            "Deprecation": f"@{int(since.timestamp())}",
            "Sunset": format_datetime(sunset, usegmt=True),
            "Link": f'<{settings.BASE_URL}/docs/api#versions>; rel="deprecation"; type="text/html"',
        }

    def __str__(self) -> str:
        return f"Deprecated since {self.since}, answers until {self.sunset}. {self.instead}".strip()
